/* text/numfmt: what cells show, extraction.md 6 and the bugs of others. */
#include "text/numfmt.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"

struct row {
	const char *code;
	double v;
	const char *want;
};

static const struct row general[] = {
	{ "General", 0, "0" },
	{ "General", 1234567, "1234567" },
	{ "General", -12.5, "-12.5" },
	{ "General", 12345678901, "12345678901" },
	{ "General", 12345678901.5, "12345678902" },
	{ "General", 99999999999.9, "1E+11" },
	{ "General", 123456789012, "1.23457E+11" },
	{ "General", 4901234567894, "4.90123E+12" },
	{ "General", 100025440003960000, "1.00025E+17" },
	{ "General", 123456789.123, "123456789.1" },
	{ "General", 1234567.891234, "1234567.891" },
	{ "General", 1.23e20, "1.23E+20" },
	{ "General", 12345678901234567890.0, "1.23457E+19" },
	{ "General", 0.333333333333, "0.333333333" },
	{ "General", 0.1 + 0.2, "0.3" },
	{ "General", 0.00001, "0.00001" },
	{ "General", 0.000012345678, "1.23457E-05" },
	{ "General", 0.00012345678, "0.000123457" },
	{ "General", 1e-9, "0.000000001" },
	{ "General", 1e-12, "1E-12" },
	{ "General", 1e-100, "1E-100" },
	{ "General", 1.7976931348623157e308, "1.79769E+308" },
	{ "general", -0.0, "0" },
	{ "G/標準", 1.5, "1.5" },
	{ "General\"円\"", 1500, "1500円" },
	{ "", 12, "12" },
	{ "@", 12.5, "12.5" },
	{ "\"a\"@", 5, "5" },
};

static const struct row numbers[] = {
	{ "0", 0.5, "1" },
	{ "0", -0.3, "0" },
	{ "0.00", 1.005, "1.01" },
	{ "0.00", 2.675, "2.68" },
	{ "0.00", 3.14159, "3.14" },
	{ "0.00", -1.005, "-1.01" },
	{ "0.0", 0.05, "0.1" },
	{ "0.0", 99.95, "100.0" },
	{ "0", 12345678901234567890.0, "12345678901234600000" },
	{ "#", 0, "" },
	{ "#.##", 0.5, ".5" },
	{ "0.##", 1, "1." },
	{ "0.#0", 1, "1.00" },
	{ ".00", 12.3, "12.30" },
	{ "00000", 123, "00123" },
	{ "#,##0", 1234.5, "1,235" },
	{ "#,##0", 999999.5, "1,000,000" },
	{ "0,000", 1, "0,001" },
	{ "?,??0", 1, "    1" },
	{ "??0.0?", 1.5, "  1.5 " },
	{ "0,", 12345, "12" },
	{ "#,##0,", 1234567, "1,235" },
	{ "0.0,,\"M\"", 12345678, "12.3M" },
	{ "0%", 1234.5, "123450%" },
	{ "0.0%", 0.125, "12.5%" },
	{ "0%", 0.29, "29%" },
	{ "0.00E+00", 1234.5, "1.23E+03" },
	{ "0.00E+00", 0, "0.00E+00" },
	{ "0.00E-00", 1234.5, "1.23E03" },
	{ "0.00e+00", 0.00012, "1.20e-04" },
	{ "0.0E+0", 9.96, "1.0E+1" },
	{ "##0.0E+0", 12345, "12.3E+3" },
	{ "##0.0E+0", 999.96, "1.0E+3" },
	{ "##0.0E+0", 0.00012, "120.0E-6" },
	{ "000-0000", 1000001, "100-0001" },
	{ "(00) 0000-0000", 312345678, "(03) 1234-5678" },
	{ "0.00_", 2021.1, "2021.10" },
	{ "0.00_);(0.00)", 2021.1, "2021.10 " },
	{ "0.00_);(0.00)", -2021.1, "(2021.10)" },
	{ "_-¥* #,##0_-", 1234.5, " ¥1,235 " },
	{ "[$€-407]#,##0", 5, "€5" },
	{ "[$¥-411]#,##0", 1500, "¥1,500" },
	{ "#,##0[$ USD]", 1500, "1,500 USD" },
	{ "\\¥#,##0", -1500, "-¥1,500" },
	{ "#,##0\"円\"", 1234567, "1,234,567円" },
	{ "\"（未定）\"", 7, "（未定）" },
	{ "0\\", 7, "7" },
	{ "0\"abc", 7, "7abc" },
	{ "0 \"a;b\"", 7, "7 a;b" },
	{ "0\\;0", 12, "1;2" },
	{ "[Red]0", 3, "3" },
	{ "[色12]0", 3, "3" },
};

static const struct row sections[] = {
	{ "#,##0;\"▲\"#,##0", -1500, "▲1,500" },
	{ "#,##0;[Red]\"▲\"#,##0", 1500, "1,500" },
	{ "#,##0;-#,##0;", 0, "" },
	{ "0;-0;;@", 0, "" },
	{ "0;-0;;@", -5, "-5" },
	{ ";;;", 5, "" },
	{ "0;;", -5, "" },
	{ "0.0;@", -5, "-5.0" },
	{ "0;-0;@", 0, "0" },
	{ "0;(0);\"-\"", 0, "-" },
	{ "[>100]\"大\";[<=10]\"小\";\"中\"", 101, "大" },
	{ "[>100]\"大\";[<=10]\"小\";\"中\"", 10, "小" },
	{ "[>100]\"大\";[<=10]\"小\";\"中\"", 50, "中" },
	{ "[=1]\"はい\";[=0]\"いいえ\";0", 0, "いいえ" },
	{ "[=1]\"はい\";[=0]\"いいえ\";0", -3, "-3" },
	{ "[<>0]0.0;\"零\"", -3, "-3.0" },
	{ "[>=0]0;(0)", -3, "(3)" },
	{ "[<0](0);0", -3, "(3)" },
	{ "[<100]0;0.0", -3, "-3" },
	{ "[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", 1500, "1.5K" },
	{ "[<=9999999]###-####;\\(###\\) ###-####", 5551234, "555-1234" },
	{ "[<=43585]yyyy;[$-411]ggge", 43586, "令和1" },
	{ "General;-General", -1.5, "-1.5" },
};

static const struct row fractions[] = {
	{ "# ?/?", 0.75, " 3/4" },
	{ "# ?/?", 2.25, "2 1/4" },
	{ "# ?/?", 1234.5, "1234 1/2" },
	{ "# ?/?", 5, "5" },
	{ "# ?/?", 0, "0" },
	{ "# ?/?", 0.99, "1" },
	{ "# ?/?", -0.75, "- 3/4" },
	{ "# ?/?", -5.001, "-5" },
	{ "# ?/?", -0.001, "0" },
	{ "# ?/?", 0.3, " 2/7" },
	{ "# \?\?/\?\?", 0.3, " 3/10" },
	{ "# \?\?/\?\?", 3.14159265358979, "3 14/99" },
	{ "# \?\?\?/\?\?\?", 0.14159265358979, " 16/113" },
	{ "?/?", 2.25, "9/4" },
	{ "?/?", 0, "0/1" },
	{ "# ?/8", 2.5, "2 4/8" },
	{ "# ?/8", 2.99, "3" },
	{ "# \?\?/100", 0.5, " 50/100" },
	{ "0 ?/?\"インチ\"", 1.5, "1 1/2インチ" },
	{ "0/0/0", 1.5, "1.5" },
	{ "?/100000000", 1e20, "1E+20" },
};

static const struct row dates[] = {
	{ "yyyy/m/d", 0, "1900/1/0" },
	{ "yyyy/m/d", 1, "1900/1/1" },
	{ "yyyy/m/d", 59, "1900/2/28" },
	{ "yyyy/m/d", 60, "1900/2/29" },
	{ "yyyy/m/d", 61, "1900/3/1" },
	{ "yyyy/m/d", 2958465, "9999/12/31" },
	{ "yyyy/m/d", 2958466, "2958466" },
	{ "yyyy/m/d", -0.0416550926, "-0.041655093" },
	{ "yyyy/mm/dd", 45383, "2024/04/01" },
	{ "yyyy/m/d", 43160, "2018/3/1" },
	{ "yy-m-d", 36586, "00-3-1" },
	{ "[$-ja-JP]yyyy/m/d(aaa)", 45383, "2024/4/1(月)" },
	{ "yyyy/mm/dd hh:mm", 45383.524259259, "2024/04/01 12:34" },
	{ "d-mmm-yy", 45383, "1-Apr-24" },
	{ "mmmm mmmmm dddd ddd", 45383, "April A Monday Mon" },
	{ "aaa aaaa", 45383, "月 月曜日" },
	{ "[$-411]ddd dddd", 45383, "月 月曜日" },
	{ "YYYY\"年\"M\"月\"D\"日\"", 45383, "2024年4月1日" },
	{ "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", 45383, "2024年4月1日" },
	{ "[$-F400]h:mm:ss\\ AM/PM", 0.75, "18:00:00" },
	{ "yyyy-mm-dd\"T\"hh:mm:ss", 45383.5, "2024-04-01T12:00:00" },
	{ "bbbb bb", 45383, "2567 67" },
	/* times */
	{ "hh:mm", 0.524259259, "12:34" },
	{ "hh:mm:ss", 45383.756944, "18:10:00" },
	{ "h:mm", 1.0416666667, "1:00" },
	{ "[h]:mm:ss", 1.0416666667, "25:00:00" },
	{ "[h]:mm", 1.5, "36:00" },
	{ "[hh]:mm", 0.0625, "01:30" },
	{ "[m]", 1.5, "2160" },
	{ "[mm]:ss", 0.0625, "90:00" },
	{ "[s]", 0.5, "43200" },
	{ "h:mm AM/PM", 0.75, "6:00 PM" },
	{ "h AM/PM", 0, "12 AM" },
	{ "h:mm A/P", 0.5, "12:00 P" },
	{ "[$-411]AM/PM h:mm", 0.75, "午後 6:00" },
	{ "上午/下午h\"时\"mm\"分\"", 0.25, "上午6时00分" },
	{ "mm:ss", 0.0006944444, "01:00" },
	{ "m/d h:m", 45383.0069444444, "4/1 0:10" },
	{ "mm:ss.0", 0.000694444, "01:00.0" },
	{ "h\"時\"mm\"分\"ss\"秒\"", 0.5, "12時00分00秒" },
	/* 999.6 ms go into the next second, minute, day */
	{ "hh:mm:ss.000", 0.50001157407, "12:00:01.000" },
	{ "hh:mm:ss", 0.500011569, "12:00:01" },
	{ "hh:mm:ss.00", 0.99999999, "00:00:00.00" },
	{ "yyyy/m/d h:mm:ss", 45382.999999, "2024/4/1 0:00:00" },
	{ "ss.0", 0.00000057870371, "00.1" },
};

static const struct row eras[] = {
	{ "[$-411]ge.m.d", 44259, "R3.3.4" },
	{ "[$-411]ge.m.d;@", 44259, "R3.3.4" },
	{ "[$]ggge\"年\"m\"月\"d\"日\";@", 44259, "令和3年3月4日" },
	{ "ggge\"年\"", 44259, "令和3年" },
	{ "[$-ja-JP]gge", 32874, "平2" },
	{ "[$-411]ggge\"年\"m\"月\"d\"日\"", 32874, "平成2年1月1日" },
	{ "[$-411]gggee", 32874, "平成02" },
	{ "[$-411]rr", 32874, "平成02" },
	{ "[$-411]ge.m.d", 43585, "H31.4.30" },
	{ "[$-411]ge.m.d", 43586, "R1.5.1" },
	{ "[$-411]ge.m.d", 32515, "S64.1.7" },
	{ "[$-411]ge.m.d", 32516, "H1.1.8" },
	{ "[$-411]ge.m.d", 9855, "T15.12.24" },
	{ "[$-411]ge.m.d", 9856, "S1.12.25" },
	{ "[$-411]ge.m.d", 4594, "M45.7.29" },
	{ "[$-411]ge.m.d", 4595, "T1.7.30" },
	{ "[$-411]ge.m.d", 1, "M33.1.1" },
	{ "[$-ja-JP-x-gannen]ggge\"年\"m\"月\"d\"日\";@", 43586,
	    "令和元年5月1日" },
	{ "[$-ja-JP-x-gannen]ggge\"年\"m\"月\"d\"日\";@", 43829,
	    "令和元年12月30日" },
	{ "[$-ja-JP-x-gannen,80]ggge\"年\"", 43831, "令和2年" },
	{ "[$-409]e/m/d", 44259, "2021/3/4" },
	{ "[$-404]e/m/d", 44259, "110/3/4" },
	{ "[DBNum1][$-404]e", 1, "一九○○" },
};

static const struct row dbnum[] = {
	{ "[DBNum1]General", 1234, "千二百三十四" },
	{ "[DBNum1]General", 12345, "一万二千三百四十五" },
	{ "[DBNum1]General", 100000000, "一億" },
	{ "[DBNum1]General", 0, "〇" },
	{ "[DBNum1]General", -10.5, "-十.五" },
	{ "[DBNum2]General", 1234, "壱阡弐百参拾四" },
	{ "[DBNum2]General", 12345, "壱萬弐阡参百四拾伍" },
	{ "[DBNum3]General", 1234, "千２百３十４" },
	{ "[DBNum3]General", 12345, "１万２千３百４十５" },
	{ "[DBNum1]#,##0", 1234, "一,二三四" },
	{ "[DBNum1]0", 1234, "一二三四" },
	{ "[DBNum3]0.0", 1234.5, "１２３４.５" },
	{ "[DBNum1][$-411]ggge\"年\"m\"月\"d\"日\"", 46303,
	    "令和八年十月八日" },
	{ "[DBNum1]yyyy\"年\"m\"月\"d\"日\"", 46303, "二〇二六年十月八日" },
	{ "[DBNum1]h\"時\"mm\"分\"", 0.9618055556, "二十三時〇五分" },
	{ "[DBNum3][$-411]ggge\"年\"m\"月\"d\"日\"", 44377,
	    "令和３年６月３０日" },
	{ "[DBNum2][$-804]yyyy\"年\"m\"月\"d\"日\"", 42712,
	    "贰零壹陆年壹拾贰月捌日" },
	{ "[DBNum2][$-804]General", 123, "壹佰贰拾叁" },
	{ "[DBNum2][$-804]General", 1005, "壹仟零伍" },
	{ "[DBNum4][$-412]General", 123, "일백이십삼" },
};

static void
check(const char *name, const struct row *rows, size_t n)
{
	struct buf out = BUF_INIT, title = BUF_INIT;
	size_t i;

	for (i = 0; i < n; i++) {
		struct numfmt *f = numfmt_compile(span_str(rows[i].code));

		buf_reset(&out);
		buf_reset(&title);
		numfmt_number(f, rows[i].v, false, &out);
		buf_printf(
		    &title, "%s: %s of %.15g", name, rows[i].code, rows[i].v);
		is_str(out.p, rows[i].want, title.p);
		numfmt_free(f);
	}
	buf_release(&out);
	buf_release(&title);
}

#define CHECK(table) check(#table, table, sizeof(table) / sizeof(table[0]))

static void
date1904(void)
{
	static const struct row rows[] = {
		{ "yyyy/m/d", 42797, "2021/3/4" },
		{ "yyyy/mm/dd", 45383, "2028/04/02" },
		{ "yyyy/m/d aaa", 0, "1904/1/1 金" },
		{ "[h]:mm", 1.5, "36:00" },
		{ "[$-411]ge.m.d", 42797, "R3.3.4" },
	};
	struct buf out = BUF_INIT;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct numfmt *f = numfmt_compile(span_str(rows[i].code));

		buf_reset(&out);
		numfmt_number(f, rows[i].v, true, &out);
		is_str(out.p, rows[i].want, "1904");
		numfmt_free(f);
	}
	buf_release(&out);
}

static void
texts(void)
{
	static const struct {
		const char *code, *text, *want;
	} rows[] = {
		{ "General", "1E1000", "1E1000" },
		{ "0.00", "00123E45", "00123E45" },
		{ "@", "x", "x" },
		{ "@\" 様\"", "山田", "山田 様" },
		{ "0;0;0;\"[\"@\"]\"", "x", "[x]" },
		{ "0;-0;;@", "x", "x" },
		{ "yyyy/m/d;@", "未定", "未定" },
		{ ";;;", "hidden", "" },
		{ "0;0;0;\"text\"", "x", "text" },
		{ "0;0;0;0", "x", "x" },
		{ "@ is a day", "x", "x is a day" },
	};
	struct buf out = BUF_INIT;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct numfmt *f = numfmt_compile(span_str(rows[i].code));

		buf_reset(&out);
		numfmt_text(f, span_str(rows[i].text), &out);
		is_str(out.p, rows[i].want, rows[i].code);
		numfmt_free(f);
	}
	buf_release(&out);
}

static void
builtin(void)
{
	static const struct {
		unsigned id;
		double v;
		const char *want;
	} rows[] = {
		{ 0, 1.5, "1.5" },
		{ 3, 1234.5, "1,235" },
		{ 5, -1234, "¥-1,234" },
		{ 13, 0.3, " 3/10" },
		{ 14, 45383, "2024/4/1" },
		{ 18, 0.75, "6:00 PM" },
		{ 22, 45383.5, "2024/4/1 12:00" },
		{ 27, 45383, "R6.4.1" },
		{ 28, 45383, "令和6年4月1日" },
		{ 30, 45383, "4/1/24" },
		{ 31, 45383, "2024年4月1日" },
		{ 33, 0.5, "12時00分00秒" },
		{ 38, -5, "-5" },
		{ 45, 0.5, "00:00" },
		{ 46, 1.5, "36:00:00" },
		{ 47, 0.5, "00:00.0" },
		{ 48, 12345, "12.3E+3" },
		{ 49, 5, "5" },
		{ 55, 45383, "2024年4月" },
		{ 56, 45383, "4月1日" },
		{ 57, 45383, "R6.4.1" },
		{ 58, 45383, "令和6年4月1日" },
	};
	struct buf out = BUF_INIT;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct numfmt *f =
		    numfmt_compile(span_str(numfmt_builtin(rows[i].id)));

		buf_reset(&out);
		numfmt_number(f, rows[i].v, false, &out);
		is_str(out.p, rows[i].want, numfmt_builtin(rows[i].id));
		numfmt_free(f);
	}
	ok(!numfmt_builtin(23) && !numfmt_builtin(59) && !numfmt_builtin(164),
	    "ids without a code of their own");
	buf_release(&out);
}

/* Lines of code, tab, value in; what the cell shows out. */
static int
filter(void)
{
	struct buf out = BUF_INIT;
	char line[4096], *tab, *end;

	while (fgets(line, sizeof(line), stdin)) {
		struct numfmt *f;

		tab = strchr(line, '\t');
		if (!tab)
			continue;
		*tab = '\0';
		f = numfmt_compile(span_str(line));
		buf_reset(&out);
		numfmt_number(f, strtod(tab + 1, &end), false, &out);
		printf("%s\n", out.p);
		numfmt_free(f);
	}
	buf_release(&out);
	return 0;
}

int
main(int argc, char *argv[])
{
	struct numfmt *f;
	struct buf out = BUF_INIT;

	if (argc == 2 && strcmp(argv[1], "--filter") == 0)
		return filter();
	CHECK(general);
	CHECK(numbers);
	CHECK(sections);
	CHECK(fractions);
	CHECK(dates);
	CHECK(eras);
	CHECK(dbnum);
	date1904();
	texts();
	builtin();

	f = numfmt_compile(SPAN("General"));
	ok(numfmt_is_general(f), "General is general");
	numfmt_number(f, (double)NAN, false, &out);
	is_str(out.p, "#NUM!", "what is no number is the error");
	numfmt_free(f);
	f = numfmt_compile(SPAN("General;General"));
	ok(!numfmt_is_general(f), "two sections are not");
	numfmt_free(f);
	buf_release(&out);
	return done_testing();
}
