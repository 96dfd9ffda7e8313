/* numfmt_digits.c: numbers by placeholders, as fractions, as General. */
#include "text/numfmt_int.h"

#include <math.h>

#define GENERAL_WIDTH 11  /* characters, without the minus sign */
#define FRACTION_MAX  1e9 /* a numerator times denominator fits 64 bits */

/* A number on its way through the tokens of its section. */
struct put {
	const struct numfmt_section *s;
	struct buf *out;
	struct decimal d; /* rounded to what is printed */
	int exponent;
	int place;   /* of the next placeholder of a whole number */
	bool filled; /* a digit or 0 has been printed in it */
};

/* ---- General ------------------------------------------------------------- */

/* d.ddddE+xx with at most 5 decimals; d is not zero. */
static void
scientific(struct decimal d, struct buf *out)
{
	int e, i;

	decimal_round(&d, 5 - (d.point - 1));
	e = d.point - 1;
	buf_addc(out, d.digit[0]);
	if (d.n > 1)
		buf_addc(out, '.');
	for (i = 1; i < d.n; i++)
		buf_addc(out, d.digit[i]);
	buf_printf(out, "E%c%02d", e < 0 ? '-' : '+', e < 0 ? -e : e);
}

/* Digits and a point, no sign. */
static void
plain(const struct decimal *d, struct buf *out)
{
	int place, fracs = decimal_fracs(d);

	if (decimal_ints(d) == 0)
		buf_addc(out, '0');
	for (place = decimal_ints(d) - 1; place >= 0; place--)
		buf_addc(out, decimal_digit(d, place));
	if (fracs > 0)
		buf_addc(out, '.');
	for (place = 1; place <= fracs; place++)
		buf_addc(out, decimal_digit(d, -place));
}

/* Decimals that fit beside the whole part of d. */
static int
room(const struct decimal *d)
{
	int ints = decimal_ints(d) > 0 ? decimal_ints(d) : 1;

	return ints < GENERAL_WIDTH ? GENERAL_WIDTH - 1 - ints : 0;
}

/* extraction.md 6.4 */
static void
general(struct decimal d, struct buf *out)
{
	struct decimal r = d;
	int width = 2 + decimal_fracs(&d); /* of the plain form, below 1 */

	if (d.n > 0 && (d.point > GENERAL_WIDTH || d.point <= -9 ||
			   (d.point <= -4 && width > GENERAL_WIDTH))) {
		scientific(d, out);
		return;
	}
	decimal_round(&r, room(&d));
	if (decimal_ints(&r) > GENERAL_WIDTH)
		scientific(d, out);
	else
		plain(&r, out);
}

void
numfmt_digits_general(double v, struct buf *out)
{
	struct decimal d;

	decimal_of(v, &d);
	if (d.neg)
		buf_addc(out, '-');
	general(d, out);
}

/* General under [DBNum]: by places, and never scientific for large numbers. */
static void
general_dbnum(const struct numfmt_section *s, struct decimal d, struct buf *out)
{
	char ints[400];
	int n = decimal_ints(&d), i;

	if ((n == 0 && d.point <= -4) || n > (int)sizeof(ints)) {
		general(d, out);
		return;
	}
	if (n <= GENERAL_WIDTH)
		decimal_round(&d, room(&d));
	n = decimal_ints(&d);
	for (i = 0; i < n; i++)
		ints[i] = decimal_digit(&d, n - 1 - i);
	numfmt_kansuji_places(s, ints, (size_t)n, out);
	if (decimal_fracs(&d) > 0)
		buf_addc(out, '.');
	for (i = 1; i <= decimal_fracs(&d); i++)
		numfmt_kansuji_digit(s, decimal_digit(&d, -i), out);
}

/* ---- placeholders -------------------------------------------------------- */

static void
put_digit(struct put *p, char c)
{
	if (p->s->dbnum)
		numfmt_kansuji_digit(p->s, c, p->out);
	else
		buf_addc(p->out, c);
	p->filled = true;
}

/* The digit of a place of a whole number, and the comma behind it. */
static void
put_place(struct put *p, char c, int place)
{
	put_digit(p, c);
	if (p->s->group && place > 0 && place % 3 == 0)
		buf_addc(p->out, ',');
}

/*
 * One placeholder of the whole part, at p->place.  The first of them also
 * prints the digits left of it.
 */
static void
put_whole(struct put *p, char ch, bool first)
{
	int have = decimal_ints(&p->d), place = p->place--, i;

	if (place < have) {
		for (i = first ? have - 1 : place; i >= place; i--)
			put_place(p, decimal_digit(&p->d, i), i);
	} else if (ch == '0' || p->filled) {
		put_place(p, '0', place);
	} else if (ch == '?') {
		buf_addc(p->out, ' ');
		if (p->s->group && place > 0 && place % 3 == 0)
			buf_addc(p->out, ' ');
	}
}

/* The placeholder that is number at, from 0, behind the point. */
static void
put_frac(struct put *p, char ch, int at)
{
	if (at < decimal_fracs(&p->d) || at < p->s->minfracs)
		put_digit(p, decimal_digit(&p->d, -1 - at));
	else if (ch == '?')
		buf_addc(p->out, ' ');
}

/*
 * Splits d into mantissa and exponent.  Several placeholders before the point
 * make the exponent a multiple of their count.
 */
static void
split_exponent(struct put *p)
{
	const struct numfmt_section *s = p->s;
	int step = s->ints > 1 ? s->ints : 1, pass, e;
	struct decimal whole = p->d;

	for (pass = 0; pass < 2; pass++) {
		e = p->d.n ? p->d.point - (s->ints > 0 ? 1 : 0) + p->exponent
			   : 0;
		if (step > 1)
			e = e >= 0 ? e / step * step
				   : -((-e + step - 1) / step) * step;
		p->exponent = e;
		p->d = whole;
		p->d.point -= p->d.n ? e : 0;
		/* what rounding carries over may need the next exponent */
		decimal_round(&p->d, s->fracs);
		if (p->d.n == 0 || p->d.point <= (s->ints > 0 ? step : 0))
			break;
	}
}

/* The exponent's sign and digits are a whole number of their own. */
static void
begin_exponent(struct put *p, const struct numfmt_tok *t)
{
	int e = p->exponent < 0 ? -p->exponent : p->exponent;

	buf_addc(p->out, t->ch);
	if (p->exponent < 0)
		buf_addc(p->out, '-');
	else if (t->n)
		buf_addc(p->out, '+');
	decimal_of(e, &p->d);
	p->place = p->s->exps - 1;
	p->filled = false;
}

static void
put_number(const struct numfmt *f, struct put *p)
{
	const struct numfmt_section *s = p->s;
	const struct numfmt_tok *t = f->tok + s->first, *end = t + s->count;
	bool exponent = false, point = false, first = true;
	int frac = 0, i;

	p->place = s->ints - 1;
	for (; t < end; t++) {
		switch (t->kind) {
		case NF_DIGIT:
			if (point && !exponent)
				put_frac(p, t->ch, frac++);
			else
				put_whole(p, t->ch, first);
			first = false;
			break;
		case NF_POINT:
			/* no placeholder before it: all digits are here */
			for (i = decimal_ints(&p->d) - 1;
			     s->ints == 0 && i >= 0; i--)
				put_digit(p, decimal_digit(&p->d, i));
			buf_addc(p->out, '.');
			point = true;
			break;
		case NF_PERCENT:
			buf_addc(p->out, '%');
			break;
		case NF_EXP:
			begin_exponent(p, t);
			exponent = first = true;
			break;
		case NF_SLASH:
			buf_addc(p->out, '/');
			break;
		case NF_LIT:
			buf_add(p->out, f->lits.p + t->off, t->n);
			break;
		default:
			break;
		}
	}
}

/* ---- fractions ----------------------------------------------------------- */

/*
 * The fraction nearest to x >= 0 whose denominator is at most max; of equally
 * near ones the one with the smaller denominator.  Continued fractions, whose
 * last step is tried shortened too.
 */
static void
nearest(double x, int64_t max, int64_t *num, int64_t *den)
{
	int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0, a, k;
	double y = x;
	int i;

	for (i = 0; i < 64; i++) {
		a = y < 1e15 ? (int64_t)floor(y) : (int64_t)1e15;
		if (q1 > 0 && a > (max - q0) / q1) {
			k = (max - q0) / q1;
			/* the shortened step is p0+k*p1 over q0+k*q1 */
			if (k > 0 && fabs(x - (double)(p0 + k * p1) /
						  (double)(q0 + k * q1)) <
					 fabs(x - (double)p1 / (double)q1)) {
				p1 = p0 + k * p1;
				q1 = q0 + k * q1;
			}
			break;
		}
		k = a * p1 + p0;
		p0 = p1;
		p1 = k;
		k = a * q1 + q0;
		q0 = q1;
		q1 = k;
		if (y - floor(y) < 1e-11)
			break;
		y = 1 / (y - floor(y));
	}
	*num = p1;
	*den = q1;
}

/* The digits of v by the placeholders of a run, padded only by their 0s. */
static void
put_run(const struct numfmt *f, struct put *p, uint32_t *at, int64_t v)
{
	const struct numfmt_tok *t = f->tok + p->s->first;
	bool first = true;
	uint32_t k = *at;

	while (k < p->s->count && t[k].kind == NF_DIGIT)
		k++;
	decimal_of((double)v, &p->d);
	p->place = (int)(k - *at) - 1;
	p->filled = false;
	for (; *at < k; (*at)++, first = false)
		put_whole(
		    p, t[*at].ch == '0' || p->place == 0 ? '0' : '#', first);
}

/* The parts of |v|: whole, and num over den by the section's rules. */
static void
split_fraction(const struct numfmt *f, const struct numfmt_section *s, double v,
    double *whole, int64_t *num, int64_t *den)
{
	const struct numfmt_tok *t = f->tok + s->first;
	int64_t max = 1;
	uint32_t k;

	*whole = s->ints > 0 ? floor(v) : 0;
	v -= *whole;
	if (t[s->denom].kind == NF_DENOM) {
		*den = t[s->denom].n;
		*num = (int64_t)floor(v * (double)*den + 0.5);
	} else {
		for (k = s->denom; k < s->count && t[k].kind == NF_DIGIT; k++)
			if (max < 100000000)
				max *= 10;
		nearest(v, max - 1, num, den);
	}
	if (s->ints > 0 && *num == *den) {
		*whole += 1;
		*num = 0;
	}
}

/* What is printed whatever the number is, of the tokens from i to end. */
static void
put_fixed(const struct numfmt *f, struct put *p, uint32_t i, uint32_t end)
{
	const struct numfmt_tok *t = f->tok + p->s->first;

	for (; i < end; i++) {
		if (t[i].kind == NF_LIT)
			buf_add(p->out, f->lits.p + t[i].off, t[i].n);
		else if (t[i].kind == NF_PERCENT)
			buf_addc(p->out, '%');
	}
}

/* The whole part: the tokens up to the last placeholder of it. */
static uint32_t
put_units(const struct numfmt *f, struct put *p, double whole, bool alone)
{
	const struct numfmt_section *s = p->s;
	const struct numfmt_tok *t = f->tok + s->first;
	bool first = true;
	uint32_t i;

	decimal_of(whole, &p->d);
	p->place = s->ints - 1;
	for (i = 0; p->place >= 0; i++) {
		if (t[i].kind != NF_DIGIT) {
			put_fixed(f, p, i, i + 1);
			continue;
		}
		/* a 0 shows when nothing else does */
		put_whole(p, alone && p->place == 0 ? '0' : t[i].ch, first);
		first = false;
	}
	return i;
}

static void
put_fraction(const struct numfmt *f, struct put *p, double v)
{
	const struct numfmt_section *s = p->s;
	const struct numfmt_tok *t = f->tok + s->first;
	bool neg = v < 0 && !s->nosign, parted;
	int64_t num, den;
	uint32_t i, at;
	double whole;

	split_fraction(f, s, fabs(v), &whole, &num, &den);
	parted = s->ints == 0 || num != 0;
	if (neg && (whole != 0 || num != 0))
		buf_addc(p->out, '-');
	i = put_units(f, p, whole, !parted);
	at = s->numer;
	if (parted) {
		put_fixed(f, p, i, at);
		put_run(f, p, &at, num);
		buf_addc(p->out, '/');
	}
	at = s->denom;
	if (t[at].kind == NF_DENOM) {
		if (parted)
			buf_printf(p->out, "%u", (unsigned)t[at].n);
		at++;
	} else if (parted) {
		put_run(f, p, &at, den);
	} else {
		while (at < s->count && t[at].kind == NF_DIGIT)
			at++;
	}
	put_fixed(f, p, at, s->count);
}

/* ---- the section --------------------------------------------------------- */

static void
put_general(const struct numfmt *f, struct put *p)
{
	const struct numfmt_tok *t = f->tok + p->s->first,
				*end = t + p->s->count;

	for (; t < end; t++) {
		if (t->kind == NF_LIT)
			buf_add(p->out, f->lits.p + t->off, t->n);
		else if (t->kind != NF_GENERAL && t->kind != NF_TEXT)
			continue;
		else if (p->s->dbnum)
			general_dbnum(p->s, p->d, p->out);
		else
			general(p->d, p->out);
	}
}

void
numfmt_digits_put(const struct numfmt *f, const struct numfmt_section *s,
    double v, struct buf *out)
{
	struct put p = { .s = s, .out = out };

	if (s->count == 0)
		return; /* an empty section hides the number */
	if (s->type == NF_AS_FRACTION) {
		if (s->ints == 0 && fabs(v) >= FRACTION_MAX)
			numfmt_digits_general(v, out);
		else
			put_fraction(f, &p, v);
		return;
	}
	decimal_of(v, &p.d);
	if (s->type == NF_AS_NUMBER) {
		p.d.point += p.d.n ? s->scale : 0;
		if (s->exponent)
			split_exponent(&p);
		else
			decimal_round(&p.d, s->fracs);
	}
	/* what rounds to 0 has no sign, as in Excel */
	if (p.d.neg && p.d.n > 0 && !s->nosign)
		buf_addc(out, '-');
	if (s->type == NF_AS_GENERAL)
		put_general(f, &p);
	else
		put_number(f, &p);
}
