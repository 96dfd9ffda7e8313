#include "store/pack_int.h"

#include <unistd.h>

#include "store/folder.h"
#include "store/lock.h"
#include "store/name.h"
#include "store/pending.h"
#include "store/srcfolder.h"

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
		pack_set(&p->index, span_str(p->o->index));
	if (p->index.len == 0)
		return tb_fail(p->e, TB_EUSAGE, "%s",
		    _("the stream names no index; give one by -i"));
	fault = name_check(buf_span(&p->index));
	if (fault != NAME_GOOD)
		return tb_fail(p->e, TB_EUSAGE, "'%s': %s", p->index.p,
		    name_fault_text(fault));
	if (p->o->source)
		pack_set(&p->source, span_str(p->o->source));
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

void
pack_take_gone(struct pack *p, struct span path)
{
	struct buf rel = BUF_INIT;
	struct ingest_row *row;

	name_rel(buf_span(&p->index), path, &rel);
	row = ingest_find(&p->ingest, buf_span(&rel));
	if (row)
		ingest_drop(&p->ingest, row);
	buf_addspan(&p->pending, buf_span(&rel));
	buf_addc(&p->pending, '\n');
	pack_wait(p, path)->gone = true;
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
			pack_wait(p, buf_span(&path))->gone = true;
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

bool
pack_begin(struct pack *p)
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

bool
pack_write_plan(struct pack *p)
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

bool
pack_finish(struct pack *p)
{
	bool ok = pack_publish(p) && clear_pending(p);

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
