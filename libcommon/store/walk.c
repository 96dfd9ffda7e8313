#include "store/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/folder.h"
#include "stream/kind.h"
#include "text/utf.h"

#define INGEST_LIST "ingest_status.tsv"

/* A folder that is being walked, innermost first: a loop shows here. */
struct above {
	const struct above *up;
	dev_t dev;
	ino_t ino;
	unsigned depth;
};

struct walk {
	const struct walk_options *o;
	struct walk_result *res;
	struct buf path; /* of the folder, with '/' at its end; "" at the top */
	bool has_workspace;
	dev_t dev; /* of the workspace */
	ino_t ino;
};

static void
skip(struct walk *w, struct span name, enum tb_code code, const char *why)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf path = BUF_INIT;

	buf_addspan(&path, buf_span(&w->path));
	buf_addspan(&path, name);
	tb_fail(&e, code, why ? "%s" : NULL, why);
	w->o->skip(w->o->arg, buf_span(&path), &e);
	buf_release(&path);
}

/* ---- names ---------------------------------------------------------------- */

/* Can a list hold the name?  portability.md 3. */
static bool
is_listable(struct span name)
{
	size_t i;

	for (i = 0; i < name.n; i++)
		if (name.p[i] < 0x20 || name.p[i] == 0x7f || name.p[i] == '\\')
			return false;
	return utf_valid(name) == name.n;
}

/* The name with stand-ins for what no list can hold. */
static void
show_name(struct span name, struct buf *out)
{
	size_t off = 0;
	uint32_t u;

	while (off < name.n) {
		u = utf_next(name, &off);
		if (u == '\\')
			u = 0xffe5; /* the yen sign that Windows shows */
		else if (u < 0x20 || u == 0x7f)
			u = UTF_BAD;
		utf_put(out, u);
	}
}

static bool
is_hidden(const struct walk *w, struct span name)
{
	return !w->o->hidden && name.p[0] == '.';
}

/* Folders of the system at the top of a disk. */
static bool
is_systems(struct span name)
{
	return span_eqs(name, "lost+found") ||
	       span_ieq(name, SPAN("$RECYCLE.BIN")) ||
	       span_ieq(name, SPAN("System Volume Information"));
}

static bool
has(const struct folder_list *list, const char *name, bool dir)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		if (span_eqs(list->v[i].name, name) &&
		    (dir ? list->v[i].is_dir : list->v[i].is_file))
			return true;
	return false;
}

/* What a workspace has beside other people's files (store.md 1). */
static bool
is_workspaces(struct span name)
{
	static const char *const names[] = { "store", "publish", "tmp",
		"office_pids", "content_index", "system_index",
		"ingest_status.tsv", "ingesting.txt", "system_index_state.tsv",
		"indexing_log.txt", "gui_error_log.txt", "search_results.txt" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (span_eqs(name, names[i]))
			return true;
	return false;
}

/* ---- folders -------------------------------------------------------------- */

static void
visit_file(struct walk *w, int dir, struct span name)
{
	struct walk_file f = { .bad_name = !is_listable(name) };
	struct buf path = BUF_INIT;
	struct stat st;

	if (fstatat(dir, (const char *)name.p, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return; /* gone meanwhile: as if it had never been seen */
	buf_addspan(&path, buf_span(&w->path));
	show_name(name, &path);
	w->res->bad_names += f.bad_name;
	f.path = buf_span(&path);
	f.size = (uint64_t)st.st_size;
	f.time = st.st_mtime;
	w->o->file(w->o->arg, &f);
	buf_release(&path);
}

/* Is it an entry that is looked at, and not a link or a device? */
static bool
is_ordinary(struct walk *w, int dir, const struct folder_entry *t)
{
	struct stat st;

	if (t->is_dir || t->is_file)
		return true;
	if (fstatat(dir, (const char *)t->name.p, &st, AT_SYMLINK_NOFOLLOW) ==
		0 &&
	    S_ISLNK(st.st_mode))
		w->res->links++;
	return false;
}

static bool walk_dir(struct walk *w, int dir, const struct above *up);

static void
visit_folder(struct walk *w, int dir, struct span name, const struct above *up)
{
	size_t had = w->path.len;
	int sub;

	if (!is_listable(name)) {
		struct buf shown = BUF_INIT;

		show_name(name, &shown);
		skip(w, buf_span(&shown), TB_EBADNAME, NULL);
		w->res->bad_names++;
		buf_release(&shown);
		return;
	}
	sub = openat(dir, (const char *)name.p,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (sub < 0 && (errno == ENOENT || errno == ELOOP || errno == ENOTDIR))
		return; /* gone, or something else by now */
	if (sub < 0 || up->depth >= WALK_DEPTH_MAX) {
		struct tb_error e = TB_ERROR_INIT;

		if (sub < 0)
			tb_fail_sys(&e, "open");
		else
			tb_fail(&e, TB_EPATHLONG, NULL);
		skip(w, name, e.code, e.what[0] ? e.what : NULL);
		w->res->incomplete = true;
	} else {
		buf_addspan(&w->path, name);
		buf_addc(&w->path, '/');
		w->res->incomplete =
		    !walk_dir(w, sub, up) || w->res->incomplete;
		buf_cut(&w->path, had, w->path.len);
	}
	if (sub >= 0)
		close(sub);
}

/* Is this folder above itself?  Then a mount has closed a circle. */
static bool
is_loop(const struct above *here)
{
	const struct above *a;

	for (a = here->up; a; a = a->up)
		if (a->dev == here->dev && a->ino == here->ino)
			return true;
	return false;
}

static void
visit_entries(struct walk *w, int dir, const struct folder_list *list,
    const struct above *here)
{
	bool ours =
	    w->has_workspace && here->dev == w->dev && here->ino == w->ino;
	bool old =
	    has(list, INGEST_LIST, false) && has(list, "content_index", true);
	size_t i;

	for (i = 0; i < list->n; i++) {
		struct span name = list->v[i].name;

		if (!list->v[i].is_file || is_hidden(w, name) ||
		    span_eqs(name, INGEST_LIST) || !kind_target(name) ||
		    kind_ours(name) || ((ours || old) && is_workspaces(name)))
			continue;
		visit_file(w, dir, name);
	}
	for (i = 0; i < list->n; i++) {
		struct span name = list->v[i].name;

		if (!is_ordinary(w, dir, &list->v[i]) || !list->v[i].is_dir ||
		    is_hidden(w, name) ||
		    (here->depth == 0 && is_systems(name)) ||
		    ((ours || old) && is_workspaces(name)))
			continue;
		visit_folder(w, dir, name, here);
	}
}

/* One folder; false when it, or one below it, could not be listed. */
static bool
walk_dir(struct walk *w, int dir, const struct above *up)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct tb_error e = TB_ERROR_INIT;
	struct above here = { .up = up, .depth = up ? up->depth + 1 : 0 };
	struct stat st;
	bool ok;

	if (fstat(dir, &st) < 0)
		return false;
	here.dev = st.st_dev;
	here.ino = st.st_ino;
	if (is_loop(&here))
		return true;
	ok = folder_read(dir, &list, &e);
	if (!ok) {
		skip(w, SPAN(""), e.code, e.what);
	} else if (!(has(&list, INGEST_LIST, false) &&
		       (has(&list, "content", true) ||
			   has(&list, "format.tsv", false)))) {
		visit_entries(w, dir, &list, &here);
	} /* else it is somebody's store */
	folder_release(&list);
	return ok;
}

bool
walk_folder(const char *root, const struct walk_options *o,
    struct walk_result *res, struct tb_error *e)
{
	struct walk w = { .o = o, .res = res, .path = BUF_INIT };
	int dir = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat st;

	memset(res, 0, sizeof(*res));
	if (dir < 0)
		return tb_fail_sys(e, "open");
	if (o->workspace >= 0 && fstat(o->workspace, &st) == 0) {
		w.has_workspace = true;
		w.dev = st.st_dev;
		w.ino = st.st_ino;
	}
	res->incomplete = !walk_dir(&w, dir, NULL) || res->incomplete;
	close(dir);
	buf_release(&w.path);
	return true;
}
