/*
 * cur.h: the cursor that untrusted bytes are read through.
 *
 * A cursor remembers that it failed: a record is decoded in straight lines and
 * judged once by c.bad.  A failed read gives zeros and does not move.  Numbers
 * are little-endian unless the name says otherwise.
 */
#ifndef BASE_CUR_H
#define BASE_CUR_H

#include "base/span.h"

struct cur {
	const uint8_t *base;
	size_t len, pos; /* bytes; pos <= len always */
	bool bad;
};

static inline struct cur
cur_of(struct span s)
{
	return (struct cur){ s.p, s.n, 0, false };
}

static inline size_t
cur_left(const struct cur *c)
{
	return c->len - c->pos;
}

/* The next n bytes, lent; NULL, and bad, when fewer are left. */
static inline const uint8_t *
cur_take(struct cur *c, size_t n)
{
	if (c->bad || n > c->len - c->pos) {
		c->bad = true;
		return NULL;
	}
	c->pos += n;
	return c->base + (c->pos - n);
}

static inline void
cur_skip(struct cur *c, size_t n)
{
	(void)cur_take(c, n);
}

/* To byte off from the start; bad when it lies outside. */
static inline void
cur_seek(struct cur *c, size_t off)
{
	if (off > c->len)
		c->bad = true;
	else
		c->pos = off;
}

/* A cursor over the next n bytes, which this one steps over. */
static inline struct cur
cur_sub(struct cur *c, size_t n)
{
	const uint8_t *p = cur_take(c, n);
	struct cur sub = { p, p ? n : 0, 0, p == NULL };

	return sub;
}

static inline uint8_t
cur_u8(struct cur *c)
{
	const uint8_t *p = cur_take(c, 1);

	return p ? p[0] : 0;
}

static inline uint16_t
cur_u16(struct cur *c)
{
	const uint8_t *p = cur_take(c, 2);

	return (uint16_t)(p ? p[0] | p[1] << 8 : 0);
}

static inline uint32_t
cur_u32(struct cur *c)
{
	const uint8_t *p = cur_take(c, 4);

	return p ? (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
		       (uint32_t)p[3] << 24
		 : 0;
}

static inline uint16_t
cur_be16(struct cur *c)
{
	const uint8_t *p = cur_take(c, 2);

	return (uint16_t)(p ? p[0] << 8 | p[1] : 0);
}

static inline uint32_t
cur_be32(struct cur *c)
{
	uint32_t hi = cur_be16(c);

	return hi << 16 | cur_be16(c);
}

static inline uint64_t
cur_u64(struct cur *c)
{
	uint64_t lo = cur_u32(c);

	return lo | (uint64_t)cur_u32(c) << 32;
}

#endif
