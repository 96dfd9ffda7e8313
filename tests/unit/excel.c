/*
 * doc/excel: the small modules: escapes in strings, addresses, ISO dates, and
 * rows put into order, this one against a model.
 */
#include "doc/excel/a1.h"
#include "doc/excel/isodate.h"
#include "doc/excel/rowbuf.h"
#include "doc/excel/xstring.h"

#include <stdlib.h>
#include <time.h>

#include "tap.h"

static void
strings(void)
{
	static const struct {
		const char *in, *out;
	} t[] = {
		{ "", "" },
		{ "そのまま_x", "そのまま_x" },
		{ "_x0041_", "A" },
		{ "_x005F_x0041_", "_x0041_" },
		{ "__x0041__", "_A_" },
		{ "_x0041_x0042_", "Ax0042_" },
		{ "_xD842__xDFB7_", "𠮷" },
		{ "_xD842_", "\xef\xbf\xbd" },
		{ "_xDFB7__xD842_", "\xef\xbf\xbd\xef\xbf\xbd" },
		{ "_xD842_x", "\xef\xbf\xbdx" },
		{ "_xD842__xDFB", "\xef\xbf\xbd_xDFB" },
		{ "_x004g_", "_x004g_" },
		{ "_x00410_", "_x00410_" },
		{ "_X0041_", "_X0041_" },
		{ "_x00e9_", "é" },
		{ "_", "_" },
		{ "_x", "_x" },
		{ "_x0041", "_x0041" },
	};
	struct buf got = BUF_INIT;
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		buf_reset(&got);
		xstring_decode(span_str(t[i].in), &got);
		is_span(buf_span(&got), span_str(t[i].out), t[i].in);
	}
	buf_release(&got);
}

static void
addresses(void)
{
	static const struct {
		const char *a1;
		long row, col; /* from 0; -1: none */
	} t[] = {
		{ "A1", 0, 0 },
		{ "$B$3", 2, 1 },
		{ "z10", 9, 25 },
		{ "AA1", 0, 26 },
		{ "ZZ1", 0, 701 },
		{ "AAA1", 0, 702 },
		{ "XFD1048576", 1048575, 16383 },
		{ "XFE1", -1, -1 },
		{ "A1048577", -1, -1 },
		{ "A0", -1, -1 },
		{ "A", -1, -1 },
		{ "1", -1, -1 },
		{ "", -1, -1 },
		{ "A1B", -1, -1 },
		{ "A1:B2", -1, -1 },
		{ "A-1", -1, -1 },
		{ "A4294967297", -1, -1 },
		{ "AAAAAAAA1", -1, -1 },
		{ "$$A1", -1, -1 },
	};
	uint32_t row, col;
	size_t i;
	bool is;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		row = col = 9999;
		is = a1_parse(span_str(t[i].a1), &row, &col);
		ok(is ? row == t[i].row && col == t[i].col
		      : t[i].row < 0 && row == 9999 && col == 9999,
		    t[i].a1);
	}
}

static void
dates(void)
{
	static const struct {
		const char *iso;
		double serial; /* -1: none */
		bool date1904;
	} t[] = {
		{ "2024-04-01", 45383, false },
		{ "2024-04-01T12:00:00", 45383.5, false },
		{ "2024-04-01T06:00", 45383.25, false },
		{ "2024-04-01T18:00:00.000Z", 45383.75, false },
		{ "2024-04-01T18:00:00+09:00", 45383.75, false },
		{ "06:00:00", 0.25, false },
		{ "1900-01-01", 1, false },
		{ "1900-02-28", 59, false },
		{ "1900-03-01", 61, false },
		{ "1899-12-30", -1, false },
		{ "9999-12-31", 2958465, false },
		{ "2021-03-04", 42797, true },
		{ "1904-01-01", 0, true },
		{ "1903-12-31", -1, true },
		{ "2024-13-01", -1, false },
		{ "2024-00-01", -1, false },
		{ "2024-04-01T25:00:00", -1, false },
		{ "2024/04/01", -1, false },
		{ "45383", -1, false },
		{ "", -1, false },
	};
	double got;
	size_t i;
	bool is;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		is = isodate_serial(span_str(t[i].iso), t[i].date1904, &got);
		ok(is ? got - t[i].serial < 1e-9 && t[i].serial - got < 1e-9
		      : t[i].serial < 0,
		    t[i].iso);
	}
}

/* ---- rows in order -------------------------------------------------------- */

#define ROWS 12U
#define COLS 9U

/* Cells at random: what comes out is each address once, its last text. */
static void
random_rows(unsigned cells, bool *good)
{
	unsigned last[ROWS][COLS] = { { 0 } }, i, row, col;
	struct buf got = BUF_INIT, want = BUF_INIT;
	struct rowbuf b;
	struct sink s;

	sink_collect(&s, &got);
	rowbuf_init(&b, &s);
	for (i = 1; i <= cells; i++) {
		row = (unsigned)rand() % ROWS;
		col = (unsigned)rand() % COLS;
		/* every fifth is empty, and wipes out what was there */
		last[row][col] = i % 5 ? i : 0;
		if (i % 5)
			buf_printf(rowbuf_text(&b), "%u", i);
		rowbuf_cell(&b, row, col);
	}
	rowbuf_flush(&b);
	for (row = 0; row < ROWS; row++)
		for (col = 0; col < COLS; col++)
			if (last[row][col])
				buf_printf(&want, "%u\n", last[row][col]);
	*good =
	    *good && b.late == 0 && span_eq(buf_span(&got), buf_span(&want));
	rowbuf_release(&b);
	sink_release(&s);
	buf_release(&got);
	buf_release(&want);
}

/* More text than waits, in order; then a cell that comes too late. */
static void
long_rows(void)
{
	size_t n = 4 * ROWBUF_BYTES / 1000, i, lines = 0;
	struct buf got = BUF_INIT;
	struct rowbuf b;
	struct sink s;

	sink_collect(&s, &got);
	rowbuf_init(&b, &s);
	for (i = 0; i < n; i++) {
		memset(buf_room(rowbuf_text(&b), 1000), 'x', 1000);
		buf_used(rowbuf_text(&b), 1000);
		if (rowbuf_cell(&b, (uint32_t)i, 0) != 1000 ||
		    rowbuf_text(&b)->len > ROWBUF_BYTES + 1000)
			break;
	}
	is_num(i, n, "no more waits than may");
	buf_adds(rowbuf_text(&b), "late");
	rowbuf_cell(&b, 0, 1);
	rowbuf_flush(&b);
	for (i = 0; i < got.len; i++)
		lines += got.p[i] == '\n';
	is_num(lines, n, "every cell came out");
	is_num(b.late, 1, "but the late one, which is counted");
	rowbuf_release(&b);
	sink_release(&s);
	buf_release(&got);
}

int
main(void)
{
	unsigned seed = (unsigned)time(NULL), i;
	const char *given = getenv("TB_SEED");
	bool good = true;

	if (given)
		seed = (unsigned)strtoul(given, NULL, 10);
	printf("# TB_SEED=%u\n", seed);
	srand(seed);
	strings();
	addresses();
	dates();
	for (i = 0; i < 500; i++)
		random_rows(i, &good);
	ok(good, "cells at random come out in order, the last of each");
	long_rows();
	return done_testing();
}
