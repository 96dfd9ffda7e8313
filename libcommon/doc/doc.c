#include "doc/reader.h"

#include "doc/excel/biff.h"
#include "doc/excel/xlsb.h"
#include "doc/foreign/grid.h"
#include "doc/foreign/page.h"
#include "doc/foreign/rtf.h"
#include "doc/foreign/sheetxml.h"
#include "doc/package.h"
#include "doc/pdf/pdf.h"
#include "doc/slides/ppt.h"
#include "doc/sniff.h"
#include "doc/word/wordbin.h"
#include "stream/kind.h"

typedef bool package_reader(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e);

static bool
read_package(const struct doc_input *in, package_reader *read, struct sink *s,
    struct tb_error *e)
{
	struct opc *o = opc_open(in->fd, e);
	bool ok;

	if (!o)
		return false;
	ok = read(o, in->libxml2 ? PULL_LIBXML2 : PULL_HOT, s, e);
	opc_close(o);
	return ok;
}

typedef bool compound_reader(struct cfb *c, struct sink *s, struct tb_error *e);

static bool
read_compound(const struct doc_input *in, compound_reader *read, struct sink *s,
    struct tb_error *e)
{
	struct cfb *c = cfb_open(in->fd, in->size, e);
	bool ok;

	if (!c)
		return false;
	ok = read(c, s, e);
	cfb_close(c);
	return ok;
}

/* A workbook: .xlsb has the same packaging, and records for XML. */
static bool
read_workbook(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e)
{
	struct span part;

	if (package_main(o, "xl/workbook.xml", &part)
		? span_ends(part, SPAN(".bin"))
		: opc_has(o, SPAN(XLSB_MAIN_PART)))
		return xlsb_read(o, s, e);
	return excel_read(o, parser, s, e);
}

/* A package whose name says nothing: where its main part lies says it. */
static bool
read_any_package(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e)
{
	struct span part;

	if (package_main(o, "word/document.xml", &part) &&
	    span_starts(part, SPAN("word/")))
		return word_read(o, parser, s, e);
	if (opc_has(o, SPAN("ppt/presentation.xml")))
		return slides_read(o, parser, s, e);
	if (opc_has(o, SPAN("xl/workbook.xml")) ||
	    opc_has(o, SPAN("xl/workbook.bin")))
		return read_workbook(o, parser, s, e);
	return tb_fail(e, TB_EKIND, "a zip archive");
}

/* A sink_embedded_fn: a package in a document (extraction.md 9). */
static bool
read_embedded(struct opc *o, struct sink *collector, struct tb_error *e)
{
	if (opc_has(o, SPAN("word/document.xml")))
		return word_read(o, PULL_COLD, collector, e);
	if (opc_has(o, SPAN("ppt/presentation.xml")))
		return slides_read(o, PULL_COLD, collector, e);
	return true;
}

/* What no family reads, whichever it is. */
static bool
refuse(enum sniff what, struct tb_error *e)
{
	switch (what) {
	case SNIFF_PASSWORD:
		return tb_fail(e, TB_EPASSWORD, NULL);
	case SNIFF_RIGHTS:
		return tb_fail(e, TB_ERIGHTS, NULL);
	case SNIFF_BIFF:
	case SNIFF_WORD2:
	case SNIFF_UNKNOWN:
		return tb_fail(e, TB_EUNKNOWN, NULL);
	case SNIFF_PDF:
		return tb_fail(e, TB_EBROKEN, "PDF");
	case SNIFF_RTF:
		return tb_fail(e, TB_EBROKEN, "RTF");
	default:
		return tb_fail(e, TB_EBROKEN, NULL);
	}
}

static bool
read_excel(const struct doc_input *in, enum sniff what, struct sink *s,
    struct tb_error *e)
{
	bool xls = span_ieq(kind_ext(in->file), SPAN("xls"));

	switch (what) {
	case SNIFF_ZIP:
		return read_package(in, read_workbook, s, e);
	case SNIFF_LEGACY:
		/* Excel refuses one under a newer name (extraction.md 17.2) */
		if (!xls)
			return tb_fail(e, TB_EBROKEN, "xls");
		return read_compound(in, biff_read, s, e);
	case SNIFF_EMPTY:
		return xls || tb_fail(e, TB_EBROKEN, "0 bytes");
	case SNIFF_HTML:
		return xls ? grid_html(in, s, e)
			   : tb_fail(e, TB_EBROKEN, "HTML");
	case SNIFF_XML:
		return xls ? sheetxml_read(in, s, e)
			   : tb_fail(e, TB_EBROKEN, "XML");
	case SNIFF_BIFF:
		return xls ? biff_read_flat(in, s, e)
			   : tb_fail(e, TB_EBROKEN, "xls");
	case SNIFF_TEXT:
		return xls ? grid_text(in, s, e)
			   : tb_fail(e, TB_EBROKEN, "text");
	default:
		return refuse(what, e);
	}
}

static bool
read_word(const struct doc_input *in, enum sniff what, struct sink *s,
    struct tb_error *e)
{
	switch (what) {
	case SNIFF_ZIP:
		return read_package(in, word_read, s, e);
	case SNIFF_LEGACY:
		return read_compound(in, wordbin_read, s, e);
	case SNIFF_EMPTY:
		return true;
	case SNIFF_HTML:
		return page_html(in, s, e);
	case SNIFF_RTF:
		return rtf_read(in, s, e);
	case SNIFF_XML:
		return tb_fail(e, TB_EKIND, "XML");
	case SNIFF_TEXT:
		return page_text(in, s, e);
	case SNIFF_WORD2:
		return wordbin_read_flat(in, s, e);
	case SNIFF_PDF:
		/* pages, as a document has them */
		return pdf_read(in, s, e);
	default:
		return refuse(what, e);
	}
}

static bool
read_slides(const struct doc_input *in, enum sniff what, struct sink *s,
    struct tb_error *e)
{
	switch (what) {
	case SNIFF_ZIP:
		return read_package(in, slides_read, s, e);
	case SNIFF_LEGACY:
		return read_compound(in, ppt_read, s, e);
	case SNIFF_EMPTY:
	case SNIFF_TEXT:
	case SNIFF_RTF:
	case SNIFF_HTML:
	case SNIFF_XML:
		return tb_fail(e, TB_EPPT, NULL);
	default:
		return refuse(what, e);
	}
}

static bool
read_pdf(const struct doc_input *in, enum sniff what, struct sink *s,
    struct tb_error *e)
{
	if (what == SNIFF_PDF)
		return pdf_read(in, s, e);
	/* one whose first bytes are damaged has its objects still */
	return ((what == SNIFF_TEXT || what == SNIFF_UNKNOWN) &&
		   pdf_read(in, s, NULL)) ||
	       tb_fail(e, TB_EBROKEN, NULL);
}

/* The same for the old formats: their main stream says it. */
static bool
read_any_compound(struct cfb *c, struct sink *s, struct tb_error *e)
{
	if (cfb_find(c, NULL, "WordDocument"))
		return wordbin_read(c, s, e);
	if (cfb_find(c, NULL, "PowerPoint Document"))
		return ppt_read(c, s, e);
	if (cfb_find(c, NULL, "Workbook") || cfb_find(c, NULL, "Book"))
		return biff_read(c, s, e);
	return tb_fail(e, TB_EKIND, "a compound file");
}

/*
 * A name of no family, given by hand: templates and shows are packages as any
 * other, and what is text is text.
 */
static bool
read_other(const struct doc_input *in, enum sniff what, struct sink *s,
    struct tb_error *e)
{
	switch (what) {
	case SNIFF_ZIP:
		return read_package(in, read_any_package, s, e);
	case SNIFF_LEGACY:
		return read_compound(in, read_any_compound, s, e);
	case SNIFF_RTF:
		return rtf_read(in, s, e);
	case SNIFF_PDF:
		return pdf_read(in, s, e);
	case SNIFF_BIFF:
		return biff_read_flat(in, s, e);
	case SNIFF_WORD2:
		return wordbin_read_flat(in, s, e);
	case SNIFF_EMPTY:
	case SNIFF_TEXT:
	case SNIFF_HTML:
	case SNIFF_XML:
		return plain_read(in, s, e);
	case SNIFF_PASSWORD:
	case SNIFF_RIGHTS:
		return refuse(what, e);
	default:
		return tb_fail(e, TB_EKIND, NULL);
	}
}

bool
doc_read(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	enum kind family = kind_of(in->file);
	enum sniff what;

	s->embedded = read_embedded;
	if (family == KIND_TEXT)
		return plain_read(in, s, e);
	if (!sniff_file(in->fd, in->size, &what, e))
		return false;
	switch (family) {
	case KIND_EXCEL:
		return read_excel(in, what, s, e);
	case KIND_WORD:
		return read_word(in, what, s, e);
	case KIND_POWERPOINT:
		return read_slides(in, what, s, e);
	case KIND_PDF:
		return read_pdf(in, what, s, e);
	default:
		return read_other(in, what, s, e);
	}
}
