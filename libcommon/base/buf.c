#include "base/buf.h"

#include "base/ck.h"
#include "base/mem.h"

char buf_empty[1] = "";

void
buf_init(struct buf *b)
{
	b->p = buf_empty;
	b->len = b->cap = 0;
}

void
buf_release(struct buf *b)
{
	if (b->cap)
		free(b->p);
	buf_init(b);
}

char *
buf_take(struct buf *b)
{
	char *p = b->cap ? b->p : mem_dup("", 0);

	buf_init(b);
	return p;
}

char *
buf_room(struct buf *b, size_t n)
{
	size_t need;

	if (!ck_add(b->len, n, &need) || !ck_add(need, 1, &need))
		mem_exhausted();
	if (need > b->cap) {
		if (need < 32)
			need = 32;
		b->p = mem_grow(b->cap ? b->p : NULL, &b->cap, need, 1);
		b->p[b->len] = '\0';
	}
	return b->p + b->len;
}

void
buf_add(struct buf *b, const void *p, size_t n)
{
	if (n == 0)
		return;
	memcpy(buf_room(b, n), p, n);
	buf_used(b, n);
}

void
buf_adds(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list ap2;
	int n;

	va_copy(ap2, ap);
	n = vsnprintf(NULL, 0, fmt, ap2);
	va_end(ap2);
	if (n <= 0)
		return;
	n = vsnprintf(buf_room(b, (size_t)n), (size_t)n + 1, fmt, ap);
	buf_used(b, (size_t)n);
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

void
buf_cut(struct buf *b, size_t off, size_t n)
{
	if (off >= b->len)
		return;
	if (n > b->len - off)
		n = b->len - off;
	memmove(b->p + off, b->p + off + n, b->len - off - n);
	b->len -= n;
	b->p[b->len] = '\0';
}
