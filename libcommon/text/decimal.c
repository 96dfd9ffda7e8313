#include "text/decimal.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Takes away the zeros at the end; nothing left is zero. */
static void
trim(struct decimal *d)
{
	while (d->n > 0 && d->digit[d->n - 1] == '0')
		d->n--;
	if (d->n == 0)
		d->point = 0;
}

/* v as a whole number of at most 15 digits: no rounding, no library. */
static void
of_integer(uint64_t v, struct decimal *d)
{
	char tmp[24];
	int i, n = 0;

	for (; v > 0; v /= 10)
		tmp[n++] = (char)('0' + v % 10);
	for (i = 0; i < n; i++)
		d->digit[i] = tmp[n - 1 - i];
	d->n = d->point = n;
	trim(d);
}

/*
 * v as a whole number below 1e15 and a power of ten, when that can be had by
 * one product: ten to the 27th fits into the 64 bits of a long double.  False
 * near a tie of the 16th digit, where the product's own error would decide,
 * and where a long double is no more than a double.
 */
static bool
of_product(double v, struct decimal *d)
{
	static const long double power[] = { 1e0L, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L,
		1e6L, 1e7L, 1e8L, 1e9L, 1e10L, 1e11L, 1e12L, 1e13L, 1e14L,
		1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L,
		1e24L, 1e25L, 1e26L, 1e27L };
	long double x, frac;
	int k = DECIMAL_DIGITS - 1;
	uint64_t whole;

	if (LDBL_MANT_DIG < 64 || v < 1e-12 || v >= 1e14)
		return false;
	/* as many places as make 15 digits before the point */
	for (x = v; x >= 10; x /= 10)
		k--;
	for (; x < 1; x *= 10)
		k++;
	x = (long double)v * power[k];
	if (x >= 1e15L)
		x = (long double)v * power[--k];
	whole = (uint64_t)x;
	frac = x - (long double)whole;
	if (whole < 100000000000000 || (frac > 0.499L && frac < 0.501L))
		return false;
	whole += frac > 0.5L;
	of_integer(whole, d);
	d->point -= k;
	return true;
}

/* v by the C library: 15 digits rounded from the exact binary value. */
static void
of_text(double v, struct decimal *d)
{
	char text[40];
	const char *p;
	int e = 0;

	/* d.dd…e±xx; what stands for the point is the locale's business */
	snprintf(text, sizeof(text), "%.*e", DECIMAL_DIGITS - 1, v);
	d->n = 0;
	for (p = text; *p && *p != 'e'; p++)
		if (*p >= '0' && *p <= '9' && d->n < DECIMAL_DIGITS)
			d->digit[d->n++] = *p;
	if (*p == 'e') {
		bool minus = *++p == '-';

		for (p++; *p >= '0' && *p <= '9'; p++)
			e = e * 10 + (*p - '0');
		e = minus ? -e : e;
	}
	d->point = e + 1;
	trim(d);
}

void
decimal_of(double v, struct decimal *d)
{
	d->neg = signbit(v) && v != 0;
	v = fabs(v);
	if (v < 1e15 && v == floor(v))
		of_integer((uint64_t)v, d);
	else if (!of_product(v, d))
		of_text(v, d);
}

void
decimal_round(struct decimal *d, int places)
{
	int keep = d->point + places, i;
	bool up;

	if (keep >= d->n)
		return;
	if (keep < 0) {
		d->n = d->point = 0;
		return;
	}
	up = d->digit[keep] >= '5';
	d->n = keep;
	if (!up) {
		trim(d);
		return;
	}
	for (i = keep - 1; i >= 0 && d->digit[i] == '9'; i--)
		;
	if (i < 0) {
		d->digit[0] = '1';
		d->n = 1;
		d->point++;
		return;
	}
	d->digit[i]++;
	d->n = i + 1;
}
