#include "doc/booktext.h"

#include <stdlib.h>

#include "base/mem.h"
#include "box/pull.h"
#include "doc/package.h"
#include "text/utf.h"

#define MAIN_PART "xl/workbook.xml"

struct booktext {
	struct opc *opc;
	struct opc_rels rels;
	struct buf strings; /* all shared strings, one behind the other */
	size_t *ends;       /* where each ends in strings */
	size_t n, cap;
	struct buf row;  /* the line of the open row */
	struct buf cell; /* the text of the open cell */
	struct buf *lines;
	size_t units, max;
};

/*
 * After the START of an si or is: appends its text without phonetic runs, and
 * goes on to its END.
 */
static enum pull_event
read_item(struct pull *x, struct buf *out)
{
	unsigned depth = x->depth;
	enum pull_event ev;

	do {
		ev = pull_next(x);
		if (ev != PULL_START)
			continue;
		if (pull_is(x, NS_SML, "rPh"))
			ev = pull_skip(x);
		else if (pull_is(x, NS_SML, "t"))
			ev = pull_text(x, out);
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	return ev;
}

static bool
read_strings(struct booktext *b, struct tb_error *e)
{
	const struct opc_rel *rel =
	    opc_rel_by_kind(b->opc, &b->rels, "/sharedStrings");
	struct span part = rel ? rel->target : SPAN("xl/sharedStrings.xml");
	enum pull_event ev;
	struct pull x;

	if (!opc_has(b->opc, part))
		return true; /* cells that refer to it are empty */
	if (!pull_open(&x, b->opc, part, PULL_COLD, e))
		return false;
	do {
		ev = pull_next(&x);
		if (ev != PULL_START || !pull_is(&x, NS_SML, "si"))
			continue;
		ev = read_item(&x, &b->strings);
		b->ends =
		    mem_grow(b->ends, &b->cap, b->n + 1, sizeof(*b->ends));
		b->ends[b->n++] = b->strings.len;
	} while (ev != PULL_EOF && ev != PULL_BAD);
	return pull_close(&x, e);
}

/* The shared string that index names; empty when there is none. */
static struct span
string_at(const struct booktext *b, struct span index)
{
	uint64_t i;
	size_t off;

	if (b->n == 0 || !span_u64(utf_trim(index), b->n - 1, &i))
		return span_of(NULL, 0);
	off = i ? b->ends[i - 1] : 0;
	return span_of(b->strings.p + off, b->ends[i] - off);
}

/* A text cell ends: it goes into the row, breaks as one space. */
static bool
add_cell(struct booktext *b, struct span text)
{
	bool gap = false;
	size_t i;

	if (utf_trim(text).n == 0)
		return true;
	b->units += utf_units(text) + 1;
	if (b->units > b->max)
		return false;
	text = utf_trim(text);
	if (b->row.len > 0)
		buf_addc(&b->row, '\t');
	for (i = 0; i < text.n; i++) {
		uint8_t c = text.p[i];

		if (c == '\r' || c == '\n' || c == '\t') {
			if (!gap)
				buf_addc(&b->row, ' ');
			gap = true;
		} else {
			buf_addc(&b->row, (char)c);
			gap = false;
		}
	}
	return true;
}

enum cell_type { CELL_OTHER, CELL_SHARED, CELL_TEXT };

/* After the START of a c; false when there is too much text. */
static bool
read_cell(struct booktext *b, struct pull *x, enum pull_event *ev)
{
	unsigned depth = x->depth;
	enum cell_type type = CELL_OTHER;
	struct span t;

	(void)pull_get(x, NS_NONE, "t", &t);
	if (span_eqs(t, "s"))
		type = CELL_SHARED;
	else if (span_eqs(t, "str") || span_eqs(t, "inlineStr"))
		type = CELL_TEXT;
	if (type == CELL_OTHER) {
		*ev = pull_skip(x);
		return true;
	}
	buf_reset(&b->cell);
	do {
		*ev = pull_next(x);
		if (*ev != PULL_START)
			continue;
		if (pull_is(x, NS_SML, "v"))
			*ev = pull_text(x, &b->cell);
		else if (pull_is(x, NS_SML, "is"))
			*ev = read_item(x, &b->cell);
		else
			*ev = pull_skip(x);
	} while (*ev != PULL_BAD && *ev != PULL_EOF &&
		 !(*ev == PULL_END && x->depth == depth));
	return *ev != PULL_END ||
	       add_cell(b, type == CELL_SHARED
			       ? string_at(b, buf_span(&b->cell))
			       : buf_span(&b->cell));
}

static void
end_row(struct booktext *b)
{
	if (b->row.len > 0) {
		buf_addspan(b->lines, buf_span(&b->row));
		buf_addc(b->lines, '\n');
	}
	buf_reset(&b->row);
}

static bool
read_sheet(struct booktext *b, struct span part, struct tb_error *e)
{
	enum pull_event ev;
	struct pull x;
	bool fits = true;

	if (!pull_open(&x, b->opc, part, PULL_COLD, e))
		return false;
	buf_reset(&b->row);
	do {
		ev = pull_next(&x);
		if (ev == PULL_START && pull_is(&x, NS_SML, "c"))
			fits = read_cell(b, &x, &ev);
		else if (ev == PULL_END && pull_is(&x, NS_SML, "row"))
			end_row(b);
	} while (fits && ev != PULL_EOF && ev != PULL_BAD);
	end_row(b);
	return pull_close(&x, e) &&
	       (fits || tb_fail(e, TB_ESIZE, "text of embedded files"));
}

/* One sheet of the workbook part: x stands at its START. */
static bool
add_sheet(struct booktext *b, const struct pull *x, struct tb_error *e)
{
	const struct opc_rel *rel;
	struct span state, id;

	(void)pull_get(x, NS_NONE, "state", &state);
	if (span_eqs(state, "hidden") || span_eqs(state, "veryHidden") ||
	    !pull_get(x, NS_REL, "id", &id))
		return true;
	rel = opc_rel_by_id(&b->rels, id);
	if (!rel || rel->external || !opc_rel_is(rel, "/worksheet") ||
	    !opc_has(b->opc, rel->target))
		return true;
	return read_sheet(b, rel->target, e);
}

static bool
read_book(struct booktext *b, struct tb_error *e)
{
	enum pull_event ev;
	struct pull x;
	bool ok = true;

	if (!pull_open(&x, b->opc, SPAN(MAIN_PART), PULL_COLD, e))
		return false;
	do {
		ev = pull_next(&x);
		if (ev == PULL_START && pull_is(&x, NS_SML, "sheet"))
			ok = add_sheet(b, &x, e);
	} while (ok && ev != PULL_EOF && ev != PULL_BAD);
	if (ok)
		return pull_close(&x, e);
	(void)pull_close(&x, NULL);
	return false;
}

bool
booktext_read(struct opc *o, size_t max, struct buf *lines, size_t *units,
    struct tb_error *e)
{
	struct booktext b = { .opc = o,
		.strings = BUF_INIT,
		.row = BUF_INIT,
		.cell = BUF_INIT,
		.lines = lines,
		.max = max };
	bool ok;

	ok = opc_rels(o, SPAN(MAIN_PART), &b.rels, e) && read_strings(&b, e) &&
	     read_book(&b, e);
	*units = b.units;
	buf_release(&b.strings);
	buf_release(&b.row);
	buf_release(&b.cell);
	free(b.ends);
	return ok;
}
