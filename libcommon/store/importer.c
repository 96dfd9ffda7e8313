#include "store/importer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "store/catalog.h"
#include "store/folder.h"
#include "store/importlist.h"
#include "store/removetree.h"
#include "store/replace.h"
#include "store/srcfolder.h"

#define TRIES    5   /* of a rename that somebody else is in the way of */
#define FIRST_MS 200 /* the first wait; each is twice the one before */

/* ---- the work folder ------------------------------------------------------ */

bool
importer_begin(struct importer *im, int ws, struct tb_error *e)
{
	struct buf path = BUF_INIT;
	char host[64] = "host";
	size_t i;

	*im = (struct importer){ .ws = ws, .work = -1, .fresh = -1 };
	if (gethostname(host, sizeof(host)) < 0 || !host[0])
		snprintf(host, sizeof(host), "host");
	host[sizeof(host) - 1] = '\0';
	for (i = 0; host[i]; i++)
		if (host[i] == '/')
			host[i] = '_';
	snprintf(im->name, sizeof(im->name), "tb-%s-%ld", host, (long)getpid());
	buf_printf(&path, "publish/%s", im->name);
	im->work = folder_open(ws, buf_span(&path), true, e);
	buf_release(&path);
	if (im->work < 0)
		return false;
	/* of a process that had our number and was killed */
	if (!removetree(im->work, "import", e))
		return false;
	close(im->work);
	im->work = -1;
	buf_init(&path);
	buf_printf(&path, "publish/%s/import", im->name);
	im->work = folder_open(ws, buf_span(&path), true, e);
	buf_release(&path);
	if (im->work < 0)
		return false;
	im->fresh = folder_open(im->work, SPAN("new"), true, e);
	return im->fresh >= 0;
}

bool
importer_end(struct importer *im, struct tb_error *e)
{
	struct tb_error gone = TB_ERROR_INIT;
	bool ok = true;
	int publish;

	if (im->fresh >= 0)
		close(im->fresh);
	if (im->work >= 0)
		close(im->work);
	im->fresh = im->work = -1;
	if (!im->name[0])
		return true;
	publish = folder_open(im->ws, SPAN("publish"), false, &gone);
	if (publish < 0)
		return true;
	ok = removetree(publish, im->name, e);
	close(publish);
	/* not when others work in it */
	(void)unlinkat(im->ws, "publish", AT_REMOVEDIR);
	return ok;
}

bool
importer_put(struct importer *im, struct span folder, struct span name,
    struct span bytes, struct tb_error *e)
{
	int dir = folder_open(im->fresh, folder, true, e);
	char *file;
	bool ok;

	if (dir < 0)
		return false;
	file = mem_dup(name.p, name.n);
	ok = replace_file(dir, file, bytes, e);
	free(file);
	close(dir);
	return ok;
}

/* ---- the exchange --------------------------------------------------------- */

static void
wait_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

static bool
move(int from, const char *a, int to, const char *b, struct tb_error *e)
{
	long ms = FIRST_MS;
	int i;

	for (i = 0; renameat(from, a, to, b) < 0; i++) {
		if (i + 1 == TRIES ||
		    (errno != EBUSY && errno != EACCES && errno != EPERM))
			return tb_fail_sys(e, b);
		wait_ms(ms);
		ms *= 2;
	}
	(void)fsync(from);
	(void)fsync(to);
	return true;
}

/* The state that an exchange can go back to. */
struct before {
	int content;
	char *index, *old; /* old: NULL when there was none */
	bool moved_old, moved_new, listed;
	struct buf list; /* the list as it was */
	bool had_list;
};

static bool
keep_list(struct before *b, int store, struct tb_error *e)
{
	int fd = openat(store, INGEST_FILE, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	bool ok;

	if (fd < 0)
		return errno == ENOENT || tb_fail_sys(e, INGEST_FILE);
	b->had_list = true;
	ok = sys_read_all(fd, SIZE_MAX / 2, &b->list, e);
	close(fd);
	return ok;
}

/* Back to what was; what cannot be undone is told behind the reason. */
static void
undo(const struct importer *im, int store, const struct before *b,
    struct tb_error *e)
{
	struct tb_error why = TB_ERROR_INIT;
	bool ok = true;

	if (b->listed && b->had_list)
		ok = replace_file(store, INGEST_FILE, buf_span(&b->list), &why);
	else if (b->listed)
		(void)unlinkat(store, INGEST_FILE, 0);
	if (b->moved_new)
		ok = move(b->content, b->index, im->work, "new", &why) && ok;
	if (b->moved_old)
		ok = move(im->work, "previous", b->content, b->old, &why) && ok;
	if (!ok)
		tb_context(e, "%s", _("and it could not all be undone"));
}

/* Steps 9 and 9a. */
static bool
put_rows(struct before *b, int store, struct span index, struct span source,
    struct span list, struct tb_error *e)
{
	struct ingest g = { 0 };
	struct catalog c = { .health = CATALOG_NONE };
	bool ok;

	buf_init(&c.text);
	ok = ingest_load(&g, store, e);
	if (ok) {
		importlist_put(&g, index, source, list);
		ok = ingest_save(&g, store, e);
		b->listed = ok;
	}
	ok = ok && catalog_load(&c, store, e) &&
	     (c.health == CATALOG_GOOD || catalog_repair(&c, store, e));
	if (ok) {
		catalog_set(&c, index, CATALOG_DONE);
		ok = catalog_save(&c, store, e);
	}
	ingest_release(&g);
	catalog_release(&c);
	return ok;
}

bool
importer_publish(struct importer *im, int store, struct span index,
    struct span old, struct span source, struct span list, struct tb_error *e)
{
	struct before b = { .content = -1, .list = BUF_INIT };
	bool ok;

	b.index = mem_dup(index.p, index.n);
	b.old = old.n > 0 ? mem_dup(old.p, old.n) : NULL;
	b.content = folder_open(store, SPAN("content"), true, e);
	ok = b.content >= 0 && srcfolder_write(im->fresh, index, source, e) &&
	     keep_list(&b, store, e);
	close(im->fresh);
	im->fresh = -1;
	if (ok && b.old)
		ok = b.moved_old =
		    move(b.content, b.old, im->work, "previous", e);
	if (ok)
		ok = b.moved_new = move(im->work, "new", b.content, b.index, e);
	ok = ok && put_rows(&b, store, index, source, list, e);
	if (!ok)
		undo(im, store, &b, e);
	if (b.content >= 0)
		close(b.content);
	buf_release(&b.list);
	free(b.index);
	free(b.old);
	return ok;
}
