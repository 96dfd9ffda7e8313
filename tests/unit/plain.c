/* doc/plain: lines of text files keep their numbers. */
#include "doc/reader.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/sys.h"
#include "tap.h"

#define BYTES(lit) lit, sizeof(lit) - 1
#define HEAD                                                                   \
 "\x1e 部分=本文\n"                                                        \
 "\x1e 対象=本文\n"

static const struct {
	const char *name, *bytes;
	size_t n;
	const char *want; /* NULL: no text */
} files[] = {
	{ "an empty file has no place", BYTES(""), "" },
	{ "nor has one of blank lines", BYTES(" \r\n\xe3\x80\x80\n\t\n"), "" },
	{ "empty lines between text stay", BYTES("a\n\n\nb\n\n\n"),
	    HEAD "a\n\n\nb\n" },
	{ "empty lines before it too", BYTES("\n\nb"), HEAD "\n\nb\n" },
	{ "CRLF, LF and CR end lines", BYTES("a\r\nb\nc\rd\r\re"),
	    HEAD "a\nb\nc\nd\n\ne\n" },
	{ "LF CR are two ends", BYTES("a\n\rb"), HEAD "a\n\nb\n" },
	{ "other breaks do not end a line",
	    BYTES("a\xe2\x80\xa8"
		  "b\xc2\x85"
		  "c\x0c"
		  "d"),
	    HEAD "a\xe2\x80\xa8"
		 "b\xc2\x85"
		 "c\x0c"
		 "d\n" },
	{ "each line is trimmed at its end", BYTES("  a \t\xe3\x80\x80\n\tb\n"),
	    HEAD "  a\n\tb\n" },
	{ "separators of the stream are taken out",
	    BYTES("\x1e 部分=x\na\x1f"
		  "b"),
	    HEAD " 部分=x\nab\n" },
	{ "a CSV is lines, quotes and all", BYTES("\"a\",\"x\ny\"\r\n1,2\r\n"),
	    HEAD "\"a\",\"x\ny\"\n1,2\n" },
	{ "Shift_JIS", BYTES("\x93\xfa\x96\x7b\r\n\x83\x65\x83\x58\x83\x67"),
	    HEAD "日本\nテスト\n" },
	{ "UTF-16LE with BOM", BYTES("\xff\xfe\xe5\x65\r\0\n\0b\0"),
	    HEAD "日\nb\n" },
	{ "UTF-16BE with BOM", BYTES("\xfe\xff\x65\xe5\0\r\0b"),
	    HEAD "日\nb\n" },
	{ "bytes that are no text", BYTES("\x89PNG\r\n\x1a\n\0\0"), NULL },
	{ "one bad byte is a mark and a note",
	    BYTES("text with one bad byte: \xe4 here\n"),
	    HEAD "text with one bad byte: \xef\xbf\xbd here\n"
		 "\x1e 注=本文: ファイルが壊れているか、"
		 "拡張子と中身の形式が一致していません"
		 "（詳細: 1 bad characters, now U+FFFD）\n" },
};

/* Reads bytes as a file; the stream goes to got. */
static bool
read_bytes(struct span bytes, struct buf *got, struct tb_error *e)
{
	struct doc_input in = { .size = bytes.n, .file = SPAN("a.txt") };
	struct sink s;
	struct out o;
	bool ok = false;

	in.fd = sys_tmpfile(e);
	if (in.fd < 0)
		return false;
	out_init(&o, -1);
	sink_init(&s, &o);
	if (write(in.fd, bytes.p, bytes.n) == (ssize_t)bytes.n &&
	    lseek(in.fd, 0, SEEK_SET) == 0)
		ok = plain_read(&in, &s, e);
	buf_addspan(got, buf_span(&o.buf));
	buf_reset(&o.buf);
	sink_release(&s);
	out_release(&o);
	close(in.fd);
	return ok;
}

/* The limit is 10 MB; a longer file is refused, also one that grew. */
static void
limits(void)
{
	const size_t limit = 10485760;
	struct buf big = BUF_INIT, got = BUF_INIT;
	struct tb_error e = TB_ERROR_INIT;
	char *p = buf_room(&big, limit + 1);

	memset(p, '\n', limit + 1);
	buf_used(&big, limit + 1);
	ok(read_bytes(span_head(buf_span(&big), limit), &got, &e),
	    "10,485,760 bytes are read");
	ok(!read_bytes(buf_span(&big), &got, &e) && e.code == TB_ESIZE,
	    "one more is too large");
	buf_release(&big);
	buf_release(&got);
}

/* A line may be of any length. */
static void
long_line(void)
{
	struct buf in = BUF_INIT, got = BUF_INIT, want = BUF_INIT;
	struct tb_error e = TB_ERROR_INIT;
	int i;

	for (i = 0; i < 7000; i++)
		buf_adds(&in, "長い行");
	buf_adds(&want, HEAD);
	buf_addspan(&want, buf_span(&in));
	buf_addc(&want, '\n');
	ok(read_bytes(buf_span(&in), &got, &e), "a line of 63,000 bytes");
	ok(span_eq(buf_span(&got), buf_span(&want)), "comes out whole");
	buf_release(&in);
	buf_release(&got);
	buf_release(&want);
}

int
main(void)
{
	struct buf got = BUF_INIT;
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct tb_error e = TB_ERROR_INIT;
		bool good;

		buf_reset(&got);
		good =
		    read_bytes(span_of(files[i].bytes, files[i].n), &got, &e);
		ok(good == (files[i].want != NULL), files[i].name);
		if (files[i].want)
			is_str(got.p, files[i].want, files[i].name);
		else
			is_num(e.code, TB_ENOTTEXT, "and the reason is that");
	}
	limits();
	long_line();
	buf_release(&got);
	return done_testing();
}
