#include "store/pack_int.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/folder.h"
#include "store/name.h"
#include "store/part.h"
#include "text/fold.h"

void
pack_warn(
    struct pack *p, struct span what, enum tb_code code, const char *detail)
{
	struct tb_error e = TB_ERROR_INIT;
	char *name = mem_dup(what.p, what.n);

	tb_fail(&e, code, detail ? "%s" : NULL, detail);
	p->say(p->arg, name, &e);
	free(name);
}

struct pack_folder *
pack_folder_of(struct pack *p, struct span path)
{
	size_t i = map_get(&p->by_path, path);

	if (i == MAP_NONE) {
		i = p->folders;
		p->folder = mem_grow(
		    p->folder, &p->folder_cap, i + 1, sizeof(*p->folder));
		p->folder[i] =
		    (struct pack_folder){ .path = arena_dup(&p->arena, path) };
		*map_put(&p->by_path, p->folder[i].path) = i;
		p->folders++;
	}
	return &p->folder[i];
}

struct pack_waiting *
pack_wait(struct pack *p, struct span path)
{
	struct pack_waiting *w;

	p->wait =
	    mem_grow(p->wait, &p->wait_cap, p->waits + 1, sizeof(*p->wait));
	w = &p->wait[p->waits++];
	memset(w, 0, sizeof(*w));
	w->path = arena_dup(&p->arena, path);
	(void)pack_folder_of(p, name_folder(path));
	return w;
}

struct span
pack_set_row(struct pack *p, struct span path, struct span time,
    struct span size, const char *state, const char *places, const char *when,
    struct span error, const char *version)
{
	struct buf rel = BUF_INIT;
	struct ingest_row *old;
	struct span f[INGEST_FIELDS], line;

	name_rel(buf_span(&p->index), path, &rel);
	/* a row that is the same name but for its case is this file's */
	old = ingest_find(&p->ingest, buf_span(&rel));
	if (old && !span_eq(old->rel, buf_span(&rel)))
		ingest_drop(&p->ingest, old);
	f[INGEST_REL] = buf_span(&rel);
	f[INGEST_TIME] = time;
	f[INGEST_SIZE] = size;
	f[INGEST_STATE] = span_str(state);
	f[INGEST_PLACES] = span_str(places);
	f[INGEST_WHEN] = span_str(when);
	f[INGEST_ERROR] = error;
	f[INGEST_VERSION] = span_str(version);
	line = ingest_set(&p->ingest, f);
	buf_release(&rel);
	return line;
}

/* ---- publishing ----------------------------------------------------------- */

/* By folder, then extension, then as they came. */
static int
compare_waiting(const void *pa, const void *pb)
{
	const struct pack_waiting *a = pa, *b = pb;
	int d = fold_order(name_folder(a->path), name_folder(b->path));

	if (d == 0)
		d = fold_order(
		    kind_ext(name_file(a->path)), kind_ext(name_file(b->path)));
	return d ? d : a < b ? -1 : a > b;
}

static bool
same_group(const struct pack_waiting *a, const struct pack_waiting *b)
{
	return span_eq(name_folder(a->path), name_folder(b->path)) &&
	       span_ieq(
		   kind_ext(name_file(a->path)), kind_ext(name_file(b->path)));
}

/* What no part could hold has failed; its row says so. */
static void
refuse(struct pack *p, struct pack_waiting *w)
{
	struct tb_error e = TB_ERROR_INIT;
	struct span f[INGEST_FIELDS];
	struct ingest_row *row;
	struct buf rel = BUF_INIT, why = BUF_INIT;

	tb_fail(&e, TB_ESIZE, NULL);
	tb_reason(&e, &why);
	name_rel(buf_span(&p->index), w->path, &rel);
	row = ingest_find(&p->ingest, buf_span(&rel));
	if (row) {
		ingest_fields(row, f);
		f[INGEST_STATE] = SPAN(INGEST_FAILED);
		f[INGEST_PLACES] = f[INGEST_VERSION] = SPAN("");
		f[INGEST_ERROR] = buf_span(&why);
		w->row = ingest_set(&p->ingest, f);
	}
	pack_warn(p, w->path, TB_ESIZE, NULL);
	p->res->done--;
	p->res->failed++;
	buf_release(&rel);
	buf_release(&why);
}

/* Documents [from, end) of one folder and extension into their parts. */
static bool
publish_group(struct pack *p, size_t from, size_t end)
{
	struct part_item *item = mem_calloc(end - from, sizeof(*item));
	struct span folder = name_folder(p->wait[from].path);
	struct span ext = kind_ext(name_file(p->wait[from].path));
	struct part_result res = { 0, 0, 0 };
	bool adds = false, ok = true;
	size_t i, k, n = 0;
	int dir;

	for (i = from; i < end; i++) {
		if (!p->wait[i].block && !p->wait[i].gone)
			continue; /* failed: the old text stays */
		item[n].name = name_file(p->wait[i].path);
		item[n].block = span_of(p->wait[i].block, p->wait[i].len);
		adds = adds || p->wait[i].block;
		n++;
	}
	if (n == 0)
		goto out;
	dir = folder_open(p->content, folder, adds, p->e);
	if (dir < 0) {
		/* nothing to take out of a folder that is not there */
		ok = !adds && p->e->code == TB_EGONE;
		goto out;
	}
	ok = part_update(dir, ext, item, n, &part_limits, &res, p->e);
	close(dir);
	if (res.bad > 0)
		pack_warn(
		    p, folder, TB_ESTORE, _("an unreadable part was renamed"));
	for (k = 0; ok && k < n; k++) {
		if (!item[k].refused)
			continue;
		for (i = from; i < end; i++)
			if (p->wait[i].block &&
			    span_eq(name_file(p->wait[i].path), item[k].name))
				refuse(p, &p->wait[i]);
	}
out:
	free(item);
	return ok;
}

/* Folders that became empty go, from the inside out; others refuse to. */
static void
prune(struct pack *p, struct span folder)
{
	struct span up;
	char *name;
	int dir;

	while (folder.n > 0) {
		up = name_folder(folder);
		dir = folder_open(p->content, up, false, NULL);
		if (dir < 0)
			return;
		name = mem_dup(name_file(folder).p, name_file(folder).n);
		if (unlinkat(dir, name, AT_REMOVEDIR) < 0)
			up.n = 0;
		free(name);
		close(dir);
		folder = up;
	}
}

bool
pack_publish(struct pack *p)
{
	struct span *line = mem_calloc(p->waits + 1, sizeof(*line));
	size_t from, end, i, n = 0;
	bool ok = true;

	if (p->waits > 1)
		qsort(p->wait, p->waits, sizeof(*p->wait), compare_waiting);
	for (from = 0; ok && from < p->waits; from = end) {
		for (end = from + 1; end < p->waits &&
				     same_group(&p->wait[from], &p->wait[end]);
		     end++)
			;
		ok = publish_group(p, from, end);
		if (ok && p->wait[from].gone)
			prune(p, name_folder(p->wait[from].path));
	}
	for (i = 0; i < p->waits; i++) {
		if (p->wait[i].row.p)
			line[n++] = p->wait[i].row;
		free(p->wait[i].block);
	}
	p->waits = 0;
	p->bytes = 0;
	ok = ok && (n == 0 || ingest_append(p->store, line, n, p->e));
	free(line);
	return ok;
}
