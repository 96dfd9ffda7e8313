/* text/enc: the ladder, step by step, and what comes out of it. */
#include "text/enc.h"

#include "base/mem.h"
#include "base/sys.h"
#include "tap.h"
#include "text/utf.h"

#define FFFD       "\xef\xbf\xbd"
#define BYTES(lit) lit, sizeof(lit) - 1

static const struct {
	const char *name, *bytes;
	size_t n;
	enum enc enc;
	const char *text;
} files[] = {
	{ "empty", BYTES(""), ENC_UTF8, "" },
	{ "ASCII", BYTES("hello, world\x0d\x0a"), ENC_UTF8,
	    "hello, world\r\n" },
	{ "ANSI colours", BYTES("\x1b[31mred\x1b[0m"), ENC_UTF8,
	    "\033[31mred\033[0m" },
	{ "ESC ( B alone", BYTES("a\x1b(Bb"), ENC_UTF8, "a\033(Bb" },
	{ "UTF-8",
	    BYTES("\xe6\x98\x8e\xe6\x97\xa5\xe3\x81\xae\xe4\xbc\x9a\xe8"
		  "\xad\xb0\xe3\x81\xaf\xe3\x80\x81\xe7\xac\xac\xe4\xba"
		  "\x8c\xe4\xbc\x9a\xe8\xad\xb0\xe5\xae\xa4\xe3\x81\xa7"
		  "\xe8\xa1\x8c\xe3\x81\x84\xe3\x81\xbe\xe3\x81\x99\xe3"
		  "\x80\x82"),
	    ENC_UTF8, "明日の会議は、第二会議室で行います。" },
	{ "UTF-8 with BOM",
	    BYTES("\xef\xbb\xbf\xe6\x98\x8e\xe6\x97\xa5\xe3\x81\xae\xe4"
		  "\xbc\x9a\xe8\xad\xb0\xe3\x81\xaf\xe3\x80\x81\xe7\xac"
		  "\xac\xe4\xba\x8c\xe4\xbc\x9a\xe8\xad\xb0\xe5\xae\xa4"
		  "\xe3\x81\xa7\xe8\xa1\x8c\xe3\x81\x84\xe3\x81\xbe\xe3"
		  "\x81\x99\xe3\x80\x82"),
	    ENC_UTF8, "明日の会議は、第二会議室で行います。" },
	{ "UTF-8 BOM, then no UTF-8",
	    BYTES("\xef\xbb\xbf\x96\xbe\x93\xfa\x82\xcc\x89\xef\x8b\x63"
		  "\x82\xcd\x81\x41\x91\xe6\x93\xf1\x89\xef\x8b\x63\x8e"
		  "\xba\x82\xc5\x8ds\x82\xa2\x82\xdc\x82\xb7\x81\x42"),
	    ENC_NONE, NULL },
	{ "UTF-16LE with BOM",
	    BYTES("\xff\xfe\x0e\x66\xe5\x65n0\x1aOp\x8bo0\x01\x30,{\x8cN"
		  "\x1aOp\x8b\xa4[g0L\x88\x44\x30~0Y0\x02\x30"),
	    ENC_UTF16LE, "明日の会議は、第二会議室で行います。" },
	{ "UTF-16BE with BOM",
	    BYTES("\xfe\xff\x66\x0e\x65\xe5\x30nO\x1a\x8bp0o0\x01{,N\x8cO"
		  "\x1a\x8bp[\xa4\x30g\x88L0D0~0Y0\x02"),
	    ENC_UTF16BE, "明日の会議は、第二会議室で行います。" },
	{ "UTF-16LE, an emoji, BOM", BYTES("\xff\xfe\x61\x00=\xd8\x00\xde"),
	    ENC_UTF16LE, "a😀" },
	{ "UTF-16BE with BOM, an odd byte", BYTES("\xfe\xff\x00\x61\x00"),
	    ENC_UTF16BE, "a" FFFD "" },
	{ "UTF-32LE", BYTES("\xff\xfe\x00\x00\x61\x00\x00\x00"), ENC_NONE,
	    NULL },
	{ "UTF-32BE", BYTES("\x00\x00\xfe\xff\x00\x00\x00\x61"), ENC_NONE,
	    NULL },
	{ "UTF-16LE, hello", BYTES("h\x00\x65\x00l\x00l\x00o\x00"), ENC_UTF16LE,
	    "hello" },
	{ "UTF-16BE, hello", BYTES("\x00h\x00\x65\x00l\x00l\x00o"), ENC_UTF16BE,
	    "hello" },
	{ "UTF-16LE, Japanese",
	    BYTES("\x0e\x66\xe5\x65n0\x1aOp\x8bo0\x01\x30,{\x8cN\x1aOp\x8b"
		  "\xa4[g0L\x88\x44\x30~0Y0\x02\x30"),
	    ENC_UTF16LE, "明日の会議は、第二会議室で行います。" },
	{ "UTF-16BE, Japanese",
	    BYTES("f\x0e\x65\xe5\x30nO\x1a\x8bp0o0\x01{,N\x8cO\x1a\x8bp["
		  "\xa4\x30g\x88L0D0~0Y0\x02"),
	    ENC_UTF16BE, "明日の会議は、第二会議室で行います。" },
	{ "UTF-16LE, kanji with CRLF",
	    BYTES("\x22\x6f\x57\x5b\xee\x4e\x0d\x54\xa4\x4e\x87\x65\xe0"
		  "\x7a\x1a\x4f\x70\x8b\xc7\x8c\x99\x65\x5c\x4f\x10\x62"
		  "\x4b\x62\x06\x98\x0d\x00\x0a\x00"),
	    ENC_NONE, NULL },
	{ "UTF-16LE, one kanji over and over",
	    BYTES("\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5"
		  "\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65"
		  "\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5\x65\xe5"
		  "\x65\x61\x00\x62\x00\x63\x00"),
	    ENC_NONE, NULL },
	{ "ASCII that could be kana", BYTES("0a0a0a0a0a0a0a0a0a0ahello"),
	    ENC_UTF8, "0a0a0a0a0a0a0a0a0a0ahello" },
	{ "Shift_JIS",
	    BYTES("\x96\xbe\x93\xfa\x82\xcc\x89\xef\x8b\x63\x82\xcd\x81"
		  "\x41\x91\xe6\x93\xf1\x89\xef\x8b\x63\x8e\xba\x82\xc5"
		  "\x8ds\x82\xa2\x82\xdc\x82\xb7\x81\x42"),
	    ENC_SJIS, "明日の会議は、第二会議室で行います。" },
	{ "Shift_JIS, 20 bytes of CSV",
	    BYTES("\x8f\x88\x97\x9d\x8b\xe6\x95\xaa,\x8c\x8f\x90\x94\x0d"
		  "\x0a\x31,2"),
	    ENC_SJIS, "処理区分,件数\r\n1,2" },
	{ "Shift_JIS, NEC and IBM letters",
	    BYTES("\xee\xe0\x8b\xb4 \xed\x95 \x87@ \x87W \x87\x8a \x81`"
		  "\x81|\x81\x61\x81\xca"),
	    ENC_SJIS, "髙橋 﨑 ① Ⅳ ㈱ ～－∥￢" },
	{ "Shift_JIS, backslash and tilde", BYTES("\x95\x5c\x5c~\x94\x5c"),
	    ENC_SJIS, "表\\~能" },
	{ "Shift_JIS, half-width kana and kanji",
	    BYTES("\x8f\xa4\x95i\x96\xbc,\xb1\xb2\xb3\xb4\xb5,\x92P\x89"
		  "\xbf\x0d\x0a\x95\x94\x95i,\xb6\xb7\xb8\xb9\xba,\x90\x94"
		  "\x97\xca\x0d\x0a"),
	    ENC_SJIS, "商品名,ｱｲｳｴｵ,単価\r\n部品,ｶｷｸｹｺ,数量\r\n" },
	{ "Shift_JIS, one half-width kana", BYTES("\xb1"), ENC_SJIS, "ｱ" },
	{ "Shift_JIS, bank transfer kana",
	    BYTES("\xcc\xd8\xba\xd0 \xb6)\xd4\xcf\xc0\xde \xbc\xde\xd6\xb3"
		  "\xbc\xde \xba\xb3\xbb\xde \xca\xdf\xb2\xcc\xdf"),
	    ENC_SJIS, "ﾌﾘｺﾐ ｶ)ﾔﾏﾀﾞ ｼﾞﾖｳｼﾞ ｺｳｻﾞ ﾊﾟｲﾌﾟ" },
	{ "Shift_JIS, two kana that are UTF-8", BYTES("\xc3\xbd"), ENC_UTF8,
	    "ý" },
	{ "voice marks in a row", BYTES("\xde\xdf\xb1\xb2\xb3\xb4\xb5"),
	    ENC_NONE, NULL },
	{ "Shift_JIS with gaiji",
	    BYTES("\x96\xbe\x93\xfa\x82\xcc\x89\xef\x8b\x63\x82\xcd\x81"
		  "\x41\x91\xe6\x93\xf1\x89\xef\x8b\x63\x8e\xba\x82\xc5"
		  "\x8ds\x82\xa2\x82\xdc\x82\xb7\x81\x42\xf0@"),
	    ENC_NONE, NULL },
	{ "Shift_JIS, A0", BYTES("\x93\xfa\xa0\x96{"), ENC_SJIS,
	    "日\xc2\xa0本" },
	{ "Shift_JIS, a control character",
	    BYTES("\x96\xbe\x93\xfa\x82\xcc\x89\xef\x8b\x63\x82\xcd\x81"
		  "\x41\x91\xe6\x93\xf1\x89\xef\x8b\x63\x8e\xba\x82\xc5"
		  "\x8ds\x82\xa2\x82\xdc\x82\xb7\x81\x42\x1a"),
	    ENC_NONE, NULL },
	{ "EUC-JP",
	    BYTES("\xcc\xc0\xc6\xfc\xa4\xce\xb2\xf1\xb5\xc4\xa4\xcf\xa1"
		  "\xa2\xc2\xe8\xc6\xf3\xb2\xf1\xb5\xc4\xbc\xbc\xa4\xc7"
		  "\xb9\xd4\xa4\xa4\xa4\xde\xa4\xb9\xa1\xa3"),
	    ENC_EUC, "明日の会議は、第二会議室で行います。" },
	{ "EUC-JP, kana only", BYTES("\xa4\xd2\xa4\xe9\xa4\xac\xa4\xca"),
	    ENC_EUC, "ひらがな" },
	{ "EUC-JP, wave dash, NEC row 13, half-width kana",
	    BYTES("\xa4\xa2\xa1\xc1\xad\xa1\x8e\xb1"), ENC_EUC, "あ～①ｱ" },
	{ "EUC-JP, kanji only",
	    BYTES("\xc6\xfc\xcb\xdc\xb8\xec\xb4\xc1\xbb\xfa"), ENC_NONE, NULL },
	{ "EUC-JP of JIS X 0212",
	    BYTES("\xcc\xc0\xc6\xfc\xa4\xce\xb2\xf1\xb5\xc4\xa4\xcf\xa1"
		  "\xa2\xc2\xe8\xc6\xf3\xb2\xf1\xb5\xc4\xbc\xbc\xa4\xc7"
		  "\xb9\xd4\xa4\xa4\xa4\xde\xa4\xb9\xa1\xa3\x8f\xb0\xa1"),
	    ENC_NONE, NULL },
	{ "ISO-2022-JP",
	    BYTES("\x1b$BL@F|$N2q5D$O!\x22\x42hFs2q5D<<$G9T$$$^$9!#\x1b(B"),
	    ENC_JIS, "明日の会議は、第二会議室で行います。" },
	{ "ISO-2022-JP, half-width kana, roman",
	    BYTES("\x1b$B!A\x1b(J\x5c~\x1b(I1\x1b(B."), ENC_JIS, "～\\~ｱ." },
	{ "ISO-2022-JP, the old kanji set", BYTES("\x1b$@8+\x1b(B"), ENC_JIS,
	    "見" },
	{ "ISO-2022-JP with an 8-bit byte", BYTES("\x1b$B\xc3\xbd\x80"),
	    ENC_NONE, NULL },
	{ "ISO-2022-JP with another escape", BYTES("\x1b$B8+\x1b(B\x1b[0m"),
	    ENC_NONE, NULL },
	{ "GBK",
	    BYTES("\xbb\xe1\xd2\xe9\xbd\xab\xd4\xda\xb5\xda\xb6\xfe\xbb"
		  "\xe1\xd2\xe9\xca\xd2\xbe\xd9\xd0\xd0\xa1\xa3"),
	    ENC_NONE, NULL },
	{ "Big5",
	    BYTES("\xb3\x6f\xa5\xf7\xa4\xe5\xa5\xf3\xbb\xa1\xa9\xfa\xa4"
		  "\x46\xa8\x74\xb2\xce\xaa\xba\xb3\x5d\xad\x70\xa4\xe8"
		  "\xa6\xa1\xa1\x41\xbd\xd0\xa5\x4a\xb2\xd3\xbe\x5c\xc5"
		  "\xaa\xa1\x43"),
	    ENC_NONE, NULL },
	{ "EUC-KR",
	    BYTES("\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4\x2e\x20\xc0"
		  "\xcc\x20\xb9\xae\xbc\xad\xb4\xc2\x20\xbd\xc3\xbd\xba"
		  "\xc5\xdb\x20\xbc\xb3\xb0\xe8\xb8\xa6\x20\xbc\xb3\xb8"
		  "\xed\xc7\xd5\xb4\xcf\xb4\xd9\x2e\x20\xba\xfc\xb8\xa5"
		  "\x20\xb0\xa5\xbb\xf6\x20\xbf\xa9\xbf\xec\x2e"),
	    ENC_NONE, NULL },
	{ "bytes 1 to 255",
	    BYTES("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d"
		  "\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a"
		  "\x1b\x1c\x1d\x1e\x1f !\x22#$%&'()*+,-./0123456789:;<=>"
		  "\x3f@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\x5c]^_`abcdefghijklmno"
		  "pqrstuvwxyz{|}~\x7f\x80\x81\x82\x83\x84\x85\x86\x87\x88"
		  "\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95"
		  "\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f\xa0\xa1\xa2"
		  "\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xab\xac\xad\xae\xaf"
		  "\xb0\xb1\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba\xbb\xbc"
		  "\xbd\xbe\xbf\xc0\xc1\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9"
		  "\xca\xcb\xcc\xcd\xce\xcf\xd0\xd1\xd2\xd3\xd4\xd5\xd6"
		  "\xd7\xd8\xd9\xda\xdb\xdc\xdd\xde\xdf\xe0\xe1\xe2\xe3"
		  "\xe4\xe5\xe6\xe7\xe8\xe9\xea\xeb\xec\xed\xee\xef\xf0"
		  "\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd"
		  "\xfe\xff"),
	    ENC_NONE, NULL },
	{ "a NUL",
	    BYTES("text that has\x00\x61 hole in it, only one, far from th"
		  "e start"),
	    ENC_NONE, NULL },
	{ "UTF-8, one bad byte",
	    BYTES("\xe6\x98\x8e\xe6\x97\xa5\xe3\x81\xae\xe4\xbc\x9a\xe8"
		  "\xad\xb0\xe3\x81\xaf\xe3\x80\x81\xe7\xac\xac\xe4\xba"
		  "\x8c\xe4\xbc\x9a\xe8\xad\xb0\xe5\xae\xa4\xe3\x81\xa7"
		  "\xe8\xa1\x8c\xe3\x81\x84\xe3\x81\xbe\xe3\x81\x99\xe3"
		  "\x80\x82\xe4 \xe6\x98\x8e\xe6\x97\xa5\xe3\x81\xae\xe4"
		  "\xbc\x9a\xe8\xad\xb0\xe3\x81\xaf\xe3\x80\x81\xe7\xac"
		  "\xac\xe4\xba\x8c\xe4\xbc\x9a\xe8\xad\xb0\xe5\xae\xa4"
		  "\xe3\x81\xa7\xe8\xa1\x8c\xe3\x81\x84\xe3\x81\xbe\xe3"
		  "\x81\x99\xe3\x80\x82"),
	    ENC_UTF8,
	    "明日の会議は、第二会議室で行います。" FFFD
	    " 明日の会議は、第二会議室で行います。" },
	{ "UTF-8, cut inside a character",
	    BYTES("\xe6\x98\x8e\xe6\x97\xa5\xe3\x81\xae\xe4\xbc\x9a\xe8"
		  "\xad\xb0\xe3\x81\xaf\xe3\x80\x81\xe7\xac\xac\xe4\xba"
		  "\x8c\xe4\xbc\x9a\xe8\xad\xb0\xe5\xae\xa4\xe3\x81\xa7"
		  "\xe8\xa1\x8c\xe3\x81\x84\xe3\x81\xbe\xe3\x81\x99\xe3"
		  "\x80"),
	    ENC_UTF8, "明日の会議は、第二会議室で行います" FFFD "" },
	{ "ASCII, one bad byte", BYTES("all is well but for \xe4 here\x0a"),
	    ENC_UTF8, "all is well but for " FFFD " here\n" },
	{ "UTF-8 with BOM, one bad byte",
	    BYTES("\xef\xbb\xbf\xe6\x98\x8e\xe6\x97\xa5\xe3\x81\xae\xe4"
		  "\xbc\x9a\xe8\xad\xb0\xe3\x81\xaf\xe3\x80\x81\xe7\xac"
		  "\xac\xe4\xba\x8c\xe4\xbc\x9a\xe8\xad\xb0\xe5\xae\xa4"
		  "\xe3\x81\xa7\xe8\xa1\x8c\xe3\x81\x84\xe3\x81\xbe\xe3"
		  "\x81\x99\xe3\x80\x82\xff"),
	    ENC_UTF8, "明日の会議は、第二会議室で行います。" FFFD "" },
	{ "windows-1252, many letters",
	    BYTES("M\xfc\xdfigg\xe4nger t\xf6ten \xdc\x62\x65rm\xfctige f"
		  "\xfcr \xd6l: \xc4\xd6\xdc \xe4\xf6\xfc."),
	    ENC_NONE, NULL },
};

/* The UTF-16 test by NULs: ten pairs with so many at even and odd offsets. */
static enum enc
pairs(size_t even, size_t odd)
{
	char b[20];
	size_t i;

	memset(b, 'a', sizeof(b));
	for (i = 0; i < even; i++)
		b[2 * i] = '\0';
	for (i = 0; i < odd; i++)
		b[19 - 2 * i] = '\0';
	return enc_detect(span_of(b, sizeof(b)));
}

/* ASCII with one more byte somewhere gives the same at every offset. */
static bool
everywhere(uint8_t byte, enum enc want)
{
	enum { SIZE = 70000 };
	uint8_t *p = mem_alloc(SIZE);
	bool good = true;
	size_t i;

	memset(p, 'x', SIZE);
	for (i = 0; i < SIZE; i += 1 + i / 3) {
		p[i] = byte;
		good = good && enc_detect(span_of(p, SIZE)) == want;
		p[i] = 'x';
	}
	free(p);
	return good;
}

/* Random bytes: an answer, and UTF-8 whatever the answer. */
static bool
random_bytes(uint64_t seed)
{
	static const enum enc all[] = { ENC_UTF8, ENC_UTF16LE, ENC_UTF16BE,
		ENC_JIS, ENC_SJIS, ENC_EUC };
	struct buf in = BUF_INIT, out = BUF_INIT;
	bool good = true;
	size_t k;
	int i, n;

	for (i = 0; i < 3000; i++) {
		buf_reset(&in);
		for (n = i % 40; n > 0; n--) {
			seed =
			    seed * 6364136223846793005U + 1442695040888963407U;
			buf_addc(&in, (char)(seed >> 56));
		}
		enc_detect(buf_span(&in));
		for (k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
			buf_reset(&out);
			enc_to_utf8(all[k], buf_span(&in), &out);
			good = good && utf_valid(buf_span(&out)) == out.len;
		}
	}
	buf_release(&in);
	buf_release(&out);
	return good;
}

int
main(void)
{
	uint64_t seed = sys_random();
	struct buf out = BUF_INIT;
	size_t i, bad;

	enc_preload();
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct span s = span_of(files[i].bytes, files[i].n);

		is_num(enc_detect(s), files[i].enc, files[i].name);
		if (!files[i].text)
			continue;
		buf_reset(&out);
		bad = enc_to_utf8(files[i].enc, s, &out);
		is_str(out.p, files[i].text, files[i].name);
		ok((bad > 0) == (strstr(files[i].text, FFFD) != NULL),
		    "and what was lost is counted");
	}
	buf_release(&out);

	is_num(pairs(0, 2), ENC_UTF16LE, "NULs 0, 2");
	is_num(pairs(0, 1), ENC_NONE, "NULs 0, 1");
	is_num(pairs(1, 10), ENC_UTF16LE, "NULs 1, 10");
	is_num(pairs(2, 10), ENC_NONE, "NULs 2, 10");
	is_num(pairs(2, 0), ENC_UTF16BE, "NULs 2, 0");
	is_num(pairs(5, 5), ENC_NONE, "NULs 5, 5");
	ok(everywhere('y', ENC_UTF8), "ASCII");
	ok(everywhere(0, ENC_NONE), "a NUL at any offset is no text");
	ok(everywhere(0xff, ENC_UTF8), "one bad byte at any offset is");
	printf("# seed %llu\n", (unsigned long long)seed);
	ok(random_bytes(seed), "random bytes come out as UTF-8");
	return done_testing();
}
