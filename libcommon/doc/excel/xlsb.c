#include "doc/excel/xlsb.h"

#include "doc/excel/a1.h"
#include "doc/excel/biff12.h"
#include "doc/excel/biffvalue.h"
#include "doc/excel/comments.h"
#include "doc/excel/rowbuf.h"
#include "doc/excel/shapes.h"
#include "doc/excel/sheet.h"
#include "doc/excel/workbook.h"
#include "doc/package.h"

#define DATE_1904   0x01U       /* f1904 of BrtWbProp, 2.4.822 */
#define STYLE_MASK  0xffffffU   /* iStyleRef of a Cell, 2.5.9 */
#define NULL_STRING 0xffffffffU /* XLNullableWideString, 2.5.166 */

struct xlsb {
	struct opc *opc;
	struct sink *sink;
	struct workbook workbook;
	struct opc_rels rels; /* of the workbook */
	struct sheet_book book;
	bool cell_xfs; /* the styles stand in cellXfs */
	/* of the open sheet */
	struct rowbuf rows;
	bool chart; /* a chart sheet has no cells */
	bool in_data;
	uint32_t row;
	uint64_t lost; /* cells outside of a sheet */
	struct hdrftr hf;
	struct buf text;
};

/* Takes up one record of a part. */
typedef void record_fn(struct xlsb *x, struct biff12 *b);

/* All records of a part; the first must be of that type, if it is not 0. */
static bool
each_record(struct xlsb *x, struct span part, unsigned first, record_fn *take,
    struct tb_error *e)
{
	bool more = true, begun = false, ok;
	struct biff12 b;

	ok = biff12_open(&b, x->opc, part, e);
	while (ok && more && x->book.shown <= SHEET_TEXT_MAX) {
		ok = biff12_next(&b, &more, e);
		if (!ok || !more)
			break;
		if (!begun && first != 0 && b.type != first)
			ok = tb_fail(e, TB_EBROKEN, "record %u", b.type);
		else
			take(x, &b);
		begun = true;
	}
	if (ok && x->book.shown > SHEET_TEXT_MAX)
		ok = tb_fail(e, TB_EMEMORY, NULL);
	biff12_close(&b);
	return ok || tb_context(e, "%.*s", SPAN_ARG(part));
}

/* ---- the book ------------------------------------------------------------- */

/* BrtWbProp, BrtBundleSh (2.4.304). */
static void
take_book(struct xlsb *x, struct biff12 *b)
{
	struct buf id = BUF_INIT;
	uint32_t state;

	if (b->type == BRT_WB_PROP) {
		x->book.date1904 = (cur_u32(&b->body) & DATE_1904) != 0;
	} else if (b->type == BRT_BUNDLE_SH) {
		state = cur_u32(&b->body); /* hsState: 0 is visible */
		cur_skip(&b->body, 4);
		biff12_string(&b->body, &id);
		buf_reset(&x->text);
		biff12_string(&b->body, &x->text);
		if (!b->body.bad)
			workbook_add(&x->workbook, opc_arena(x->opc),
			    buf_span(&x->text), buf_span(&id), state != 0);
	}
	buf_release(&id);
}

static void
take_string(struct xlsb *x, struct biff12 *b)
{
	if (b->type != BRT_SST_ITEM)
		return;
	cur_skip(&b->body, 1); /* runs and phonetic data follow the text */
	biff12_string(&b->body, &x->book.sst.pool);
	sst_end(&x->book.sst);
}

static void
take_style(struct xlsb *x, struct biff12 *b)
{
	unsigned id;

	switch (b->type) {
	case BRT_BEGIN_CELL_XFS:
		x->cell_xfs = true;
		break;
	case BRT_END_CELL_XFS:
		x->cell_xfs = false;
		break;
	case BRT_FMT:
		id = cur_u16(&b->body);
		buf_reset(&x->text);
		biff12_string(&b->body, &x->text);
		styles_add_format(&x->book.styles, id, buf_span(&x->text));
		break;
	case BRT_XF:
		cur_skip(&b->body, 2); /* ixfeParent */
		if (x->cell_xfs)
			styles_add_xf(&x->book.styles, cur_u16(&b->body));
		break;
	default:
		break;
	}
}

/* ---- cells ---------------------------------------------------------------- */

static bool
is_cell(unsigned type)
{
	return (type >= BRT_CELL_RK && type <= BRT_FMLA_ERROR) ||
	       type == BRT_CELL_RSTRING;
}

/* What the cell shows; c stands behind its Cell structure. */
static void
put_cell(struct xlsb *x, unsigned type, struct cur *c, const struct numfmt *f)
{
	struct buf *out = rowbuf_text(&x->rows);
	bool date1904 = x->book.date1904;
	double v;

	switch (type) {
	case BRT_CELL_RK:
		v = biffvalue_rk(cur_u32(c));
		if (!c->bad)
			numfmt_number(f, v, date1904, out);
		break;
	case BRT_CELL_REAL:
	case BRT_FMLA_NUM:
		v = biffvalue_f64(c);
		if (!c->bad)
			numfmt_number(f, v, date1904, out);
		break;
	case BRT_CELL_ERROR:
	case BRT_FMLA_ERROR:
		biffvalue_bes(cur_u8(c), true, out);
		break;
	case BRT_CELL_BOOL:
	case BRT_FMLA_BOOL:
		biffvalue_bes(cur_u8(c), false, out);
		break;
	case BRT_CELL_ISST:
		numfmt_text(f, sst_get(&x->book.sst, cur_u32(c)), out);
		break;
	case BRT_CELL_ST:
	case BRT_CELL_RSTRING:
	case BRT_FMLA_STRING:
		if (type == BRT_CELL_RSTRING)
			cur_skip(c, 1); /* flags: what follows the text */
		buf_reset(&x->text);
		biff12_string(c, &x->text);
		numfmt_text(f, buf_span(&x->text), out);
		break;
	default:
		break;
	}
}

/* BrtBeginHeaderFooter, 2.4.64: flags, then six strings, or null. */
static void
take_hdrftr(struct hdrftr *h, struct cur c)
{
	static const enum hdrftr_kind order[HDRFTR_KINDS] = { HDRFTR_ODD_HEADER,
		HDRFTR_ODD_FOOTER, HDRFTR_EVEN_HEADER, HDRFTR_EVEN_FOOTER,
		HDRFTR_FIRST_HEADER, HDRFTR_FIRST_FOOTER };
	unsigned flags = cur_u16(&c);
	struct cur at;
	size_t i;

	h->even = flags & 1;
	h->first = flags & 2;
	for (i = 0; i < HDRFTR_KINDS; i++) {
		at = c;
		if (cur_u32(&at) == NULL_STRING)
			c = at;
		else
			biff12_string(&c, &h->code[order[i]]);
	}
}

/* Cell, [MS-XLSB] 2.5.9: the column and the style of what follows. */
static void
take_cell(struct xlsb *x, struct biff12 *b)
{
	uint32_t col, style;

	switch (b->type) {
	case BRT_BEGIN_SHEET_DATA:
		x->in_data = !x->chart;
		return;
	case BRT_END_SHEET_DATA:
		x->in_data = false;
		return;
	case BRT_ROW_HDR:
		x->row = cur_u32(&b->body);
		return;
	case BRT_BEGIN_HEADER_FOOTER:
		take_hdrftr(&x->hf, b->body);
		return;
	default:
		if (!x->in_data || !is_cell(b->type))
			return;
	}
	col = cur_u32(&b->body);
	style = cur_u32(&b->body) & STYLE_MASK;
	if (b->body.bad || col >= A1_COLS || x->row >= A1_ROWS) {
		x->lost++;
		return;
	}
	put_cell(x, b->type, &b->body, styles_get(&x->book.styles, style));
	x->book.shown += rowbuf_cell(&x->rows, x->row, col);
}

static bool
read_cells(struct xlsb *x, struct span part, struct tb_error *e)
{
	bool ok;

	rowbuf_init(&x->rows, x->sink);
	x->in_data = false;
	x->row = 0;
	x->lost = 0;
	ok = each_record(x, part, BRT_BEGIN_SHEET, take_cell, e);
	rowbuf_flush(&x->rows);
	sheet_note_lost(x->sink, part, x->lost, "outside of the sheet");
	sheet_note_lost(x->sink, part, x->rows.late, "out of order");
	rowbuf_release(&x->rows);
	return ok;
}

/* What stands on the sheet beside its cells; its parts are XML mostly. */
static bool
read_objects(
    struct xlsb *x, struct span part, struct span name, struct tb_error *e)
{
	struct opc_rels rels = { NULL, 0 };

	if (!opc_rels(x->opc, part, &rels, e))
		return package_lost(x->opc, part, x->sink, e);
	return shapes_read(x->opc, &rels, name, x->chart, x->sink, e) &&
	       (x->chart || comments_read(x->opc, &rels, name, x->sink, e));
}

/* One visible sheet; dialogs and macros are no sheets of ours. */
static bool
read_sheet(
    struct xlsb *x, const struct workbook_sheet *sheet, struct tb_error *e)
{
	const struct opc_rel *rel = opc_rel_by_id(&x->rels, sheet->id);
	struct place at = {
		.base = PLACE_SHEET, .target = PLACE_BODY, .name = sheet->name
	};
	bool ok;

	if (!rel || rel->external)
		return tb_fail(e, TB_EBROKEN, "%s: no part for sheet '%.*s'",
		    XLSB_MAIN_PART, SPAN_ARG(sheet->name));
	x->chart = opc_rel_is(rel, "/chartsheet");
	if (!x->chart && !opc_rel_is(rel, "/worksheet"))
		return true;
	hdrftr_init(&x->hf);
	sink_place(x->sink, &at);
	ok = read_cells(x, rel->target, e) ||
	     (x->chart && package_lost(x->opc, rel->target, x->sink, e));
	ok = ok && read_objects(x, rel->target, sheet->name, e);
	if (ok)
		hdrftr_write(&x->hf, sheet->name, x->sink);
	hdrftr_release(&x->hf);
	return ok;
}

/* ---- all of it ------------------------------------------------------------ */

/* The workbook's part of that kind, if there is one. */
static bool
find_part(struct xlsb *x, const char *kind, struct span *part)
{
	const struct opc_rel *rel = opc_rel_by_kind(x->opc, &x->rels, kind);

	if (rel)
		*part = rel->target;
	return rel != NULL;
}

static bool
read_all(struct xlsb *x, struct tb_error *e)
{
	struct span part;
	size_t i;

	if (!package_main(x->opc, XLSB_MAIN_PART, &part))
		part = SPAN(XLSB_MAIN_PART);
	if (!each_record(x, part, BRT_BEGIN_BOOK, take_book, e) ||
	    !opc_rels(x->opc, part, &x->rels, e))
		return false;
	if (find_part(x, "/sharedStrings", &part) &&
	    !each_record(x, part, 0, take_string, e))
		return false;
	if (find_part(x, "/styles", &part) &&
	    !each_record(x, part, 0, take_style, e)) {
		styles_release(&x->book.styles);
		styles_init(&x->book.styles);
		if (!package_lost(x->opc, part, x->sink, e))
			return false;
	}
	for (i = 0; i < x->workbook.n; i++)
		if (!x->workbook.sheet[i].hidden &&
		    !read_sheet(x, &x->workbook.sheet[i], e))
			return false;
	return true;
}

bool
xlsb_read(struct opc *o, struct sink *s, struct tb_error *e)
{
	struct xlsb x = { .opc = o, .sink = s, .text = BUF_INIT };
	bool ok;

	sst_init(&x.book.sst);
	styles_init(&x.book.styles);
	ok = read_all(&x, e);
	workbook_release(&x.workbook);
	sst_release(&x.book.sst);
	styles_release(&x.book.styles);
	buf_release(&x.text);
	return ok;
}
