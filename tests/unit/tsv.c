/* stream/tsv: the shaping rules of extraction.md 3, example by example. */
#include "stream/tsv.h"

#include <unistd.h>

#include "base/sys.h"
#include "tap.h"

struct dest {
	struct out out;
	unsigned begun;
};

static bool
begin(void *ctx, const struct place *p, struct out **out, struct tb_error *e)
{
	struct dest *d = ctx;

	(void)p;
	(void)e;
	d->begun++;
	*out = &d->out;
	return true;
}

/* The text of one place of that shape; '!' and the code when it fails. */
static void
shape(enum place_base base, enum place_target target, enum kind kind,
    const char *lines, struct buf *got)
{
	struct dest d = { .begun = 0 };
	struct tsv_dest dest = { &d, begin, SPAN_INIT("\n") };
	struct place p = {
		.base = base, .target = target, .name = SPAN_INIT("明細")
	};
	struct tb_error e = TB_ERROR_INIT;
	FILE *f = tmpfile();
	struct tsv t;

	out_init(&d.out, fileno(f));
	tsv_init(&t, dest);
	tsv_document(&t);
	if (tsv_place(&t, &p, kind, &e) && tsv_body(&t, span_str(lines), &e) &&
	    tsv_end(&t, &e))
		ok(out_flush(&d.out) && lseek(d.out.fd, 0, SEEK_SET) == 0 &&
			sys_read_all(d.out.fd, SIZE_MAX / 2, got, &e),
		    "read back");
	else
		buf_printf(got, "!%d", e.code);
	if (t.places != d.begun || (d.begun == 0 && d.out.written > 0))
		buf_adds(got, "(count)");
	tsv_release(&t);
	fclose(f);
	out_release(&d.out);
}

#define LS "\xe2\x80\xa8"

static const struct {
	const char *name, *in, *want;
} sheets[] = {
	{ "from A1", "A1\ta\nB1\tb\nA3\tc  \n", "a\tb\n\nc  \n" },
	{ "from B2", "B2\ta\nC2\tb\nB4\tx" LS "y\nC4\tz\n",
	    "\n\ta\tb\n\n\t\"x" LS "y\"\tz\n" },
	{ "from D5", "D5\ta\nF5\tb\nF6\tc\n",
	    "\n\n\n\n\t\t\ta\t\tb\n\t\t\t\t\tc\n" },
	{ "one value at C3", "C3\tx\n", "\n\n\t\tx\n" },
	{ "blank cells only: no place", "A1\t \nB1\t　\n", "" },
	{ "blank rows stay between data, not at the end",
	    "A1\ta\nA2\t \nB2\t　\nA3\tb\nA5\t \n", "a\n \t　\nb\n" },
	{ "trailing spaces of the last cell stay", "A1\ta  \n", "a  \n" },
	{ "a comma quotes", "A1\t1,234,567\nB1\ta,b;c\n",
	    "\"1,234,567\"\t\"a,b;c\"\n" },
	{ "quotes are doubled", "A1\t彼は\"こんにちは\"と言った\n",
	    "\"彼は\"\"こんにちは\"\"と言った\"\n" },
	{ "a tab in a cell", "A1\t左\t右\n", "\"左\t右\"\n" },
	{ "a break", "A1\t1行目" LS "2行目\n", "\"1行目" LS "2行目\"\n" },
	{ "no quotes for ; space = '", "A1\t =';\n", " =';\n" },
	{ "cells of a row in any order", "C1\tc\nA1\ta\nB1\tb\n", "a\tb\tc\n" },
	{ "rows in any order", "A3\tc\nA1\ta\nA2\tb\n", "a\nb\nc\n" },
	{ "the last of two for one address", "A1\tx\nB1\tb\nA1\ty\n",
	    "y\tb\n" },
	{ "no empty field at the end", "A1\ta\nC1\t\n", "a\n" },
	{ "not an address", "x\n", "!21" },
	{ "row 0", "A0\tx\n", "!21" },
	{ "below the grid", "A1048577\tx\n", "!21" },
	{ "right of the grid", "XFE1\tx\n", "!21" },
};

static void
sheet_cases(void)
{
	struct buf b = BUF_INIT;
	char want[64];
	size_t i;

	for (i = 0; i < sizeof(sheets) / sizeof(sheets[0]); i++) {
		buf_reset(&b);
		shape(PLACE_SHEET, PLACE_BODY, KIND_EXCEL, sheets[i].in, &b);
		if (sheets[i].want[0] == '!') {
			snprintf(want, sizeof(want), "!%d", TB_ESTREAM);
			is_str(b.p, want, sheets[i].name);
		} else {
			is_str(b.p, sheets[i].want, sheets[i].name);
		}
	}
	/* the last cell of the grid: lines and tabs, no more */
	buf_reset(&b);
	shape(PLACE_SHEET, PLACE_BODY, KIND_EXCEL, "XFD1048576\tx\n", &b);
	is_num(b.len, 1048575 + 16383 + 2, "XFD1048576 alone");
	buf_release(&b);
}

/* More cells than are held back: in any order within a row, and flushed. */
static void
large_sheet(void)
{
	struct buf in = BUF_INIT, got = BUF_INIT, want = BUF_INIT;
	unsigned row;

	for (row = 1; row <= 400000; row++) {
		buf_printf(&in, "B%u\tb%u\nA%u\ta%u\n", row, row, row, row);
		buf_printf(&want, "a%u\tb%u\n", row, row);
	}
	shape(PLACE_SHEET, PLACE_BODY, KIND_EXCEL, in.p, &got);
	ok(span_eq(buf_span(&got), buf_span(&want)), "800,000 cells");
	buf_adds(&in, "A1\tlate\n");
	buf_reset(&got);
	shape(PLACE_SHEET, PLACE_BODY, KIND_EXCEL, in.p, &got);
	ok(span_starts(buf_span(&got), SPAN("!")),
	    "a cell above what is written fails the document");
	buf_release(&in);
	buf_release(&got);
	buf_release(&want);
}

static const struct {
	enum place_base base;
	enum place_target target;
	enum kind kind;
	const char *name, *in, *want;
} others[] = {
	{ PLACE_SHEET, PLACE_SHAPE, KIND_EXCEL, "a shape of two paragraphs",
	    "F2\t1段落目" LS "2段落目\n", "F2\t\"1段落目" LS "2段落目\"\n" },
	{ PLACE_SHEET, PLACE_SHAPE, KIND_EXCEL, "a quote in a shape",
	    "C2\t引用\"あり\n", "C2\t\"引用\"\"あり\"\n" },
	{ PLACE_SHEET, PLACE_COMMENT, KIND_EXCEL, "a comma does not quote",
	    "C2\ta,b\n", "C2\ta,b\n" },
	{ PLACE_SHEET, PLACE_COMMENT, KIND_EXCEL, "trimmed as a whole",
	    "B3\t " LS "x" LS "\nB4\t \n", "B3\tx\n" },
	{ PLACE_SHEET, PLACE_HEADER_FOOTER, KIND_EXCEL, "a header",
	    "\"至急\" と \"確認\"\n会社 名\n",
	    "\"\"\"至急\"\" と \"\"確認\"\"\"\n会社 名\n" },
	{ PLACE_PAGE, PLACE_BODY, KIND_WORD, "paragraphs: blank ones go",
	    "一  \n\n　\n\tB\n\"引用\", 記号\n", "一\n\tB\n\"引用\", 記号\n" },
	{ PLACE_PART, PLACE_BODY, KIND_TEXT, "text: empty lines stay inside",
	    "\n一 \n\n二\n \n\n", "\n一\n\n二\n" },
	{ PLACE_PART, PLACE_BODY, KIND_TEXT, "text of blanks: no place",
	    " \n\n", "" },
	{ PLACE_PART, PLACE_BODY, KIND_PDF, "PDF: as paragraphs", "\na\n\n",
	    "a\n" },
};

int
main(void)
{
	struct buf b = BUF_INIT;
	uint32_t row, col;
	size_t i;

	sheet_cases();
	large_sheet();
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		buf_reset(&b);
		shape(others[i].base, others[i].target, others[i].kind,
		    others[i].in, &b);
		is_str(b.p, others[i].want, others[i].name);
	}
	ok(tsv_address(SPAN("XFD1048576"), &row, &col) && row == 1048575 &&
		col == 16383,
	    "the last address");
	ok(!tsv_address(SPAN("A01"), &row, &col), "no leading zero");
	ok(!tsv_address(SPAN("a1"), &row, &col), "capitals only");
	buf_release(&b);
	return done_testing();
}
