#include "find/search.h"

#include <errno.h>
#include <unistd.h>

#include "find/crew.h"
#include "store/catalog.h"
#include "store/folder.h"
#include "store/partlist.h"

#define DEPTH_MAX 1000U /* folders in folders */

struct search {
	struct crew *crew;
	const struct search_options *o;
	const struct search_receiver *r;
	struct search_result *res;
	struct tb_error *e;
	/* where we are */
	struct span index;
	struct buf folder; /* "" at the top of the index */
};

/* A folder that cannot be read. */
static void
skip_folder(struct search *s, const struct tb_error *why)
{
	struct buf path = BUF_INIT;

	buf_addspan(&path, s->index);
	buf_addc(&path, '/');
	buf_addspan(&path, buf_span(&s->folder));
	s->res->skipped++;
	if (s->r->skip)
		s->r->skip(s->r->arg, path.p, why);
	buf_release(&path);
}

/* ---- folders -------------------------------------------------------------- */

static bool
search_files(struct search *s, int dir, const struct folder_list *list)
{
	struct partlist parts;
	bool go = true;
	size_t i;

	partlist_make(&parts, list);
	for (i = 0; i < parts.n && go; i++)
		go = crew_search(s->crew, dir, s->index, buf_span(&s->folder),
		    parts.v[i].name);
	partlist_release(&parts);
	return go;
}

/* The folder dir and, when asked for, those below it; false to stop. */
static bool
search_folder(struct search *s, int dir, bool deep, unsigned depth)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct tb_error why = TB_ERROR_INIT;
	size_t i, had = s->folder.len;
	bool go = true;
	int sub;

	if (!folder_read(dir, &list, &why)) {
		skip_folder(s, &why);
		return true;
	}
	go = search_files(s, dir, &list);
	for (i = 0; i < list.n && go && deep && depth < DEPTH_MAX; i++) {
		if (!list.v[i].is_dir)
			continue;
		sub = folder_open(dir, list.v[i].name, false, &why);
		if (sub < 0)
			continue; /* gone, or a link: not ours */
		if (had > 0)
			buf_addc(&s->folder, '/');
		buf_addspan(&s->folder, list.v[i].name);
		go = search_folder(s, sub, deep, depth + 1);
		buf_cut(&s->folder, had, s->folder.len);
		close(sub);
	}
	folder_release(&list);
	return go;
}

/* ---- the store ------------------------------------------------------------ */

/* INDEX or INDEX/folder; false, with e filled, when there is none. */
static bool
search_scope(struct search *s, int content, struct span scope, bool *go)
{
	size_t slash = span_find(scope, '/');
	struct span folder = span_skip(scope, slash + 1);
	int dir;

	while (folder.n > 0 && folder.p[folder.n - 1] == '/')
		folder.n--;
	dir = folder_open(content, scope, false, s->e);
	if (dir < 0) {
		if (s->e->code == TB_EGONE)
			tb_fail(s->e, TB_EUSAGE, _("no such index: %.*s"),
			    SPAN_ARG(scope));
		return false;
	}
	s->index = span_head(scope, slash);
	buf_reset(&s->folder);
	buf_addspan(&s->folder, folder);
	*go =
	    search_folder(s, dir, !(s->o->no_recursive && scope.n > slash), 0);
	close(dir);
	return true;
}

static bool
search_all(struct search *s, int content, const struct span *scope,
    size_t scopes, bool *go)
{
	struct folder_list list = FOLDER_LIST_INIT;
	bool ok = true;
	size_t i;

	if (scopes > 0) {
		for (i = 0; i < scopes && ok && *go; i++)
			ok = search_scope(s, content, scope[i], go);
		return ok;
	}
	ok = folder_read(content, &list, s->e);
	for (i = 0; i < list.n && ok && *go; i++)
		if (list.v[i].is_dir)
			ok = search_scope(s, content, list.v[i].name, go);
	folder_release(&list);
	return ok;
}

static bool
check_version(int store, struct tb_error *e)
{
	struct catalog c;
	bool ok = catalog_load(&c, store, e) &&
		  (c.health != CATALOG_NEWER ||
		      tb_fail(e, TB_EVERSION, "format.tsv"));

	catalog_release(&c);
	return ok;
}

bool
search_store(int store, const struct search_patterns *p,
    const struct search_options *o, const struct span *scope, size_t scopes,
    const struct search_receiver *r, struct search_result *res,
    struct tb_error *e)
{
	struct search s = {
		.o = o, .r = r, .res = res, .e = e, .folder = BUF_INIT
	};
	bool ok, go = true;
	int content;

	memset(res, 0, sizeof(*res));
	if (!check_version(store, e))
		return false;
	content = folder_open(store, SPAN("content"), false, e);
	if (content < 0) {
		if (e->code != TB_EGONE || scopes > 0)
			return false;
		tb_clear(e);
		return true; /* a store without an index */
	}
	s.crew = crew_new(p, o, r, res, e);
	ok = search_all(&s, content, scope, scopes, &go);
	go = crew_end(s.crew, go && ok) && go;
	res->stopped = !go && e->code == TB_OK;
	buf_release(&s.folder);
	close(content);
	return ok && e->code == TB_OK;
}
