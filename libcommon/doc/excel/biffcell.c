#include "doc/excel/biffcell.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/excel/biffvalue.h"

/* A cell found in the substream: its address, and where its bytes are. */
struct found {
	uint16_t row, col;
	uint32_t off : 31; /* of its record, or of its pair in a MULRK */
	uint32_t pair : 1;
};

struct cells {
	struct found *v;
	size_t n, cap;
	bool sorted;
};

/* ---- where the cells are -------------------------------------------------- */

static void
add(struct cells *c, unsigned row, unsigned col, size_t off, bool pair)
{
	struct found *last;

	c->v = mem_grow(c->v, &c->cap, c->n + 1, sizeof(*c->v));
	if (c->n > 0) {
		last = &c->v[c->n - 1];
		if (row < last->row || (row == last->row && col <= last->col))
			c->sorted = false;
	}
	c->v[c->n++] = (struct found){ (uint16_t)row, (uint16_t)col,
		(uint32_t)off & 0x7fffffff, pair };
}

static void
add_one(struct cells *c, const struct biffrec *r)
{
	struct cur body = r->body;
	unsigned row = cur_u16(&body), col = cur_u16(&body);

	if (!body.bad)
		add(c, row, col, r->off, false);
}

/* MULRK: row, first column, then an XF and an RK for each, last column. */
static void
add_mulrk(struct cells *c, const struct biffrec *r)
{
	struct cur body = r->body;
	unsigned row = cur_u16(&body), col = cur_u16(&body);

	for (; !body.bad && cur_left(&body) >= 6 + 2; col++) {
		add(c, row, col, r->off + 4 + body.pos, true);
		cur_skip(&body, 6);
	}
}

static bool
is_cell(unsigned type)
{
	switch (type) {
	case BIFF_FORMULA:
	case BIFF_RSTRING:
	case BIFF_LABELSST:
	case BIFF_NUMBER:
	case BIFF_LABEL:
	case BIFF_BOOLERR:
	case BIFF_RK:
		return true;
	default:
		return false;
	}
}

/* Every cell of the substream; those of charts inside it do not count. */
static void
find_cells(struct cur s, struct cells *c)
{
	unsigned depth = 1;
	struct biffrec r;

	while (depth > 0 && biffrec_next(&s, &r)) {
		if (r.type == BIFF_BOF)
			depth++;
		else if (r.type == BIFF_EOF)
			depth--;
		else if (depth == 1 && r.type == BIFF_MULRK)
			add_mulrk(c, &r);
		else if (depth == 1 && is_cell(r.type))
			add_one(c, &r);
	}
}

/* By address; of two for one address the later record stays last. */
static int
compare(const void *pa, const void *pb)
{
	const struct found *a = pa, *b = pb;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->col != b->col)
		return a->col < b->col ? -1 : 1;
	return a->off < b->off ? -1 : a->off > b->off;
}

/* ---- what they show ------------------------------------------------------- */

static const struct numfmt *
format_of(const struct biffcell_book *book, unsigned xf)
{
	return xf < book->formats ? book->format[xf] : book->general;
}

static void
put_number(
    const struct biffcell_book *book, unsigned xf, double v, struct buf *out)
{
	numfmt_number(format_of(book, xf), v, book->date1904, out);
}

static void
put_text(const struct biffcell_book *book, unsigned xf, struct span s,
    struct buf *out)
{
	numfmt_text(format_of(book, xf), s, out);
}

/* The STRING record behind a FORMULA; s stands behind the FORMULA. */
static void
put_formula_text(const struct biffcell_book *book, unsigned xf, struct cur s,
    struct buf *text, struct buf *out)
{
	struct biffrun run = { &s, { 0 } };
	struct biffrec r;

	while (biffrec_next(&s, &r)) {
		switch (r.type) {
		case BIFF_ARRAY:
		case BIFF_SHRFMLA:
		case BIFF_TABLE:
		case BIFF_CONTINUE:
			continue;
		case BIFF_STRING:
			run.piece = r.body;
			buf_reset(text);
			biffrec_string(&run, &book->text, 2, text);
			put_text(book, xf, buf_span(text), out);
			return;
		default:
			return;
		}
	}
}

/* FormulaValue, [MS-XLS] 2.5.133: FFFF in front means no number. */
static void
put_formula(const struct biffcell_book *book, unsigned xf, struct cur body,
    struct cur s, struct buf *text, struct buf *out)
{
	struct cur value = body;
	unsigned kind = cur_u8(&value), v;

	cur_u8(&value);
	v = cur_u8(&value);
	cur_skip(&value, 3);
	if (cur_u16(&value) != 0xffff) {
		if (!value.bad)
			put_number(book, xf, biffvalue_f64(&body), out);
		return;
	}
	if (kind == 0)
		put_formula_text(book, xf, s, text, out);
	else if (kind == 1 || kind == 2)
		biffvalue_bes(v, kind == 2, out);
}

/* One cell's text; s is the whole stream. */
static void
put_cell(const struct biffcell_book *book, struct cur s, uint32_t off,
    struct buf *text, struct buf *out)
{
	struct biffrun run = { &s, { 0 } };
	struct biffrec r;
	unsigned xf, v;
	uint32_t i;

	cur_seek(&s, off);
	if (!biffrec_next(&s, &r))
		return;
	cur_skip(&r.body, 4); /* row, column */
	xf = cur_u16(&r.body);
	run.piece = r.body;
	switch (r.type) {
	case BIFF_FORMULA:
		put_formula(book, xf, r.body, s, text, out);
		break;
	case BIFF_LABEL:
	case BIFF_RSTRING:
		buf_reset(text);
		biffrec_string(&run, &book->text, 2, text);
		put_text(book, xf, buf_span(text), out);
		break;
	case BIFF_LABELSST:
		i = cur_u32(&r.body);
		if (!r.body.bad && i < book->strings)
			put_text(book, xf,
			    span_of(book->pool->p + book->start[i],
				book->start[i + 1] - book->start[i]),
			    out);
		break;
	case BIFF_NUMBER:
		put_number(book, xf, biffvalue_f64(&r.body), out);
		break;
	case BIFF_RK:
		put_number(book, xf, biffvalue_rk(cur_u32(&r.body)), out);
		break;
	case BIFF_BOOLERR:
		v = cur_u8(&r.body);
		biffvalue_bes(v, cur_u8(&r.body) != 0, out);
		break;
	default:
		break;
	}
}

/* A pair of a MULRK: it has no header of its own. */
static void
put_pair(const struct biffcell_book *book, struct cur s, uint32_t off,
    struct buf *out)
{
	unsigned xf;

	cur_seek(&s, off);
	xf = cur_u16(&s);
	put_number(book, xf, biffvalue_rk(cur_u32(&s)), out);
}

void
biffcell_sheet(
    struct cur s, const struct biffcell_book *book, struct sink *sink)
{
	struct cells c = { NULL, 0, 0, true };
	struct buf text = BUF_INIT, out = BUF_INIT;
	size_t i;

	find_cells(s, &c);
	if (!c.sorted)
		qsort(c.v, c.n, sizeof(*c.v), compare);
	for (i = 0; i < c.n; i++) {
		if (i + 1 < c.n && c.v[i].row == c.v[i + 1].row &&
		    c.v[i].col == c.v[i + 1].col)
			continue; /* the last of two for one address wins */
		buf_reset(&out);
		if (c.v[i].pair)
			put_pair(book, s, c.v[i].off, &out);
		else
			put_cell(book, s, c.v[i].off, &text, &out);
		if (out.len > 0)
			sink_cell(sink, c.v[i].row, c.v[i].col, buf_span(&out));
	}
	free(c.v);
	buf_release(&text);
	buf_release(&out);
}
