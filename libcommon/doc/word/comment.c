#include "doc/word/comment.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/para.h"
#include "text/utf.h"

void
comment_init(struct comment_set *set)
{
	*set = (struct comment_set){ .arena = ARENA_INIT };
	map_init(&set->by_id);
}

void
comment_release(struct comment_set *set)
{
	map_release(&set->by_id);
	arena_release(&set->arena);
	free(set->v);
	*set = (struct comment_set){ .arena = ARENA_INIT };
}

/* The number of an id as Word writes it; others stand in front. */
static int64_t
id_number(struct span id)
{
	bool minus = id.n > 0 && id.p[0] == '-';
	uint64_t v;

	if (!span_u64(span_skip(id, minus), INT64_MAX, &v))
		return INT64_MIN;
	return minus ? -(int64_t)v : (int64_t)v;
}

static void
add(struct comment_set *set, struct span id, struct span text)
{
	struct comment *c;
	size_t *slot;

	set->v = mem_grow(set->v, &set->cap, set->n + 1, sizeof(*set->v));
	c = &set->v[set->n];
	*c = (struct comment){ .id = arena_dup(&set->arena, id),
		.text = arena_dup(&set->arena, text),
		.number = id_number(id) };
	slot = map_put(&set->by_id, c->id);
	if (*slot == MAP_NONE)
		*slot = set->n;
	set->n++;
}

/* x stands at the START of a w:comment. */
static enum pull_event
read_one(struct comment_set *set, struct pull *x, struct buf *text)
{
	enum pull_event ev;
	struct buf id = BUF_INIT;
	struct span v;

	if (!pull_get(x, NS_WML, "id", &v))
		(void)pull_get(x, NS_NONE, "id", &v);
	buf_addspan(&id, utf_trim(v));
	buf_reset(text);
	ev = para_lines(x, NS_WML, text);
	para_join(text, 0);
	if (ev == PULL_END && text->len > 0)
		add(set, buf_span(&id), buf_span(text));
	buf_release(&id);
	return ev;
}

bool
comment_read(struct opc *o, struct span part, struct comment_set *set,
    struct tb_error *e)
{
	struct buf text = BUF_INIT;
	enum pull_event ev;
	struct pull x;
	bool ok;

	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	do {
		ev = pull_next(&x);
		if (ev == PULL_START && pull_is(&x, NS_WML, "comment"))
			ev = read_one(set, &x, &text);
	} while (ev != PULL_EOF && ev != PULL_BAD);
	ok = pull_close(&x, e);
	buf_release(&text);
	if (!ok) {
		comment_release(set);
		comment_init(set);
	}
	return ok;
}

static int
by_number(const void *va, const void *vb)
{
	const struct comment *a = va, *b = vb;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	/* pieces of one arena: as read, more or less; same ids are rare */
	return a->text.p < b->text.p ? -1 : a->text.p > b->text.p;
}

void
comment_write(
    struct comment_set *set, const struct docobj_list *objects, struct sink *s)
{
	struct place place = { .base = PLACE_PAGE, .target = PLACE_COMMENT };
	struct place rest = { .base = PLACE_PART,
		.target = PLACE_COMMENT,
		.name = SPAN_INIT("文書") };
	struct comment *c;
	size_t i, at;

	for (i = 0; i < objects->n; i++) {
		const struct docobj *obj = &objects->v[i];

		if (obj->kind != DOCOBJ_COMMENT)
			continue;
		at = map_get(&set->by_id, utf_trim(obj->s));
		c = at != MAP_NONE ? &set->v[at] : NULL;
		if (!c || c->used)
			continue;
		c->used = true;
		if (place.number != obj->page) {
			place.number = obj->page;
			sink_place(s, &place);
		}
		sink_line(s, c->text);
	}
	if (set->n > 0)
		qsort(set->v, set->n, sizeof(*set->v), by_number);
	sink_place(s, &rest);
	for (i = 0; i < set->n; i++)
		if (!set->v[i].used)
			sink_line(s, set->v[i].text);
}
