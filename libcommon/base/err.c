#include "base/err.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"

#ifndef LOCALEDIR
# define LOCALEDIR "/usr/local/share/locale"
#endif
#define TEXTDOMAIN "tebunko-tools"

/* One row of the failure table. */
struct row {
	const char *ja;    /* what goes into files; NULL: never does */
	const char *en;    /* msgid of the message */
	bool detail_in_ja; /* （詳細: …） follows */
};

/* extraction.md 12.1 and 12.2; the words are the format's. */
static const struct row rows[TB_CODES] = {
	[TB_OK] = { NULL, N_("no error"), false },
	[TB_EPASSWORD] = { "読み取りパスワードが設定されているため開けません"
			   "（パスワード付きのファイルは更新できません）",
	    N_("protected by a password"), false },
	[TB_ERIGHTS] = { "IRM・秘密度ラベルで暗号化されているため更新できません。",
	    N_("encrypted by rights management or a sensitivity label"),
	    false },
	[TB_EUNKNOWN] = { "暗号化されているか壊れているため更新できません。",
	    N_("encrypted or damaged"), false },
	[TB_EPPT] = { "ファイルが壊れているか、PowerPointのファイルではありません"
		      "（新形式（ZIP）でも旧形式でもない内容です）。",
	    N_("damaged, or not a PowerPoint file"), false },
	[TB_EDOCX] = { "Word文書の本文（word/document.xml）がありません。",
	    N_("no Word document inside (word/document.xml)"), false },
	[TB_EPPTX] = { "PowerPointのプレゼンテーション情報"
		       "（ppt/presentation.xml）がありません。",
	    N_("no presentation inside (ppt/presentation.xml)"), false },
	[TB_ESIZE] = { "ファイルサイズが大きすぎるため更新できません。",
	    N_("too large"), false },
	[TB_ENOTTEXT] = { "テキストファイルではないため更新できません。",
	    N_("not a text file in a known encoding"), false },
	[TB_ENAME] = { "インデックスのファイル名が長すぎるため保存できません",
	    N_("the name of a place is too long to be saved"), false },
	[TB_ETIME] = { "10 分以内に更新が終わらなかったため中止しました",
	    N_("took too long and was stopped"), false },
	[TB_EKILLED] = { "更新中に 2 回続けて強制終了されたため、"
			 "更新を中止しました",
	    N_("killed the run twice in a row; left out"), false },
	[TB_EBADNAME] = { "ファイル名に使えない文字があるため更新できません",
	    N_("the name holds characters that no list can hold"), false },
	[TB_EBROKEN] = { "ファイルが壊れているか、"
			 "拡張子と中身の形式が一致していません",
	    N_("damaged, or not what its extension says"), true },
	[TB_EACCESS] = { "ファイルを読むアクセス権がありません",
	    N_("permission denied"), true },
	[TB_EGONE] = { "ファイルが見つかりません"
		       "（更新中に移動・削除・名前変更された可能性があります）",
	    N_("not found"), true },
	[TB_EPATHLONG] = { "パスが長すぎるため読めません",
	    N_("the path is too long"), true },
	[TB_EMEMORY] = { "シート・文書が大きすぎて更新できません"
			 "（メモリが不足しました）",
	    N_("too large for the memory limit"), true },
	[TB_EBUSY] = { "ほかのアプリ・利用者がファイルを使用中のため読めません"
		       "（ファイルを閉じてから再度更新してください）",
	    N_("in use by somebody else"), true },
	[TB_EKIND] = { "対応していない形式のファイルです",
	    N_("a kind of file that is not read"), true },
	[TB_EIO] = { "ファイルを読み取れません", N_("cannot be read"), true },
	[TB_ESTREAM] = { NULL, N_("not a tb-stream"), false },
	[TB_ECUT] = { NULL, N_("the stream was cut off before its last line"),
	    false },
	[TB_EVERSION] = { NULL,
	    N_("made by a version that this one cannot read"), false },
	[TB_ESTORE] = { NULL, N_("the store is not as it should be"), false },
	[TB_ELOCK] = { NULL, N_("another process is updating this workspace"),
	    false },
	[TB_EUSAGE] = { NULL, N_("cannot be done"), false },
};

static const char *tool_name = "tebunko-tools"; /* the one mutable global */

#define DETAIL_OPEN  "（詳細: "
#define DETAIL_CLOSE "）"

/* Cuts s to its buffer without leaving half a UTF-8 character. */
static void
cut_whole(char *s, size_t size)
{
	size_t n = strlen(s);

	if (n + 1 < size)
		return;
	while (n > 0 && ((unsigned char)s[n - 1] & 0xc0) == 0x80)
		n--;
	if (n > 0 && (unsigned char)s[n - 1] >= 0xc0)
		n--;
	s[n] = '\0';
}

bool
tb_fail(struct tb_error *e, enum tb_code code, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return false;
	e->code = code;
	e->what[0] = '\0';
	if (fmt) {
		va_start(ap, fmt);
		vsnprintf(e->what, sizeof(e->what), fmt, ap);
		va_end(ap);
		cut_whole(e->what, sizeof(e->what));
	}
	return false;
}

bool
tb_fail_sys(struct tb_error *e, const char *doing)
{
	int err = errno;
	enum tb_code code;

	switch (err) {
	case EACCES:
	case EPERM:
		code = TB_EACCESS;
		break;
	case ENOENT:
	case ENOTDIR:
		code = TB_EGONE;
		break;
	case ENAMETOOLONG:
		code = TB_EPATHLONG;
		break;
	case ENOMEM:
		code = TB_EMEMORY;
		break;
	case EAGAIN:
	case EBUSY:
	case ETXTBSY:
		code = TB_EBUSY;
		break;
	default:
		code = TB_EIO;
		break;
	}
	return tb_fail(e, code, "%s: %s", doing, strerror(err));
}

bool
tb_context(struct tb_error *e, const char *fmt, ...)
{
	char old[sizeof(e->what)];
	size_t n;
	va_list ap;

	if (!e)
		return false;
	memcpy(old, e->what, sizeof(old));
	va_start(ap, fmt);
	vsnprintf(e->what, sizeof(e->what), fmt, ap);
	va_end(ap);
	n = strlen(e->what);
	if (old[0])
		snprintf(e->what + n, sizeof(e->what) - n, ": %s", old);
	cut_whole(e->what, sizeof(e->what));
	return false;
}

void
tb_clear(struct tb_error *e)
{
	e->code = TB_OK;
	e->what[0] = '\0';
}

/* The detail on one line: runs of white space and controls are one space. */
static void
one_line(const char *s, struct buf *out)
{
	bool gap = false;
	size_t start = out->len;

	for (; *s; s++) {
		if ((unsigned char)*s <= ' ' || *s == 0x7f) {
			gap = true;
			continue;
		}
		if (gap && out->len > start)
			buf_addc(out, ' ');
		gap = false;
		buf_addc(out, *s);
	}
}

void
tb_reason(const struct tb_error *e, struct buf *out)
{
	const struct row *r = &rows[e->code];

	if (!r->ja) {
		one_line(e->what[0] ? e->what : r->en, out);
		return;
	}
	if (e->code == TB_ENAME) {
		/* detail: "<N>: <file name>" */
		const char *name = strchr(e->what, ':');

		buf_adds(out, r->ja);
		if (name) {
			buf_printf(out, "（%.*s 文字。上限 255 文字）: ",
			    (int)(name - e->what), e->what);
			one_line(name + 1, out);
		}
		return;
	}
	if (e->code == TB_EKILLED && e->what[0]) {
		buf_printf(out,
		    "更新中に %s 回続けて強制終了されたため、"
		    "更新を中止しました",
		    e->what);
		return;
	}
	buf_adds(out, r->ja);
	if (r->detail_in_ja && e->what[0]) {
		buf_adds(out, DETAIL_OPEN);
		one_line(e->what, out);
		buf_adds(out, DETAIL_CLOSE);
	}
}

void
tb_unreason(struct span reason, struct tb_error *e)
{
	struct span ja, open = SPAN(DETAIL_OPEN), close = SPAN(DETAIL_CLOSE);
	struct span rest;
	unsigned i;

	for (i = 1; i < TB_CODES; i++) {
		if (!rows[i].ja)
			continue;
		ja = span_str(rows[i].ja);
		if (!span_starts(reason, ja))
			continue;
		rest = span_skip(reason, ja.n);
		if (span_starts(rest, open) && span_ends(rest, close))
			rest =
			    span_of(rest.p + open.n, rest.n - open.n - close.n);
		tb_fail(e, (enum tb_code)i, "%.*s", SPAN_ARG(rest));
		return;
	}
	tb_fail(e, TB_EIO, "%.*s", SPAN_ARG(reason));
}

void
tb_message(const struct tb_error *e, struct buf *out)
{
	if (e->what[0]) {
		tb_printable(span_str(e->what), out);
		buf_adds(out, ": ");
	}
	buf_adds(out, _(rows[e->code].en));
}

/*
 * The length of the UTF-8 character at p, 0 when it is none or one that must
 * not reach a terminal: C0, C1, bidi controls, line and paragraph separators.
 */
static size_t
plain_char(const uint8_t *p, size_t n)
{
	uint32_t u;
	size_t k, i;

	if (p[0] < 0x80)
		return p[0] >= 0x20 && p[0] != 0x7f;
	k = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
	if (p[0] < 0xc2 || p[0] > 0xf4 || k > n)
		return 0;
	u = p[0] & (0x7fU >> k);
	for (i = 1; i < k; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		u = u << 6 | (p[i] & 0x3f);
	}
	if ((k == 3 && u < 0x800) || (k == 4 && u < 0x10000) || u > 0x10ffff ||
	    (u >= 0xd800 && u < 0xe000))
		return 0;
	if (u < 0xa0 || (u >= 0x200e && u <= 0x200f) ||
	    (u >= 0x2028 && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069) ||
	    u == 0x61c || u == 0xfeff)
		return 0;
	return k;
}

void
tb_printable(struct span s, struct buf *out)
{
	size_t i = 0, k;

	while (i < s.n) {
		k = plain_char(s.p + i, s.n - i);
		if (k) {
			buf_add(out, s.p + i, k);
			i += k;
		} else {
			buf_printf(out, "\\x%02x", s.p[i++]);
		}
	}
}

void
tb_start(const char *tool)
{
	const char *dir = getenv("TEXTDOMAINDIR");

	tool_name = tool;
	sys_keep_std();
	setlocale(LC_MESSAGES, "");
	setlocale(LC_CTYPE, "");
	bindtextdomain(TEXTDOMAIN, dir && *dir ? dir : LOCALEDIR);
	bind_textdomain_codeset(TEXTDOMAIN, "UTF-8");
	textdomain(TEXTDOMAIN);
}

const char *
tb_tool(void)
{
	return tool_name;
}

/* One write for one message, so that messages of two processes do not mix. */
static void
put(const struct buf *b)
{
	size_t off = 0;
	ssize_t n;

	fflush(stderr);
	while (off < b->len) {
		n = write(STDERR_FILENO, b->p + off, b->len - off);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return; /* nowhere left to say it */
		off += (size_t)n;
	}
}

enum tb_exit
tb_report(const char *file, const struct tb_error *e, enum tb_exit st)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%s: ", tool_name);
	if (file) {
		tb_printable(span_str(file), &b);
		buf_adds(&b, ": ");
	}
	tb_message(e, &b);
	buf_addc(&b, '\n');
	put(&b);
	buf_release(&b);
	return st;
}

enum tb_exit
tb_say(enum tb_exit st, const char *fmt, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;

	buf_printf(&b, "%s: ", tool_name);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	buf_addc(&b, '\n');
	put(&b);
	buf_release(&b);
	return st;
}

enum tb_exit
tb_try_help(void)
{
	return tb_say(TB_TROUBLE, _("try '%s --help'"), tool_name);
}

void
tb_raw(const char *fmt, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	put(&b);
	buf_release(&b);
}

enum tb_exit
tb_finish(enum tb_exit st)
{
	if (fflush(stdout) == EOF || ferror(stdout) || fclose(stdout) == EOF) {
		tb_say(TB_TROUBLE, _("standard output: %s"), strerror(errno));
		return TB_TROUBLE;
	}
	return st;
}
