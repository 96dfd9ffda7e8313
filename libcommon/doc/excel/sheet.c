#include "doc/excel/sheet.h"

#include <math.h>
#include <stdlib.h>

#include "doc/excel/a1.h"
#include "doc/excel/isodate.h"
#include "doc/excel/rowbuf.h"
#include "doc/excel/xstring.h"

#define NUMBER_MAX 64U /* bytes of a number worth parsing */
/* Text of one sheet, extraction.md 13: what the original cannot hold either. */
#define SHEET_MAX  ((uint64_t)1 << 30)

/* What c/@t says, [ECMA-376] 18.18.11. */
enum cell_type { T_NUMBER, T_SHARED, T_INLINE, T_STR, T_BOOL, T_ERROR, T_DATE };

struct reader {
	struct pull x;
	struct sheet_book *book;
	struct rowbuf rows;
	uint32_t row, col; /* of the open cell */
	bool row_known;    /* row is good even before the first cell */
	bool outside;      /* the row, or the cell, is not on a sheet */
	struct buf value;  /* of v, or of the open t */
	struct buf text;   /* decoded */
	bool has_formula, has_value;
	uint64_t bytes; /* of all cells */
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

	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\n'))
		s = span_skip(s, 1);
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\n'))
		s = span_head(s, s.n - 1);
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
		buf_adds(out,
		    span_eqs(v, "1") || span_eqs(v, "true") ? "TRUE" : "FALSE");
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
			r->has_value = r->value.len > 0;
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
	r->has_formula = r->has_value = false;
	buf_reset(&r->text);
	ev = read_children(r, &type);
	if (ev == PULL_BAD || r->outside)
		return ev;
	if (r->has_value)
		put_value(r, type, f);
	else if (type == T_INLINE && r->text.len > 0)
		put_text(f, buf_span(&r->text), rowbuf_text(&r->rows));
	else if (r->has_formula && type == T_NUMBER)
		r->book->unsaved++;
	r->bytes += rowbuf_cell(&r->rows, r->row, r->col);
	return r->bytes <= SHEET_MAX ? ev : PULL_EOF;
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
		r->row = (uint32_t)(n - 1);
	r->col = UINT32_MAX;
	do {
		ev = pull_next(&r->x);
		if (ev == PULL_START && pull_is(&r->x, NS_SML, "c"))
			ev = read_cell(r);
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && r->x.depth == depth));
	return ev;
}

/* ---- the part ------------------------------------------------------------- */

static void
read_all(struct reader *r, struct hdrftr *hf)
{
	enum pull_event ev;

	do {
		ev = pull_next(&r->x);
		if (ev != PULL_START || r->x.ns != NS_SML)
			continue;
		if (span_eqs(r->x.name, "row"))
			ev = read_row(r);
		else if (span_eqs(r->x.name, "headerFooter"))
			ev = hdrftr_read(hf, &r->x);
	} while (ev != PULL_BAD && ev != PULL_EOF);
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
	struct tb_error late = TB_ERROR_INIT;
	char name[256];
	bool ok;

	if (!pull_open(&r.x, o, part, parser, e))
		return false;
	rowbuf_init(&r.rows, s);
	read_all(&r, hf);
	rowbuf_flush(&r.rows);
	if (r.rows.late > 0) {
		snprintf(name, sizeof(name), "%.*s", SPAN_ARG(part));
		tb_fail(&late, TB_EBROKEN, "%llu cells out of order",
		    (unsigned long long)r.rows.late);
		sink_note(s, name, &late);
	}
	ok = pull_close(&r.x, e) &&
	     (r.bytes <= SHEET_MAX ||
		 tb_fail(e, TB_EMEMORY, "%.*s", SPAN_ARG(part)));
	rowbuf_release(&r.rows);
	buf_release(&r.value);
	buf_release(&r.text);
	return ok;
}
