/*
 * shim.c: to be preloaded: the SHIM_AT-th call of SHIM_KIND fails with ENOSPC, or,
 * with SHIM_KILL, is the last thing that the process does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
turn(const char *kind)
{
	static int n;
	const char *want = getenv("SHIM_KIND"), *at = getenv("SHIM_AT");

	if (!want || strcmp(want, kind) != 0)
		return 0;
	if (++n != atoi(at ? at : "0"))
		return 0;
	if (getenv("SHIM_KILL"))
		raise(SIGKILL);
	errno = ENOSPC;
	return 1;
}

#define REAL(f) ((__typeof__(&f))dlsym(RTLD_NEXT, #f))

ssize_t
write(int fd, const void *p, size_t n)
{
	return fd > 2 && turn("write") ? -1 : REAL(write)(fd, p, n);
}

int
fsync(int fd)
{
	return turn("fsync") ? -1 : REAL(fsync)(fd);
}

int
renameat(int a, const char *from, int b, const char *to)
{
	return turn("renameat") ? -1 : REAL(renameat)(a, from, b, to);
}

int
unlinkat(int dir, const char *name, int flags)
{
	return turn("unlinkat") ? -1 : REAL(unlinkat)(dir, name, flags);
}
