/* numfmt_date.c: serial numbers as dates and times, extraction.md 6.6 */
#include "text/numfmt_int.h"

#include <math.h>

#include "text/era.h"

#define SERIAL_END  2958466 /* the day after 9999-12-31 */
#define OFFSET_1904 1462    /* days from 1900-01-00 to 1904-01-01 */
#define DAY_SECONDS 86400

struct moment {
	int year, month, day;
	int weekday;     /* 0 Sunday */
	int64_t seconds; /* of the day */
	int64_t ticks;   /* of the second, in units of its decimals */
	int64_t elapsed; /* whole seconds since day 0 */
};

static const char *const months[] = { "January", "February", "March", "April",
	"May", "June", "July", "August", "September", "October", "November",
	"December" };
static const char *const weekdays[] = { "Sunday", "Monday", "Tuesday",
	"Wednesday", "Thursday", "Friday", "Saturday" };
static const char *const youbi[] = { "日", "月", "火", "水", "木", "金", "土" };
static const char *const yoil[] = { "일", "월", "화", "수", "목", "금", "토" };
static const char *const xingqi[] = { "日", "一", "二", "三", "四", "五",
	"六" };

/* Day and month of a count of days from 0000-03-01, Gregorian. */
static void
civil(int64_t days, struct moment *m)
{
	int64_t era = days / 146097, doe = days % 146097;
	int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int64_t mp = (5 * doy + 2) / 153;

	m->day = (int)(doy - (153 * mp + 2) / 5 + 1);
	m->month = (int)(mp < 10 ? mp + 3 : mp - 9);
	m->year = (int)(yoe + era * 400 + (m->month <= 2));
}

/*
 * Day number, counted as the 1900 system does, to a date.  Lotus had a
 * 29 February in 1900, and Excel keeps it as day 60; day 0 is 1900-01-00.
 */
static void
date_of(int64_t day, struct moment *m)
{
	m->weekday = (int)((day + 6) % 7);
	if (day == 60) {
		m->year = 1900;
		m->month = 2;
		m->day = 29;
	} else if (day == 0) {
		m->year = 1900;
		m->month = 1;
		m->day = 0;
	} else {
		/* 693899 is 1899-12-30 */
		civil(693899 + day + (day < 60), m);
	}
}

/*
 * The moment of a serial, rounded half up to the second or its decimals, with
 * carry.  False when there is no such date.
 */
static bool
moment_of(double v, bool date1904, int decimals, struct moment *m)
{
	int64_t unit = 1, day, ticks;
	double whole = floor(v);
	int i;

	if (v < 0 || v >= SERIAL_END)
		return false;
	for (i = 0; i < decimals; i++)
		unit *= 10;
	day = (int64_t)whole;
	ticks = (int64_t)floor((v - whole) * DAY_SECONDS * (double)unit + 0.5);
	if (ticks >= DAY_SECONDS * unit) {
		ticks -= DAY_SECONDS * unit;
		day++;
	}
	m->seconds = ticks / unit;
	m->ticks = ticks % unit;
	m->elapsed = day * DAY_SECONDS + m->seconds;
	if (date1904)
		day += OFFSET_1904;
	if (day >= SERIAL_END)
		return false;
	date_of(day, m);
	return true;
}

/* ---- printing ------------------------------------------------------------ */

/*
 * A number, zero-padded to width.  In the digits of [DBNum], fields that begin
 * with 0 go digit by digit, the others by places (十月), but full-width digits
 * always do.
 */
static void
put_int(
    const struct numfmt_section *s, int64_t v, size_t width, struct buf *out)
{
	char digit[24];
	size_t n = 0, i;

	do
		digit[n++] = (char)('0' + v % 10);
	while ((v /= 10) > 0 && n < sizeof(digit));
	while (n < width && n < sizeof(digit))
		digit[n++] = '0';
	for (i = 0; i < n / 2; i++) {
		char c = digit[i];

		digit[i] = digit[n - 1 - i];
		digit[n - 1 - i] = c;
	}
	if (s->dbnum == 0) {
		buf_add(out, digit, n);
		return;
	}
	if (s->dbnum != 3 && digit[0] != '0' && n <= 2) {
		numfmt_kansuji_places(s, digit, n, out);
		return;
	}
	for (i = 0; i < n; i++)
		numfmt_kansuji_digit(s, digit[i], out);
}

/* Years and fractions of a second: never by places. */
static void
put_digits(
    const struct numfmt_section *s, int64_t v, size_t width, struct buf *out)
{
	int64_t div = 1;
	size_t i;

	for (i = 1; i < width; i++)
		div *= 10;
	for (i = 0; i < width; i++, div /= 10)
		numfmt_kansuji_digit(s, (char)('0' + v / div % 10), out);
}

static void
put_month(
    const struct numfmt_section *s, int month, uint32_t n, struct buf *out)
{
	const char *name = months[month - 1];

	if (n <= 2)
		put_int(s, month, n, out);
	else if (n == 4)
		buf_adds(out, name);
	else
		buf_add(out, name, n == 3 ? 3 : 1);
}

/* d to dddd, and aaa and aaaa, which are Japanese without being asked. */
static void
put_weekday(const struct numfmt_section *s, int day, bool native, bool longer,
    struct buf *out)
{
	switch (native && s->lang == NF_OTHER ? NF_JA : s->lang) {
	case NF_JA:
		buf_adds(out, youbi[day]);
		buf_adds(out, longer ? "曜日" : "");
		break;
	case NF_ZH_CN:
		buf_adds(out, longer ? "星期" : native ? "" : "周");
		buf_adds(out, xingqi[day]);
		break;
	case NF_ZH_TW:
		buf_adds(out, longer ? "星期" : "週");
		buf_adds(out, xingqi[day]);
		break;
	case NF_KO:
		buf_adds(out, yoil[day]);
		buf_adds(out, longer ? "요일" : "");
		break;
	case NF_OTHER:
		buf_add(out, weekdays[day], longer ? strlen(weekdays[day]) : 3);
		break;
	}
}

/*
 * The half of the day.  The words of the code serve, as they are spelt there,
 * unless a locale tag asks for its own.
 */
static void
put_half(const struct numfmt *f, const struct numfmt_section *s,
    const struct numfmt_tok *t, bool pm, struct buf *out)
{
	static const char *const words[][2] = { [NF_JA] = { "午前", "午後" },
		[NF_ZH_CN] = { "上午", "下午" },
		[NF_ZH_TW] = { "上午", "下午" },
		[NF_KO] = { "오전", "오후" } };
	struct span code = span_of(f->lits.p + t->off, t->n), word;
	size_t slash = span_find(code, '/');

	word = pm ? span_skip(code, slash + 1) : span_head(code, slash);
	if (s->lang != NF_OTHER)
		buf_adds(out, words[s->lang][pm]);
	else
		buf_addspan(out, word);
}

/* The year of g and e: Japanese unless the tag names another country. */
static void
put_era(const struct numfmt_section *s, const struct moment *m,
    const struct numfmt_tok *t, struct buf *out)
{
	const struct era *era;
	int year;

	era = era_of(m->year, m->month, m->day, &year);
	if (s->tagged && s->lang != NF_JA) {
		year = m->year;
		if (s->lang == NF_ZH_TW && year > 1911)
			year -= 1911;
		if (t->kind == NF_ERAYEAR)
			put_int(s, year, t->n > 1 ? 2 : 1, out);
		else if (s->lang == NF_ZH_TW)
			buf_adds(out, t->n > 1 ? "中華民國" : "民國");
		else if (s->lang == NF_ZH_CN)
			buf_adds(out, "公元");
		else if (s->lang == NF_OTHER)
			buf_adds(out, "A.D.");
	} else if (t->kind == NF_ERA) {
		buf_adds(out, t->n == 1   ? era->letter
			      : t->n == 2 ? era->kanji
					  : era->name);
	} else if (s->gannen && year == 1) {
		buf_adds(out, "元");
	} else {
		put_int(s, year, t->n > 1 ? 2 : 1, out);
	}
}

static void
put_year(const struct numfmt_section *s, const struct numfmt_tok *t, int year,
    struct buf *out)
{
	if (t->kind == NF_BUDDHIST)
		year += 543;
	put_digits(s, t->n <= 2 ? year % 100 : year, t->n <= 2 ? 2 : 4, out);
}

static void
put_elapsed(const struct numfmt_section *s, const struct numfmt_tok *t,
    const struct moment *m, struct buf *out)
{
	int64_t v = t->ch == 'h'   ? m->elapsed / 3600
		    : t->ch == 'm' ? m->elapsed / 60
				   : m->elapsed;

	put_int(s, v, t->n, out);
}

static void
put_token(const struct numfmt *f, const struct numfmt_section *s,
    const struct numfmt_tok *t, const struct moment *m, bool half,
    struct buf *out)
{
	int64_t hour = m->seconds / 3600, ticks = m->ticks;
	int i;

	switch (t->kind) {
	case NF_LIT:
		buf_add(out, f->lits.p + t->off, t->n);
		break;
	case NF_YEAR:
	case NF_BUDDHIST:
		put_year(s, t, m->year, out);
		break;
	case NF_MONTH:
		put_month(s, m->month, t->n, out);
		break;
	case NF_DAY:
		if (t->n > 2)
			put_weekday(s, m->weekday, false, t->n > 3, out);
		else
			put_int(s, m->day, t->n, out);
		break;
	case NF_WEEKDAY:
		put_weekday(s, m->weekday, true, t->n > 3, out);
		break;
	case NF_HOUR:
		if (half)
			hour = hour % 12 ? hour % 12 : 12;
		put_int(s, hour, t->n > 1 ? 2 : 1, out);
		break;
	case NF_MINUTE:
		put_int(s, m->seconds / 60 % 60, t->n > 1 ? 2 : 1, out);
		break;
	case NF_SECOND:
		put_int(s, m->seconds % 60, t->n > 1 ? 2 : 1, out);
		break;
	case NF_FRACTION:
		for (i = (int)t->n; i < s->decimals; i++)
			ticks /= 10;
		buf_addc(out, '.');
		put_digits(s, ticks, t->n > 9 ? 9 : t->n, out);
		break;
	case NF_AMPM:
		put_half(f, s, t, hour >= 12, out);
		break;
	case NF_ERA:
	case NF_ERAYEAR:
		put_era(s, m, t, out);
		break;
	case NF_ELAPSED:
		put_elapsed(s, t, m, out);
		break;
	default:
		break;
	}
}

bool
numfmt_date_put(const struct numfmt *f, const struct numfmt_section *s,
    double v, bool date1904, struct buf *out)
{
	const struct numfmt_tok *t = f->tok + s->first, *end = t + s->count, *k;
	bool half = false;
	struct moment m;

	if (!moment_of(v, date1904, s->decimals, &m))
		return false;
	for (k = t; k < end; k++)
		half = half || k->kind == NF_AMPM;
	for (; t < end; t++)
		put_token(f, s, t, &m, half, out);
	return true;
}
