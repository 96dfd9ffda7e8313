/*
 * buf.h: a growing run of bytes.
 *
 * p is never NULL and always ends in a NUL beyond len, so that it can be used
 * as a string; NULs inside are allowed.  A buf that is all zero must be passed
 * to buf_init before use.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/span.h"

struct buf {
	char *p;
	size_t len, cap; /* bytes; cap 0: p is not ours */
};

extern char buf_empty[1]; /* what p is before the first byte */
#define BUF_INIT                                                               \
 {                                                                             \
  buf_empty, 0, 0                                                              \
 }

void buf_init(struct buf *b);
/* Frees what b holds; b is as after buf_init. */
void buf_release(struct buf *b);
/* The bytes as a string that the caller frees; b is as after buf_init. */
char *buf_take(struct buf *b);
/* Room for n more bytes; returns where they go.  Add to len by buf_used. */
char *buf_room(struct buf *b, size_t n);
void buf_add(struct buf *b, const void *p, size_t n);
void buf_adds(struct buf *b, const char *s);
void buf_printf(struct buf *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));
/* Removes n bytes at off; n is cut to what is there. */
void buf_cut(struct buf *b, size_t off, size_t n);

/* Empties b for reuse; the memory stays. */
static inline void
buf_reset(struct buf *b)
{
	b->len = 0;
	if (b->cap > 0) /* else it is buf_empty, which all threads share */
		b->p[0] = '\0';
}

/* Counts n bytes that were written at what buf_room returned. */
static inline void
buf_used(struct buf *b, size_t n)
{
	b->len += n;
	b->p[b->len] = '\0';
}

static inline void
buf_addc(struct buf *b, char c)
{
	if (b->len + 1 >= b->cap)
		buf_room(b, 1);
	b->p[b->len++] = c;
	b->p[b->len] = '\0';
}

static inline void
buf_addspan(struct buf *b, struct span s)
{
	buf_add(b, s.p, s.n);
}

/* Lent until b changes. */
static inline struct span
buf_span(const struct buf *b)
{
	return span_of(b->p, b->len);
}

#endif
