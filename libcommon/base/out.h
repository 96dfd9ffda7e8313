/*
 * out.h: buffered output to a descriptor, with an error that sticks.
 *
 * Writes are never checked one by one: a failed output swallows what follows,
 * and out_flush or out_finish tells.
 */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include "base/err.h"

#define OUT_BLOCK ((size_t)64 << 10) /* bytes kept before a write */

struct out {
	int fd;
	int error; /* errno of the first failure, 0 while all is well */
	struct buf buf;
	uint64_t written; /* bytes handed to the system */
};

/* fd is lent: out_release does not close it. */
void out_init(struct out *o, int fd);
void out_write(struct out *o, const void *p, size_t n);
/* Hands all to the system; false when anything was lost. */
bool out_flush(struct out *o);
void out_release(struct out *o);
/*
 * Flushes and releases standard output at the end of a tool; a loss is reported
 * and the status becomes TB_TROUBLE.
 */
enum tb_exit out_finish(struct out *o, enum tb_exit st);

static inline void
out_span(struct out *o, struct span s)
{
	out_write(o, s.p, s.n);
}

static inline void
out_puts(struct out *o, const char *s)
{
	out_write(o, s, strlen(s));
}

static inline void
out_putc(struct out *o, char c)
{
	if (o->buf.len + 1 < o->buf.cap && o->buf.len < OUT_BLOCK)
		buf_addc(&o->buf, c);
	else
		out_write(o, &c, 1);
}

#endif
