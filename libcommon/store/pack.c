#include "store/pack.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sys.h"
#include "store/catalog.h"
#include "store/folder.h"
#include "store/ingest.h"
#include "store/lock.h"
#include "store/name.h"
#include "store/part.h"
#include "store/pending.h"
#include "store/srcfolder.h"
#include "stream/rec.h"
#include "text/fold.h"

/* A document that is read, or gone, and waits for its folder's turn. */
struct waiting {
	struct span path; /* in the arena of the run */
	char *block;      /* ours; NULL: it is gone, or has failed */
	size_t len;
	struct span row; /* its line in the list; p NULL: none */
	bool gone;
};

/* A folder of the index. */
struct folder {
	struct span path;
	uint64_t outstanding; /* documents that the plan still promises */
	size_t first, n;      /* its documents, while it is published */
};

struct pack {
	const struct pack_options *o;
	pack_say_fn *say;
	void *arg;
	struct pack_result *res;
	struct tb_error *e;
	struct rec_reader in;
	/* the store */
	int ws, store, lock, content; /* content: store/content/<index> */
	struct catalog catalog;
	struct ingest ingest;
	struct buf index, source;
	bool begun; /* the lock is held, the plan is in the list */
	/* the plan */
	struct arena arena;
	struct folder *folder;
	size_t folders, folder_cap;
	struct map by_path; /* folder's path -> folder */
	struct buf pending; /* rel paths of gone documents, LF-ended */
	/* documents that wait */
	struct waiting *wait;
	size_t waits, wait_cap;
	size_t bytes; /* of their blocks */
	/* the document that comes in */
	struct content_doc doc;
	struct buf file, path, time, size, block;
	struct place place;
	struct buf place_name;
	bool in_doc, in_place;
	uint64_t places;
};

/* ---- small things --------------------------------------------------------- */

static void
warn(struct pack *p, struct span what, enum tb_code code, const char *detail)
{
	struct tb_error e = TB_ERROR_INIT;
	char *name = mem_dup(what.p, what.n);

	tb_fail(&e, code, detail ? "%s" : NULL, detail);
	p->say(p->arg, name, &e);
	free(name);
}

static void
set(struct buf *b, struct span s)
{
	buf_reset(b);
	buf_addspan(b, s);
}

/* The folder of that path, which is taken up when it is new. */
static struct folder *
get_folder(struct pack *p, struct span path)
{
	size_t i = map_get(&p->by_path, path);

	if (i == MAP_NONE) {
		i = p->folders;
		p->folder = mem_grow(
		    p->folder, &p->folder_cap, i + 1, sizeof(*p->folder));
		p->folder[i] =
		    (struct folder){ .path = arena_dup(&p->arena, path) };
		*map_put(&p->by_path, p->folder[i].path) = i;
		p->folders++;
	}
	return &p->folder[i];
}

static struct waiting *
add_waiting(struct pack *p, struct span path)
{
	struct waiting *w;

	p->wait =
	    mem_grow(p->wait, &p->wait_cap, p->waits + 1, sizeof(*p->wait));
	w = &p->wait[p->waits++];
	memset(w, 0, sizeof(*w));
	w->path = arena_dup(&p->arena, path);
	(void)get_folder(p, name_folder(path));
	return w;
}

/* Sets the row of a document and returns its line. */
static struct span
set_row(struct pack *p, struct span path, struct span time, struct span size,
    const char *state, const char *places, const char *when, struct span error,
    const char *version)
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
	const struct waiting *a = pa, *b = pb;
	int d = fold_order(name_folder(a->path), name_folder(b->path));

	if (d == 0)
		d = fold_order(
		    kind_ext(name_file(a->path)), kind_ext(name_file(b->path)));
	return d ? d : a < b ? -1 : a > b;
}

static bool
same_group(const struct waiting *a, const struct waiting *b)
{
	return span_eq(name_folder(a->path), name_folder(b->path)) &&
	       span_ieq(
		   kind_ext(name_file(a->path)), kind_ext(name_file(b->path)));
}

/* What no part could hold has failed; its row says so. */
static void
refuse(struct pack *p, struct waiting *w)
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
	warn(p, w->path, TB_ESIZE, NULL);
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
		warn(p, folder, TB_ESTORE, _("an unreadable part was renamed"));
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

/*
 * Writes all that waits: the parts, then, when they are safe, the rows.  A
 * document's block is freed.
 */
static bool
publish(struct pack *p)
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

/* ---- beginning and end ---------------------------------------------------- */

/*
 * Files of the original's own index below store/gram/<index>: they would hide
 * what is changed now from its search, and can be made again (store.md 4.5).
 */
static void
remove_foreign_gram(struct pack *p)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct buf path = BUF_INIT;
	size_t i;
	int dir;

	buf_adds(&path, "gram/");
	buf_addspan(&path, buf_span(&p->index));
	dir = folder_open(p->store, buf_span(&path), false, NULL);
	buf_release(&path);
	if (dir < 0)
		return;
	if (folder_read(dir, &list, NULL))
		for (i = 0; i < list.n; i++)
			if (!list.v[i].is_dir &&
			    !span_ends(list.v[i].name, SPAN(".tbg")))
				(void)unlinkat(
				    dir, (const char *)list.v[i].name.p, 0);
	folder_release(&list);
	close(dir);
}

/* Opens the store and takes the lock. */
static bool
open_store(struct pack *p)
{
	p->ws = folder_workspace(p->o->workspace, true, p->e);
	if (p->ws < 0)
		return false;
	p->store = folder_open(p->ws, SPAN("store"), true, p->e);
	if (p->store < 0)
		return false;
	p->lock = lock_take(p->store, tb_tool(), p->o->wait, p->e);
	return p->lock >= 0;
}

/*
 * The catalog as it must be before anything is written: a new one where there
 * is none, a repaired one for a broken one (10.2).
 */
static bool
open_catalog(struct pack *p)
{
	struct span index = buf_span(&p->index);

	if (!catalog_load(&p->catalog, p->store, p->e))
		return false;
	if (p->catalog.health == CATALOG_NEWER)
		return tb_fail(p->e, TB_EVERSION, "format.tsv");
	if (p->catalog.health != CATALOG_GOOD &&
	    !catalog_repair(&p->catalog, p->store, p->e))
		return false;
	if (catalog_get(&p->catalog, index) == CATALOG_ABSENT)
		catalog_set(&p->catalog, index, CATALOG_BUILDING);
	return catalog_save(&p->catalog, p->store, p->e);
}

/* Which index, and where its source folder is. */
static bool
settle_index(struct pack *p)
{
	enum name_fault fault;

	if (p->o->index)
		set(&p->index, span_str(p->o->index));
	if (p->index.len == 0)
		return tb_fail(p->e, TB_EUSAGE, "%s",
		    _("the stream names no index; give one by -i"));
	fault = name_check(buf_span(&p->index));
	if (fault != NAME_GOOD)
		return tb_fail(p->e, TB_EUSAGE, "'%s': %s", p->index.p,
		    name_fault_text(fault));
	if (p->o->source)
		set(&p->source, span_str(p->o->source));
	return true;
}

static bool
open_content(struct pack *p)
{
	struct buf path = BUF_INIT;

	buf_adds(&path, "content/");
	buf_addspan(&path, buf_span(&p->index));
	p->content = folder_open(p->store, buf_span(&path), true, p->e);
	buf_release(&path);
	return p->content >= 0 &&
	       (p->source.len == 0 ||
		   srcfolder_write(p->content, buf_span(&p->index),
		       buf_span(&p->source), p->e));
}

/* A gone document: its row goes, and its text waits to be taken out. */
static void
take_gone(struct pack *p, struct span path)
{
	struct buf rel = BUF_INIT;
	struct ingest_row *row;

	name_rel(buf_span(&p->index), path, &rel);
	row = ingest_find(&p->ingest, buf_span(&rel));
	if (row)
		ingest_drop(&p->ingest, row);
	buf_addspan(&p->pending, buf_span(&rel));
	buf_addc(&p->pending, '\n');
	add_waiting(p, path)->gone = true;
	p->res->removed++;
	buf_release(&rel);
}

/* What a killed run left pending, unless the file is there again (4.2). */
static bool
recover(struct pack *p)
{
	struct buf old = BUF_INIT, path = BUF_INIT, other = BUF_INIT;
	struct span rest, rel;
	bool ok = pending_load(p->store, &old, p->e);

	rest = buf_span(&old);
	while (ok && rest.n > 0 && span_field(&rest, '\n', &rel)) {
		buf_reset(&path);
		if (ingest_find(&p->ingest, rel))
			continue;
		if (name_unrel(buf_span(&p->index), rel, &path)) {
			buf_addspan(&p->pending, rel);
			buf_addc(&p->pending, '\n');
			add_waiting(p, buf_span(&path))->gone = true;
		} else { /* of another index: its next run */
			buf_addspan(&other, rel);
			buf_addc(&other, '\n');
		}
	}
	buf_addspan(&p->pending, buf_span(&other));
	buf_release(&old);
	buf_release(&path);
	buf_release(&other);
	return ok;
}

/* Steps 1 to 3 of store.md 9.1: the stream is one that we can pack. */
static bool
begin(struct pack *p)
{
	if (!settle_index(p) || !open_store(p) || !open_catalog(p) ||
	    !ingest_load(&p->ingest, p->store, p->e) || !open_content(p))
		return false;
	p->begun = true;
	remove_foreign_gram(p);
	if (p->source.len > 0)
		ingest_set_source(
		    &p->ingest, buf_span(&p->index), buf_span(&p->source));
	return recover(p);
}

/* Step 4: the plan is in the list before the first document is. */
static bool
write_plan(struct pack *p)
{
	ingest_sort(&p->ingest, buf_span(&p->index));
	return pending_save(p->store, buf_span(&p->pending), p->e) &&
	       ingest_save(&p->ingest, p->store, p->e);
}

/* The pending documents of other indexes are all that stays pending. */
static bool
clear_pending(struct pack *p)
{
	struct buf keep = BUF_INIT, path = BUF_INIT;
	struct span rest = buf_span(&p->pending), rel;
	bool ok;

	while (rest.n > 0 && span_field(&rest, '\n', &rel)) {
		if (rel.n == 0 || name_unrel(buf_span(&p->index), rel, &path))
			continue;
		buf_addspan(&keep, rel);
		buf_addc(&keep, '\n');
	}
	ok = pending_save(p->store, buf_span(&keep), p->e);
	buf_release(&keep);
	buf_release(&path);
	return ok;
}

/* Steps 7 to 9. */
static bool
finish(struct pack *p)
{
	bool ok = publish(p) && clear_pending(p);

	if (ok) {
		ingest_sort(&p->ingest, buf_span(&p->index));
		ok = ingest_save(&p->ingest, p->store, p->e);
	}
	if (ok && p->res->whole && p->source.len > 0) {
		catalog_set(&p->catalog, buf_span(&p->index), CATALOG_DONE);
		ok = catalog_save(&p->catalog, p->store, p->e);
	}
	return ok;
}

/* ---- the stream ----------------------------------------------------------- */

/* A document's result is settled: its folder may have its turn. */
static bool
settle_document(struct pack *p)
{
	struct folder *f = get_folder(p, name_folder(buf_span(&p->path)));
	bool last = f->outstanding == 1;

	p->in_doc = p->in_place = false;
	if (f->outstanding > 0)
		f->outstanding--;
	return (!last && p->bytes <= p->o->memory) || publish(p);
}

static void
stamp_now(char when[SYS_STAMP])
{
	sys_stamp(time(NULL), when);
}

/* 失敗: its row says so, and the text of its last success stays. */
static bool
fail_document(struct pack *p, struct span reason)
{
	char when[SYS_STAMP];
	struct waiting *w = add_waiting(p, buf_span(&p->path));

	stamp_now(when);
	w->row = set_row(p, w->path, buf_span(&p->time), buf_span(&p->size),
	    INGEST_FAILED, "", when, reason, "");
	p->res->failed++;
	return settle_document(p);
}

/* 終わり: the document is whole. */
static bool
end_document(struct pack *p, struct span count)
{
	char when[SYS_STAMP], places[24], version[16];
	struct tb_error e = TB_ERROR_INIT;
	struct waiting *w;
	uint64_t n;

	if (!span_u64(count, UINT64_MAX, &n) || n != p->places) {
		tb_fail(&e, TB_ESTREAM, _("%llu places where %.*s should be"),
		    (unsigned long long)p->places, SPAN_ARG(count));
		p->say(p->arg, p->path.p, &e);
		p->res->failed++;
		return settle_document(p);
	}
	if (p->doc.too_long) { /* for any part */
		buf_reset(&p->block);
		tb_fail(&e, TB_ESIZE, NULL);
		p->say(p->arg, p->path.p, &e);
		tb_reason(&e, &p->block);
		return fail_document(p, buf_span(&p->block));
	}
	content_doc_block(&p->doc, &p->block);
	stamp_now(when);
	snprintf(places, sizeof(places), "%llu", (unsigned long long)n);
	snprintf(
	    version, sizeof(version), "%u", kind_version(buf_span(&p->file)));
	w = add_waiting(p, buf_span(&p->path));
	w->row = set_row(p, w->path, buf_span(&p->time), buf_span(&p->size),
	    INGEST_DONE, places, when, SPAN(""), version);
	w->len = p->block.len;
	w->block = mem_dup(p->block.p, p->block.len);
	p->bytes += w->len;
	p->res->done++;
	return settle_document(p);
}

static void
begin_document(struct pack *p, struct span file)
{
	set(&p->file, file);
	set(&p->path, file);
	buf_reset(&p->time);
	buf_reset(&p->size);
	content_doc_begin(&p->doc, file);
	p->in_doc = true;
	p->in_place = false;
	p->places = 0;
}

/* The open place is complete in its keys: it goes into the document. */
static void
open_place(struct pack *p)
{
	if (!p->in_place)
		return;
	content_doc_place(&p->doc, &p->place);
	p->in_place = false;
	p->places++;
}

/* A key of a place. */
static bool
place_key(struct pack *p, const struct rec *rec)
{
	if (meta_is_place(rec->key)) {
		open_place(p);
		set(&p->place_name, rec->value);
		p->in_place = true;
		return place_meta(
		    &p->place, rec->key, buf_span(&p->place_name), p->e);
	}
	return !p->in_place ||
	       place_meta(&p->place, rec->key, rec->value, p->e);
}

/* A path of the stream must stay below the index and fit into a row. */
static bool
good_path(struct span path)
{
	struct span rest = path, part;
	size_t i;

	for (i = 0; i < path.n; i++)
		if (path.p[i] < 0x20 || path.p[i] == '\\')
			return false;
	while (rest.p && span_field(&rest, '/', &part))
		if (part.n == 0 || span_eqs(part, ".") || span_eqs(part, ".."))
			return false;
	return path.n > 0;
}

/* A line of a document. */
static bool
document_meta(struct pack *p, const struct rec *rec)
{
	switch (rec->key) {
	case META_PATH:
		set(&p->path, rec->value);
		return true;
	case META_TIME:
		set(&p->time, rec->value);
		return true;
	case META_SIZE:
		set(&p->size, rec->value);
		return true;
	case META_END:
	case META_FAILED:
		open_place(p);
		if (!good_path(buf_span(&p->path)))
			return tb_fail(p->e, TB_EBADNAME, "%s", p->path.p);
		return rec->key == META_END ? end_document(p, rec->value)
					    : fail_document(p, rec->value);
	default:
		return place_key(p, rec);
	}
}

/* 予定: the row waits; its time and size follow. */
static bool
read_plan(struct pack *p, const struct rec *first, struct rec *rec)
{
	if (!good_path(first->value))
		return tb_fail(
		    p->e, TB_EBADNAME, "%.*s", SPAN_ARG(first->value));
	set(&p->path, first->value);
	buf_reset(&p->time);
	buf_reset(&p->size);
	do {
		if (!rec_next(&p->in, rec, p->e))
			return false;
		if (rec->type == REC_META && rec->key == META_TIME)
			set(&p->time, rec->value);
		else if (rec->type == REC_META && rec->key == META_SIZE)
			set(&p->size, rec->value);
		else
			break;
	} while (true);
	get_folder(p, name_folder(buf_span(&p->path)))->outstanding++;
	(void)set_row(p, buf_span(&p->path), buf_span(&p->time),
	    buf_span(&p->size), INGEST_WAITING, "", "", SPAN(""), "");
	return true;
}

static bool
check_form(struct pack *p, struct span form)
{
	if (span_eqs(form, "TSV"))
		return true;
	if (span_eqs(form, "セル"))
		return tb_fail(p->e, TB_ESTREAM, "%s",
		    _("a cell stream: put tb-tsv in between"));
	return tb_fail(p->e, TB_ESTREAM, "%s",
	    _("a plan: put tb-extract and tb-tsv in between"));
}

/* The head of the stream: everything up to the first document. */
static bool
read_head(struct pack *p, struct rec *rec)
{
	bool ready = false, ahead = false;

	for (;;) {
		if (!ahead && !rec_next(&p->in, rec, p->e))
			return false;
		ahead = false;
		if (rec->type != REC_META || rec->key == META_FILE ||
		    rec->key == META_TOTAL)
			break;
		if (rec->key == META_FORM && !check_form(p, rec->value))
			return false;
		if (rec->key == META_INDEX)
			set(&p->index, rec->value);
		if (rec->key == META_SOURCE)
			set(&p->source, rec->value);
		if (rec->key != META_PLAN && rec->key != META_GONE)
			continue;
		if (!ready && !begin(p))
			return false;
		ready = true;
		if (rec->key == META_GONE) {
			if (good_path(rec->value))
				take_gone(p, rec->value);
			continue;
		}
		{
			struct rec first = *rec;

			if (!read_plan(p, &first, rec))
				return false;
		}
		ahead = true;
	}
	return (ready || begin(p)) && write_plan(p);
}

static bool
read_documents(struct pack *p, struct rec *rec)
{
	bool ok = true;

	while (ok && rec->type != REC_EOF) {
		if (rec->type == REC_BODY) {
			open_place(p);
			if (p->in_doc)
				content_doc_body(&p->doc, rec->value);
		} else if (rec->key == META_FILE) {
			begin_document(p, rec->value);
		} else if (rec->key == META_GONE) {
			if (good_path(rec->value))
				take_gone(p, rec->value);
		} else if (p->in_doc) {
			ok = document_meta(p, rec);
		}
		ok = ok && rec_next(&p->in, rec, p->e);
	}
	return ok;
}

static void
release(struct pack *p)
{
	size_t i;

	for (i = 0; i < p->waits; i++)
		free(p->wait[i].block);
	free(p->wait);
	free(p->folder);
	map_release(&p->by_path);
	arena_release(&p->arena);
	if (p->begun)
		ingest_release(&p->ingest);
	catalog_release(&p->catalog);
	content_doc_release(&p->doc);
	buf_release(&p->index);
	buf_release(&p->source);
	buf_release(&p->pending);
	buf_release(&p->file);
	buf_release(&p->path);
	buf_release(&p->time);
	buf_release(&p->size);
	buf_release(&p->block);
	buf_release(&p->place_name);
	rec_close(&p->in);
	if (p->content >= 0)
		close(p->content);
	if (p->lock >= 0)
		close(p->lock);
	if (p->store >= 0)
		close(p->store);
	if (p->ws >= 0)
		close(p->ws);
}

bool
pack_stream(int fd, const struct pack_options *o, pack_say_fn *say, void *arg,
    struct pack_result *res, struct tb_error *e)
{
	struct pack p = { .o = o,
		.say = say,
		.arg = arg,
		.res = res,
		.e = e,
		.ws = -1,
		.store = -1,
		.lock = -1,
		.content = -1,
		.arena = ARENA_INIT,
		.index = BUF_INIT,
		.source = BUF_INIT,
		.pending = BUF_INIT,
		.file = BUF_INIT,
		.path = BUF_INIT,
		.time = BUF_INIT,
		.size = BUF_INIT,
		.block = BUF_INIT,
		.place_name = BUF_INIT };
	struct rec rec;
	bool ok;

	memset(res, 0, sizeof(*res));
	buf_init(&p.catalog.text);
	content_doc_init(&p.doc);
	map_init(&p.by_path);
	rec_open(&p.in, fd);
	ok = read_head(&p, &rec) && read_documents(&p, &rec);
	res->whole = ok && p.in.whole;
	/* what is complete counts, even when the stream is not */
	if (p.begun && !ok && e->code != TB_EIO) {
		struct tb_error first = *e;

		(void)finish(&p);
		*e = first;
	} else if (ok) {
		ok = finish(&p);
	}
	release(&p);
	return ok;
}
