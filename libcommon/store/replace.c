#include "store/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

bool
replace_begin(struct replace *r, int dir, const char *name, struct tb_error *e)
{
	r->dir = dir;
	buf_init(&r->name);
	buf_init(&r->tmp);
	buf_adds(&r->name, name);
	buf_printf(&r->tmp, "%s.tmp", name);
	/* an old one may be a link by now: it is never written through */
	(void)unlinkat(dir, r->tmp.p, 0);
	r->fd = openat(dir, r->tmp.p,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (r->fd < 0) {
		tb_fail_sys(e, r->tmp.p);
		buf_release(&r->name);
		buf_release(&r->tmp);
		return false;
	}
	out_init(&r->out, r->fd);
	return true;
}

static void
release(struct replace *r)
{
	out_release(&r->out);
	buf_release(&r->name);
	buf_release(&r->tmp);
}

void
replace_abort(struct replace *r)
{
	close(r->fd);
	(void)unlinkat(r->dir, r->tmp.p, 0);
	release(r);
}

/* Network servers may not know fsync of a folder (portability.md 12). */
static bool
sync_folder(int dir)
{
	return fsync(dir) == 0 || errno == EINVAL || errno == EROFS;
}

bool
replace_commit(struct replace *r, struct tb_error *e)
{
	bool ok = out_flush(&r->out);

	if (!ok) {
		errno = r->out.error;
		tb_fail_sys(e, r->tmp.p);
		replace_abort(r);
		return false;
	}
	if (fsync(r->fd) < 0) {
		tb_fail_sys(e, r->tmp.p);
		replace_abort(r);
		return false;
	}
	close(r->fd);
	if (renameat(r->dir, r->tmp.p, r->dir, r->name.p) < 0 ||
	    !sync_folder(r->dir)) {
		tb_fail_sys(e, r->name.p);
		(void)unlinkat(r->dir, r->tmp.p, 0);
		ok = false;
	}
	release(r);
	return ok;
}

bool
replace_file(int dir, const char *name, struct span bytes, struct tb_error *e)
{
	struct replace r;

	if (!replace_begin(&r, dir, name, e))
		return false;
	out_span(&r.out, bytes);
	return replace_commit(&r, e);
}
