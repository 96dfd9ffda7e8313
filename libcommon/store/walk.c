#include "store/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"
#include "store/folder.h"
#include "stream/kind.h"
#include "text/fold.h"
#include "text/nfc.h"
#include "text/utf.h"

#define INGEST_LIST "ingest_status.tsv"

/* A folder that is being walked, innermost first: a loop shows here. */
struct above {
	const struct above *up;
	dev_t dev;
	ino_t ino;
	unsigned depth;
	bool twin; /* it, or one above it, has a twin */
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

/* Folders of the system: lost+found at the top of a disk only. */
static bool
is_systems(struct span name, const struct above *here)
{
	bool top = !here->up || here->up->dev != here->dev;

	return (top && span_eqs(name, "lost+found")) ||
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

/*
 * What the entry is now.  False when it is gone meanwhile, as if it had never
 * been seen, or cannot be asked about: then nobody knows what is there.
 */
static bool
ask(struct walk *w, int dir, struct span name, struct stat *st)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf shown = BUF_INIT;

	if (fstatat(dir, (const char *)name.p, st, AT_SYMLINK_NOFOLLOW) == 0)
		return true;
	if (errno == ENOENT)
		return false;
	tb_fail_sys(&e, "stat");
	show_name(name, &shown);
	skip(w, buf_span(&shown), e.code, e.what);
	buf_release(&shown);
	w->res->incomplete = true;
	return false;
}

/* Is a name shown in this folder already, or does a file have it? */
static bool
is_taken(const char *name, const struct folder_list *list, struct span shown)
{
	const char *p = (const char *)shown.p, *end = p + shown.n;

	for (; p < end; p += strlen(p) + 1)
		if (strcmp(p, name) == 0)
			return true;
	return has(list, name, false);
}

/*
 * Two bad names may look the same: the second gets " (2)" before its extension,
 * and so on (portability.md 3).  shown holds those of the folder, each ended by
 * NUL; path ends in the name, which begins at at.
 */
static void
tell_apart(struct buf *path, size_t at, const struct folder_list *list,
    struct buf *shown)
{
	struct buf name = BUF_INIT;
	unsigned n = 1;
	size_t stem;

	buf_adds(&name, path->p + at);
	stem =
	    name.len - kind_ext(buf_span(&name)).n - 1; /* targets have one */
	while (is_taken(path->p + at, list, buf_span(shown))) {
		buf_cut(path, at, path->len - at);
		buf_add(path, name.p, stem);
		buf_printf(path, " (%u)%s", ++n, name.p + stem);
	}
	buf_add(shown, path->p + at, path->len - at + 1);
	buf_release(&name);
}

/*
 * Which entries are the same name as another one, in another case or composed
 * differently?  An array of flags, to be freed.
 */
static uint8_t *
find_twins(const struct folder_list *list)
{
	uint8_t *twin = mem_calloc(list->n + 1, 1);
	struct buf composed = BUF_INIT, key = BUF_INIT;
	struct arena arena = ARENA_INIT;
	struct map first; /* of each name */
	size_t i, *at;

	map_init(&first);
	map_reserve(&first, list->n);
	for (i = 0; i < list->n; i++) {
		struct span name = list->v[i].name;

		buf_reset(&composed);
		buf_reset(&key);
		if (nfc_compose(name, &composed))
			name = buf_span(&composed);
		fold_key(name, &key);
		at = map_put(&first, arena_dup(&arena, buf_span(&key)));
		if (*at == MAP_NONE)
			*at = i;
		else
			twin[i] = twin[*at] = 1;
	}
	map_release(&first);
	arena_release(&arena);
	buf_release(&composed);
	buf_release(&key);
	return twin;
}

static void
visit_file(struct walk *w, int dir, const struct folder_list *list, size_t i,
    bool twin, struct buf *shown)
{
	struct span name = list->v[i].name;
	struct walk_file f = { .bad_name = !is_listable(name), .twin = twin };
	struct buf path = BUF_INIT;
	struct stat st;

	if (!ask(w, dir, name, &st) || !S_ISREG(st.st_mode))
		return;
	buf_addspan(&path, buf_span(&w->path));
	show_name(name, &path);
	if (f.bad_name)
		tell_apart(&path, w->path.len, list, shown);
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
	if (ask(w, dir, t->name, &st) && S_ISLNK(st.st_mode))
		w->res->links++;
	return false;
}

static bool walk_dir(
    struct walk *w, int dir, const struct above *up, bool twin);

static void
visit_folder(struct walk *w, int dir, struct span name, const struct above *up,
    bool twin)
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
		w->res->incomplete = !walk_dir(w, sub, up, up->twin || twin) ||
				     w->res->incomplete;
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
	struct buf shown = BUF_INIT;
	uint8_t *twin = find_twins(list);
	size_t i;

	for (i = 0; i < list->n; i++) {
		struct span name = list->v[i].name;

		if (!list->v[i].is_file || is_hidden(w, name) ||
		    span_eqs(name, INGEST_LIST) || !kind_target(name) ||
		    kind_ours(name) || ((ours || old) && is_workspaces(name)))
			continue;
		visit_file(w, dir, list, i, here->twin || twin[i], &shown);
	}
	buf_release(&shown);
	for (i = 0; i < list->n; i++) {
		struct span name = list->v[i].name;

		if (!is_ordinary(w, dir, &list->v[i]) || !list->v[i].is_dir ||
		    is_hidden(w, name) || is_systems(name, here) ||
		    ((ours || old) && is_workspaces(name)))
			continue;
		visit_folder(w, dir, name, here, twin[i]);
	}
	free(twin);
}

/* One folder; false when it, or one below it, could not be listed. */
static bool
walk_dir(struct walk *w, int dir, const struct above *up, bool twin)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct tb_error e = TB_ERROR_INIT;
	struct above here = {
		.up = up, .depth = up ? up->depth + 1 : 0, .twin = twin
	};
	struct stat st;
	bool ok;

	if (fstat(dir, &st) < 0) {
		tb_fail_sys(&e, "stat");
		skip(w, SPAN(""), e.code, e.what);
		return false;
	}
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

/*
 * Is the root still what it was?  When a share goes away meanwhile, its files
 * are not there, but they are not gone.
 */
static bool
is_still_there(const char *root, int dir)
{
	struct stat was, now;

	return fstat(dir, &was) == 0 && stat(root, &now) == 0 &&
	       was.st_dev == now.st_dev && was.st_ino == now.st_ino;
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
	res->incomplete = !walk_dir(&w, dir, NULL, false) || res->incomplete;
	if (!is_still_there(root, dir)) {
		skip(&w, SPAN(""), TB_EGONE, NULL);
		res->incomplete = true;
	}
	close(dir);
	buf_release(&w.path);
	return true;
}
