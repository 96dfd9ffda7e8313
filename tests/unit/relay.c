/*
 * stream/relay: what a worker writes stays inside its document, whatever it is
 * and however it is cut into pieces.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/sys.h"
#include "stream/relay.h"
#include "tap.h"

#define RS "\x1e "

static const char given[] = RS
    "シート=表\n" RS "対象=本文\n"
    "A1\t甲\n"
    "a\x1e b\n" /* not at a line's start: text */
    RS "注=part: why\n" RS "終わり=1\n" RS "ファイル名=b.xlsx\n" RS
    "パス=b.xlsx\n" RS "失敗=x\n" RS "以上=1\n" RS "版=2\n" RS "索引=x\n" RS
    "予定=x\n" RS "開始=x\n" RS "削除=x\n" RS "知らない=x\n"
    "\x1eno space\n" RS "no equal sign\n" RS "非表示=はい\n" RS "埋め込み=2\n"
    "\n"
    "B2\t乙\n";

static const char whole[] =
    RS "シート=表\n" RS "対象=本文\n"
       "A1\t甲\n"
       "a\x1e b\n" RS "注=part: why\n" RS "非表示=はい\n" RS "埋め込み=2\n"
       "\n"
       "B2\t乙\n";

static const char text[] = "表\n"
			   "A1\t甲\n"
			   "a\x1e b\n"
			   "\n"
			   "B2\t乙\n";

/* Relays s in pieces of so many bytes; all that comes out into b. */
static void
relay(struct span s, size_t piece, bool as_text, struct buf *b)
{
	struct tb_error e = TB_ERROR_INIT;
	struct relay r;
	struct out out;
	int fd = sys_tmpfile(&e);

	out_init(&out, fd);
	relay_init(&r, &out, as_text);
	for (; s.n > 0; s = span_skip(s, piece))
		relay_bytes(&r, span_head(s, piece));
	relay_end(&r);
	relay_release(&r);
	buf_reset(b);
	if (!out_flush(&out) || lseek(fd, 0, SEEK_SET) != 0 ||
	    !sys_read_all(fd, (size_t)64 << 20, b, &e))
		abort();
	out_release(&out);
	close(fd);
}

int
main(void)
{
	static const size_t piece[] = { 1, 2, 3, 7, 4096 };
	struct buf b = BUF_INIT, long_meta = BUF_INIT;
	size_t i;

	for (i = 0; i < sizeof(piece) / sizeof(piece[0]); i++) {
		relay(span_str(given), piece[i], false, &b);
		is_str(b.p, whole, "only what belongs into a document");
		relay(span_str(given), piece[i], true, &b);
		is_str(
		    b.p, text, "as text: no meta line, the name of the sheet");
	}
	relay(SPAN("A1\tcut"), 4, false, &b);
	is_str(b.p, "A1\tcut\n", "a line that was cut off is ended");
	relay(SPAN("A1\n" RS "シート=cu"), 4, false, &b);
	is_str(b.p, "A1\n", "a meta line that was cut off is none");
	relay(SPAN(""), 4, false, &b);
	is_str(b.p, "", "nothing gives nothing");

	buf_adds(&long_meta, RS "注=");
	for (i = 0; i < 2 * RELAY_META_MAX; i++)
		buf_addc(&long_meta, 'x');
	buf_adds(&long_meta, "\nA1\tx\n");
	relay(buf_span(&long_meta), 1000, false, &b);
	is_str(b.p, "A1\tx\n", "a meta line without bounds is dropped");
	buf_release(&long_meta);
	buf_release(&b);
	return done_testing();
}
