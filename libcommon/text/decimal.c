#include "text/decimal.h"

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
	char tmp[20];
	int i, n = 0;

	for (; v > 0; v /= 10)
		tmp[n++] = (char)('0' + v % 10);
	for (i = 0; i < n; i++)
		d->digit[i] = tmp[n - 1 - i];
	d->n = d->point = n;
	trim(d);
}

void
decimal_of(double v, struct decimal *d)
{
	char text[40];
	const char *p;
	int e = 0;

	d->neg = signbit(v) && v != 0;
	v = fabs(v);
	if (v < 1e15 && v == floor(v)) {
		of_integer((uint64_t)v, d);
		return;
	}
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
