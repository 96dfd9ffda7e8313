#include "doc/excel/objects.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/drawing/docobj.h"
#include "doc/excel/a1.h"
#include "doc/excel/xstring.h"
#include "doc/package.h"
#include "doc/para.h"
#include "text/utf.h"

/* One object and its text, which lies in the list's buffer. */
struct object {
	uint32_t row, col;
	size_t seq; /* order in the parts */
	size_t off, len;
};

struct objects {
	struct object *v;
	size_t n, cap;
	struct buf text;
};

static struct object *
add(struct objects *list, uint32_t row, uint32_t col)
{
	struct object *ob;

	list->v = mem_grow(list->v, &list->cap, list->n + 1, sizeof(*list->v));
	ob = &list->v[list->n];
	*ob = (struct object){ row, col, list->n, list->text.len, 0 };
	list->n++;
	return ob;
}

/* Back to the first n objects: the part of those behind them is broken. */
static void
drop_from(struct objects *list, size_t n)
{
	if (n < list->n)
		list->text.len = list->v[n].off;
	list->n = n;
}

/* The text appended since add() is the object's; without any there is none. */
static void
end_object(struct objects *list)
{
	struct object *ob = &list->v[list->n - 1];
	struct span text = span_skip(buf_span(&list->text), ob->off);

	if (utf_trim(text).n == 0) {
		list->text.len = ob->off;
		list->n--;
		return;
	}
	ob->len = text.n;
}

static int
compare(const void *pa, const void *pb)
{
	const struct object *a = pa, *b = pb;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->col != b->col)
		return a->col < b->col ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* Writes all objects, by cell; the list is released. */
static void
write_objects(struct objects *list, struct span name, enum place_target target,
    struct sink *s)
{
	struct place at = {
		.base = PLACE_SHEET, .target = target, .name = name
	};
	const struct object *ob;
	size_t i;

	if (list->n > 1)
		qsort(list->v, list->n, sizeof(*list->v), compare);
	sink_place(s, &at);
	for (i = 0; i < list->n; i++) {
		ob = &list->v[i];
		sink_cell(s, ob->row, ob->col,
		    utf_trim(span_of(list->text.p + ob->off, ob->len)));
	}
	free(list->v);
	buf_release(&list->text);
}

/* ---- shapes --------------------------------------------------------------- */

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
read_anchor(struct objects *list, struct pull *x, struct opc *o,
    const struct opc_rels *rels, bool chart, struct sink *s, struct tb_error *e,
    bool *fatal)
{
	struct anchor a = { .objects = DOCOBJ_LIST_INIT };
	struct buf line = BUF_INIT;
	struct object *ob = add(list, 0, 0);
	bool ok;
	size_t i;

	para_init(&a.para, NS_DML);
	a.para.line = para_collect;
	a.para.arg = &list->text;
	ok = walk_anchor(&a, x);
	for (i = 0; i < a.objects.n && !*fatal; i++) {
		*fatal = !docobj_line(o, rels, &a.objects.v[i], s, &line, e);
		if (line.len > 0) {
			buf_addspan(&list->text, buf_span(&line));
			buf_addc(&list->text, '\n');
		}
	}
	if (!chart) {
		ob->row = a.row;
		ob->col = a.col;
	}
	end_object(list);
	para_release(&a.para);
	docobj_release(&a.objects);
	buf_release(&line);
	return ok && !*fatal;
}

static bool
is_anchor(const struct pull *x)
{
	return pull_is(x, NS_XDR, "twoCellAnchor") ||
	       pull_is(x, NS_XDR, "oneCellAnchor") ||
	       pull_is(x, NS_XDR, "absoluteAnchor");
}

/* A drawing part; false with e filled when it is broken, or *fatal. */
static bool
read_drawing(struct objects *list, struct opc *o, struct span part, bool chart,
    struct sink *s, struct tb_error *e, bool *fatal)
{
	struct opc_rels rels = { NULL, 0 };
	size_t had = list->n;
	enum pull_event ev;
	struct pull x;
	bool good = true;

	if (!opc_rels(o, part, &rels, e) && !package_lost(o, part, s, e)) {
		*fatal = true;
		return false;
	}
	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	while (good && (ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev != PULL_START)
			continue;
		if (pull_is(&x, NS_MC, "Fallback"))
			good = pull_skip(&x) != PULL_BAD;
		else if (is_anchor(&x))
			good =
			    read_anchor(list, &x, o, &rels, chart, s, e, fatal);
	}
	if (*fatal) {
		(void)pull_close(&x, NULL);
		return false;
	}
	if (pull_close(&x, e))
		return true;
	drop_from(list, had);
	return false;
}

bool
objects_shapes(struct opc *o, const struct opc_rels *rels, struct span name,
    bool chart, struct sink *s, struct tb_error *e)
{
	struct objects list = { NULL, 0, 0, BUF_INIT };
	const struct opc_rel *rel;
	bool fatal = false;
	size_t i;

	for (i = 0; i < rels->n && !fatal; i++) {
		rel = &rels->rel[i];
		if (rel->external || !opc_rel_is(rel, "/drawing") ||
		    !opc_has(o, rel->target))
			continue;
		if (!read_drawing(&list, o, rel->target, chart, s, e, &fatal) &&
		    !fatal)
			fatal = !package_lost(o, rel->target, s, e);
	}
	write_objects(&list, name, PLACE_SHAPE, s);
	return !fatal;
}

/* ---- comments ------------------------------------------------------------- */

/* Where a ref points; one that cannot be read is row 0, 5.4. */
static void
add_at(struct objects *list, struct span ref)
{
	uint32_t row = 0, col = 0;

	(void)a1_parse(ref, &row, &col);
	(void)add(list, row, col);
}

/*
 * Threads: several of one cell are one comment, in part order.  The list's
 * objects are those cells.
 */
static bool
read_threads(
    struct objects *list, struct opc *o, struct span part, struct tb_error *e)
{
	struct buf text = BUF_INIT;
	enum pull_event ev;
	struct pull x;

	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev == PULL_START &&
		    pull_is(&x, NS_THREADED, "threadedComment")) {
			struct span ref;

			(void)pull_get(&x, NS_NONE, "ref", &ref);
			add_at(list, ref);
		} else if (ev == PULL_START && list->n > 0 &&
			   pull_is(&x, NS_THREADED, "text")) {
			buf_reset(&text);
			if (pull_text(&x, &text) == PULL_BAD)
				break;
			xstring_decode(buf_span(&text), &list->text);
		} else if (ev == PULL_END && list->n > 0 &&
			   pull_is(&x, NS_THREADED, "threadedComment")) {
			end_object(list);
		}
	}
	buf_release(&text);
	return pull_close(&x, e);
}

/* Joins the replies of each cell to the comment before them. */
static void
join_threads(struct objects *list)
{
	struct buf text = BUF_INIT;
	size_t i, n = 0;
	struct object *ob;

	if (list->n > 1)
		qsort(list->v, list->n, sizeof(*list->v), compare);
	for (i = 0; i < list->n; i++) {
		struct object old = list->v[i];

		ob = n > 0 ? &list->v[n - 1] : NULL;
		if (ob && ob->row == old.row && ob->col == old.col) {
			buf_addc(&text, '\n');
		} else {
			ob = &list->v[n++];
			*ob = old;
			ob->off = text.len;
		}
		buf_add(&text, list->text.p + old.off, old.len);
		ob->len = text.len - ob->off;
	}
	list->n = n;
	buf_release(&list->text);
	list->text = text;
}

/* Is there a thread at that cell?  The first n objects are sorted. */
static bool
has_thread(const struct objects *list, size_t n, uint32_t row, uint32_t col)
{
	size_t lo = 0, hi = n, mid;
	const struct object *ob;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		ob = &list->v[mid];
		if (ob->row < row || (ob->row == row && ob->col < col))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && list->v[lo].row == row && list->v[lo].col == col;
}

/* Notes of cells that have no thread; the first threads objects are those. */
static bool
read_notes(struct objects *list, size_t threads, struct opc *o,
    struct span part, struct tb_error *e)
{
	struct buf text = BUF_INIT;
	enum pull_event ev;
	struct object *ob;
	struct pull x;
	struct span ref;

	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev != PULL_START || !pull_is(&x, NS_SML, "comment"))
			continue;
		(void)pull_get(&x, NS_NONE, "ref", &ref);
		add_at(list, ref);
		if (xstring_runs(&x, &text, &list->text) == PULL_BAD)
			break;
		ob = &list->v[list->n - 1];
		if (has_thread(list, threads, ob->row, ob->col))
			list->text.len = ob->off;
		end_object(list);
	}
	buf_release(&text);
	return pull_close(&x, e);
}

/*
 * All parts of one kind: threads, or, when it is told how many cells have one,
 * notes.  A part that is broken leaves nothing.  False when the document fails.
 */
static bool
read_parts(struct objects *list, const size_t *threads, struct opc *o,
    const struct opc_rels *rels, struct sink *s, struct tb_error *e)
{
	const char *kind = threads ? "/comments" : "/threadedComment";
	const struct opc_rel *rel;
	size_t i, had;

	for (i = 0; i < rels->n; i++) {
		rel = &rels->rel[i];
		if (rel->external || !opc_rel_is(rel, kind) ||
		    !opc_has(o, rel->target))
			continue;
		had = list->n;
		if (threads ? read_notes(list, *threads, o, rel->target, e)
			    : read_threads(list, o, rel->target, e))
			continue;
		drop_from(list, had);
		if (!package_lost(o, rel->target, s, e))
			return false;
	}
	return true;
}

bool
objects_comments(struct opc *o, const struct opc_rels *rels, struct span name,
    struct sink *s, struct tb_error *e)
{
	struct objects list = { NULL, 0, 0, BUF_INIT };
	size_t threads;
	bool ok;

	ok = read_parts(&list, NULL, o, rels, s, e);
	join_threads(&list);
	threads = list.n;
	ok = ok && read_parts(&list, &threads, o, rels, s, e);
	write_objects(&list, name, PLACE_COMMENT, s);
	return ok;
}
