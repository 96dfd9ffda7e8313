#include "doc/word/docstory.h"

#include "text/utf.h"

#define FIELDS_MAX 64   /* fields in fields; what is deeper counts as code */
#define CODE_MAX   4096 /* bytes of a code that is looked at */

/* A story being read. */
struct state {
	const struct docstory *s;
	struct fib_plc sections;
	size_t section;  /* the first whose end is not behind */
	struct buf text; /* the open paragraph, UTF-16LE */
	struct buf cell; /* the open cell: its paragraphs joined */
	struct buf row;  /* the cells before it, joined by TAB */
	size_t cells;
	uint32_t page;         /* where the reader stands */
	uint32_t text_page;    /* of the paragraph's first character; 0: none */
	uint32_t row_page;     /* the same of the row */
	bool code[FIELDS_MAX]; /* by depth: in the field's code, not result */
	size_t fields;
	struct buf eq; /* the code of the outermost field, UTF-16LE */
};

/* ---- lines ---------------------------------------------------------------- */

/* The open paragraph as UTF-8, trimmed, appended to out; it is empty then. */
static void
take_text(struct state *t, struct buf *out)
{
	struct buf all = BUF_INIT;

	utf_from16(buf_span(&t->text), &all);
	buf_addspan(out, utf_trim(buf_span(&all)));
	buf_reset(&t->text);
	buf_release(&all);
}

static void
put_line(struct state *t, struct span line, uint32_t page)
{
	if (line.n > 0)
		t->s->line(t->s->arg, line, page ? page : t->page);
}

/* The row is complete: its cells joined by TAB, trimmed at the end. */
static void
end_row(struct state *t)
{
	put_line(t, utf_trim_end(buf_span(&t->row)), t->row_page);
	buf_reset(&t->row);
	t->cells = 0;
	t->row_page = 0;
}

/* The open paragraph belongs to the open cell. */
static void
text_to_cell(struct state *t)
{
	size_t had = t->cell.len;

	if (had > 0)
		buf_addc(&t->cell, ' ');
	take_text(t, &t->cell);
	if (had > 0 && t->cell.len == had + 1)
		buf_cut(&t->cell, had, 1); /* the paragraph was blank */
	if (t->row_page == 0 && t->cell.len > 0)
		t->row_page = t->text_page;
	t->text_page = 0;
}

static void
end_cell(struct state *t)
{
	text_to_cell(t);
	if (t->cells++ > 0)
		buf_addc(&t->row, '\t');
	buf_addspan(&t->row, buf_span(&t->cell));
	buf_reset(&t->cell);
}

/* What a row that never ended has is a line all the same. */
static void
leave_table(struct state *t)
{
	if (t->cell.len > 0)
		end_cell(t);
	if (t->cells > 0)
		end_row(t);
}

static void
end_paragraph(struct state *t)
{
	struct buf line = BUF_INIT;

	leave_table(t);
	take_text(t, &line);
	put_line(t, buf_span(&line), t->text_page);
	t->text_page = 0;
	buf_release(&line);
}

/* ---- marks ---------------------------------------------------------------- */

/* A paragraph mark, or a cell's; fc is where it lies. */
static void
on_mark(struct state *t, uint16_t unit, uint32_t fc)
{
	unsigned flags = docprop_para(t->s->prop, fc);

	if (t->s->pages && (flags & DOCPROP_PAGE_BREAK)) {
		t->page++;
		if (t->text_page)
			t->text_page = t->page;
	}
	/* without properties a row ends where two marks meet */
	if (t->s->fib->flat && unit == 0x07 && t->cells > 0 &&
	    t->text.len == 0 && t->cell.len == 0)
		flags |= DOCPROP_ROW_END;
	if (unit == 0x07 && (flags & DOCPROP_ROW_END)) {
		buf_reset(&t->text);
		end_row(t);
	} else if (unit == 0x07) {
		end_cell(t);
	} else if (flags & DOCPROP_TABLE) {
		text_to_cell(t);
	} else {
		end_paragraph(t);
	}
}

/*
 * U+000C in front of position cp: the end of a section, or a page break.  The
 * break of a section's end is that of the section behind it.
 */
static void
on_break(struct state *t, uint32_t cp)
{
	struct cur sed;
	bool page = true;

	end_paragraph(t);
	if (!t->s->pages)
		return;
	while (t->section < t->sections.n &&
	       fib_plc_cp(&t->sections, t->section + 1) < cp)
		t->section++;
	if (t->section + 1 < t->sections.n &&
	    fib_plc_cp(&t->sections, t->section + 1) == cp) {
		sed = fib_plc_item(&t->sections, t->section + 1);
		cur_u16(&sed); /* fn */
		page = docprop_new_page(t->s->fib, cur_u32(&sed));
	}
	t->page += page;
}

/* Is the reader in the code of any field? */
static bool
in_code(const struct state *t)
{
	size_t i, n = t->fields < FIELDS_MAX ? t->fields : FIELDS_MAX;

	if (t->fields > FIELDS_MAX)
		return true;
	for (i = 0; i < n; i++)
		if (t->code[i])
			return true;
	return false;
}

static void put_unit(struct state *t, uint16_t unit);

/*
 * An EQ field has no result: Word draws it from its code, as ruby is,
 * EQ \o\ad(\s\up 9(reading),base).  What stands in its brackets is text,
 * without the switches in front of them.
 */
static void
show_equation(struct state *t)
{
	struct span s = buf_span(&t->eq);
	unsigned depth = 0;
	bool skip = false;
	uint16_t u;

	while (s.n >= 2 && utf_unit(s.p) == ' ')
		s = span_skip(s, 2);
	if (s.n < 4 || (utf_unit(s.p) | 32) != 'e' ||
	    (utf_unit(s.p + 2) | 32) != 'q')
		return;
	for (s = span_skip(s, 4); s.n >= 2; s = span_skip(s, 2)) {
		u = utf_unit(s.p);
		if (u == '(') {
			depth++;
			skip = false;
		} else if (u == ')') {
			depth -= depth > 0;
		} else if (u == '\\') {
			skip = true;
		} else if (depth > 0 && !skip && u != ',' && u != ';') {
			put_unit(t, u);
		}
	}
}

static void
on_field(struct state *t, uint16_t unit)
{
	if (unit == 0x13) {
		if (t->fields < FIELDS_MAX)
			t->code[t->fields] = true;
		if (t->fields++ == 0)
			buf_reset(&t->eq);
	} else if (t->fields == 0) {
		return;
	} else if (unit == 0x14) {
		if (t->fields <= FIELDS_MAX)
			t->code[t->fields - 1] = false;
	} else {
		if (--t->fields == 0 && t->code[0])
			show_equation(t);
	}
}

static void
put_unit(struct state *t, uint16_t unit)
{
	if (t->text_page == 0 && !utf_space(unit))
		t->text_page = t->page;
	buf_addc(&t->text, (char)(unit & 0xff));
	buf_addc(&t->text, (char)(unit >> 8));
}

/* A character of a field's code; codes are short. */
static void
add_code(struct state *t, uint16_t unit)
{
	if (t->fields != 1 || t->eq.len >= CODE_MAX)
		return;
	buf_addc(&t->eq, (char)(unit & 0xff));
	buf_addc(&t->eq, (char)(unit >> 8));
}

/* A character below U+0020 that is no mark of structure. */
static void
on_special(struct state *t, uint16_t unit, uint32_t cp)
{
	switch (unit) {
	case 0x05:
		if (t->s->mark)
			t->s->mark(t->s->arg, DOCSTORY_COMMENT, cp, t->page);
		break;
	case 0x08:
		if (t->s->mark)
			t->s->mark(t->s->arg, DOCSTORY_DRAWN, cp, t->page);
		break;
	case 0x09:
	case 0x0b:
		put_unit(t, ' ');
		break;
	case 0x1e: /* a hyphen that does not break */
		put_unit(t, '-');
		break;
	default:
		break;
	}
}

static void
on_unit(struct state *t, uint16_t unit, uint32_t cp, uint32_t fc)
{
	if (docprop_deleted(t->s->prop, fc))
		return;
	if (unit >= 0x13 && unit <= 0x15)
		on_field(t, unit);
	else if (unit == 0x0d || unit == 0x07)
		on_mark(t, unit, fc);
	else if (unit == 0x0c)
		on_break(t, cp + 1);
	else if (in_code(t))
		add_code(t, unit);
	else if (unit < 0x20)
		on_special(t, unit, cp);
	else
		put_unit(t, unit);
}

void
docstory_read(const struct docstory *s, uint32_t from, uint32_t end)
{
	struct state t = { .s = s,
		.text = BUF_INIT,
		.cell = BUF_INIT,
		.row = BUF_INIT,
		.eq = BUF_INIT,
		.page = 1 };
	struct fib_walk w;
	uint16_t unit;
	uint32_t fc;

	t.sections = fib_plc(fib_block(s->fib, FIB_PLCFSED), 12);
	fib_walk(&w, s->fib, from, end);
	while (fib_walk_next(&w, &unit, &fc))
		on_unit(&t, unit, w.cp - 1, fc);
	end_paragraph(&t);
	buf_release(&t.text);
	buf_release(&t.cell);
	buf_release(&t.row);
	buf_release(&t.eq);
}
