#include "doc/excel/isodate.h"

#define DAYS_1900 25569 /* serial of 1970-01-01 */
#define DAYS_1904 24107

/* A number of exactly n digits at *s, which moves behind it. */
static bool
take(struct span *s, size_t n, unsigned max, unsigned *v)
{
	uint64_t x;

	if (s->n < n || !span_u64(span_head(*s, n), max, &x))
		return false;
	*v = (unsigned)x;
	*s = span_skip(*s, n);
	return true;
}

static bool
eat(struct span *s, char c)
{
	if (s->n == 0 || s->p[0] != (uint8_t)c)
		return false;
	*s = span_skip(*s, 1);
	return true;
}

/* Days from 1970-01-01 in the Gregorian calendar. */
static int
days_of(unsigned year, unsigned month, unsigned day)
{
	/* years that begin in March, so that the leap day is their last */
	int y = (int)year - (month <= 2), m = (int)(month + 9) % 12;
	int era = y / 400, yoe = y % 400;
	int doy = (153 * m + 2) / 5 + (int)day - 1;

	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

/* hh:mm[:ss[.fff]] as a part of a day. */
static bool
take_time(struct span *s, double *part)
{
	unsigned h, m, sec = 0;
	double frac = 0, unit = 0.1;

	if (!take(s, 2, 24, &h) || !eat(s, ':') || !take(s, 2, 59, &m))
		return false;
	if (eat(s, ':') && !take(s, 2, 59, &sec))
		return false;
	if (eat(s, '.'))
		for (; s->n > 0 && s->p[0] >= '0' && s->p[0] <= '9';
		     *s = span_skip(*s, 1), unit /= 10)
			frac += (s->p[0] - '0') * unit;
	*part = (h * 3600.0 + m * 60.0 + sec + frac) / 86400.0;
	return true;
}

bool
isodate_serial(struct span s, bool date1904, double *serial)
{
	unsigned y, m, d;
	double part = 0;
	int days;

	if (s.n > 2 && s.p[2] == ':') { /* a time alone */
		if (!take_time(&s, serial))
			return false;
		return true;
	}
	if (!take(&s, 4, 9999, &y) || !eat(&s, '-') || !take(&s, 2, 12, &m) ||
	    !eat(&s, '-') || !take(&s, 2, 31, &d) || m == 0 || d == 0)
		return false;
	if (eat(&s, 'T') && !take_time(&s, &part))
		return false;
	days = days_of(y, m, d) + (date1904 ? DAYS_1904 : DAYS_1900);
	if (!date1904 && days <= 60)
		days--; /* 1900 has a 29 February there */
	*serial = days + part;
	return *serial >= 0;
}
