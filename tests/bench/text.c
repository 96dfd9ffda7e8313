/*
 * Speed of telling and decoding encodings against iconv(3), and of number
 * formats against snprintf(3).  usage: text [MB]
 */
#include <iconv.h>
#include <stdlib.h>

#include "base/mem.h"
#include "text/enc.h"
#include "text/numfmt.h"

static double
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* in, as text of charset from, in charset to; false: iconv will not. */
static bool
by_iconv(const char *from, const char *to, struct span in, struct buf *out)
{
	iconv_t cd = iconv_open(to, from);
	size_t left = in.n, room = in.n * 3;
	char *start = buf_room(out, room), *q = start;
	char *p = mem_dup(in.p, in.n), *src = p;
	bool ok = cd != (iconv_t)-1 &&
		  iconv(cd, &src, &left, &q, &room) != (size_t)-1;

	if (cd != (iconv_t)-1)
		iconv_close(cd);
	free(p);
	buf_used(out, (size_t)(q - start));
	return ok;
}

/* What is measured: the best of five runs of each. */
struct times {
	double tell, ours, theirs;
};

static void
keep(double *best, double since)
{
	double t = now() - since;

	if (*best == 0 || t < *best)
		*best = t;
}

static void
row(const char *charset, const char *name, struct span utf8)
{
	struct buf in = BUF_INIT, out = BUF_INIT;
	struct times best = { 0, 0, 0 };
	double t, mb;
	enum enc enc;
	int i;

	if (!by_iconv("UTF-8", charset, utf8, &in)) {
		printf("| %s | - | - | - | - |\n", name);
		goto out;
	}
	for (i = 0; i < 5; i++) {
		t = now();
		enc = enc_detect(buf_span(&in));
		keep(&best.tell, t);
		buf_reset(&out);
		t = now();
		enc_to_utf8(enc, buf_span(&in), &out);
		keep(&best.ours, t);
		buf_reset(&out);
		t = now();
		by_iconv(charset, "UTF-8", buf_span(&in), &out);
		keep(&best.theirs, t);
	}
	mb = (double)in.len / 1048576;
	printf("| %s | %.0f | %.0f | %.0f | %.1f |\n", name,
	    mb * 1e3 / best.tell, mb * 1e3 / best.ours, mb * 1e3 / best.theirs,
	    best.theirs / best.ours);
out:
	buf_release(&in);
	buf_release(&out);
}

static void
formats(void)
{
	static const char *const codes[] = { "General", "#,##0", "0.00",
		"yyyy/m/d h:mm", "[$-411]ggge\"年\"m\"月\"d\"日\"", "# ?/?" };
	enum { TIMES = 1000000 };
	char text[64];
	struct buf out = BUF_INIT;
	double t, peer;
	size_t i;
	int k;

	t = now();
	for (k = 0; k < TIMES; k++)
		snprintf(text, sizeof(text), "%.2f", 43000 + k * 0.01);
	peer = now() - t;
	printf("\n| format | ns a cell | snprintf %%.2f / ours |\n"
	       "|---|---|---|\n");
	for (i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		struct numfmt *f = numfmt_compile(span_str(codes[i]));

		t = now();
		for (k = 0; k < TIMES; k++) {
			buf_reset(&out);
			numfmt_number(f, 43000 + k * 0.01, false, &out);
		}
		t = now() - t;
		printf("| `%s` | %.0f | %.1f |\n", codes[i], t, peer / t);
		numfmt_free(f);
	}
	buf_release(&out);
}

int
main(int argc, char *argv[])
{
	size_t mb = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 16, i;
	struct buf ja = BUF_INIT, en = BUF_INIT;

	for (i = 0; ja.len < mb << 20; i++)
		buf_printf(&ja,
		    "本日の会議では、第%zu期の売上見込みを検討しました。\n", i);
	for (i = 0; en.len < mb << 20; i++)
		buf_printf(&en, "line %zu of a log that nobody reads\n", i);
	enc_preload();
	printf("| text | tell MB/s | decode MB/s | iconv MB/s | ratio |\n"
	       "|---|---|---|---|---|\n");
	row("UTF-8", "ASCII", buf_span(&en));
	row("UTF-8", "UTF-8", buf_span(&ja));
	row("UTF-16LE", "UTF-16LE", buf_span(&ja));
	row("CP932", "Shift_JIS", buf_span(&ja));
	row("EUC-JP", "EUC-JP", buf_span(&ja));
	row("ISO-2022-JP", "ISO-2022-JP", buf_span(&ja));
	formats();
	buf_release(&ja);
	buf_release(&en);
	return 0;
}
