#include "stream/meta.h"

static const struct span names[META_KEYS] = {
	[META_OTHER] = SPAN_INIT(""),
	[META_VERSION] = SPAN_INIT("版"),
	[META_FORM] = SPAN_INIT("形"),
	[META_INDEX] = SPAN_INIT("索引"),
	[META_SOURCE] = SPAN_INIT("元のフォルダ"),
	[META_PLAN] = SPAN_INIT("予定"),
	[META_BEGIN] = SPAN_INIT("開始"),
	[META_GONE] = SPAN_INIT("削除"),
	[META_FILE] = SPAN_INIT("ファイル名"),
	[META_PATH] = SPAN_INIT("パス"),
	[META_TIME] = SPAN_INIT("更新日時"),
	[META_SIZE] = SPAN_INIT("サイズ"),
	[META_KIND] = SPAN_INIT("種類"),
	[META_SHEET] = SPAN_INIT("シート"),
	[META_PAGE] = SPAN_INIT("ページ"),
	[META_SLIDE] = SPAN_INIT("スライド"),
	[META_PART] = SPAN_INIT("部分"),
	[META_TARGET] = SPAN_INIT("対象"),
	[META_HIDDEN] = SPAN_INIT("非表示"),
	[META_EMBED] = SPAN_INIT("埋め込み"),
	[META_NOTE] = SPAN_INIT("注"),
	[META_END] = SPAN_INIT("終わり"),
	[META_FAILED] = SPAN_INIT("失敗"),
	[META_TOTAL] = SPAN_INIT("以上"),
};

struct span
meta_name(enum meta_key key)
{
	return names[key];
}

enum meta_key
meta_find(struct span name)
{
	unsigned k;

	for (k = META_OTHER + 1; k < META_KEYS; k++)
		if (span_eq(name, names[k]))
			return (enum meta_key)k;
	return META_OTHER;
}

/* Must this byte of a value be written as %XX? */
static inline bool
special(uint8_t c)
{
	return (c < 0x20 && c != '\t') || c == '%';
}

void
meta_encode(struct span v, struct buf *out)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t i, start = 0;

	for (i = 0; i < v.n; i++) {
		if (!special(v.p[i]))
			continue;
		buf_add(out, v.p + start, i - start);
		buf_addc(out, '%');
		buf_addc(out, hex[v.p[i] >> 4]);
		buf_addc(out, hex[v.p[i] & 15]);
		start = i + 1;
	}
	buf_add(out, v.p + start, v.n - start);
}

/* The byte that %XX at p stands for, or -1. */
static int
escaped(const uint8_t *p, size_t n)
{
	int hi, lo;

	if (n < 3)
		return -1;
	if (p[1] == '2' && p[2] == '5')
		return '%';
	hi = p[1] - '0';
	lo = p[2] >= '0' && p[2] <= '9'   ? p[2] - '0'
	     : p[2] >= 'A' && p[2] <= 'F' ? p[2] - 'A' + 10
					  : -1;
	return (hi == 0 || hi == 1) && lo >= 0 ? hi * 16 + lo : -1;
}

struct span
meta_decode(struct span s, struct buf *out)
{
	size_t i = span_find(s, '%');
	int c;

	if (i == s.n)
		return s;
	buf_reset(out);
	buf_add(out, s.p, i);
	for (; i < s.n; i++) {
		c = s.p[i] == '%' ? escaped(s.p + i, s.n - i) : -1;
		if (c >= 0) {
			buf_addc(out, (char)c);
			i += 2;
		} else {
			buf_addc(out, (char)s.p[i]);
		}
	}
	return buf_span(out);
}
