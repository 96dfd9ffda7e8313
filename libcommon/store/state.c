#include "store/state.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "store/folder.h"
#include "store/name.h"
#include "store/partlist.h"
#include "store/srcfolder.h"
#include "text/fold.h"

const char *
state_word(enum state_index state)
{
	static const char *const word[] = { "current", "building", "rebuilding",
		"old" };

	return word[state];
}

const char *
state_text(enum state_index state)
{
	static const char *const text[] = { N_("complete"),
		N_("not complete: update it"),
		N_("being rebuilt: update it to go on"),
		N_("old format: must be rebuilt") };

	return _(text[state]);
}

const struct state_item *
state_find(const struct state *s, struct span name)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (fold_same(s->v[i].name, name))
			return &s->v[i];
	return NULL;
}

static struct state_item *
add_index(struct state *s, struct span name)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (fold_same(s->v[i].name, name))
			return &s->v[i];
	s->v = mem_grow(s->v, &s->cap, s->n + 1, sizeof(*s->v));
	s->v[s->n] = (struct state_item){ .name = arena_dup(&s->arena, name),
		.state = STATE_BUILDING };
	return &s->v[s->n++];
}

static bool
count_part(void *arg, int dir, struct span folder, struct span name)
{
	struct state_item *it = arg;
	int64_t size = sys_size_at(dir, (const char *)name.p);

	(void)folder;
	it->files++;
	it->bytes += size > 0 ? (uint64_t)size : 0;
	return true;
}

/* The indexes of the folder dir that hold a content index file. */
static bool
add_present(struct state *s, int dir, bool old, struct tb_error *e)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct buf source = BUF_INIT;
	struct state_item seen, *it;
	bool ok, stopped;
	size_t i;
	int sub;

	ok = folder_read(dir, &list, e);
	for (i = 0; i < list.n && ok; i++) {
		if (!list.v[i].is_dir)
			continue;
		sub = folder_open(dir, list.v[i].name, false, e);
		if (sub < 0) {
			tb_clear(e); /* a link, or gone */
			continue;
		}
		seen = (struct state_item){ .files = 0 };
		ok = partlist_walk(sub, count_part, &seen, &stopped, e);
		if (ok && seen.files > 0) {
			it = add_index(s, list.v[i].name);
			if (old) {
				it->state = it->files > 0 ? STATE_REBUILDING
							  : STATE_OLD;
			} else {
				it->files = seen.files;
				it->bytes = seen.bytes;
				buf_reset(&source);
				if (srcfolder_read(sub, it->name, &source))
					it->source = arena_dup(
					    &s->arena, buf_span(&source));
			}
		}
		close(sub);
	}
	buf_release(&source);
	folder_release(&list);
	return ok;
}

/* A folder below another one, when it is there. */
static bool
add_below(
    struct state *s, int dir, const char *name, bool old, struct tb_error *e)
{
	int fd = folder_open(dir, span_str(name), false, e);
	bool ok;

	if (fd < 0) {
		if (e->code != TB_EGONE && e->code != TB_ESTORE)
			return false;
		tb_clear(e);
		return true;
	}
	ok = add_present(s, fd, old, e);
	close(fd);
	return ok;
}

/* Rows of the catalog, the list's folder lines, its rows. */
static void
add_rows(struct state *s)
{
	struct span f[INGEST_FIELDS], name, path, last = SPAN("");
	enum catalog_state state;
	struct state_item *it = NULL;
	size_t off = 0, i;

	while (s->health == CATALOG_GOOD &&
	       catalog_next(&s->catalog, &off, &name, &state))
		add_index(s, name)->state =
		    state == CATALOG_DONE ? STATE_CURRENT : STATE_BUILDING;
	for (i = 0; i < s->list.sources; i++) {
		it = add_index(s, s->list.source[i].index);
		it->source = s->list.source[i].path;
	}
	it = NULL;
	for (i = 0; i < s->list.rows; i++) {
		if (!s->list.row[i].line.p)
			continue;
		ingest_fields(&s->list.row[i], f);
		path = f[INGEST_REL];
		name = span_head(path, span_find(path, '\\'));
		/* rows of an index stand together */
		if (!it || !span_eq(name, last))
			it = add_index(s, name);
		last = name;
		if (span_eqs(f[INGEST_STATE], INGEST_DONE))
			it->done++;
		else if (span_eqs(f[INGEST_STATE], INGEST_FAILED))
			it->failed++;
		else
			it->waiting++;
	}
}

static int
compare(const void *pa, const void *pb)
{
	const struct state_item *a = pa, *b = pb;

	return fold_order(a->name, b->name);
}

static bool
load_store(struct state *s, int ws, struct tb_error *e)
{
	int store = folder_open(ws, SPAN("store"), false, e);
	bool ok;

	if (store < 0) {
		if (e->code != TB_EGONE)
			return false;
		tb_clear(e);
		return true; /* nothing has been indexed yet */
	}
	ok = catalog_load(&s->catalog, store, e) &&
	     ingest_load(&s->list, store, e);
	s->health = s->catalog.health;
	if (ok && s->health != CATALOG_NEWER) {
		add_rows(s);
		ok = add_below(s, store, "content", false, e);
	}
	close(store);
	return ok;
}

bool
state_load(struct state *s, int ws, struct tb_error *e)
{
	memset(s, 0, sizeof(*s));
	buf_init(&s->catalog.text);
	if (!load_store(s, ws, e))
		return false;
	if (s->health != CATALOG_NEWER &&
	    !add_below(s, ws, "content_index", true, e))
		return false;
	if (s->n > 1)
		qsort(s->v, s->n, sizeof(*s->v), compare);
	return true;
}

void
state_release(struct state *s)
{
	catalog_release(&s->catalog);
	ingest_release(&s->list);
	arena_release(&s->arena);
	free(s->v);
}
