/*
 * Speed of the XML scanner against libxml2 (SAX2), both behind pull.h, on a
 * sheet of numbers, shared and inline strings.  usage: xml [MB]
 */
#include <stdlib.h>

#include "box/pull.h"

#define SML "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

static void
make_sheet(struct buf *b, size_t mb)
{
	unsigned row;

	buf_adds(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		    "<worksheet xmlns=\"" SML "\"><sheetData>");
	for (row = 1; b->len < mb << 20; row++) {
		buf_printf(b,
		    "<row r=\"%u\" spans=\"1:5\">"
		    "<c r=\"A%u\" t=\"s\"><v>%u</v></c>"
		    "<c r=\"B%u\" s=\"1\"><v>%u.5</v></c>"
		    "<c r=\"C%u\" s=\"2\"><f>A%u*2</f><v>%u</v></c>"
		    "<c r=\"D%u\" t=\"inlineStr\"><is><t>見積書の明細 "
		    "&amp; 納期</t></is></c><c r=\"E%u\" s=\"3\"/></row>",
		    row, row, row % 5000, row, row * 7, row, row, row * 14, row,
		    row);
	}
	buf_adds(b, "</sheetData></worksheet>");
}

static double
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* Milliseconds of the best of n runs; *events says that all was read. */
static double
best(struct span xml, enum pull_parser parser, int n, size_t *events)
{
	struct tb_error e = TB_ERROR_INIT;
	double t, min = 1e9;
	enum pull_event ev;
	struct pull x;
	struct span r;

	while (n-- > 0) {
		*events = 0;
		t = now();
		pull_open_mem(&x, xml, "sheet", parser, &e);
		while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
			*events +=
			    ev != PULL_TEXT; /* which may come in pieces */
			if (ev == PULL_START && pull_is(&x, NS_SML, "c"))
				pull_get(&x, NS_NONE, "r", &r);
		}
		if (!pull_close(&x, &e))
			abort();
		t = now() - t;
		if (t < min)
			min = t;
	}
	return min;
}

int
main(int argc, char *argv[])
{
	struct buf xml = BUF_INIT;
	uint64_t mb = 64;
	size_t a, b;
	double scan, sax;

	if (argc > 1 && !span_u64(span_str(argv[1]), 1000, &mb))
		return 2;
	make_sheet(&xml, (size_t)mb);
	scan = best(buf_span(&xml), PULL_HOT, 5, &a);
	sax = best(buf_span(&xml), PULL_LIBXML2, 3, &b);
	printf("| a sheet of %llu MB, %zu events | ms | MB/s | ratio |\n"
	       "|---|---|---|---|\n",
	    (unsigned long long)mb, a);
	printf("| libxml2 SAX2, by pull.h | %.0f | %.0f | 1.0 |\n", sax,
	    (double)mb * 1e3 / sax);
	printf("| the scanner | %.0f | %.0f | %.1f times as fast |\n", scan,
	    (double)mb * 1e3 / scan, sax / scan);
	buf_release(&xml);
	return a == b ? 0 : 1;
}
