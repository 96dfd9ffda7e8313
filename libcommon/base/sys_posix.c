#include "base/sys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t
sys_random(void)
{
	uint64_t v;
	struct timespec ts;

	if (getrandom(&v, sizeof(v), GRND_NONBLOCK) == (ssize_t)sizeof(v))
		return v;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_nsec * 0x9e3779b97f4a7c15U ^ (uint64_t)getpid();
}

unsigned
sys_cpus(void)
{
	cpu_set_t set;
	int n = 0;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		n = CPU_COUNT(&set);
	return n > 0 ? (unsigned)n : 1;
}

uint64_t
sys_now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

void
sys_stamp(time_t t, char s[SYS_STAMP])
{
	struct tm tm;

	if (!localtime_r(&t, &tm) || tm.tm_year < 1601 - 1900 ||
	    tm.tm_year > 9999 - 1900) {
		memcpy(s, "0001/01/01 00:00:00", SYS_STAMP);
		return;
	}
	snprintf(s, SYS_STAMP, "%04u/%02u/%02u %02u:%02u:%02u",
	    ((unsigned)tm.tm_year + 1900) % 10000,
	    ((unsigned)tm.tm_mon + 1) % 100, (unsigned)tm.tm_mday % 100,
	    (unsigned)tm.tm_hour % 100, (unsigned)tm.tm_min % 100,
	    (unsigned)tm.tm_sec % 100);
}

int64_t
sys_size_at(int dir, const char *name)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0 ||
	    !S_ISREG(st.st_mode))
		return -1;
	return st.st_size;
}

/*
 * Memory just allocated, that is going to be filled: large pages of it, where
 * there are any, cost one fault for each 2 MB in place of 512.
 */
static void
want_large_pages(char *p, size_t n)
{
#ifdef MADV_HUGEPAGE
	const size_t page = (size_t)2 << 20;
	size_t skip = (page - (uintptr_t)p % page) % page;

	if (n >= skip + page)
		(void)madvise(p + skip, (n - skip) / page * page,
		    MADV_HUGEPAGE); /* advice: else it is slower */
#else
	(void)p;
	(void)n;
#endif
}

bool
sys_read_all(int fd, size_t max, struct buf *b, struct tb_error *e)
{
	size_t start = b->len, piece = (size_t)64 << 10;
	size_t had = b->cap;
	bool regular = false;
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		if ((uint64_t)st.st_size > max)
			return tb_fail(e, TB_ESIZE, NULL);
		piece = (size_t)st.st_size + 1;
		regular = true;
		buf_room(b, piece);
		if (b->cap != had)
			want_large_pages(b->p, b->cap);
	}
	for (;;) {
		n = read(fd, buf_room(b, piece), piece);
		if (n < 0) {
			if (errno == EINTR)
				continue;
			return tb_fail_sys(e, "read");
		}
		if (n == 0)
			return true;
		buf_used(b, (size_t)n);
		if (b->len - start > max)
			return tb_fail(e, TB_ESIZE, NULL);
		if (regular && (size_t)n < piece)
			return true; /* a file gives less at its end only */
	}
}

static enum sys_kind
kind_of(const struct dirent64 *d)
{
	switch (d->d_type) {
	case DT_DIR:
		return SYS_FOLDER;
	case DT_REG:
		return SYS_FILE;
	case DT_UNKNOWN:
		return SYS_UNKNOWN;
	default:
		return SYS_OTHER;
	}
}

bool
sys_each_entry(int dir, sys_entry_fn *fn, void *arg, struct tb_error *e)
{
	union {
		char bytes[(size_t)32 << 10];
		struct dirent64 first; /* for its alignment */
	} block;
	ssize_t n, off;

	if (lseek(dir, 0, SEEK_SET) < 0)
		return tb_fail_sys(e, "readdir");
	while ((n = getdents64(dir, &block, sizeof(block))) > 0) {
		for (off = 0; off < n;) {
			const struct dirent64 *d =
			    (const void *)(block.bytes + off);

			off += d->d_reclen;
			if (strcmp(d->d_name, ".") != 0 &&
			    strcmp(d->d_name, "..") != 0)
				fn(arg, d->d_name, kind_of(d));
		}
	}
	return n == 0 || tb_fail_sys(e, "readdir");
}

bool
sys_read_file(const char *path, size_t max, struct buf *b, struct tb_error *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	bool ok;

	if (fd < 0)
		return tb_fail_sys(e, "open");
	ok = sys_read_all(fd, max, b, e);
	close(fd); /* read only: nothing to lose */
	return ok;
}

void
sys_keep_std(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			/* the lowest free number: this one; the wrong way */
			(void)!open("/dev/null",
			    fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool
sys_close_from(int low)
{
	long fd, max;

	if (close_range((unsigned)low, ~0U, 0) == 0)
		return true;
	max = sysconf(_SC_OPEN_MAX);
	for (fd = low; fd < max; fd++)
		close((int)fd);
	return max > 0;
}

bool
sys_die_with_parent(pid_t parent)
{
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

int
sys_tmpfile(struct tb_error *e)
{
	const char *dir = getenv("TMPDIR");
	struct buf path = BUF_INIT;
	int fd;

	buf_printf(&path, "%s/tb-XXXXXX", dir && *dir ? dir : "/tmp");
	fd = mkostemp(path.p, O_CLOEXEC);
	if (fd < 0)
		tb_fail_sys(e, path.p);
	else
		unlink(path.p); /* it lives as long as fd */
	buf_release(&path);
	return fd;
}

struct span
sys_map(int fd, uint64_t size)
{
	void *p = MAP_FAILED;

	if (size > 0 && size <= SIZE_MAX)
		p = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	return p == MAP_FAILED ? span_of(NULL, 0) : span_of(p, (size_t)size);
}

void
sys_unmap(struct span s)
{
	union {
		const uint8_t *lent;
		void *ours;
	} p = { s.p };

	munmap(p.ours, s.n);
}
