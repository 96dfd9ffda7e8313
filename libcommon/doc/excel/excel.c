/*
 * excel.c: excel_read of doc/reader.h: a .xlsx or .xlsm, sheet by sheet
 * (extraction.md 5).
 */
#include "doc/excel/comments.h"
#include "doc/excel/shapes.h"
#include "doc/excel/sheet.h"
#include "doc/excel/workbook.h"
#include "doc/package.h"
#include "doc/reader.h"

#define MAIN_PART "xl/workbook.xml"

struct excel {
	struct opc *opc;
	struct sink *sink;
	enum pull_parser parser;
	struct workbook workbook;
	struct opc_rels rels; /* of the workbook */
	struct sheet_book book;
};

/* The workbook's part of that kind, else the one of that name, if any. */
static bool
find_part(
    struct excel *x, const char *kind, const char *fixed, struct span *part)
{
	const struct opc_rel *rel = opc_rel_by_kind(x->opc, &x->rels, kind);

	*part = rel ? rel->target : span_str(fixed);
	return rel || opc_has(x->opc, *part);
}

/* Shared strings and styles; the latter may be lost. */
static bool
read_book(struct excel *x, struct tb_error *e)
{
	struct span part;

	x->book.date1904 = x->workbook.date1904;
	if (find_part(x, "/sharedStrings", "xl/sharedStrings.xml", &part) &&
	    !sst_read(&x->book.sst, x->opc, part, x->parser, e))
		return false;
	if (find_part(x, "/styles", "xl/styles.xml", &part) &&
	    !styles_read(&x->book.styles, x->opc, part, x->parser, e))
		return package_lost(x->opc, part, x->sink, e);
	return true;
}

/* What stands on the sheet beside its cells. */
static bool
read_objects(struct excel *x, struct span part, struct span name, bool chart,
    struct tb_error *e)
{
	struct opc_rels rels = { NULL, 0 };

	if (!opc_rels(x->opc, part, &rels, e))
		return package_lost(x->opc, part, x->sink, e);
	return shapes_read(x->opc, &rels, name, chart, x->sink, e) &&
	       (chart || comments_read(x->opc, &rels, name, x->sink, e));
}

/* Dialogs and Excel 4 macros are no sheets of ours. */
static bool
is_foreign(const struct opc_rel *rel)
{
	return opc_rel_is(rel, "/dialogsheet") ||
	       opc_rel_is(rel, "/xlMacrosheet") ||
	       opc_rel_is(rel, "/xlIntlMacrosheet");
}

/* The sheet's part; some writers name it from the root without a '/'. */
static struct span
part_of(const struct excel *x, const struct opc_rel *rel)
{
	struct span part = rel->target;

	if (span_starts(part, SPAN("xl/xl/")) && !opc_has(x->opc, part))
		part = span_skip(part, 3);
	return part;
}

/* One visible sheet. */
static bool
read_sheet(
    struct excel *x, const struct workbook_sheet *sheet, struct tb_error *e)
{
	const struct opc_rel *rel = opc_rel_by_id(&x->rels, sheet->id);
	struct place at = {
		.base = PLACE_SHEET, .target = PLACE_BODY, .name = sheet->name
	};
	struct hdrftr hf;
	struct span part;
	bool chart, ok;

	if (!rel || rel->external)
		return tb_fail(e, TB_EBROKEN, "%s: no part for sheet '%.*s'",
		    MAIN_PART, SPAN_ARG(sheet->name));
	if (is_foreign(rel))
		return true;
	chart = opc_rel_is(rel, "/chartsheet");
	part = part_of(x, rel);
	if (!opc_has(x->opc, part))
		return tb_fail(e, TB_EBROKEN, "no %.*s", SPAN_ARG(part));
	hdrftr_init(&hf);
	sink_place(x->sink, &at);
	ok = sheet_read(x->opc, part, x->parser, &x->book, x->sink, &hf, e) ||
	     (chart && package_lost(x->opc, part, x->sink, e));
	ok = ok && read_objects(x, part, sheet->name, chart, e);
	if (ok)
		hdrftr_write(&hf, sheet->name, x->sink);
	hdrftr_release(&hf);
	return ok;
}

/* A loss that the user can mend by saving the book in Excel, 17.1. */
static void
note_unsaved(struct excel *x)
{
	struct buf note = BUF_INIT;

	if (x->book.unsaved == 0)
		return;
	buf_printf(&note, "計算結果が保存されていない数式 %llu 個",
	    (unsigned long long)x->book.unsaved);
	sink_remark(x->sink, buf_span(&note));
	buf_release(&note);
}

static bool
read_all(struct excel *x, struct tb_error *e)
{
	struct span part;
	size_t i;

	if (!package_main(x->opc, MAIN_PART, &part))
		return tb_fail(e, TB_EBROKEN, "no %s", MAIN_PART);
	if (!workbook_read(&x->workbook, x->opc, part, x->parser, e) ||
	    !opc_rels(x->opc, part, &x->rels, e) || !read_book(x, e))
		return false;
	for (i = 0; i < x->workbook.n; i++)
		if (!x->workbook.sheet[i].hidden &&
		    !read_sheet(x, &x->workbook.sheet[i], e))
			return false;
	note_unsaved(x);
	return true;
}

bool
excel_read(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e)
{
	struct excel x = { .opc = o, .sink = s, .parser = parser };
	bool ok;

	sst_init(&x.book.sst);
	styles_init(&x.book.styles);
	ok = read_all(&x, e);
	workbook_release(&x.workbook);
	sst_release(&x.book.sst);
	styles_release(&x.book.styles);
	return ok;
}
