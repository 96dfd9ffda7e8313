#include "doc/excel/comments.h"

#include "box/pull.h"
#include "doc/excel/a1.h"
#include "doc/excel/biff12.h"
#include "doc/excel/objlist.h"
#include "doc/excel/xstring.h"
#include "doc/package.h"

/* Where a ref points; one that cannot be read is row 0, 5.4. */
static void
add_at(struct objlist *list, struct span ref)
{
	uint32_t row = 0, col = 0;

	(void)a1_parse(ref, &row, &col);
	(void)objlist_add(list, row, col);
}

/*
 * Threads: several of one cell are one comment, in part order.  The list's
 * objects are those cells.
 */
static bool
read_threads(
    struct objlist *list, struct opc *o, struct span part, struct tb_error *e)
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
			objlist_end(list);
		}
	}
	buf_release(&text);
	return pull_close(&x, e);
}

/* Joins the replies of each cell to the comment before them. */
static void
join_threads(struct objlist *list)
{
	struct buf text = BUF_INIT;
	size_t i, n = 0;
	struct objlist_item *ob;

	objlist_sort(list);
	for (i = 0; i < list->n; i++) {
		struct objlist_item old = list->v[i];

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
has_thread(const struct objlist *list, size_t n, uint32_t row, uint32_t col)
{
	size_t lo = 0, hi = n, mid;
	const struct objlist_item *ob;

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

/* A note whose text is complete; the thread of its cell replaces it. */
static void
end_note(struct objlist *list, size_t threads)
{
	struct objlist_item *ob = &list->v[list->n - 1];

	if (has_thread(list, threads, ob->row, ob->col))
		list->text.len = ob->off;
	objlist_end(list);
}

/* Notes of cells that have no thread; the first threads objects are those. */
static bool
read_notes(struct objlist *list, size_t threads, struct opc *o,
    struct span part, struct tb_error *e)
{
	struct buf text = BUF_INIT;
	enum pull_event ev;
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
		end_note(list, threads);
	}
	buf_release(&text);
	return pull_close(&x, e);
}

/*
 * The same of a .xlsb: BrtBeginComment ([MS-XLSB] 2.4.29) has the cell, the
 * BrtCommentText behind it a RichStr.
 */
static bool
read_notes_bin(struct objlist *list, size_t threads, struct opc *o,
    struct span part, struct tb_error *e)
{
	bool open = false, more = true, ok = true;
	struct biff12 b;
	uint32_t row;

	if (!biff12_open(&b, o, part, e))
		return false;
	while ((ok = biff12_next(&b, &more, e)) && more) {
		switch (b.type) {
		case BRT_BEGIN_COMMENT:
			cur_skip(&b.body, 4); /* author */
			row = cur_u32(&b.body);
			cur_skip(&b.body, 4); /* last row */
			(void)objlist_add(list, row, cur_u32(&b.body));
			open = true;
			break;
		case BRT_COMMENT_TEXT:
			cur_skip(&b.body, 1); /* flags */
			if (open)
				biff12_string(&b.body, &list->text);
			break;
		case BRT_END_COMMENT:
			if (open)
				end_note(list, threads);
			open = false;
			break;
		default:
			break;
		}
	}
	if (open)
		end_note(list, threads);
	biff12_close(&b);
	return ok;
}

/*
 * All parts of one kind: threads, or, when it is told how many cells have one,
 * notes.  A part that is broken leaves nothing.  False when the document fails.
 */
static bool
read_parts(struct objlist *list, const size_t *threads, struct opc *o,
    const struct opc_rels *rels, struct sink *s, struct tb_error *e)
{
	const char *kind = threads ? "/comments" : "/threadedComment";
	const struct opc_rel *rel;
	size_t i, had;
	bool ok;

	for (i = 0; i < rels->n; i++) {
		rel = &rels->rel[i];
		if (rel->external || !opc_rel_is(rel, kind) ||
		    !opc_has(o, rel->target))
			continue;
		had = list->n;
		if (!threads)
			ok = read_threads(list, o, rel->target, e);
		else if (span_ends(rel->target, SPAN(".bin")))
			ok = read_notes_bin(list, *threads, o, rel->target, e);
		else
			ok = read_notes(list, *threads, o, rel->target, e);
		if (ok)
			continue;
		objlist_cut(list, had);
		if (!package_lost(o, rel->target, s, e))
			return false;
	}
	return true;
}

bool
comments_read(struct opc *o, const struct opc_rels *rels, struct span name,
    struct sink *s, struct tb_error *e)
{
	struct objlist list = OBJLIST_INIT;
	size_t threads;
	bool ok;

	ok = read_parts(&list, NULL, o, rels, s, e);
	join_threads(&list);
	threads = list.n;
	ok = ok && read_parts(&list, &threads, o, rels, s, e);
	objlist_write(&list, name, PLACE_COMMENT, s);
	objlist_release(&list);
	return ok;
}
