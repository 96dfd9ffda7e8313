#include "doc/foreign/grid.h"

#include "base/mem.h"
#include "base/sys.h"
#include "doc/foreign/html.h"
#include "text/utf.h"

#define ROWS       1048576U
#define COLS       16384U
#define NAME_UNITS 31 /* of a sheet's name */

/* Begins the sheet: the file's name without extension, as Excel allows it. */
static void
begin_sheet(struct sink *s, struct span file)
{
	struct place p = { PLACE_SHEET, PLACE_BODY, { NULL, 0 }, 0, 0, false };
	struct span name = span_head(file, span_rfind(file, '.'));
	struct buf b = BUF_INIT;
	size_t off = 0, units = 0;
	uint32_t u;

	while (off < name.n) {
		u = utf_next(name, &off);
		units += u > 0xffff ? 2 : 1;
		if (units > NAME_UNITS)
			break;
		utf_put(&b, u < 0x80 && strchr("[]:*?/\\", (int)u) ? '_' : u);
	}
	p.name = buf_span(&b);
	sink_place(s, &p);
	buf_release(&b);
}

static bool
load(const struct doc_input *in, struct buf *text, struct tb_error *e)
{
	struct buf raw = BUF_INIT;
	enum enc enc = ENC_SJIS;
	struct span s;
	bool ok = sys_read_all(in->fd, (size_t)OPC_PART_MAX, &raw, e);

	s = buf_span(&raw);
	if (span_starts(s, SPAN("\xff\xfe")))
		enc = ENC_UTF16LE;
	else if (span_starts(s, SPAN("\xfe\xff")))
		enc = ENC_UTF16BE;
	else if (span_starts(s, SPAN("\xef\xbb\xbf")))
		enc = ENC_UTF8;
	if (ok)
		enc_to_utf8(enc, s, text);
	buf_release(&raw);
	return ok;
}

static void
text_row(struct sink *s, uint32_t row, struct span line)
{
	struct span rest = line, cell;
	uint32_t col;

	if (line.n == 0)
		return;
	for (col = 0; col < COLS && span_field(&rest, '\t', &cell); col++)
		if (cell.n > 0)
			sink_cell(s, row, col, cell);
}

bool
grid_text(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct buf text = BUF_INIT;
	struct span rest;
	uint32_t row;
	size_t n;
	bool ok = load(in, &text, e);

	rest = buf_span(&text);
	if (ok)
		begin_sheet(s, in->file);
	for (row = 0; ok && rest.n > 0 && row < ROWS; row++) {
		for (n = 0;
		     n < rest.n && rest.p[n] != '\n' && rest.p[n] != '\r'; n++)
			;
		text_row(s, row, span_head(rest, n));
		if (n + 1 < rest.n && rest.p[n] == '\r' &&
		    rest.p[n + 1] == '\n')
			n++;
		rest = span_skip(rest, n + 1);
	}
	buf_release(&text);
	return ok;
}

/* A page on its way into cells. */
struct grid {
	struct sink *s;
	struct buf cell;   /* text of the open cell or block */
	uint32_t row, col; /* where it goes */
	uint32_t span;     /* columns that it takes */
	uint32_t *below;   /* by column: rows below that a cell takes */
	unsigned tables;   /* depth */
	bool in_row, in_cell;
};

/* Text as a browser shows it; a br is a line break. */
static void
add_text(struct grid *g, struct span text)
{
	bool gap = g->cell.len == 0 || g->cell.p[g->cell.len - 1] == ' ' ||
		   g->cell.p[g->cell.len - 1] == '\n';
	size_t i;

	for (i = 0; i < text.n; i++) {
		if (text.p[i] == ' ' ||
		    (text.p[i] >= '\t' && text.p[i] <= '\r')) {
			if (!gap)
				buf_addc(&g->cell, ' ');
			gap = true;
		} else {
			buf_addc(&g->cell, (char)text.p[i]);
			gap = false;
		}
	}
}

static void
put_cell(struct grid *g)
{
	struct span text = utf_trim(buf_span(&g->cell));

	if (text.n > 0 && g->row < ROWS && g->col < COLS)
		sink_cell(g->s, g->row, g->col, text);
	buf_reset(&g->cell);
}

/* A block outside of tables is a row of its own. */
static void
end_block(struct grid *g)
{
	bool blank = utf_trim(buf_span(&g->cell)).n == 0;

	g->col = 0;
	put_cell(g);
	if (!blank)
		g->row++;
}

static void
end_cell(struct grid *g)
{
	if (g->in_cell) {
		put_cell(g);
		g->col += g->span;
	}
	g->in_cell = false;
	buf_reset(&g->cell);
}

static void
begin_cell(struct grid *g, const struct html *h)
{
	uint32_t rows = html_number(h, "rowspan", ROWS), i;

	end_cell(g);
	g->in_row = g->in_cell = true;
	while (g->col < COLS && g->below[g->col] > 0)
		g->col++;
	g->span = html_number(h, "colspan", COLS);
	for (i = g->col; i < COLS && i - g->col < g->span; i++)
		g->below[i] = rows;
}

static void
end_row(struct grid *g)
{
	uint32_t i;

	end_cell(g);
	if (!g->in_row)
		return;
	g->in_row = false;
	for (i = 0; i < COLS; i++)
		if (g->below[i] > 0)
			g->below[i]--;
	g->row++;
	g->col = 0;
}

static void
begin_table(struct grid *g)
{
	if (g->tables++ > 0)
		return;
	end_block(g);
	memset(g->below, 0, COLS * sizeof(*g->below));
	g->col = 0;
}

static void
end_table(struct grid *g)
{
	if (g->tables == 0 || --g->tables > 0)
		return;
	end_row(g);
	g->row++; /* the free row between two tables */
}

static void
grid_tag(struct grid *g, const struct html *h, bool open)
{
	if (html_is(h, "table")) {
		if (open)
			begin_table(g);
		else
			end_table(g);
	} else if (html_is(h, "br")) {
		buf_addc(&g->cell, '\n');
	} else if (g->tables == 1 && html_is(h, "tr")) {
		end_row(g);
	} else if (g->tables == 1 && (html_is(h, "td") || html_is(h, "th"))) {
		if (open)
			begin_cell(g, h);
		else
			end_cell(g);
	} else if (g->tables == 0 &&
		   (html_is(h, "p") || html_is(h, "div") || html_is(h, "li") ||
		       html_is(h, "pre") || html_is(h, "h1") ||
		       html_is(h, "h2") || html_is(h, "h3") ||
		       html_is(h, "body") || html_is(h, "caption"))) {
		end_block(g);
	} else if (g->tables > 0 && (html_is(h, "p") || html_is(h, "div"))) {
		add_text(g, SPAN(" "));
	}
}

bool
grid_html(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct grid g = { .s = s };
	struct buf text = BUF_INIT;
	enum html_event ev;
	struct html h;
	bool ok = html_load(in->fd, &text, e);

	buf_init(&g.cell);
	g.below = mem_calloc(COLS, sizeof(*g.below));
	html_open(&h, buf_span(&text));
	if (ok)
		begin_sheet(s, in->file);
	while (ok && (ev = html_next(&h)) != HTML_EOF) {
		if (ev != HTML_TEXT)
			grid_tag(&g, &h, ev == HTML_OPEN);
		else if (g.tables == 0 || g.in_cell)
			add_text(&g, buf_span(&h.text));
	}
	if (g.tables)
		end_row(&g);
	else
		end_block(&g);
	html_close(&h);
	free(g.below);
	buf_release(&g.cell);
	buf_release(&text);
	return ok;
}
