#include "doc/excel/sheet.h"

#include <math.h>
#include <stdlib.h>

#include "doc/excel/a1.h"
#include "doc/excel/isodate.h"
#include "doc/excel/rowbuf.h"
#include "doc/excel/xstring.h"
#include "text/utf.h"

#define NUMBER_MAX 64U /* bytes of a number worth parsing */

/* What c/@t says, [ECMA-376] 18.18.11. */
enum cell_type { T_NUMBER, T_SHARED, T_INLINE, T_STR, T_BOOL, T_ERROR, T_DATE };

struct reader {
	struct pull x;
	struct sheet_book *book;
	struct rowbuf rows;
	uint32_t row, col; /* of the open cell */
	bool row_known;    /* row is good even before the first cell */
	bool outside;      /* the row, or the cell, is not on a sheet */
	bool root;         /* the root is a sheet's */
	uint64_t lost;     /* cells that are outside */
	struct buf value;  /* of v, or of the open t */
	struct buf text;   /* decoded */
	bool has_formula;
	bool has_v; /* there is a v, maybe empty */
};

/* ---- values --------------------------------------------------------------- */

static enum cell_type
type_of(struct span t)
{
	static const struct {
		const char *name;
		enum cell_type type;
	} types[] = { { "s", T_SHARED }, { "str", T_STR },
		{ "inlineStr", T_INLINE }, { "b", T_BOOL }, { "e", T_ERROR },
		{ "d", T_DATE } };
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (span_eqs(t, types[i].name))
			return types[i].type;
	return T_NUMBER;
}

/* A number as XML Schema writes doubles; false when s is none. */
static bool
parse_number(struct span s, double *v)
{
	char copy[NUMBER_MAX + 1], *end;

	if (s.n == 0 || s.n > NUMBER_MAX || memchr(s.p, 'x', s.n) ||
	    memchr(s.p, 'X', s.n))
		return false;
	memcpy(copy, s.p, s.n);
	copy[s.n] = '\0';
	*v = strtod(copy, &end); /* LC_NUMERIC is never set */
	return *end == '\0' && isfinite(*v);
}

/* Digits alone show as they are when there is no format. */
static bool
is_plain_integer(struct span s)
{
	size_t i;

	if (s.n == 0 || s.n > 11 || (s.n > 1 && s.p[0] == '0'))
		return false;
	for (i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return true;
}

static void
put_number(
    struct reader *r, const struct numfmt *f, struct span s, struct buf *out)
{
	double v;

	if (is_plain_integer(s) && numfmt_is_general(f))
		buf_addspan(out, s);
	else if (parse_number(s, &v))
		numfmt_number(f, v, r->book->date1904, out);
	else
		buf_addspan(out, s);
}

static void
put_text(const struct numfmt *f, struct span s, struct buf *out)
{
	if (numfmt_is_general(f))
		buf_addspan(out, s);
	else
		numfmt_text(f, s, out);
}

/* The text of a cell whose v is not empty. */
static void
put_value(struct reader *r, enum cell_type type, const struct numfmt *f)
{
	struct buf *out = rowbuf_text(&r->rows);
	struct span v = buf_span(&r->value);
	uint64_t i;
	double d;

	if (type != T_STR && type != T_INLINE)
		v = utf_trim(v); /* indented XML */
	switch (type) {
	case T_SHARED:
		if (span_u64(v, UINT32_MAX, &i))
			put_text(f, sst_get(&r->book->sst, i), out);
		break;
	case T_STR:
	case T_INLINE:
		buf_reset(&r->text);
		xstring_decode(v, &r->text);
		put_text(f, buf_span(&r->text), out);
		break;
	case T_BOOL:
		buf_adds(out, span_eqs(v, "1") || span_ieq(v, SPAN("true"))
				  ? "TRUE"
				  : "FALSE");
		break;
	case T_ERROR:
		buf_addspan(out, v);
		break;
	case T_DATE:
		if (isodate_serial(v, r->book->date1904, &d))
			numfmt_number(f, d, r->book->date1904, out);
		else
			buf_addspan(out, v);
		break;
	case T_NUMBER:
		put_number(r, f, v, out);
		break;
	}
}

/* ---- cells ---------------------------------------------------------------- */

/* The children of a c element; inline text goes to r->text. */
static enum pull_event
read_children(struct reader *r, enum cell_type *type)
{
	unsigned depth = r->x.depth;
	enum pull_event ev;

	for (;;) {
		ev = pull_next(&r->x);
		if (ev == PULL_BAD || ev == PULL_EOF)
			return PULL_BAD;
		if (ev == PULL_END && r->x.depth == depth)
			return ev;
		if (ev != PULL_START || r->x.ns != NS_SML)
			continue;
		if (span_eqs(r->x.name, "v")) {
			buf_reset(&r->value);
			ev = pull_text(&r->x, &r->value);
			r->has_v = true;
		} else if (span_eqs(r->x.name, "is")) {
			buf_reset(&r->text);
			ev = xstring_runs(&r->x, &r->value, &r->text);
			buf_reset(&r->value);
			*type = T_INLINE;
		} else if (span_eqs(r->x.name, "f")) {
			r->has_formula = true;
			ev = pull_skip(&r->x);
		}
		if (ev == PULL_BAD)
			return ev;
	}
}

/*
 * Is the result of the open cell's formula not there?  Excel leaves v out, some
 * writers leave it empty; an empty text is saved as an empty v.
 */
static bool
is_unsaved(const struct reader *r, enum cell_type type)
{
	return r->has_formula && type != T_INLINE && r->value.len == 0 &&
	       !(r->has_v && type == T_STR);
}

/* Has the book shown more text than it may? */
static bool
is_full(const struct reader *r)
{
	return r->book->shown > SHEET_TEXT_MAX;
}

/* Where the cell stands: r, else the column behind the one before. */
static void
place_cell(struct reader *r, struct span ref)
{
	uint32_t row, col;

	if (ref.n > 0 && a1_parse(ref, &row, &col)) {
		r->col = col;
		/* a row says where it is; one without r is where its cells are */
		if (!r->row_known)
			r->row = row;
		r->row_known = true;
		r->outside = r->row >= A1_ROWS;
		return;
	}
	r->col++; /* UINT32_MAX in front of the first */
	r->outside = ref.n > 0 || r->col >= A1_COLS || r->row >= A1_ROWS;
}

static enum pull_event
read_cell(struct reader *r)
{
	const struct numfmt *f;
	enum cell_type type;
	enum pull_event ev;
	struct span v;
	uint64_t style;

	(void)pull_get(&r->x, NS_NONE, "r", &v);
	place_cell(r, v);
	(void)pull_get(&r->x, NS_NONE, "t", &v);
	type = type_of(v);
	if (!pull_get(&r->x, NS_NONE, "s", &v) ||
	    !span_u64(v, UINT32_MAX, &style))
		style = 0;
	f = styles_get(&r->book->styles, style);
	r->has_formula = r->has_v = false;
	buf_reset(&r->text);
	buf_reset(&r->value);
	ev = read_children(r, &type);
	if (ev == PULL_BAD)
		return ev;
	if (r->outside) {
		r->lost += r->value.len > 0 || r->text.len > 0;
		return ev;
	}
	if (r->value.len > 0)
		put_value(r, type, f);
	else if (type == T_INLINE && r->text.len > 0)
		put_text(f, buf_span(&r->text), rowbuf_text(&r->rows));
	else if (is_unsaved(r, type))
		r->book->unsaved++;
	r->book->shown += rowbuf_cell(&r->rows, r->row, r->col);
	return ev;
}

/* The cells of a row element; without r it follows the one before. */
static enum pull_event
read_row(struct reader *r)
{
	unsigned depth = r->x.depth;
	enum pull_event ev;
	struct span v;
	uint64_t n;

	r->row++; /* UINT32_MAX in front of the first */
	r->row_known = pull_get(&r->x, NS_NONE, "r", &v) &&
		       span_u64(v, UINT32_MAX - 1, &n) && n > 0;
	if (r->row_known)
		r->row = n > A1_ROWS ? A1_ROWS : (uint32_t)(n - 1);
	r->col = UINT32_MAX;
	do {
		ev = pull_next(&r->x);
		if (ev == PULL_START && pull_is(&r->x, NS_SML, "c"))
			ev = read_cell(r);
	} while (!is_full(r) && ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && r->x.depth == depth));
	return ev;
}

/* ---- the part ------------------------------------------------------------- */

/*
 * Reads to the end, or to the limit of text.  headerFooter also stands in the
 * views that users have saved (customSheetViews), which are not what is printed.
 */
static void
read_all(struct reader *r, struct hdrftr *hf)
{
	enum pull_event ev;

	do {
		ev = pull_next(&r->x);
		if (ev != PULL_START || r->x.ns != NS_SML)
			continue;
		if (r->x.depth == 1)
			r->root = pull_is(&r->x, NS_SML, "worksheet") ||
				  pull_is(&r->x, NS_SML, "chartsheet");
		else if (span_eqs(r->x.name, "row"))
			ev = read_row(r);
		else if (r->x.depth == 2 && span_eqs(r->x.name, "headerFooter"))
			ev = hdrftr_read(hf, &r->x);
	} while (!is_full(r) && ev != PULL_BAD && ev != PULL_EOF);
}

void
sheet_note_lost(
    struct sink *s, struct span part, uint64_t cells, const char *where)
{
	struct tb_error e = TB_ERROR_INIT;
	char name[256];

	if (cells == 0)
		return;
	snprintf(name, sizeof(name), "%.*s", SPAN_ARG(part));
	tb_fail(
	    &e, TB_EBROKEN, "%llu cells %s", (unsigned long long)cells, where);
	sink_note(s, name, &e);
}

bool
sheet_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sheet_book *book, struct sink *s, struct hdrftr *hf,
    struct tb_error *e)
{
	struct reader r = { .book = book,
		.row = UINT32_MAX,
		.value = BUF_INIT,
		.text = BUF_INIT };
	bool ok;

	if (!pull_open(&r.x, o, part, parser, e))
		return false;
	rowbuf_init(&r.rows, s);
	read_all(&r, hf);
	rowbuf_flush(&r.rows);
	sheet_note_lost(s, part, r.lost, "outside of the sheet");
	sheet_note_lost(s, part, r.rows.late, "out of order");
	ok = pull_close(&r.x, e);
	if (ok && is_full(&r))
		ok = tb_fail(e, TB_EMEMORY, "%.*s", SPAN_ARG(part));
	else if (ok && !r.root)
		ok = tb_fail(e, TB_EBROKEN, "%.*s: no sheet", SPAN_ARG(part));
	rowbuf_release(&r.rows);
	buf_release(&r.value);
	buf_release(&r.text);
	return ok;
}
