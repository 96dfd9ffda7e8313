#include "store/verify.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "store/content.h"
#include "store/folder.h"
#include "store/name.h"
#include "store/partlist.h"
#include "store/srcfolder.h"
#include "stream/kind.h"

struct verify {
	const struct state *state;
	verify_fn *fn;
	void *arg;
	uint64_t *faults;
	struct span index;
	/* the documents that parts hold, by rel path */
	struct map docs;
	struct arena arena;
	struct buf where;
};

static void
tell(struct verify *v, struct span where, const char *what)
{
	++*v->faults;
	v->fn(v->arg, where, what);
}

/* ---- parts ---------------------------------------------------------------- */

/* "INDEX/folder/name" in v->where. */
static void
set_where(struct verify *v, struct span folder, struct span name)
{
	buf_reset(&v->where);
	buf_addspan(&v->where, v->index);
	buf_addc(&v->where, '/');
	if (folder.n > 0) {
		buf_addspan(&v->where, folder);
		buf_addc(&v->where, '/');
	}
	buf_addspan(&v->where, name);
}

/* A document of a part: once, with the part's extension, and in the list. */
static void
check_document(
    struct verify *v, struct span folder, struct span ext, struct span name)
{
	struct buf path = BUF_INIT, rel = BUF_INIT;
	struct span f[INGEST_FIELDS];
	size_t i, *slot;

	if (folder.n > 0) {
		buf_addspan(&path, folder);
		buf_addc(&path, '/');
	}
	buf_addspan(&path, name);
	name_rel(v->index, buf_span(&path), &rel);
	set_where(v, folder, name);
	if (!span_ieq(kind_ext(name), ext))
		tell(v, buf_span(&v->where),
		    _("stands in a file of another extension"));
	slot = map_put(&v->docs, arena_dup(&v->arena, buf_span(&rel)));
	if (*slot != MAP_NONE)
		tell(v, buf_span(&v->where), _("stands in the index twice"));
	*slot = 1;
	i = map_get(&v->state->list.exact, buf_span(&rel));
	if (i == MAP_NONE || !v->state->list.row[i].line.p) {
		tell(v, buf_span(&v->where), _("is not in the ingest list"));
	} else {
		ingest_fields(&v->state->list.row[i], f);
		if (span_eqs(f[INGEST_STATE], INGEST_FAILED))
			tell(v, buf_span(&v->where),
			    _("has failed by the ingest list, and is in the "
			      "index"));
	}
	buf_release(&path);
	buf_release(&rel);
}

static bool
check_part(void *arg, int dir, struct span folder, struct span name)
{
	struct verify *v = arg;
	struct content_file file;
	struct tb_error e = TB_ERROR_INIT;
	struct buf bytes = BUF_INIT, why = BUF_INIT;
	struct span ext = SPAN("");
	uint32_t number;
	size_t i;
	int fd = openat(dir, (const char *)name.p,
	    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	(void)name_part(name, &ext, &number);
	content_file_init(&file);
	if (fd < 0)
		tb_fail_sys(&e, "open");
	else if (sys_read_all(fd, (size_t)CONTENT_PART_MAX, &bytes, &e))
		content_file_parse(&file, &bytes, &e);
	if (fd >= 0)
		close(fd);
	if (e.code != TB_OK) {
		tb_message(&e, &why);
		set_where(v, folder, name);
		tell(v, buf_span(&v->where), why.p);
	}
	for (i = 0; e.code == TB_OK && i < file.n; i++)
		check_document(v, folder, ext, file.block[i].name);
	content_file_release(&file);
	buf_release(&bytes);
	buf_release(&why);
	return true;
}

/* ---- an index ------------------------------------------------------------- */

static void
check_source(struct verify *v, int dir, const struct state_item *it)
{
	struct buf path = BUF_INIT;
	struct span listed;

	if (!ingest_get_source(&v->state->list, it->name, &listed))
		tell(v, it->name, _("has no source folder in the ingest list"));
	else if (!srcfolder_read(dir, it->name, &path))
		tell(v, it->name, _("has no source_folder.txt"));
	else if (!span_eq(listed, buf_span(&path)))
		tell(v, it->name,
		    _("source_folder.txt and the ingest list name different "
		      "folders"));
	buf_release(&path);
}

static bool
check_index(struct verify *v, int store, const struct state_item *it,
    struct tb_error *e)
{
	struct buf path = BUF_INIT;
	bool ok = true, stopped;
	int dir;

	v->index = it->name;
	if (v->state->health == CATALOG_GOOD &&
	    catalog_get(&v->state->catalog, it->name) == CATALOG_ABSENT)
		tell(v, it->name, _("has no row in the catalog"));
	buf_adds(&path, "content/");
	buf_addspan(&path, it->name);
	dir = folder_open(store, buf_span(&path), false, e);
	buf_release(&path);
	if (dir < 0) {
		if (e->code != TB_EGONE && e->code != TB_ESTORE)
			return false;
		tb_clear(e);
		return true; /* its rows tell what is missing */
	}
	check_source(v, dir, it);
	ok = partlist_walk(dir, check_part, v, &stopped, e);
	close(dir);
	return ok;
}

/* ---- the list ------------------------------------------------------------- */

/* Every document that is done and has places is in the index. */
static void
check_rows(struct verify *v)
{
	const struct ingest *g = &v->state->list;
	struct span f[INGEST_FIELDS];
	uint64_t places;
	size_t i;

	for (i = 0; i < g->rows; i++) {
		if (!g->row[i].line.p)
			continue;
		ingest_fields(&g->row[i], f);
		if (span_eqs(f[INGEST_STATE], INGEST_DONE) &&
		    span_u64(f[INGEST_PLACES], UINT32_MAX, &places) &&
		    places > 0 && map_get(&v->docs, f[INGEST_REL]) == MAP_NONE)
			tell(v, f[INGEST_REL],
			    _("is done by the ingest list, and not in the "
			      "index"));
	}
}

bool
verify_store(int store, const struct state *s, verify_fn *fn, void *arg,
    uint64_t *faults, struct tb_error *e)
{
	struct verify v = { .state = s,
		.fn = fn,
		.arg = arg,
		.faults = faults,
		.arena = ARENA_INIT,
		.where = BUF_INIT };
	bool ok = true;
	size_t i;

	*faults = 0;
	map_init(&v.docs);
	if (s->health == CATALOG_BROKEN)
		tell(&v, SPAN("format.tsv"), _("is damaged"));
	for (i = 0; i < s->n && ok; i++)
		if (s->v[i].state != STATE_OLD)
			ok = check_index(&v, store, &s->v[i], e);
	if (ok)
		check_rows(&v);
	map_release(&v.docs);
	arena_release(&v.arena);
	buf_release(&v.where);
	return ok;
}
