/*
 * stream/rec: what the reader gives is what was written, whatever the size of
 * the blocks it reads; damage is told, never guessed at.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "stream/rec.h"
#include "tap.h"

#define HEAD "\x1e 版=2\n"

/* A descriptor that gives s. */
static int
source(struct span s)
{
	FILE *f = tmpfile();
	int fd = f ? dup(fileno(f)) : -1;

	if (fd < 0 || write(fd, s.p, s.n) != (ssize_t)s.n ||
	    lseek(fd, 0, SEEK_SET) != 0)
		abort();
	fclose(f);
	return fd;
}

/*
 * The stream as one string: meta lines as "<key|value>", body lines as they
 * are, at the end ".", "cut", or "!" and the code of an error.
 */
static void
dump(struct span s, size_t block, struct buf *b)
{
	struct tb_error e = TB_ERROR_INIT;
	struct rec_reader r;
	struct rec rec;
	int fd = source(s);

	rec_open(&r, fd);
	r.block = block;
	for (;;) {
		if (!rec_next(&r, &rec, &e)) {
			buf_printf(b, "!%d", e.code);
			break;
		}
		if (rec.type == REC_EOF) {
			buf_adds(b, r.whole ? "." : "cut");
			break;
		}
		if (rec.type == REC_META)
			buf_printf(b, "<%.*s|%.*s>", SPAN_ARG(rec.name),
			    SPAN_ARG(rec.value));
		else
			buf_addspan(b, rec.value);
	}
	rec_close(&r);
	close(fd);
}

static const struct {
	const char *name, *in, *want;
} cases[] = {
	{ "an empty stream is cut, and no error", "", "cut" },
	{ "a head", HEAD "\x1e 以上=0\n", "<版|2><以上|0>." },
	{ "BOM and CRLF",
	    "\xef\xbb\xbf\x1e 版=2\r\n\x1e シート=S\r\nA1\tx\r\ny\r\n"
	    "\x1e 以上=1\r\n",
	    "<版|2><シート|S>A1\tx\ny\n<以上|1>." },
	{ "a lone CR is text", HEAD "a\rb\n\rc\n\x1e 以上=0\n",
	    "<版|2>a\rb\n\rc\n<以上|0>." },
	{ "an RS inside a line is text", HEAD "a\x1e x=1\n\x1e 以上=0\n",
	    "<版|2>a\x1e x=1\n<以上|0>." },
	{ "an RS without space begins a body line",
	    HEAD "\x1e"
		 "x=1\n\x1e 以上=0\n",
	    "<版|2>\x1ex=1\n<以上|0>." },
	{ "a key we do not know is given as it is",
	    HEAD "\x1e 新しい=%41%0A%\n\x1e 以上=0\n",
	    "<版|2><新しい|%41\n%><以上|0>." },
	{ "a meta line without = is no record",
	    HEAD "\x1e 何か\n\x1e =x\nb\n\x1e 以上=0\n", "<版|2>b\n<以上|0>." },
	{ "a last line without line end was cut off", HEAD "a\n\x1e 終わり=1",
	    "<版|2>a\ncut" },
	{ "even the very last one", HEAD "\x1e 以上=1", "<版|2>cut" },
	{ "lines after the last one: cut", HEAD "\x1e 以上=1\n\x1e シート=S\n",
	    "<版|2><以上|1><シート|S>cut" },
	{ "two streams in a row", HEAD "\x1e 以上=1\n" HEAD "\x1e 以上=1\n",
	    "<版|2><以上|1><版|2><以上|1>." },
	{ "values decoded", HEAD "\x1e シート=50%25\t%0A%1E%7F%2a\n",
	    "<版|2><シート|50%\t\n\x1e%7F%2a>cut" },
};

static const struct {
	const char *name, *in;
	enum tb_code code;
} refused[] = {
	{ "plain text is no stream", "hello\n", TB_ESTREAM },
	{ "a stream without its version", "\x1e 形=セル\n", TB_ESTREAM },
	{ "a newer version", "\x1e 版=3\n", TB_EVERSION },
	{ "version 1", "\x1e 版=1\n", TB_EVERSION },
	{ "a version that is no number", "\x1e 版=x\n", TB_ESTREAM },
	{ "UTF-16 from PowerShell", "\xff\xfe\x1e", TB_ESTREAM },
	{ "a newer version in the middle", HEAD "\x1e 版=3\n", TB_EVERSION },
};

static void
fixed_cases(void)
{
	static const size_t blocks[] = { 1, 2, 3, 7, 64, 65536 };
	struct buf b = BUF_INIT;
	char want[16];
	size_t i, k;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (k = 0; k < sizeof(blocks) / sizeof(blocks[0]); k++) {
			buf_reset(&b);
			dump(span_str(cases[i].in), blocks[k], &b);
			if (!is_str(b.p, cases[i].want, cases[i].name))
				printf("# block %zu\n", blocks[k]);
		}
	}
	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		buf_reset(&b);
		dump(span_str(refused[i].in), 1 + i % 5, &b);
		snprintf(want, sizeof(want), "!%d", refused[i].code);
		ok(span_ends(buf_span(&b), span_str(want)), refused[i].name);
	}
	buf_release(&b);
}

static uint64_t state;

static uint32_t
rnd(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 11) % below;
}

/* Any text, with what the syntax gives a meaning to. */
static void
random_text(struct buf *b, bool breaks)
{
	static const char *const bits[] = { "a", "見積", "\t", " ", "%", "%0A",
		"=", "\x1e", "\x1c", "\r", "\n", "\r\n", "\xf0\xa0\xae\xb7", "",
		"\xe2\x80\xa8", "\x01" };
	uint32_t n = rnd(12);

	for (; n > 0; n--) {
		const char *bit = bits[rnd(sizeof(bits) / sizeof(bits[0]))];

		if (breaks || (bit[0] != '\n' && bit[0] != '\r'))
			buf_adds(b, bit);
	}
}

/*
 * A random stream is written and read back in random blocks: the same values,
 * the same lines (with breaks and separators as rec_text says).
 */
static bool
round_trip(void)
{
	struct buf want = BUF_INIT, got = BUF_INIT, text = BUF_INIT;
	struct out o;
	struct span rest, line;
	uint32_t n = rnd(40);
	bool same;

	out_init(&o, -1); /* below OUT_BLOCK: stays in the buffer */
	rec_head(&o, "セル");
	buf_adds(&want, "<版|2><形|セル>");
	for (; n > 0; n--) {
		buf_reset(&text);
		random_text(&text, true);
		if (rnd(3) == 0) {
			enum meta_key k = (enum meta_key)(
			    META_FORM + rnd(META_TOTAL - META_FORM));

			rec_meta(&o, k, buf_span(&text));
			buf_printf(&want, "<%.*s|", SPAN_ARG(meta_name(k)));
			buf_addspan(&want, buf_span(&text));
			buf_addc(&want, '>');
			continue;
		}
		rec_text(&o, buf_span(&text));
		out_putc(&o, '\n');
		/* the same by another road: byte by byte */
		rest = buf_span(&text);
		while (rest.n > 0) {
			if (span_starts(rest, SPAN("\r\n"))) {
				buf_adds(&want, "\xe2\x80\xa8");
				rest = span_skip(rest, 2);
				continue;
			}
			if (rest.p[0] == '\r' || rest.p[0] == '\n')
				buf_adds(&want, "\xe2\x80\xa8");
			else if (rest.p[0] < 0x1c || rest.p[0] > 0x1f)
				buf_addc(&want, (char)rest.p[0]);
			rest = span_skip(rest, 1);
		}
		buf_addc(&want, '\n');
	}
	rec_meta_u64(&o, META_TOTAL, 7);
	buf_adds(&want, "<以上|7>.");
	dump(buf_span(&o.buf), 1 + rnd(9), &got);
	same = span_eq(buf_span(&got), buf_span(&want));
	if (!same) {
		rest = buf_span(&got);
		while (span_field(&rest, '\n', &line))
			printf("# got  %.*s\n", SPAN_ARG(line));
		rest = buf_span(&want);
		while (span_field(&rest, '\n', &line))
			printf("# want %.*s\n", SPAN_ARG(line));
	}
	buf_release(&want);
	buf_release(&got);
	buf_release(&text);
	out_release(&o);
	return same;
}

/* A stream cut anywhere gives a beginning of what the whole one gives. */
static bool
cut_anywhere(void)
{
	static const char whole[] = HEAD "\x1e 形=TSV\n\x1e ファイル名=a\n"
					 "\x1e 部分=本文\n一\n二\t三\n"
					 "\x1e 終わり=1\n\x1e 以上=1\n";
	struct buf all = BUF_INIT, part = BUF_INIT;
	bool good = true;
	size_t n;

	dump(SPAN(whole), 64, &all);
	for (n = 0; n + 1 < sizeof(whole); n++) {
		buf_reset(&part);
		dump(span_of(whole, n), 3, &part);
		good =
		    good && span_ends(buf_span(&part), SPAN("cut")) &&
		    span_starts(buf_span(&all), span_of(part.p, part.len - 3));
		/* and never the line that commits, before it is whole */
		if (n + 14 < sizeof(whole))
			good = good && !strstr(part.p, "<以上");
	}
	buf_release(&all);
	buf_release(&part);
	return good;
}

/* A line far longer than the window. */
static void
long_line(void)
{
	struct buf in = BUF_INIT, got = BUF_INIT;
	size_t n = (size_t)3 << 20;

	buf_adds(&in, HEAD);
	memset(buf_room(&in, n), 'x', n);
	buf_used(&in, n);
	buf_adds(&in, "\n\x1e 以上=1\n");
	dump(buf_span(&in), (size_t)256 << 10, &got);
	is_num(got.len, n + sizeof("<版|2>\n<以上|1>.") - 1,
	    "a line of 3 MB comes in one piece");
	buf_release(&in);
	buf_release(&got);
}

int
main(void)
{
	const char *given = getenv("TB_SEED");
	uint64_t seed = sys_random() | 1;
	unsigned i, good = 0;

	if (given && span_u64(span_str(given), UINT64_MAX, &seed))
		seed |= 1;
	state = seed;
	printf("# TB_SEED=%llu\n", (unsigned long long)seed);
	fixed_cases();
	for (i = 0; i < 3000; i++)
		good += round_trip();
	is_num(good, 3000, "3000 random streams come back as written");
	ok(cut_anywhere(), "cut after any byte: a beginning, and said so");
	long_line();
	return done_testing();
}
