#include "stream/tsv.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

#define LS SPAN("\xe2\x80\xa8") /* U+2028: a break inside a cell */

void
tsv_init(struct tsv *t, struct tsv_dest dest)
{
	*t = (struct tsv){ .dest = dest };
	buf_init(&t->name);
	buf_init(&t->text);
	buf_init(&t->held);
	buf_init(&t->line);
}

void
tsv_release(struct tsv *t)
{
	free(t->cells);
	buf_release(&t->name);
	buf_release(&t->text);
	buf_release(&t->held);
	buf_release(&t->line);
}

void
tsv_document(struct tsv *t)
{
	t->in_place = false;
	t->places = 0;
	t->n = 0;
}

static enum tsv_shape
shape_of(const struct place *p, enum kind kind)
{
	if (p->base == PLACE_SHEET) {
		if (p->target == PLACE_BODY)
			return TSV_CELLS;
		return p->target == PLACE_HEADER_FOOTER ? TSV_QUOTED
							: TSV_OBJECTS;
	}
	return kind == KIND_TEXT ? TSV_TEXT : TSV_LINES;
}

bool
tsv_place(
    struct tsv *t, const struct place *p, enum kind kind, struct tb_error *e)
{
	if (!tsv_end(t, e))
		return false;
	buf_reset(&t->name);
	buf_addspan(&t->name, p->name);
	t->place = *p;
	t->place.name = buf_span(&t->name);
	t->shape = shape_of(p, kind);
	t->in_place = true;
	t->out = NULL;
	t->n = 0;
	t->sorted = true;
	t->next_row = 0;
	t->gap = 0;
	buf_reset(&t->text);
	buf_reset(&t->held);
	return true;
}

bool
tsv_meta(struct tsv *t, enum kind kind, enum meta_key key, struct span value,
    struct tb_error *e)
{
	if (!t->in_place)
		return true;
	if (!place_meta(&t->place, key, value, e))
		return false;
	t->shape = shape_of(&t->place, kind);
	return true;
}

/* Is s white space only? */
static bool
blank(struct span s)
{
	return utf_trim_end(s).n == 0;
}

/* Writes what was held back; the place begins with its first line. */
static bool
put_line(struct tsv *t, struct span line, struct tb_error *e)
{
	uint64_t i;

	if (!t->out) {
		if (!t->dest.begin(t->dest.ctx, &t->place, &t->out, e))
			return false;
		t->places++;
	}
	out_span(t->out, buf_span(&t->held));
	buf_reset(&t->held);
	for (i = 0; i < t->gap; i++)
		out_span(t->out, t->dest.eol);
	t->gap = 0;
	out_span(t->out, line);
	out_span(t->out, t->dest.eol);
	return true;
}

/* Keeps a blank line until a line with text follows it. */
static void
hold_line(struct tsv *t, struct span line)
{
	for (; t->gap > 0; t->gap--)
		buf_addspan(&t->held, t->dest.eol);
	buf_addspan(&t->held, line);
	buf_addspan(&t->held, t->dest.eol);
}

/* Appends "…" with the quotes inside doubled. */
static void
add_quoted(struct buf *b, struct span s)
{
	size_t i;

	buf_addc(b, '"');
	while ((i = span_find(s, '"')) < s.n) {
		buf_add(b, s.p, i + 1);
		buf_addc(b, '"');
		s = span_skip(s, i + 1);
	}
	buf_addspan(b, s);
	buf_addc(b, '"');
}

/* Does s hold a quote, a tab, a line break or, for a cell, a comma? */
static bool
needs_quotes(struct span s, bool comma)
{
	size_t i;

	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '"' || s.p[i] == '\t' || (comma && s.p[i] == ','))
			return true;
		if (s.p[i] == LS.p[0] && span_starts(span_skip(s, i), LS))
			return true;
	}
	return false;
}

static void
add_field(struct buf *b, struct span s, bool comma)
{
	if (needs_quotes(s, comma))
		add_quoted(b, s);
	else
		buf_addspan(b, s);
}

/* ---- sheets ---------------------------------------------------------------*/

bool
tsv_address(struct span a1, uint32_t *row, uint32_t *col)
{
	uint32_t c = 0;
	uint64_t r;
	size_t i = 0;

	while (i < a1.n && i < 3 && a1.p[i] >= 'A' && a1.p[i] <= 'Z')
		c = c * 26 + (a1.p[i++] - 'A' + 1U);
	if (c == 0 || c > TSV_COL_MAX || i == a1.n || a1.p[i] == '0' ||
	    !span_u64(span_skip(a1, i), TSV_ROW_MAX, &r))
		return false;
	*row = (uint32_t)r - 1;
	*col = c - 1;
	return true;
}

/* By row, then column; of one address the last one stays last. */
static int
by_address(const void *a, const void *b)
{
	const struct tsv_cell *x = a, *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	if (x->col != y->col)
		return x->col < y->col ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

/* Writes one row: cells [from, to) in the order of their columns. */
static bool
put_row(struct tsv *t, size_t from, size_t to, struct tb_error *e)
{
	uint32_t row = t->cells[from].row, col = 0;
	struct buf *b = &t->line;
	size_t i;

	buf_reset(b);
	for (i = from; i < to; i++) {
		const struct tsv_cell *c = &t->cells[i];

		if (i + 1 < to && t->cells[i + 1].col == c->col)
			continue; /* a later cell of the same address wins */
		if (c->len == 0)
			continue;
		if (c->col > col) {
			memset(buf_room(b, c->col - col), '\t', c->col - col);
			buf_used(b, c->col - col);
			col = c->col;
		}
		add_field(b, span_of(t->text.p + c->off, c->len), true);
	}
	while (b->len > 0 && b->p[b->len - 1] == '\t')
		b->len--;
	t->gap += row - t->next_row;
	t->next_row = row + 1;
	if (b->len > 0 && !blank(buf_span(b)))
		return put_line(t, buf_span(b), e);
	hold_line(t, buf_span(b));
	return true;
}

/* Writes the rows held; all of them, or all but the last, which may go on. */
static bool
put_rows(struct tsv *t, bool all, struct tb_error *e)
{
	size_t from = 0, to, i;

	if (!t->sorted)
		qsort(t->cells, t->n, sizeof(*t->cells), by_address);
	t->sorted = true;
	while (from < t->n) {
		for (to = from + 1; to < t->n; to++)
			if (t->cells[to].row != t->cells[from].row)
				break;
		if (to == t->n && !all)
			break;
		if (!put_row(t, from, to, e))
			return false;
		from = to;
	}
	/* what is left moves to the front */
	if (from < t->n) {
		size_t base = t->text.len;

		for (i = from; i < t->n; i++)
			if (t->cells[i].off < base)
				base = t->cells[i].off;
		buf_cut(&t->text, 0, base);
		for (i = from; i < t->n; i++) {
			t->cells[i].off -= base;
			t->cells[i - from] = t->cells[i];
		}
		t->n -= from;
	} else {
		t->n = 0;
		buf_reset(&t->text);
	}
	return true;
}

static bool
add_cell(struct tsv *t, struct span line, struct tb_error *e)
{
	size_t tab = span_find(line, '\t');
	struct span text = span_skip(line, tab + 1);
	struct tsv_cell *c;
	uint32_t row, col;

	if (!tsv_address(span_head(line, tab), &row, &col))
		return tb_fail(e, TB_ESTREAM, _("not a cell: '%.*s'"),
		    SPAN_ARG(span_head(line, 40)));
	if (row < t->next_row)
		return tb_fail(e, TB_ESTREAM, _("cell %.*s comes too late"),
		    SPAN_ARG(span_head(line, tab)));
	if (t->n > 0) {
		c = &t->cells[t->n - 1];
		if (row < c->row || (row == c->row && col <= c->col))
			t->sorted = t->sorted && row == c->row && col == c->col;
	}
	if (t->n == t->cap)
		t->cells =
		    mem_grow(t->cells, &t->cap, t->n + 1, sizeof(*t->cells));
	c = &t->cells[t->n++];
	*c = (struct tsv_cell){ row, col, t->text.len, text.n };
	buf_addspan(&t->text, text);
	if (t->text.len + t->n * sizeof(*c) > TSV_HELD && row > t->cells[0].row)
		return put_rows(t, false, e);
	return true;
}

/* ---- the other shapes -----------------------------------------------------*/

static bool
object_line(struct tsv *t, struct span line, struct tb_error *e)
{
	size_t tab = t->shape == TSV_OBJECTS ? span_find(line, '\t') : 0;
	struct span text = line;

	buf_reset(&t->line);
	if (t->shape == TSV_OBJECTS) {
		text = span_skip(line, tab + 1);
		buf_addspan(&t->line, span_head(line, tab));
		buf_addc(&t->line, '\t');
	}
	text = utf_trim(text);
	if (text.n == 0)
		return true;
	add_field(&t->line, text, false);
	return put_line(t, buf_span(&t->line), e);
}

static bool
one_line(struct tsv *t, struct span line, struct tb_error *e)
{
	switch (t->shape) {
	case TSV_CELLS:
		return add_cell(t, line, e);
	case TSV_OBJECTS:
	case TSV_QUOTED:
		return object_line(t, line, e);
	case TSV_LINES:
		line = utf_trim_end(line);
		return line.n == 0 || put_line(t, line, e);
	case TSV_TEXT:
		line = utf_trim_end(line);
		if (line.n > 0)
			return put_line(t, line, e);
		t->gap++;
		return true;
	}
	return true;
}

bool
tsv_body(struct tsv *t, struct span lines, struct tb_error *e)
{
	size_t n;

	if (!t->in_place)
		return true; /* lines of no place: nobody's */
	while (lines.n > 0) {
		n = span_find(lines, '\n');
		if (!one_line(t, span_head(lines, n), e))
			return false;
		lines = span_skip(lines, n < lines.n ? n + 1 : n);
	}
	return true;
}

bool
tsv_end(struct tsv *t, struct tb_error *e)
{
	bool ok = true;

	if (!t->in_place)
		return true;
	if (t->shape == TSV_CELLS)
		ok = put_rows(t, true, e);
	t->in_place = false;
	t->out = NULL;
	return ok;
}
