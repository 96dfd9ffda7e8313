#include "run/source.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/mem.h"

#define FOLDER (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

bool
source_open(struct source *s, const char *path, struct tb_error *e)
{
	s->dir = -1;
	buf_init(&s->path);
	s->root = open(path, FOLDER);
	return s->root >= 0 || tb_fail_sys(e, "open");
}

void
source_close(struct source *s)
{
	if (s->dir >= 0)
		close(s->dir);
	if (s->root >= 0)
		close(s->root);
	buf_release(&s->path);
}

static bool
regular(const struct stat *st, struct tb_error *e)
{
	if (S_ISREG(st->st_mode))
		return true;
	return tb_fail(e, TB_EKIND, "%s",
	    S_ISDIR(st->st_mode)   ? "a folder"
	    : S_ISLNK(st->st_mode) ? "a link"
				   : "not a regular file");
}

/*
 * Opens a file that is regular before and after: opening a device may do
 * something, opening a pipe would wait.
 */
static int
open_file(
    int dir, const char *name, bool follow, struct stat *st, struct tb_error *e)
{
	int fd;

	if (fstatat(dir, name, st, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0) {
		tb_fail_sys(e, "stat");
		return -1;
	}
	if (!regular(st, e))
		return -1;
	fd = openat(dir, name,
	    O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC |
		(follow ? 0 : O_NOFOLLOW));
	if (fd < 0) {
		tb_fail_sys(e, "open");
		return -1;
	}
	if (fstat(fd, st) < 0)
		tb_fail_sys(e, "stat");
	else if (regular(st, e))
		return fd;
	close(fd);
	return -1;
}

int
source_named(
    struct source *s, const char *path, struct stat *st, struct tb_error *e)
{
	return open_file(s->root, path, true, st, e);
}

/* Does the path stay below its folder, whatever lies there? */
static bool
inside(struct span path)
{
	struct span part;

	if (path.n == 0 || span_find(path, '\0') < path.n)
		return false;
	while (span_field(&path, '/', &part))
		if (part.n == 0 || span_eqs(part, ".") || span_eqs(part, ".."))
			return false;
	return true;
}

/* Opens the folder of one part below dir, which is closed unless the root. */
static int
descend(struct source *s, int dir, struct span part, struct tb_error *e)
{
	char *name = mem_dup(part.p, part.n);
	int fd = openat(dir, name, FOLDER | O_NOFOLLOW);

	if (fd < 0) {
		/* a link is what the walk would not have entered */
		if (errno == ELOOP)
			tb_fail(e, TB_EKIND, "%s: a link", name);
		else
			tb_fail_sys(e, name);
	}
	free(name);
	if (dir != s->root)
		close(dir);
	return fd;
}

/* The folder called path, which is empty or ends in '/'. */
static bool
enter(struct source *s, struct span path, struct tb_error *e)
{
	struct span rest = span_head(path, path.n ? path.n - 1 : 0), part;
	int dir = s->root;

	if (s->dir >= 0 && span_eq(path, buf_span(&s->path)))
		return true; /* files come folder by folder */
	if (s->dir >= 0)
		close(s->dir);
	s->dir = -1;
	while (path.n > 0 && span_field(&rest, '/', &part)) {
		dir = descend(s, dir, part, e);
		if (dir < 0)
			return false;
	}
	s->dir = dir == s->root ? fcntl(dir, F_DUPFD_CLOEXEC, 0) : dir;
	if (s->dir < 0)
		return tb_fail_sys(e, "dup");
	buf_reset(&s->path);
	buf_addspan(&s->path, path);
	return true;
}

int
source_below(
    struct source *s, struct span path, struct stat *st, struct tb_error *e)
{
	size_t slash = span_rfind(path, '/');
	size_t n = slash == path.n ? 0 : slash + 1; /* of the folder */
	struct span name = span_skip(path, n);
	char *file;
	int fd;

	if (!inside(path)) {
		tb_fail(e, TB_EBADNAME, NULL);
		return -1;
	}
	if (!enter(s, span_head(path, n), e))
		return -1;
	file = mem_dup(name.p, name.n);
	fd = open_file(s->dir, file, false, st, e);
	free(file);
	return fd;
}
