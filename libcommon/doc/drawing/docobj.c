#include "doc/drawing/docobj.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/drawing/chart.h"
#include "doc/drawing/smartart.h"
#include "doc/package.h"

void
docobj_release(struct docobj_list *list)
{
	arena_release(&list->arena);
	free(list->v);
	*list = (struct docobj_list)DOCOBJ_LIST_INIT;
}

void
docobj_reset(struct docobj_list *list)
{
	arena_reset(&list->arena);
	list->n = 0;
}

void
docobj_add(struct docobj_list *list, enum docobj_kind kind, uint32_t page,
    struct span s)
{
	list->v = mem_grow(list->v, &list->cap, list->n + 1, sizeof(*list->v));
	list->v[list->n++] = (struct docobj){
		.kind = kind, .page = page, .s = arena_dup(&list->arena, s)
	};
}

/* Is x an embedded file?  [ECMA-376] 17.3.3.18, 19.3.2.4, Part 4 19.2.2.3. */
static bool
embed_ref(const struct pull *x, struct span *id)
{
	struct span type;

	if (pull_is(x, NS_OFFICE, "OLEObject")) {
		if (!pull_get(x, NS_NONE, "Type", &type) ||
		    !span_ieq(type, SPAN("Embed")))
			return false;
	} else if (!pull_is(x, NS_WML, "objectEmbed") &&
		   !pull_is(x, NS_PML, "oleObj")) {
		return false;
	}
	return pull_get(x, NS_REL, "id", id);
}

void
docobj_seen(struct docobj_list *list, const struct pull *x, uint32_t page)
{
	struct span id;

	if (chart_ref(x, &id))
		docobj_add(list, DOCOBJ_CHART, page, id);
	else if (smartart_ref(x, &id))
		docobj_add(list, DOCOBJ_SMARTART, page, id);
	else if (embed_ref(x, &id))
		docobj_add(list, DOCOBJ_EMBED, page, id);
}

/* An object with its place in the order, for a sort that keeps it. */
struct ranked {
	struct docobj obj;
	size_t rank;
};

static int
by_page(const void *va, const void *vb)
{
	const struct ranked *a = va, *b = vb;

	if (a->obj.page != b->obj.page)
		return a->obj.page < b->obj.page ? -1 : 1;
	return a->rank < b->rank ? -1 : a->rank > b->rank;
}

void
docobj_sort(struct docobj_list *list)
{
	struct ranked *r;
	size_t i;

	for (i = 1; i < list->n; i++)
		if (list->v[i].page < list->v[i - 1].page)
			break;
	if (i >= list->n)
		return; /* as nearly always */
	r = mem_calloc(list->n, sizeof(*r));
	for (i = 0; i < list->n; i++)
		r[i] = (struct ranked){ list->v[i], i };
	qsort(r, list->n, sizeof(*r), by_page);
	for (i = 0; i < list->n; i++)
		list->v[i] = r[i].obj;
	free(r);
}

bool
docobj_line(struct opc *o, const struct opc_rels *rels,
    const struct docobj *obj, struct sink *s, struct buf *out,
    struct tb_error *e)
{
	struct span part;
	bool ok;

	buf_reset(out);
	if (obj->kind == DOCOBJ_TEXT) {
		buf_addspan(out, obj->s);
		return true;
	}
	if (obj->kind != DOCOBJ_CHART && obj->kind != DOCOBJ_SMARTART)
		return true;
	if (!package_part(rels, obj->s, &part))
		return true;
	ok = obj->kind == DOCOBJ_CHART ? chart_text(o, part, out, e)
				       : smartart_text(o, part, out, e);
	return ok || package_lost(o, part, s, e);
}
