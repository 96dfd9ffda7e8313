#include "doc/foreign/sheetxml.h"

#include "base/sys.h"
#include "text/enc.h"
#include "text/utf.h"

#define ROWS       1048576U
#define COLS       16384U
#define SHEETS_MAX 4096 /* whose visibility is looked at */

struct sheets {
	struct pull x;
	struct sink *sink; /* NULL: the first pass, for what is hidden */
	uint8_t hidden[SHEETS_MAX];
	size_t sheet; /* its number, from 1 */
	uint32_t row, col;
	struct buf text;
};

/*
 * The file as UTF-8, without its XML declaration, which may name another
 * encoding.
 */
static bool
load(const struct doc_input *in, struct buf *text, struct tb_error *e)
{
	struct buf raw = BUF_INIT;
	enum enc enc;
	bool ok = sys_read_all(in->fd, (size_t)OPC_PART_MAX, &raw, e);
	size_t end;

	enc = ok ? enc_detect(buf_span(&raw)) : ENC_NONE;
	if (ok && enc == ENC_NONE)
		ok = tb_fail(e, TB_EBROKEN, "XML: encoding");
	if (ok) {
		enc_to_utf8(enc, buf_span(&raw), text);
		end = span_find(buf_span(text), '>');
		if (span_starts(buf_span(text), SPAN("<?xml")) &&
		    end < text->len)
			buf_cut(text, 0, end + 1);
	}
	buf_release(&raw);
	return ok;
}

/* An ss:Index, from 1; without one what comes next. */
static uint32_t
place_at(const struct pull *x, uint32_t next, uint32_t max)
{
	struct span v;
	uint64_t n;

	if (pull_get(x, NS_OTHER, "Index", &v) && span_u64(v, max, &n) && n > 0)
		return (uint32_t)n - 1;
	return next;
}

static bool
is(const struct pull *x, const char *name)
{
	return x->ns == NS_OTHER && span_eqs(x->name, name);
}

/* A cell, at its start. */
static enum pull_event
cell(struct sheets *t)
{
	enum pull_event ev = PULL_START;
	unsigned depth = t->x.depth;
	struct span v;
	uint64_t across = 0;

	t->col = place_at(&t->x, t->col, COLS);
	if (pull_get(&t->x, NS_OTHER, "MergeAcross", &v))
		(void)span_u64(v, COLS, &across);
	while (ev != PULL_EOF && ev != PULL_BAD &&
	       !(ev == PULL_END && t->x.depth == depth)) {
		if (ev == PULL_START && is(&t->x, "Comment")) {
			ev = pull_skip(&t->x);
		} else if (ev == PULL_START && is(&t->x, "Data")) {
			buf_reset(&t->text);
			ev = pull_text(&t->x, &t->text);
			if (t->sink && t->text.len > 0 && t->row < ROWS &&
			    t->col < COLS)
				sink_cell(t->sink, t->row, t->col,
				    buf_span(&t->text));
		}
		if (ev != PULL_BAD)
			ev = pull_next(&t->x);
	}
	t->col += 1 + (uint32_t)across;
	return ev;
}

static void
begin_sheet(struct sheets *t)
{
	struct place p = { PLACE_SHEET, PLACE_BODY, { NULL, 0 }, 0, 0, false };

	t->sheet++;
	t->row = t->col = 0;
	(void)pull_get(&t->x, NS_OTHER, "Name", &p.name);
	if (t->sink)
		sink_place(t->sink, &p);
}

/* Is the open sheet one that is shown? */
static bool
visible(const struct sheets *t)
{
	return t->sheet >= SHEETS_MAX || !t->hidden[t->sheet];
}

static enum pull_event
element(struct sheets *t)
{
	if (is(&t->x, "Worksheet")) {
		begin_sheet(t);
	} else if (is(&t->x, "Table") && t->sink && !visible(t)) {
		return pull_skip(&t->x);
	} else if (is(&t->x, "Row")) {
		t->row = place_at(&t->x, t->row, ROWS);
		t->col = 0;
	} else if (is(&t->x, "Cell")) {
		return cell(t);
	} else if (is(&t->x, "Visible") && t->sheet < SHEETS_MAX) {
		buf_reset(&t->text);
		if (pull_text(&t->x, &t->text) == PULL_BAD)
			return PULL_BAD;
		t->hidden[t->sheet] =
		    !span_eqs(utf_trim(buf_span(&t->text)), "SheetVisible");
		return PULL_END;
	}
	return PULL_START;
}

static bool
pass(struct sheets *t, struct span xml, bool libxml2, struct tb_error *e)
{
	enum pull_event ev;

	t->sheet = 0;
	if (!pull_open_mem(
		&t->x, xml, "XML", libxml2 ? PULL_LIBXML2 : PULL_COLD, e))
		return false;
	while ((ev = pull_next(&t->x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev == PULL_START && t->x.depth == 1 &&
		    !is(&t->x, "Workbook")) {
			(void)pull_close(&t->x, NULL);
			return tb_fail(e, TB_EKIND, "XML");
		}
		if (ev == PULL_START)
			ev = element(t);
		if (ev == PULL_END && is(&t->x, "Row"))
			t->row++;
	}
	return pull_close(&t->x, e);
}

bool
sheetxml_read(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct sheets t = { .sink = NULL };
	struct buf xml = BUF_INIT;
	bool ok = load(in, &xml, e);

	buf_init(&t.text);
	ok = ok && pass(&t, buf_span(&xml), in->libxml2, e);
	t.sink = s;
	ok = ok && pass(&t, buf_span(&xml), in->libxml2, e);
	buf_release(&t.text);
	buf_release(&xml);
	return ok;
}
