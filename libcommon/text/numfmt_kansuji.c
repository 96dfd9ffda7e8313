/* numfmt_kansuji.c: digits of East Asia, [DBNum1] to [DBNum4]. */
#include "text/numfmt_int.h"

/*
 * One way to write numbers.  Digits stand for themselves after another
 * (一二三) or with the names of their places (百二十三).
 */
struct script {
	const char *digit[10];
	const char *place[4]; /* 1, 10, 100, 1000 */
	const char *group[5]; /* powers of ten thousand */
	bool bare;            /* no 1 before 10, 100, 1000 */
	bool zeros;           /* a 0 stands for skipped places */
};

#define KANJI                                                                  \
 {                                                                             \
  "〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"                  \
 }
#define WIDE                                                                   \
 {                                                                             \
  "０", "１", "２", "３", "４", "５", "６", "７", "８", "９"                  \
 }

/* Japanese as Excel has it: 千二百三十四, 壱阡弐百参拾四, 千２百３十４. */
static const struct script ja[] = {
	{ KANJI, { "", "十", "百", "千" }, { "", "万", "億", "兆", "京" }, true,
	    false },
	{ { "零", "壱", "弐", "参", "四", "伍", "六", "七", "八", "九" },
	    { "", "拾", "百", "阡" }, { "", "萬", "億", "兆", "京" }, false,
	    false },
	{ WIDE, { "", "十", "百", "千" }, { "", "万", "億", "兆", "京" }, true,
	    false },
};

static const struct script zh_cn[] = {
	{ { "○", "一", "二", "三", "四", "五", "六", "七", "八", "九" },
	    { "", "十", "百", "千" }, { "", "万", "亿", "兆", "京" }, false,
	    true },
	{ { "零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖" },
	    { "", "拾", "佰", "仟" }, { "", "万", "亿", "兆", "京" }, false,
	    true },
	{ WIDE, { "", "十", "百", "千" }, { "", "万", "亿", "兆", "京" }, false,
	    true },
};

static const struct script zh_tw[] = {
	{ { "○", "一", "二", "三", "四", "五", "六", "七", "八", "九" },
	    { "", "十", "百", "千" }, { "", "萬", "億", "兆", "京" }, false,
	    true },
	{ { "零", "壹", "貳", "參", "肆", "伍", "陸", "柒", "捌", "玖" },
	    { "", "拾", "佰", "仟" }, { "", "萬", "億", "兆", "京" }, false,
	    true },
	{ WIDE, { "", "十", "百", "千" }, { "", "萬", "億", "兆", "京" }, false,
	    true },
};

static const struct script ko[] = {
	{ KANJI, { "", "十", "百", "千" }, { "", "萬", "億", "兆", "京" },
	    false, false },
	{ { "零", "壹", "貳", "參", "四", "伍", "六", "七", "八", "九" },
	    { "", "拾", "百", "千" }, { "", "萬", "億", "兆", "京" }, false,
	    false },
	{ WIDE, { "", "十", "百", "千" }, { "", "萬", "億", "兆", "京" }, false,
	    false },
	{ { "영", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구" },
	    { "", "십", "백", "천" }, { "", "만", "억", "조", "경" }, false,
	    false },
};

/* NULL: plain digits, as [DBNum4] outside of Korean. */
static const struct script *
script_of(const struct numfmt_section *s)
{
	if (s->dbnum == 0)
		return NULL;
	if (s->lang == NF_KO)
		return &ko[s->dbnum - 1];
	if (s->dbnum == 4)
		return NULL;
	if (s->lang == NF_ZH_CN)
		return &zh_cn[s->dbnum - 1];
	if (s->lang == NF_ZH_TW)
		return &zh_tw[s->dbnum - 1];
	return &ja[s->dbnum - 1];
}

void
numfmt_kansuji_digit(
    const struct numfmt_section *s, char digit, struct buf *out)
{
	const struct script *k = script_of(s);

	if (k && digit >= '0' && digit <= '9')
		buf_adds(out, k->digit[digit - '0']);
	else
		buf_addc(out, digit);
}

/* Up to four digits with the names of their places. */
static void
put_group(const struct script *k, const char *digits, size_t n, struct buf *out)
{
	size_t i, place;

	for (i = 0; i < n; i++) {
		int d = digits[i] - '0';

		place = n - 1 - i;
		if (d == 0)
			continue;
		/* the zero that skipped places ask for, once */
		if (k->zeros && i > 0 && digits[i - 1] == '0')
			buf_adds(out, k->digit[0]);
		if (d != 1 || place == 0 || !k->bare)
			buf_adds(out, k->digit[d]);
		buf_adds(out, k->place[place]);
	}
}

static bool
all_zero(const char *digits, size_t n)
{
	while (n > 0 && *digits == '0') {
		digits++;
		n--;
	}
	return n == 0;
}

void
numfmt_kansuji_places(const struct numfmt_section *s, const char *digits,
    size_t n, struct buf *out)
{
	const struct script *k = script_of(s);
	size_t head, groups, i;

	while (n > 0 && *digits == '0') {
		digits++;
		n--;
	}
	if (n == 0) {
		numfmt_kansuji_digit(s, '0', out);
		return;
	}
	groups = (n + 3) / 4;
	if (!k || groups > sizeof(k->group) / sizeof(k->group[0])) {
		for (i = 0; i < n; i++)
			numfmt_kansuji_digit(s, digits[i], out);
		return;
	}
	for (i = groups; i > 0; i--) {
		head = n - (i - 1) * 4;
		if (!all_zero(digits, head)) {
			put_group(k, digits, head, out);
			buf_adds(out, k->group[i - 1]);
		}
		digits += head;
		n -= head;
	}
}
