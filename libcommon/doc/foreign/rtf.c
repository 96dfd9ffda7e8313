#include "doc/foreign/rtf.h"

#include "base/mem.h"
#include "base/sys.h"
#include "doc/para.h"
#include "text/cp1252.h"
#include "text/enc.h"
#include "text/utf.h"

#define CHARSET_SJIS 128 /* \fcharset of Japanese fonts */

/* Where text goes. */
enum flow_id { BODY, HEADERS, NOTES, COMMENTS, SHAPES, FLOWS };

struct flow {
	struct buf para;  /* the open paragraph, or the open cell's text */
	struct buf row;   /* the cells before it, each with its TAB */
	struct buf lines; /* page, TAB, line, LF; BODY's go out at once */
};

/* What a group inherits and gives back at its end. */
struct group {
	enum flow_id flow;
	bool skip;    /* no text: a table, a picture, an unknown destination */
	bool fonts;   /* the font table */
	bool star;    /* \* came: what follows may be skipped */
	bool deleted; /* by a tracked change */
	bool in_table;
	uint32_t uc; /* bytes that stand for a \u in older readers */
	size_t font;
	bool dbch; /* the double-byte font counts */
};

struct rtf {
	struct span in;
	size_t pos;
	struct group *stack; /* RTF_DEPTH; the innermost group is stack[top] */
	size_t top;
	bool japanese;           /* \ansicpg932 */
	uint8_t sjis[RTF_FONTS]; /* is the font's charset Japanese? */
	size_t defining;         /* the font that the table describes */
	struct buf bytes;        /* text in the font's code page */
	uint32_t high;           /* a high surrogate that waits */
	size_t fallback;         /* bytes still to be left out after \u */
	struct flow flow[FLOWS];
	uint32_t page;
	struct sink *sink;
	struct buf flat;
};

static struct group *
top(struct rtf *r)
{
	return &r->stack[r->top];
}

static struct flow *
flow(struct rtf *r)
{
	return &r->flow[top(r)->flow];
}

static bool
silent(const struct rtf *r)
{
	return r->stack[r->top].skip || r->stack[r->top].deleted;
}

/* ---- characters ---- */

static void
put(struct rtf *r, uint32_t u)
{
	if (!silent(r))
		utf_put(&flow(r)->para, u);
}

/* The bytes that have come are text: they are decoded together. */
static void
flush_bytes(struct rtf *r)
{
	const struct group *g = top(r);
	bool sjis =
	    r->japanese || g->dbch || (g->font < RTF_FONTS && r->sjis[g->font]);

	if (r->bytes.len == 0)
		return;
	if (r->high)
		put(r, UTF_BAD); /* the half of a pair that never came */
	r->high = 0;
	if (!silent(r)) {
		if (sjis)
			enc_to_utf8(
			    ENC_SJIS, buf_span(&r->bytes), &flow(r)->para);
		else
			cp1252_to_utf8(buf_span(&r->bytes), &flow(r)->para);
	}
	buf_reset(&r->bytes);
}

static void
put_byte(struct rtf *r, uint8_t c)
{
	if (r->fallback > 0)
		r->fallback--;
	else
		buf_addc(&r->bytes, (char)c);
}

/* \u: a UTF-16 unit, signed. */
static void
put_unit(struct rtf *r, int32_t v)
{
	uint32_t u = (uint32_t)v & 0xffff;

	flush_bytes(r);
	r->fallback = top(r)->uc;
	if (utf_high(u)) {
		r->high = u;
		return;
	}
	if (utf_low(u))
		u = r->high ? 0x10000 + ((r->high & 0x3ff) << 10) + (u & 0x3ff)
			    : UTF_BAD;
	r->high = 0;
	if (u >= 0x20)
		put(r, u);
}

/* ---- lines ---- */

static void
begin_page(struct rtf *r)
{
	struct place p = { PLACE_PAGE, PLACE_BODY, { NULL, 0 }, r->page, 0,
		false };

	sink_place(r->sink, &p);
}

/* Writes out what stood beside the body, at the end. */
static void
emit(struct rtf *r, enum flow_id id)
{
	static const struct place part[FLOWS] = {
		[HEADERS] = { PLACE_PART, PLACE_BODY,
		    SPAN_INIT("ヘッダー・フッター"), 0, 0, false },
		[NOTES] = { PLACE_PART, PLACE_BODY, SPAN_INIT("脚注"), 0, 0,
		    false },
		[COMMENTS] = { PLACE_PAGE, PLACE_COMMENT, { NULL, 0 }, 0, 0,
		    false },
		[SHAPES] = { PLACE_PAGE, PLACE_SHAPE, { NULL, 0 }, 0, 0,
		    false },
	};
	struct span rest = buf_span(&r->flow[id].lines), line;
	struct place p = part[id];
	uint64_t page;
	size_t tab;

	if (p.base == PLACE_PART)
		sink_place(r->sink, &p);
	while (rest.n > 0 && span_field(&rest, '\n', &line)) {
		tab = span_find(line, '\t');
		if (p.base == PLACE_PAGE &&
		    span_u64(span_head(line, tab), UINT32_MAX, &page) &&
		    page != p.number) {
			p.number = (uint32_t)page;
			sink_place(r->sink, &p);
		}
		sink_line(r->sink, span_skip(line, tab + 1));
	}
}

static void
put_line(struct rtf *r, enum flow_id id, struct span line)
{
	struct buf *lines = &r->flow[id].lines;

	if (line.n == 0)
		return;
	if (id == BODY) {
		sink_line(r->sink, line);
		return;
	}
	buf_printf(lines, "%u\t", r->page);
	buf_addspan(lines, line);
	buf_addc(lines, '\n');
}

static struct span
flattened(struct rtf *r, struct buf *para)
{
	buf_reset(&r->flat);
	para_flat(buf_span(para), &r->flat);
	buf_reset(para);
	return utf_trim(buf_span(&r->flat));
}

static void
end_para(struct rtf *r)
{
	struct flow *f = flow(r);

	flush_bytes(r);
	if (silent(r))
		return;
	if (top(r)->in_table)
		buf_addc(&f->para, ' ');
	else
		put_line(r, top(r)->flow, flattened(r, &f->para));
}

static void
end_cell(struct rtf *r)
{
	struct flow *f = flow(r);

	flush_bytes(r);
	if (silent(r))
		return;
	buf_addspan(&f->row, flattened(r, &f->para));
	buf_addc(&f->row, '\t');
}

static void
end_row(struct rtf *r)
{
	struct flow *f = flow(r);

	flush_bytes(r);
	if (silent(r))
		return;
	put_line(r, top(r)->flow, utf_trim_end(buf_span(&f->row)));
	buf_reset(&f->row);
}

static void
break_page(struct rtf *r)
{
	end_para(r);
	if (silent(r) || top(r)->flow != BODY)
		return;
	r->page++;
	begin_page(r);
}

/* ---- groups and control words ---- */

/* The end of a group ends the paragraph of what stood beside the body. */
static bool
close_group(struct rtf *r)
{
	const struct group *g = top(r);

	flush_bytes(r);
	r->fallback = 0;
	if (r->top == 0)
		return false;
	if (g->flow != BODY && g->flow != r->stack[r->top - 1].flow) {
		top(r)->in_table = false;
		end_row(r);
		end_para(r);
	}
	r->top--;
	return true;
}

static bool
open_group(struct rtf *r, struct tb_error *e)
{
	flush_bytes(r);
	r->fallback = 0;
	if (r->top + 1 >= RTF_DEPTH)
		return tb_fail(e, TB_EBROKEN, "RTF: groups too deep");
	r->stack[r->top + 1] = r->stack[r->top];
	r->top++;
	top(r)->star = false;
	return true;
}

/* Text beside the body begins: never inside what is skipped. */
static void
divert(struct rtf *r, enum flow_id id)
{
	struct group *g = top(r);

	/* \*\annotation is one of ours, so its star does not skip it */
	g->flow = id;
	g->in_table = false;
	if (r->top > 0)
		g->skip = r->stack[r->top - 1].skip;
}

/* Destinations that hold no text of the document. */
static bool
is_skipped(struct span word)
{
	static const char *const names[] = { "colortbl", "stylesheet", "info",
		"pict", "fldinst", "nonshppict", "objdata", "sn", "sv", "xe",
		"tc", "rxe", "bkmkstart", "bkmkend", "listtext", "pntext",
		"template", "filetbl", "revtbl" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (span_eqs(word, names[i]))
			return true;
	return false;
}

/* Destinations behind \* whose text counts. */
static bool
is_known(struct span word)
{
	return span_eqs(word, "annotation") || span_eqs(word, "shpinst") ||
	       span_eqs(word, "shptxt") || span_eqs(word, "footnote");
}

static bool
destination(struct rtf *r, struct span word)
{
	struct group *g = top(r);

	if (g->star && !is_known(word)) {
		g->skip = true;
		return true;
	}
	g->star = false;
	if (span_eqs(word, "fonttbl"))
		g->skip = g->fonts = true;
	else if (is_skipped(word))
		g->skip = true;
	else if (span_starts(word, SPAN("header")) ||
		 span_eqs(word, "footer") || span_eqs(word, "footerl") ||
		 span_eqs(word, "footerr") || span_eqs(word, "footerf"))
		divert(r, HEADERS);
	else if (span_eqs(word, "footnote"))
		divert(r, NOTES);
	else if (span_eqs(word, "annotation"))
		divert(r, COMMENTS);
	else if (span_eqs(word, "shptxt"))
		divert(r, SHAPES);
	else
		return false;
	return true;
}

/* Words that stand for a character. */
static uint32_t
symbol(struct span word)
{
	static const struct {
		const char *word;
		uint32_t u;
	} known[] = { { "tab", ' ' }, { "line", ' ' }, { "emdash", 0x2014 },
		{ "endash", 0x2013 }, { "lquote", 0x2018 },
		{ "rquote", 0x2019 }, { "ldblquote", 0x201c },
		{ "rdblquote", 0x201d }, { "bullet", 0x2022 },
		{ "emspace", 0x2003 }, { "enspace", 0x2002 } };
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_eqs(word, known[i].word))
			return known[i].u;
	return 0;
}

static void
font(struct rtf *r, struct span word, int32_t v)
{
	struct group *g = top(r);
	size_t n = v < 0 ? RTF_FONTS : (size_t)v;

	if (span_eqs(word, "fcharset")) {
		if (g->fonts && r->defining < RTF_FONTS)
			r->sjis[r->defining] = v == CHARSET_SJIS;
	} else if (g->fonts) {
		r->defining = n;
	} else {
		g->font = n;
		g->dbch = false;
	}
}

static void
format(struct rtf *r, struct span word, bool has, int32_t v)
{
	struct group *g = top(r);

	if (span_eqs(word, "uc"))
		g->uc = v < 0 || v > 100 ? 0 : (uint32_t)v;
	else if (span_eqs(word, "ansicpg"))
		r->japanese = v == 932;
	else if (span_eqs(word, "deleted"))
		g->deleted = !has || v != 0;
	else if (span_eqs(word, "intbl"))
		g->in_table = true;
	else if (span_eqs(word, "pard"))
		g->in_table = false;
	else if (span_eqs(word, "plain"))
		g->deleted = false;
	else if (span_eqs(word, "f") || span_eqs(word, "fcharset"))
		font(r, word, v);
	else if (span_eqs(word, "dbch"))
		g->dbch = true;
	else if (span_eqs(word, "loch") || span_eqs(word, "hich"))
		g->dbch = false;
}

static void
control(struct rtf *r, struct span word, bool has, int32_t v)
{
	uint32_t u;

	flush_bytes(r);
	if (span_eqs(word, "u")) {
		put_unit(r, v);
		return;
	}
	r->fallback = 0;
	if (span_eqs(word, "bin")) {
		/* raw bytes follow */
		if (v > 0)
			r->pos += span_skip(r->in, r->pos).n < (size_t)v
				      ? span_skip(r->in, r->pos).n
				      : (size_t)v;
	} else if ((u = symbol(word)) != 0) {
		put(r, u);
	} else if (span_eqs(word, "par")) {
		end_para(r);
	} else if (span_eqs(word, "cell")) {
		end_cell(r);
	} else if (span_eqs(word, "nestcell") || span_eqs(word, "nestrow")) {
		put(r, ' ');
	} else if (span_eqs(word, "row")) {
		end_row(r);
	} else if (span_eqs(word, "page") || span_eqs(word, "sect")) {
		break_page(r);
	} else if (!destination(r, word)) {
		format(r, word, has, v);
	}
}

static uint32_t
hex(uint8_t c)
{
	c = span_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10U : (uint32_t)(c - '0') & 0xf;
}

/* A control symbol: a backslash and one other character. */
static void
control_symbol(struct rtf *r, uint8_t c)
{
	struct span s;

	switch (c) {
	case '\'':
		s = span_skip(r->in, r->pos);
		if (s.n >= 2)
			put_byte(r, (uint8_t)(hex(s.p[0]) << 4 | hex(s.p[1])));
		r->pos += s.n < 2 ? s.n : 2;
		return;
	case '\\':
	case '{':
	case '}':
		put_byte(r, c);
		return;
	case '\n':
	case '\r':
		end_para(r);
		return;
	default:
		break;
	}
	flush_bytes(r);
	r->fallback = 0;
	if (c == '*')
		top(r)->star = true;
	else if (c == '~')
		put(r, 0xa0);
	else if (c == '_')
		put(r, '-');
}

/* After a backslash. */
static void
read_control(struct rtf *r)
{
	struct span s = span_skip(r->in, r->pos), word;
	bool has = false, negative = false;
	int32_t v = 0;
	size_t n = 0, start;

	while (
	    n < s.n && span_lower(s.p[n]) >= 'a' && span_lower(s.p[n]) <= 'z')
		n++;
	if (n == 0) {
		r->pos += s.n > 0;
		if (s.n > 0)
			control_symbol(r, s.p[0]);
		return;
	}
	word = span_head(s, n);
	if (n + 1 < s.n && s.p[n] == '-' && s.p[n + 1] >= '0' &&
	    s.p[n + 1] <= '9') {
		negative = true;
		n++;
	}
	for (start = n; n < s.n && s.p[n] >= '0' && s.p[n] <= '9'; n++) {
		has = true;
		if (n - start < 9) /* no overflow; longer is no number */
			v = v * 10 + (s.p[n] - '0');
	}
	if (n < s.n && s.p[n] == ' ')
		n++;
	r->pos += n;
	control(r, word, has, negative ? -v : v);
}

static bool
run(struct rtf *r, struct tb_error *e)
{
	uint8_t c;

	begin_page(r);
	while (r->pos < r->in.n) {
		c = r->in.p[r->pos++];
		if (c == '{') {
			if (!open_group(r, e))
				return false;
		} else if (c == '}') {
			if (!close_group(r))
				break;
			if (r->top == 0)
				break; /* what follows is no RTF */
		} else if (c == '\\') {
			read_control(r);
		} else if (c >= ' ' || c == '\t') {
			put_byte(r, c);
		}
	}
	/* a file that was cut off: what is open goes to where it belongs */
	while (r->top > 0)
		close_group(r);
	end_row(r);
	end_para(r);
	return true;
}

bool
rtf_read(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct rtf *r = mem_calloc(1, sizeof(*r));
	struct buf raw = BUF_INIT;
	unsigned i;
	bool ok = sys_read_all(in->fd, (size_t)OPC_PART_MAX, &raw, e);

	r->in = buf_span(&raw);
	r->stack = mem_calloc(RTF_DEPTH, sizeof(*r->stack));
	r->stack[0].uc = 1;
	r->stack[0].font = RTF_FONTS;
	r->page = 1;
	r->sink = s;
	buf_init(&r->bytes);
	buf_init(&r->flat);
	for (i = 0; i < FLOWS; i++) {
		buf_init(&r->flow[i].para);
		buf_init(&r->flow[i].row);
		buf_init(&r->flow[i].lines);
	}
	ok = ok && run(r, e);
	for (i = BODY + 1; ok && i < FLOWS; i++)
		emit(r, (enum flow_id)i);
	for (i = 0; i < FLOWS; i++) {
		buf_release(&r->flow[i].para);
		buf_release(&r->flow[i].row);
		buf_release(&r->flow[i].lines);
	}
	buf_release(&r->bytes);
	buf_release(&r->flat);
	buf_release(&raw);
	free(r->stack);
	free(r);
	return ok;
}
