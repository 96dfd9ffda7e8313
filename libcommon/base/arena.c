#include "base/arena.h"

#include <stdalign.h>

#include "base/ck.h"
#include "base/mem.h"

#define ARENA_BLOCK ((size_t)64 << 10) /* bytes of an ordinary block */

struct arena_block {
	struct arena_block *below;
	size_t used, size; /* bytes behind this header */
	alignas(max_align_t) char data[];
};

void *
arena_alloc(struct arena *a, size_t n)
{
	struct arena_block *b = a->top;
	size_t align = alignof(max_align_t), size, bytes;
	void *p;

	if (!ck_add(n, align - 1, &n))
		mem_exhausted();
	n -= n % align;
	if (!b || n > b->size - b->used) {
		size = n > ARENA_BLOCK / 4 ? n : ARENA_BLOCK;
		if (!ck_add(size, sizeof(*b), &bytes))
			mem_exhausted();
		b = mem_alloc(bytes);
		b->used = 0;
		b->size = size;
		b->below = a->top;
		a->top = b;
	}
	p = b->data + b->used;
	b->used += n;
	a->total += n;
	return p;
}

struct span
arena_dup(struct arena *a, struct span s)
{
	char *p;
	size_t n;

	if (!ck_add(s.n, 1, &n))
		mem_exhausted();
	p = arena_alloc(a, n);
	if (s.n)
		memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return span_of(p, s.n);
}

void
arena_reset(struct arena *a)
{
	struct arena_block *b;

	while ((b = a->top) && b->below) {
		a->top = b->below;
		free(b);
	}
	if (b)
		b->used = 0;
	a->total = 0;
}

void
arena_release(struct arena *a)
{
	arena_reset(a);
	free(a->top);
	a->top = NULL;
}
