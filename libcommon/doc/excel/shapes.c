#include "doc/excel/shapes.h"

#include "doc/drawing/docobj.h"
#include "doc/excel/a1.h"
#include "doc/excel/objlist.h"
#include "doc/package.h"
#include "doc/para.h"
#include "text/utf.h"

/* The shapes of one sheet. */
struct shapes {
	struct opc *opc;
	struct sink *sink;
	bool chart;           /* a chart sheet: all are at A1 */
	struct opc_rels rels; /* of the drawing part */
	struct objlist list;
	bool fatal; /* the document fails, as the error tells */
};

/* What is read of one anchor. */
struct anchor {
	struct para para;
	struct docobj_list objects;
	uint32_t row, col;
	bool placed; /* from has been read */
};

/* xdr:from: row and column from 0. */
static enum pull_event
read_from(struct anchor *a, struct pull *x)
{
	unsigned depth = x->depth;
	struct buf text = BUF_INIT;
	enum pull_event ev;
	bool row, col;
	uint64_t v;

	do {
		ev = pull_next(x);
		if (ev != PULL_START)
			continue;
		row = pull_is(x, NS_XDR, "row");
		col = pull_is(x, NS_XDR, "col");
		buf_reset(&text);
		ev = pull_text(x, &text);
		if ((!row && !col) || !span_u64(utf_trim(buf_span(&text)),
					  (row ? A1_ROWS : A1_COLS) - 1, &v))
			continue;
		*(row ? &a->row : &a->col) = (uint32_t)v;
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	a->placed = true;
	buf_release(&text);
	return ev;
}

/* The events below an anchor, whose START x stands at; false when broken. */
static bool
walk_anchor(struct anchor *a, struct pull *x)
{
	unsigned depth = x->depth;
	enum pull_event ev;

	for (;;) {
		ev = pull_next(x);
		if (ev == PULL_EOF)
			return false;
		if (ev == PULL_END && x->depth == depth)
			return true;
		if (ev == PULL_START && !a->placed &&
		    pull_is(x, NS_XDR, "from")) {
			if (read_from(a, x) == PULL_BAD)
				return false;
			continue;
		}
		if (ev == PULL_START)
			docobj_seen(&a->objects, x, 1);
		if (!para_feed(&a->para, x, ev))
			return false;
	}
}

/* One anchor: the lines of its shapes, then those of charts and SmartArt. */
static bool
read_anchor(struct shapes *sh, struct pull *x, struct tb_error *e)
{
	struct objlist_item *ob = objlist_add(&sh->list, 0, 0);
	struct anchor a = { .objects = DOCOBJ_LIST_INIT };
	struct buf *text = &sh->list.text;
	struct buf line = BUF_INIT;
	bool ok;
	size_t i;

	para_init(&a.para, NS_DML);
	a.para.line = para_collect;
	a.para.arg = text;
	ok = walk_anchor(&a, x);
	for (i = 0; i < a.objects.n && ok && !sh->fatal; i++) {
		sh->fatal = !docobj_line(
		    sh->opc, &sh->rels, &a.objects.v[i], sh->sink, &line, e);
		if (line.len == 0)
			continue;
		buf_addspan(text, buf_span(&line));
		buf_addc(text, '\n');
	}
	if (!sh->chart) {
		ob->row = a.row;
		ob->col = a.col;
	}
	objlist_end(&sh->list);
	para_release(&a.para);
	docobj_release(&a.objects);
	buf_release(&line);
	return ok && !sh->fatal;
}

static bool
is_anchor(const struct pull *x)
{
	return pull_is(x, NS_XDR, "twoCellAnchor") ||
	       pull_is(x, NS_XDR, "oneCellAnchor") ||
	       pull_is(x, NS_XDR, "absoluteAnchor");
}

/* All anchors of a drawing part; false, with e filled, when it is broken. */
static bool
read_anchors(struct shapes *sh, struct span part, struct tb_error *e)
{
	enum pull_event ev;
	bool good = true;
	struct pull x;

	if (!pull_open(&x, sh->opc, part, PULL_COLD, e))
		return false;
	while (good && (ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev != PULL_START)
			continue;
		if (pull_is(&x, NS_MC, "Fallback"))
			good = pull_skip(&x) != PULL_BAD;
		else if (is_anchor(&x))
			good = read_anchor(sh, &x, e);
	}
	return pull_close(&x, sh->fatal ? NULL : e) && !sh->fatal;
}

/*
 * A drawing part and its relationships, each of which may be lost.  False when
 * the document fails.
 */
static bool
read_drawing(struct shapes *sh, struct span part, struct tb_error *e)
{
	size_t had = sh->list.n;

	if (!opc_rels(sh->opc, part, &sh->rels, e)) {
		sh->rels.n = 0;
		if (!package_lost(sh->opc, part, sh->sink, e))
			return false;
	}
	if (read_anchors(sh, part, e))
		return true;
	objlist_cut(&sh->list, had);
	return !sh->fatal && package_lost(sh->opc, part, sh->sink, e);
}

bool
shapes_read(struct opc *o, const struct opc_rels *rels, struct span name,
    bool chart, struct sink *s, struct tb_error *e)
{
	struct shapes sh = {
		.opc = o, .sink = s, .chart = chart, .list = OBJLIST_INIT
	};
	const struct opc_rel *rel;
	bool ok = true;
	size_t i;

	for (i = 0; i < rels->n && ok; i++) {
		rel = &rels->rel[i];
		if (!rel->external && opc_rel_is(rel, "/drawing") &&
		    opc_has(o, rel->target))
			ok = read_drawing(&sh, rel->target, e);
	}
	objlist_write(&sh.list, name, PLACE_SHAPE, s);
	objlist_release(&sh.list);
	return ok;
}
