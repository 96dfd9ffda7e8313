#include "base/mem.h"

#include <stdint.h>
#include <unistd.h>

#include "base/ck.h"

_Noreturn void
mem_exhausted(void)
{
	static const char msg[] = "out of memory\n";

	/* nothing that allocates: stdio and gettext may */
	if (write(STDERR_FILENO, msg, sizeof(msg) - 1) < 0)
		_exit(MEM_EXIT);
	_exit(MEM_EXIT);
}

void *
mem_alloc(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p)
		mem_exhausted();
	return p;
}

void *
mem_calloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		mem_exhausted();
	return p;
}

void *
mem_realloc(void *p, size_t n)
{
	p = realloc(p, n ? n : 1);
	if (!p)
		mem_exhausted();
	return p;
}

char *
mem_dup(const void *p, size_t n)
{
	char *q;
	size_t size;

	if (!ck_add(n, 1, &size))
		mem_exhausted();
	q = mem_alloc(size);
	if (n)
		memcpy(q, p, n);
	q[n] = '\0';
	return q;
}

void *
mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	size_t n = *cap, bytes;

	if (need <= n)
		return p;
	if (!ck_add(n, n / 2 + 8, &n) || n < need)
		n = need;
	if (!ck_mul(n, size, &bytes))
		mem_exhausted();
	p = mem_realloc(p, bytes);
	*cap = n;
	return p;
}
