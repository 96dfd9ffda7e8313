#include "stream/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define BOM SPAN("\xef\xbb\xbf")

bool
tree_open(struct tree *t, const char *path, struct tb_error *e)
{
	*t = (struct tree){ .root = -1, .parent = -1, .dir = -1 };
	buf_init(&t->doc);
	buf_init(&t->tmp);
	if (mkdir(path, 0777) < 0 && errno != EEXIST)
		return tb_fail_sys(e, "mkdir");
	t->root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return t->root >= 0 || tb_fail_sys(e, "open");
}

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void
tree_close(struct tree *t)
{
	tree_abort(t);
	close_fd(&t->root);
	buf_release(&t->doc);
	buf_release(&t->tmp);
}

/* Could this part of a path lead anywhere but one level down? */
static bool
safe_part(struct span part)
{
	return part.n > 0 && !span_eqs(part, ".") && !span_eqs(part, "..") &&
	       !memchr(part.p, '\0', part.n);
}

/*
 * Opens the folder that the last part of path lies in, making folders on the
 * way when make is set.  -1 with e filled; with code TB_EGONE when one is
 * missing.
 */
static int
open_parent(struct tree *t, struct span path, bool make, struct span *last,
    struct tb_error *e)
{
	struct span rest = path, part;
	struct buf name = BUF_INIT;
	int dir = dup(t->root), next = -1;

	if (dir < 0) {
		tb_fail_sys(e, "dup");
		goto out;
	}
	if (path.n == 0)
		rest = SPAN("");
	while (span_field(&rest, '/', &part)) {
		if (!safe_part(part)) {
			tb_fail(e, TB_EBADNAME, "%.*s", SPAN_ARG(path));
			goto bad;
		}
		if (!rest.p) {
			*last = part;
			buf_release(&name);
			return dir;
		}
		buf_reset(&name);
		buf_addspan(&name, part);
		if (make && mkdirat(dir, name.p, 0777) < 0 && errno != EEXIST) {
			tb_fail_sys(e, name.p);
			goto bad;
		}
		next = openat(dir, name.p,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (next < 0) {
			tb_fail_sys(e, name.p);
			goto bad;
		}
		close(dir);
		dir = next;
	}
bad:
	close(dir);
out:
	buf_release(&name);
	return -1;
}

/*
 * Removes a document folder: its *.tsv files, then itself.  A folder that
 * holds anything else stays, and that is an error.
 */
static bool
remove_folder(int parent, const char *name, struct tb_error *e)
{
	struct dirent *d;
	DIR *dir;
	int fd = openat(
	    parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return errno == ENOENT || tb_fail_sys(e, name);
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return tb_fail_sys(e, name);
	}
	while ((d = readdir(dir)))
		if (span_ends(span_str(d->d_name), SPAN(".tsv")))
			unlinkat(fd, d->d_name, 0); /* rmdir tells */
	closedir(dir);
	if (unlinkat(parent, name, AT_REMOVEDIR) < 0 && errno != ENOENT)
		return tb_fail_sys(e, name);
	return true;
}

bool
tree_document(struct tree *t, struct span path, struct tb_error *e)
{
	struct span last;

	tree_abort(t);
	t->parent = open_parent(t, path, true, &last, e);
	if (t->parent < 0)
		return false;
	buf_reset(&t->doc);
	buf_addspan(&t->doc, last);
	buf_reset(&t->tmp);
	buf_printf(&t->tmp, "%s.tmp", t->doc.p);
	if (!remove_folder(t->parent, t->tmp.p, e))
		goto bad;
	if (mkdirat(t->parent, t->tmp.p, 0777) < 0) {
		tb_fail_sys(e, t->tmp.p);
		goto bad;
	}
	t->dir = openat(t->parent, t->tmp.p,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (t->dir >= 0)
		return true;
	tb_fail_sys(e, t->tmp.p);
bad:
	tree_abort(t);
	return false;
}

/* Ends the file of the open place. */
static bool
end_place(struct tree *t, struct tb_error *e)
{
	bool ok;

	if (!t->in_place)
		return true;
	t->in_place = false;
	ok = out_flush(&t->out);
	if (!ok) {
		errno = t->out.error;
		tb_fail_sys(e, "write");
	}
	if (close(t->out.fd) < 0 && errno != EINTR && ok)
		ok = tb_fail_sys(e, "close");
	out_release(&t->out);
	return ok;
}

bool
tree_place(
    void *ctx, const struct place *p, struct out **out, struct tb_error *e)
{
	struct tree *t = ctx;
	struct buf name = BUF_INIT, file = BUF_INIT;
	bool ok = false;
	int fd;

	if (!end_place(t, e))
		goto out;
	place_name(p, &name);
	if (!place_file(buf_span(&name), &file, e))
		goto out;
	if (file.len > 255) { /* bytes: the file system's limit */
		tb_fail(e, TB_ENAME, "%zu: %s", file.len, file.p);
		goto out;
	}
	fd = openat(t->dir, file.p,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0) {
		if (errno == EEXIST)
			tb_fail(
			    e, TB_EBROKEN, _("two places called %s"), name.p);
		else
			tb_fail_sys(e, file.p);
		goto out;
	}
	out_init(&t->out, fd);
	out_span(&t->out, BOM);
	t->in_place = true;
	*out = &t->out;
	ok = true;
out:
	buf_release(&name);
	buf_release(&file);
	return ok;
}

bool
tree_commit(struct tree *t, struct tb_error *e)
{
	bool ok = end_place(t, e) && remove_folder(t->parent, t->doc.p, e);

	if (ok && renameat(t->parent, t->tmp.p, t->parent, t->doc.p) < 0)
		ok = tb_fail_sys(e, t->doc.p);
	if (!ok) {
		tree_abort(t);
		return false;
	}
	close_fd(&t->dir);
	close_fd(&t->parent);
	return true;
}

void
tree_abort(struct tree *t)
{
	struct tb_error ignored = TB_ERROR_INIT;

	end_place(t, &ignored);
	close_fd(&t->dir);
	if (t->parent >= 0)
		remove_folder(t->parent, t->tmp.p, &ignored);
	close_fd(&t->parent);
}

bool
tree_remove(struct tree *t, struct span path, struct tb_error *e)
{
	struct span last;
	struct buf name = BUF_INIT;
	int parent;
	bool ok;

	tree_abort(t);
	parent = open_parent(t, path, false, &last, e);
	if (parent < 0)
		return e->code == TB_EGONE;
	buf_addspan(&name, last);
	ok = remove_folder(parent, name.p, e);
	buf_release(&name);
	close(parent);
	return ok;
}
