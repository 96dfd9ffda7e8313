#include "doc/foreign/page.h"

#include "base/sys.h"
#include "doc/foreign/html.h"
#include "doc/para.h"
#include "text/utf.h"

/* Reads the whole file into text, as UTF-8. */
static bool
load(const struct doc_input *in, struct buf *text, struct tb_error *e)
{
	struct buf raw = BUF_INIT;
	enum enc enc;
	bool ok = sys_read_all(in->fd, (size_t)OPC_PART_MAX, &raw, e);

	if (ok) {
		enc = enc_detect(buf_span(&raw));
		enc_to_utf8(
		    enc == ENC_NONE ? ENC_SJIS : enc, buf_span(&raw), text);
	}
	buf_release(&raw);
	return ok;
}

/* One paragraph, unless it is blank. */
static void
line(struct sink *s, struct span text, struct buf *flat)
{
	buf_reset(flat);
	para_flat(text, flat);
	text = utf_trim(buf_span(flat));
	if (text.n > 0)
		sink_line(s, text);
}

static const struct place first_page = { PLACE_PAGE, PLACE_BODY, { NULL, 0 }, 1,
	0, false };

bool
page_text(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct buf text = BUF_INIT, flat = BUF_INIT;
	struct span rest, para;
	size_t n;
	bool ok = load(in, &text, e);

	rest = buf_span(&text);
	if (ok)
		sink_place(s, &first_page);
	while (ok && rest.n > 0) {
		for (n = 0;
		     n < rest.n && rest.p[n] != '\n' && rest.p[n] != '\r'; n++)
			;
		para = span_head(rest, n);
		rest = span_skip(rest, n + 1);
		line(s, para, &flat);
	}
	buf_release(&text);
	buf_release(&flat);
	return ok;
}

/* A page on its way into lines. */
struct flow {
	struct sink *s;
	struct buf para; /* the open paragraph, or the open cell's text */
	struct buf row;  /* the cells before it, each with its TAB */
	struct buf flat;
	unsigned tables; /* depth */
	bool cells;      /* the open row has one */
	unsigned pre;
};

/* Adds text as a browser shows it: a run of white space is one space. */
static void
add_text(struct flow *f, struct span text)
{
	bool gap = f->para.len == 0 || f->para.p[f->para.len - 1] == ' ';
	size_t i;

	for (i = 0; i < text.n; i++) {
		if (f->pre && text.p[i] == '\n' && !f->tables) {
			line(f->s, buf_span(&f->para), &f->flat);
			buf_reset(&f->para);
			gap = true;
		} else if (text.p[i] == ' ' ||
			   (text.p[i] >= '\t' && text.p[i] <= '\r')) {
			if (!gap)
				buf_addc(&f->para, ' ');
			gap = true;
		} else {
			buf_addc(&f->para, (char)text.p[i]);
			gap = false;
		}
	}
}

/* A block begins or ends: so does a line, but in a cell it is one space. */
static void
block(struct flow *f)
{
	if (f->tables) {
		add_text(f, SPAN(" "));
		return;
	}
	line(f->s, buf_span(&f->para), &f->flat);
	buf_reset(&f->para);
}

static void
end_cell(struct flow *f)
{
	if (!f->cells) {
		buf_reset(&f->para);
		return;
	}
	buf_reset(&f->flat);
	para_flat(buf_span(&f->para), &f->flat);
	buf_addspan(&f->row, utf_trim(buf_span(&f->flat)));
	buf_reset(&f->para);
}

static void
end_row(struct flow *f)
{
	struct span row;

	end_cell(f);
	row = utf_trim_end(buf_span(&f->row));
	if (row.n > 0)
		sink_line(f->s, row);
	buf_reset(&f->row);
	f->cells = false;
}

static bool
is_block(const struct html *h)
{
	static const char *const names[] = { "p", "div", "h1", "h2", "h3", "h4",
		"h5", "h6", "li", "ul", "ol", "dt", "dd", "pre", "hr",
		"blockquote", "center", "caption", "body", "address", "form",
		"section", "article", "tr", "td", "th" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (html_is(h, names[i]))
			return true;
	return false;
}

/* A tag of a table that is not inside another one; false: it is none. */
static bool
table_tag(struct flow *f, const struct html *h, bool open)
{
	if (html_is(h, "table")) {
		if (open && f->tables++ == 0) {
			line(f->s, buf_span(&f->para), &f->flat);
			buf_reset(&f->para);
		} else if (!open && f->tables > 0 && --f->tables == 0) {
			end_row(f);
		}
		return true;
	}
	if (f->tables != 1)
		return false;
	if (html_is(h, "tr")) {
		end_row(f);
		return true;
	}
	if (!html_is(h, "td") && !html_is(h, "th"))
		return false;
	if (open) {
		end_cell(f);
		if (f->cells)
			buf_addc(&f->row, '\t');
		f->cells = true;
	}
	return true;
}

static void
page_tag(struct flow *f, const struct html *h, bool open)
{
	if (html_is(h, "pre"))
		f->pre = open;
	if (table_tag(f, h, open))
		return;
	if (html_is(h, "br"))
		add_text(f, SPAN(" "));
	else if (is_block(h))
		block(f);
}

bool
page_html(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct flow f = { .s = s };
	struct buf text = BUF_INIT;
	enum html_event ev;
	struct html h;

	if (!html_load(in->fd, &text, e)) {
		buf_release(&text);
		return false;
	}
	buf_init(&f.para);
	buf_init(&f.row);
	buf_init(&f.flat);
	sink_place(s, &first_page);
	html_open(&h, buf_span(&text));
	while ((ev = html_next(&h)) != HTML_EOF) {
		if (ev == HTML_TEXT)
			add_text(&f, buf_span(&h.text));
		else
			page_tag(&f, &h, ev == HTML_OPEN);
	}
	if (f.tables)
		end_row(&f);
	else
		block(&f);
	html_close(&h);
	buf_release(&f.para);
	buf_release(&f.row);
	buf_release(&f.flat);
	buf_release(&text);
	return true;
}
