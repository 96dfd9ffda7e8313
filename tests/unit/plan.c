/* stream/plan: what a plan passes on, and what it asks to be read. */
#include <stdlib.h>
#include <unistd.h>

#include "base/sys.h"
#include "stream/plan.h"
#include "tap.h"

#define RS   "\x1e "
#define HEAD RS "版=2\n" RS "形=計画\n"

/* A descriptor that gives s. */
static int
source(const char *s)
{
	struct tb_error e = TB_ERROR_INIT;
	int fd = sys_tmpfile(&e);

	if (fd < 0 || write(fd, s, strlen(s)) != (ssize_t)strlen(s) ||
	    lseek(fd, 0, SEEK_SET) != 0)
		abort();
	return fd;
}

/*
 * All of a plan as one string: what is passed on, then "path|file|time|size"
 * and the reason for each file, at the end "." when it was whole.
 */
static void
dump(const char *stream, struct buf *b)
{
	struct tb_error e = TB_ERROR_INIT;
	struct plan_item it;
	struct plan p;
	struct out out;
	bool whole = false, more = true;
	int in = source(stream), fd = sys_tmpfile(&e);

	buf_reset(b);
	out_init(&out, fd);
	if (!plan_open(&p, in, &out, &whole, &e)) {
		buf_printf(b, "!%d", e.code);
		more = false;
	} else {
		if (!out_flush(&out) || lseek(fd, 0, SEEK_SET) != 0 ||
		    !sys_read_all(fd, (size_t)64 << 20, b, &e))
			abort();
		buf_printf(b, "[%s]\n", plan_source(&p));
	}
	while (more && plan_next(&p, &it, &more, &e) && more) {
		buf_printf(b, "%.*s|%.*s|%.*s|%.*s", SPAN_ARG(it.path),
		    SPAN_ARG(it.file), SPAN_ARG(it.time), SPAN_ARG(it.size));
		if (it.failed.p)
			buf_printf(b, "|%.*s", SPAN_ARG(it.failed));
		buf_addc(b, '\n');
	}
	if (whole)
		buf_addc(b, '.');
	plan_close(&p);
	out_release(&out);
	close(in);
	close(fd);
}

int
main(void)
{
	struct buf b = BUF_INIT;

	dump(HEAD RS "索引=営業\n" RS "元のフォルダ=/srv/営業\n" RS
		     "予定=a/見積.xlsx\n" RS "更新日時=2025/01/10 12:34:56\n" RS
		     "サイズ=10\n" RS "先の版の鍵=x\n" RS "予定=b.txt\n" RS
		     "更新日時=2025/01/11 00:00:00\n" RS "サイズ=0\n" RS
		     "削除=old.txt\n" RS "以上=0\n",
	    &b);
	is_str(b.p,
	    RS "索引=営業\n" RS "元のフォルダ=/srv/営業\n" RS
	       "予定=a/見積.xlsx\n" RS "更新日時=2025/01/10 12:34:56\n" RS
	       "サイズ=10\n" RS "先の版の鍵=x\n" RS "予定=b.txt\n" RS
	       "更新日時=2025/01/11 00:00:00\n" RS "サイズ=0\n" RS
	       "削除=old.txt\n"
	       "[/srv/営業]\n"
	       "a/見積.xlsx|見積.xlsx|2025/01/10 12:34:56|10\n"
	       "b.txt|b.txt|2025/01/11 00:00:00|0\n.",
	    "a plan of tb-crawl's");

	dump(HEAD RS "予定=a.txt\n" RS "ファイル名=x￥y.txt\n" RS
		     "パス=d/x￥y.txt\n" RS "更新日時=t\n" RS "サイズ=3\n" RS
		     "失敗=名\n" RS "削除=g\n" RS "予定=b.txt\n" RS "以上=1\n",
	    &b);
	is_str(b.p,
	    RS "予定=a.txt\n" RS "削除=g\n" RS "予定=b.txt\n"
	       "[]\n"
	       "a.txt|a.txt||\n"
	       "d/x￥y.txt|x￥y.txt|t|3|名\n"
	       "b.txt|b.txt||\n.",
	    "a document that failed before keeps its place");

	dump(HEAD RS "パス=a.txt\n" RS "パス=d/b.txt\n" RS "サイズ=1\n" RS
		     "ファイル名=c.txt\n" RS "パス=d/c.txt\n" RS
		     "ファイル名=d.txt\n" RS "以上=0\n",
	    &b);
	is_str(b.p,
	    "[]\n"
	    "a.txt|a.txt||\n"
	    "d/b.txt|b.txt||1\n"
	    "d/c.txt|c.txt||\n"
	    "d.txt|d.txt||\n.",
	    "a plan made by hand: paths, names");

	dump(HEAD RS "予定=100%25%0Ax.txt\n" RS "以上=0\n", &b);
	is_str(b.p,
	    RS "予定=100%25%0Ax.txt\n"
	       "[]\n100%\nx.txt|100%\nx.txt||\n.",
	    "escapes");
	dump(HEAD RS "予定=a.txt\n", &b);
	is_str(
	    b.p, RS "予定=a.txt\n[]\na.txt|a.txt||\n", "one that was cut off");
	dump(HEAD RS "以上=0\n", &b);
	is_str(b.p, "[]\n.", "an empty one");
	dump("", &b);
	is_str(b.p, "[]\n", "nothing at all");
	dump(RS "版=2\n" RS "形=セル\n" RS "ファイル名=a\n", &b);
	ok(b.p[0] == '!', "a cell stream is no plan");
	dump(RS "版=3\n", &b);
	ok(b.p[0] == '!', "nor is one of a newer version");
	dump("hello\n", &b);
	ok(b.p[0] == '!', "nor is anything else");
	buf_release(&b);
	return done_testing();
}
