#include "store/part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sys.h"
#include "store/folder.h"
#include "store/name.h"
#include "store/replace.h"
#include "text/fold.h"

#define NONE     SIZE_MAX
#define READ_MAX ((size_t)2 << 30) /* bytes of a part that we take at all */

const struct part_limits part_limits = { CONTENT_PART_FULL, CONTENT_PART_MAX };

/* A block that a part will have. */
struct slot {
	struct span bytes;
	size_t item; /* that it is new from, or NONE */
};

struct part {
	uint32_t number;
	struct buf name; /* as it is on disk */
	struct content_file file;
	struct slot *slot;
	size_t n, cap;
	uint64_t units; /* of all slots */
	bool changed;
};

struct update {
	int dir;
	struct span ext;
	struct part_item *item;
	size_t items;
	struct map exact, same; /* names -> item */
	struct arena arena;
	const struct part_limits *limits;
	struct part_result *res;
	struct tb_error *e;
};

/* ---- names ---------------------------------------------------------------- */

#define MANY (SIZE_MAX - 1) /* several items are the same name */

static void
index_items(struct update *u)
{
	struct buf key = BUF_INIT;
	size_t i, *slot;

	for (i = 0; i < u->items; i++) {
		*map_put(&u->exact, u->item[i].name) = i;
		buf_reset(&key);
		fold_key(u->item[i].name, &key);
		slot = map_put(&u->same, arena_dup(&u->arena, buf_span(&key)));
		*slot = *slot == MAP_NONE ? i : MANY;
	}
	buf_release(&key);
}

/*
 * The item that a block's name means: the equal one, else the only one that is
 * the same name (portability.md 2).
 */
static size_t
find_item(const struct update *u, struct span name)
{
	size_t i = map_get(&u->exact, name);
	struct buf key = BUF_INIT;

	if (i != MAP_NONE)
		return i;
	fold_key(name, &key);
	i = map_get(&u->same, buf_span(&key));
	buf_release(&key);
	return i == MANY || i == MAP_NONE ? NONE : i;
}

/* ---- one part ------------------------------------------------------------- */

static void
part_init(struct part *p, uint32_t number, struct span name)
{
	memset(p, 0, sizeof(*p));
	p->number = number;
	buf_init(&p->name);
	buf_addspan(&p->name, name);
	content_file_init(&p->file);
}

static void
part_release(struct part *p)
{
	buf_release(&p->name);
	content_file_release(&p->file);
	free(p->slot);
}

static void
add_slot(struct part *p, struct span bytes, size_t item)
{
	p->slot = mem_grow(p->slot, &p->cap, p->n + 1, sizeof(*p->slot));
	p->slot[p->n++] = (struct slot){ bytes, item };
	p->units += content_units(bytes);
}

static uint64_t
part_bytes(const struct part *p)
{
	return 2 * (CONTENT_HEAD_UNITS + p->units);
}

/* Reads the file; *bad when an update cannot read it. */
static bool
load(struct update *u, struct part *p, bool *bad)
{
	int fd = openat(u->dir, p->name.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	struct buf bytes = BUF_INIT;
	struct tb_error why = TB_ERROR_INIT;
	bool ok;

	*bad = false;
	if (fd < 0)
		return tb_fail_sys(u->e, p->name.p);
	ok = sys_read_all(fd, READ_MAX, &bytes, u->e);
	close(fd);
	if (!ok) {
		buf_release(&bytes);
		return tb_context(u->e, "%s", p->name.p);
	}
	*bad = !content_file_parse(&p->file, &bytes, &why);
	buf_release(&bytes);
	return true;
}

/* Step 1: what each block of the file becomes. */
static void
merge(struct update *u, struct part *p)
{
	size_t i, k;

	for (i = 0; i < p->file.n; i++) {
		const struct content_block *b = &p->file.block[i];
		struct part_item *it;

		k = find_item(u, b->name);
		if (k == NONE) {
			add_slot(p, b->bytes, NONE);
			continue;
		}
		it = &u->item[k];
		p->changed = true;
		/* a second block of the name goes, and so does a gone one */
		if (it->block.p && !it->placed && !it->refused)
			add_slot(p, it->block, k);
		it->placed = true;
	}
}

/* The guard: new blocks leave a part that they make too long, last first. */
static void
slim(struct update *u, struct part *p)
{
	size_t i = p->n;

	while (part_bytes(p) > u->limits->max && i > 0) {
		if (p->slot[--i].item == NONE)
			continue;
		u->item[p->slot[i].item].placed = false;
		p->units -= content_units(p->slot[i].bytes);
		memmove(&p->slot[i], &p->slot[i + 1],
		    (p->n - i - 1) * sizeof(*p->slot));
		p->n--;
	}
}

/* Writes a changed part whole, or removes one that holds nothing any more. */
static bool
write_part(struct update *u, struct part *p)
{
	struct replace r;
	size_t i;

	if (!p->changed)
		return true;
	if (p->n == 0) {
		if (unlinkat(u->dir, p->name.p, 0) < 0 && errno != ENOENT)
			return tb_fail_sys(u->e, p->name.p);
		u->res->removed++;
		return true;
	}
	if (!replace_begin(&r, u->dir, p->name.p, u->e))
		return false;
	content_put_head(&r.out);
	for (i = 0; i < p->n; i++)
		content_put_block(&r.out, p->slot[i].bytes);
	u->res->written++;
	return replace_commit(&r, u->e);
}

/* An update cannot read it: it is put aside under another name. */
static bool
put_aside(struct update *u, struct part *p)
{
	struct buf bad = BUF_INIT;
	bool ok;

	buf_printf(&bad, "%s.bad", p->name.p);
	ok = renameat(u->dir, p->name.p, u->dir, bad.p) == 0 ||
	     tb_fail_sys(u->e, p->name.p);
	u->res->bad++;
	buf_release(&bad);
	return ok;
}

/* ---- all parts ------------------------------------------------------------ */

/* The content index files of the extension, by number. */
struct found {
	uint32_t number;
	struct span name;
	bool own; /* spelt as we write it */
};

static int
compare_found(const void *pa, const void *pb)
{
	const struct found *a = pa, *b = pb;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return b->own - a->own;
}

static size_t
list_parts(
    struct update *u, const struct folder_list *list, struct found **found)
{
	struct buf own = BUF_INIT;
	size_t i, n = 0, kept = 0;
	struct found *f = mem_calloc(list->n + 1, sizeof(*f));
	struct span ext;

	for (i = 0; i < list->n; i++) {
		if (!list->v[i].is_file ||
		    !name_part(list->v[i].name, &ext, &f[n].number) ||
		    !span_ieq(ext, u->ext))
			continue;
		f[n].name = list->v[i].name;
		buf_reset(&own);
		name_make_part(ext, f[n].number, &own);
		f[n].own = span_eq(f[n].name, buf_span(&own));
		n++;
	}
	buf_release(&own);
	if (n > 1)
		qsort(f, n, sizeof(*f), compare_found);
	for (i = 0; i < n; i++) /* of two of a number the first is used */
		if (i == 0 || f[i].number != f[i - 1].number)
			f[kept++] = f[i];
	*found = f;
	return kept;
}

static int
compare_items(const void *pa, const void *pb)
{
	const struct part_item *a = pa, *b = pb;

	return fold_order(a->name, b->name);
}

/* The part behind p takes its place; p is written. */
static bool
next_part(struct update *u, struct part *p)
{
	uint32_t number = p->number + 1;
	struct buf name = BUF_INIT;
	bool ok;

	ok = write_part(u, p);
	part_release(p);
	name_make_part(u->ext, number, &name);
	part_init(p, number, buf_span(&name));
	buf_release(&name);
	return ok;
}

/* Step 2: what is left, in name order, behind the last part. */
static bool
append(struct update *u, struct part *last)
{
	struct part_item *it;
	uint64_t more;
	size_t i;

	for (i = 0; i < u->items; i++) {
		it = &u->item[i];
		if (!it->block.p || it->placed || it->refused)
			continue;
		more = 2 * content_units(it->block);
		if (last->number == 0 || part_bytes(last) >= u->limits->full ||
		    (last->n > 0 && part_bytes(last) + more > u->limits->max))
			if (!next_part(u, last))
				return false;
		add_slot(last, it->block, i);
		last->changed = true;
		it->placed = true;
	}
	return write_part(u, last);
}

/* What alone makes a part too long is in none. */
static void
refuse(struct update *u)
{
	size_t i;

	for (i = 0; i < u->items; i++)
		u->item[i].refused =
		    u->item[i].block.p &&
		    2 * (CONTENT_HEAD_UNITS + content_units(u->item[i].block)) >
			u->limits->max;
}

static bool
run(struct update *u, const struct found *found, size_t n)
{
	struct part p, last;
	bool ok = true, bad;
	size_t i;

	part_init(&last, 0, SPAN("")); /* no part yet */
	for (i = 0; ok && i < n; i++) {
		part_init(&p, found[i].number, found[i].name);
		ok = load(u, &p, &bad);
		if (ok && bad) {
			ok = put_aside(u, &p);
			/* its number is not given again */
			p.n = 0;
		} else if (ok) {
			merge(u, &p);
			slim(u, &p);
		}
		if (ok && i + 1 < n) {
			ok = bad || write_part(u, &p);
			part_release(&p);
			continue;
		}
		part_release(&last);
		last = p;
		if (ok && bad)
			ok = next_part(u, &last);
	}
	ok = ok && append(u, &last);
	part_release(&last);
	return ok;
}

bool
part_update(int dir, struct span ext, struct part_item *item, size_t n,
    const struct part_limits *limits, struct part_result *res,
    struct tb_error *e)
{
	struct update u = { .dir = dir,
		.ext = ext,
		.item = item,
		.items = n,
		.limits = limits,
		.res = res,
		.e = e };
	struct folder_list list = FOLDER_LIST_INIT;
	struct found *found = NULL;
	size_t parts;
	bool ok;

	memset(res, 0, sizeof(*res));
	map_init(&u.exact);
	map_init(&u.same);
	if (n > 1)
		qsort(item, n, sizeof(*item), compare_items);
	index_items(&u);
	refuse(&u);
	ok = folder_read(dir, &list, e);
	if (ok) {
		parts = list_parts(&u, &list, &found);
		ok = run(&u, found, parts);
	}
	free(found);
	folder_release(&list);
	map_release(&u.exact);
	map_release(&u.same);
	arena_release(&u.arena);
	return ok;
}
