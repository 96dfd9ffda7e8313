#include "doc/excel/objlist.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

void
objlist_release(struct objlist *list)
{
	free(list->v);
	buf_release(&list->text);
}

struct objlist_item *
objlist_add(struct objlist *list, uint32_t row, uint32_t col)
{
	struct objlist_item *ob;

	list->v = mem_grow(list->v, &list->cap, list->n + 1, sizeof(*list->v));
	ob = &list->v[list->n];
	*ob = (struct objlist_item){ row, col, list->n, list->text.len, 0 };
	list->n++;
	return ob;
}

void
objlist_cut(struct objlist *list, size_t n)
{
	if (n < list->n)
		list->text.len = list->v[n].off;
	list->n = n;
}

void
objlist_end(struct objlist *list)
{
	struct objlist_item *ob = &list->v[list->n - 1];
	struct span text = span_skip(buf_span(&list->text), ob->off);

	ob->len = text.n;
	if (utf_trim(text).n == 0)
		objlist_cut(list, list->n - 1);
}

static int
compare(const void *pa, const void *pb)
{
	const struct objlist_item *a = pa, *b = pb;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->col != b->col)
		return a->col < b->col ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

void
objlist_sort(struct objlist *list)
{
	if (list->n > 1)
		qsort(list->v, list->n, sizeof(*list->v), compare);
}

void
objlist_write(struct objlist *list, struct span name, enum place_target target,
    struct sink *s)
{
	struct place at = {
		.base = PLACE_SHEET, .target = target, .name = name
	};
	const struct objlist_item *ob;
	size_t i;

	objlist_sort(list);
	sink_place(s, &at);
	for (i = 0; i < list->n; i++) {
		ob = &list->v[i];
		sink_cell(s, ob->row, ob->col,
		    utf_trim(span_of(list->text.p + ob->off, ob->len)));
	}
}
