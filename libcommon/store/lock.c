#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/sys.h"

#define STEP_MS 200 /* between two tries */

/* Who holds it, as its line says; an old line when nobody wrote since. */
static void
busy(int fd, struct tb_error *e)
{
	char who[128];
	ssize_t n = pread(fd, who, sizeof(who) - 1, 0);

	who[n > 0 ? n : 0] = '\0';
	who[strcspn(who, "\r\n")] = '\0';
	tb_fail(e, TB_ELOCK, "%s", who);
}

static bool
try_lock(int fd)
{
	struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

#ifdef F_OFD_SETLK
	return fcntl(fd, F_OFD_SETLK, &l) == 0;
#else
	return fcntl(fd, F_SETLK, &l) == 0;
#endif
}

int
lock_take(int store, const char *tool, unsigned wait, struct tb_error *e)
{
	const struct timespec step = { 0, STEP_MS * 1000000L };
	uint64_t end = sys_now_ms() + (uint64_t)wait * 1000;
	int fd = openat(
	    store, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	char line[128], host[64] = "";
	int n;

	if (fd < 0) {
		tb_fail_sys(e, "lock");
		return -1;
	}
	while (!try_lock(fd)) {
		if (errno != EAGAIN && errno != EACCES) {
			tb_fail_sys(e, "lock");
			goto bad;
		}
		if (sys_now_ms() >= end) {
			busy(fd, e);
			goto bad;
		}
		nanosleep(&step, NULL);
	}
	(void)gethostname(host, sizeof(host) - 1);
	n = snprintf(
	    line, sizeof(line), "%ld %s %s\n", (long)getpid(), host, tool);
	/* for people only: a lock that cannot be signed is a lock */
	if (ftruncate(fd, 0) < 0 || n < 0 ||
	    pwrite(fd, line, strlen(line), 0) < 0)
		errno = 0;
	return fd;
bad:
	close(fd);
	return -1;
}
