#include "doc/excel/biffold.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/excel/biffrec.h"
#include "doc/excel/biffvalue.h"
#include "text/numfmt.h"

/*
 * Record types; those of BIFF3 and BIFF4 have a version in their high byte,
 * which says how the body is laid out.
 */
enum {
	INTEGER = 0x0002,
	NUMBER = 0x0003,
	LABEL = 0x0004,
	BOOLERR = 0x0005,
	FORMULA = 0x0006,
	STRING = 0x0007,
	BOF = 0x0009,
	FORMAT = 0x001e,
	XF = 0x0043,
	RK = 0x007e,
	SHEETHDR = 0x008f
};

#define TYPE_WORKBOOK 0x0100U /* of a BOF */
#define TYPE_SHEET    0x0010U

/* A cell's text: text[off, off + len). */
struct cell {
	uint16_t row, col;
	size_t off, len;
	size_t order;
};

struct old {
	struct sink *sink;
	struct biffrec_text text;
	bool date1904;
	unsigned version; /* 2, 3, 4 */
	struct numfmt **format;
	size_t formats, format_cap;
	struct numfmt *general;
	uint8_t *xf; /* the format of each XF */
	size_t xfs, xf_cap;
	struct cell *cell;
	size_t cells, cell_cap;
	struct buf texts, one;
	struct cell *formula; /* waits for its STRING */
	unsigned formula_xf;
	bool any; /* a sheet was read */
};

bool
biffold_is(struct span head)
{
	struct cur c = cur_of(head);
	unsigned type = cur_u16(&c), len = cur_u16(&c);

	return !c.bad && (type & 0xff) == BOF && (type >> 8) != 0x08 &&
	       (type >> 8 == 0 || type >> 8 == 2 || type >> 8 == 4) &&
	       len >= 4 && len <= 16;
}

/* ---- formats -------------------------------------------------------------- */

/* FORMAT: they are numbered as they come. */
static void
read_format(struct old *o, struct cur body)
{
	struct cur none = { NULL, 0, 0, false };
	struct biffrun run = { &none, { NULL, 0, 0, false } };

	if (o->version == 4)
		cur_skip(&body, 2);
	run.piece = body;
	buf_reset(&o->one);
	if (!biffrec_string(&run, &o->text, 1, &o->one))
		return;
	o->format = mem_grow(
	    o->format, &o->format_cap, o->formats + 1, sizeof(struct numfmt *));
	o->format[o->formats++] = numfmt_compile(buf_span(&o->one));
}

/* XF: font, then format; BIFF2 has a byte between them. */
static void
read_xf(struct old *o, struct cur body)
{
	cur_skip(&body, o->version == 2 ? 2 : 1);
	o->xf = mem_grow(o->xf, &o->xf_cap, o->xfs + 1, sizeof(*o->xf));
	o->xf[o->xfs++] =
	    o->version == 2 ? cur_u8(&body) & 0x3f : cur_u8(&body);
}

/*
 * The format of a cell; xf is its XF, of BIFF2 the two bytes of attributes: XF
 * and format in six bits each.
 */
static const struct numfmt *
format_of(const struct old *o, unsigned xf)
{
	unsigned id = o->version == 2 ? xf >> 8 & 0x3f
		      : xf < o->xfs   ? o->xf[xf]
				      : UINT32_MAX;

	return id < o->formats && o->format[id] ? o->format[id] : o->general;
}

/* ---- cells ---------------------------------------------------------------- */

static struct cell *
add_cell(struct old *o, unsigned row, unsigned col)
{
	struct cell *c;

	o->cell =
	    mem_grow(o->cell, &o->cell_cap, o->cells + 1, sizeof(*o->cell));
	c = &o->cell[o->cells];
	*c = (struct cell){ (uint16_t)row, (uint16_t)col, o->texts.len, 0,
		o->cells };
	o->cells++;
	return c;
}

static void
put_string(struct old *o, struct cur body, unsigned len_bytes, unsigned xf)
{
	struct cur none = { NULL, 0, 0, false };
	struct biffrun run = { &none, body };

	buf_reset(&o->one);
	biffrec_string(&run, &o->text, len_bytes, &o->one);
	numfmt_text(format_of(o, xf), buf_span(&o->one), &o->texts);
}

static void
put_number(struct old *o, unsigned xf, double v)
{
	numfmt_number(format_of(o, xf), v, o->date1904, &o->texts);
}

/* FFFF in the last two of its eight bytes means no number. */
static void
put_result(struct old *o, struct cell *c, unsigned xf, struct cur body)
{
	struct cur v = body;
	unsigned kind = cur_u8(&v), value;

	cur_u8(&v);
	value = cur_u8(&v);
	cur_skip(&v, 3);
	if (cur_u16(&v) != 0xffff) {
		if (!v.bad)
			put_number(o, xf, biffvalue_f64(&body));
	} else if (kind == 0) {
		o->formula = c;
		o->formula_xf = xf;
	} else if (kind == 1 || kind == 2) {
		biffvalue_bes(value, kind == 2, &o->texts);
	}
}

static void
read_cell(struct old *o, unsigned type, struct cur body)
{
	unsigned row = cur_u16(&body), col = cur_u16(&body), xf, v;
	bool old = o->version == 2;
	struct cell *c;

	xf = cur_u16(&body);
	if (old)
		cur_u8(&body);
	if (body.bad)
		return;
	c = add_cell(o, row, col);
	switch (type) {
	case INTEGER:
		put_number(o, xf, cur_u16(&body));
		break;
	case NUMBER:
		put_number(o, xf, biffvalue_f64(&body));
		break;
	case RK:
		put_number(o, xf, biffvalue_rk(cur_u32(&body)));
		break;
	case LABEL:
		put_string(o, body, old ? 1 : 2, xf);
		break;
	case BOOLERR:
		v = cur_u8(&body);
		biffvalue_bes(v, cur_u8(&body) != 0, &o->texts);
		break;
	default:
		put_result(o, c, xf, body);
		break;
	}
	c = &o->cell[o->cells - 1];
	c->len = o->texts.len - c->off;
}

/* STRING: the text of the formula in front of it. */
static void
read_string(struct old *o, struct cur body)
{
	struct cell *c = o->formula;

	if (!c || c != &o->cell[o->cells - 1])
		return;
	put_string(o, body, o->version == 2 ? 1 : 2, o->formula_xf);
	c->len = o->texts.len - c->off;
	o->formula = NULL;
}

/* By address; of one address the later record last. */
static int
compare(const void *pa, const void *pb)
{
	const struct cell *a = pa, *b = pb;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->col != b->col)
		return a->col < b->col ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static void
write_sheet(struct old *o, struct span name)
{
	struct place at = {
		.base = PLACE_SHEET, .target = PLACE_BODY, .name = name
	};
	const struct cell *c;
	size_t i;

	if (o->cells > 1)
		qsort(o->cell, o->cells, sizeof(*o->cell), compare);
	sink_place(o->sink, &at);
	for (i = 0; i < o->cells; i++) {
		c = &o->cell[i];
		if (i + 1 < o->cells && c->row == c[1].row &&
		    c->col == c[1].col)
			continue;
		if (c->len > 0)
			sink_cell(o->sink, c->row, c->col,
			    span_of(o->texts.p + c->off, c->len));
	}
	o->cells = 0;
	o->formula = NULL;
	buf_reset(&o->texts);
}

/* ---- the stream ----------------------------------------------------------- */

/* One record of a sheet; false when the rest cannot be read. */
static bool
read_record(struct old *o, const struct biffrec *r, struct tb_error *e)
{
	struct cur body = r->body;

	switch (r->type) {
	case BIFF_FILEPASS:
		return tb_fail(e, TB_EPASSWORD, NULL);
	case BIFF_CODEPAGE:
		biffrec_codepage(&o->text, cur_u16(&body));
		return true;
	case BIFF_DATEMODE:
		o->date1904 = cur_u16(&body) == 1;
		return true;
	default:
		break;
	}
	switch (r->type & 0xff) {
	case FORMAT:
		read_format(o, body);
		break;
	case XF:
		read_xf(o, body);
		break;
	case STRING:
		read_string(o, body);
		break;
	case INTEGER:
	case NUMBER:
	case LABEL:
	case BOOLERR:
	case FORMULA:
	case RK:
		read_cell(o, r->type & 0xff, body);
		break;
	default:
		break;
	}
	return true;
}

/* The records of a substream behind its BOF, up to its EOF. */
static bool
read_sheet(struct old *o, struct cur *s, struct span name, struct tb_error *e)
{
	unsigned depth = 1;
	struct biffrec r;

	while (depth > 0 && biffrec_next(s, &r)) {
		if ((r.type & 0xff) == BOF)
			depth++; /* a chart */
		else if (r.type == BIFF_EOF)
			depth--;
		else if (depth == 1 && !read_record(o, &r, e))
			return false;
	}
	write_sheet(o, name);
	o->any = true;
	return true;
}

/* SHEETHDR: the bytes of the sheet, then its name. */
static void
read_name(struct old *o, struct cur body, struct buf *name)
{
	struct cur none = { NULL, 0, 0, false };
	struct biffrun run = { &none, { NULL, 0, 0, false } };

	cur_skip(&body, 4);
	run.piece = body;
	buf_reset(name);
	biffrec_string(&run, &o->text, 1, name);
}

static bool
read_all(
    struct old *o, struct span stream, struct span name, struct tb_error *e)
{
	struct cur s = cur_of(stream), body;
	struct buf own = BUF_INIT;
	struct biffrec r;
	unsigned type;
	bool ok = true;

	buf_addspan(&own, name);
	while (ok && biffrec_next(&s, &r)) {
		body = r.body;
		if (r.type == SHEETHDR) {
			read_name(o, body, &own);
		} else if ((r.type & 0xff) == BOF) {
			o->version = r.type >> 8 == 0   ? 2
				     : r.type >> 8 == 2 ? 3
							: 4;
			cur_u16(&body);
			type = cur_u16(&body);
			if (type == TYPE_SHEET)
				ok = read_sheet(o, &s, buf_span(&own), e);
			else if (type != TYPE_WORKBOOK)
				break; /* a chart, a macro sheet */
		} else {
			ok = read_record(o, &r, e);
		}
	}
	buf_release(&own);
	return ok && (o->any || tb_fail(e, TB_EBROKEN, "BOF"));
}

bool
biffold_read(
    struct span stream, struct span name, struct sink *s, struct tb_error *e)
{
	struct old o = { .sink = s, .texts = BUF_INIT, .one = BUF_INIT };
	size_t i;
	bool ok;

	o.general = numfmt_compile(SPAN("General"));
	ok = read_all(&o, stream, name, e);
	for (i = 0; i < o.formats; i++)
		numfmt_free(o.format[i]);
	numfmt_free(o.general);
	free(o.format);
	free(o.xf);
	free(o.cell);
	buf_release(&o.texts);
	buf_release(&o.one);
	return ok;
}
