/*
 * span.h: a lent piece of memory, and what can be asked of it.
 *
 * A span owns nothing; whoever returns one says until when it may be read.
 * p may be NULL when n is 0.
 */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
	const uint8_t *p;
	size_t n; /* bytes */
};

/* A string literal as a span. */
#define SPAN(lit) ((struct span){ (const uint8_t *)(lit), sizeof(lit) - 1 })
/* The same as an initializer of static data. */
#define SPAN_INIT(lit)                                                         \
 {                                                                             \
  (const uint8_t *)(lit), sizeof(lit) - 1                                      \
 }
/* printf("%.*s", SPAN_ARG(s)): for messages; cuts at INT_MAX. */
#define SPAN_ARG(s) (int)((s).n > 4096 ? 4096 : (s).n), (const char *)(s).p

static inline struct span
span_of(const void *p, size_t n)
{
	return (struct span){ (const uint8_t *)p, n };
}

static inline struct span
span_str(const char *s)
{
	return span_of(s, strlen(s));
}

static inline bool
span_eq(struct span a, struct span b)
{
	/* by b's length, which the compiler often knows */
	return a.n == b.n && (b.n == 0 || memcmp(a.p, b.p, b.n) == 0);
}

static inline bool
span_eqs(struct span a, const char *s)
{
	return span_eq(a, span_str(s));
}

static inline bool
span_starts(struct span a, struct span head)
{
	return a.n >= head.n &&
	       (head.n == 0 || memcmp(a.p, head.p, head.n) == 0);
}

static inline bool
span_ends(struct span a, struct span tail)
{
	return a.n >= tail.n && (tail.n == 0 || memcmp(a.p + (a.n - tail.n),
						    tail.p, tail.n) == 0);
}

/* What follows the first n bytes (n is cut to the length). */
static inline struct span
span_skip(struct span a, size_t n)
{
	if (n > a.n)
		n = a.n;
	return n ? span_of(a.p + n, a.n - n) : a;
}

/* The first n bytes (n is cut to the length). */
static inline struct span
span_head(struct span a, size_t n)
{
	return span_of(a.p, n < a.n ? n : a.n);
}

/* The offset of byte c, or a.n when it does not occur. */
static inline size_t
span_find(struct span a, int c)
{
	const uint8_t *q = a.n ? memchr(a.p, c, a.n) : NULL;

	return q ? (size_t)(q - a.p) : a.n;
}

/* The offset of the last byte c, or a.n when it does not occur. */
static inline size_t
span_rfind(struct span a, int c)
{
	size_t i;

	for (i = a.n; i > 0; i--)
		if (a.p[i - 1] == (uint8_t)c)
			return i - 1;
	return a.n;
}

/*
 * The next field of *rest up to separator c, which is eaten.  False when
 * nothing is left: rest->p is NULL after the last field, so that an empty
 * span still gives one empty field.
 */
static inline bool
span_field(struct span *rest, int c, struct span *field)
{
	size_t i;

	if (!rest->p)
		return false;
	i = span_find(*rest, c);
	*field = span_of(rest->p, i);
	*rest = i == rest->n ? span_of(NULL, 0)
			     : span_of(rest->p + i + 1, rest->n - i - 1);
	return true;
}

/*
 * A decimal number of ASCII digits only, at most max.  False on anything else,
 * also an empty span.
 */
static inline bool
span_u64(struct span a, uint64_t max, uint64_t *v)
{
	uint64_t x = 0;
	size_t i;

	if (a.n == 0)
		return false;
	for (i = 0; i < a.n; i++) {
		unsigned d = (unsigned)a.p[i] - '0';

		if (d > 9 || x > (max - d) / 10 || d > max)
			return false;
		x = x * 10 + d;
	}
	*v = x;
	return true;
}

/* ASCII lower case; the locale never decides about data. */
static inline uint8_t
span_lower(uint8_t c)
{
	return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

/* Equal when ASCII letters may differ in case. */
static inline bool
span_ieq(struct span a, struct span b)
{
	size_t i;

	if (a.n != b.n)
		return false;
	for (i = 0; i < a.n; i++)
		if (span_lower(a.p[i]) != span_lower(b.p[i]))
			return false;
	return true;
}

#endif
