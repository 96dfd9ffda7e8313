/*
 * decimal.h: a double as the decimal number that Excel keeps of it.
 *
 * Excel has 15 significant digits; all rounding of displays starts from them,
 * never from the binary value, so 1.005 at two places is 1.01.
 */
#ifndef TEXT_DECIMAL_H
#define TEXT_DECIMAL_H

#include <stdbool.h>

#define DECIMAL_DIGITS 15

/* 0.d1d2d3… times ten to the power of point; zero has no digits. */
struct decimal {
	char digit[DECIMAL_DIGITS + 1]; /* '0'..'9'; the last is never '0' */
	int n;                          /* digits */
	int point;
	bool neg;
};

/* v rounded to 15 digits; v must be finite. */
void decimal_of(double v, struct decimal *d);
/*
 * Rounds to so many places behind the point, half away from zero; places may
 * be negative.
 */
void decimal_round(struct decimal *d, int places);

/* The digit of weight ten to the power of place, '0' where there is none. */
static inline char
decimal_digit(const struct decimal *d, int place)
{
	int i = d->point - 1 - place;

	return i >= 0 && i < d->n ? d->digit[i] : '0';
}

/* Digits before the point: 0 for numbers below 1. */
static inline int
decimal_ints(const struct decimal *d)
{
	return d->n > 0 && d->point > 0 ? d->point : 0;
}

/* Digits behind the point. */
static inline int
decimal_fracs(const struct decimal *d)
{
	return d->n > d->point ? d->n - d->point : 0;
}

#endif
