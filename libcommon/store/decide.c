#include "store/decide.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "store/folder.h"
#include "store/name.h"
#include "stream/kind.h"
#include "text/fold.h"
#include "text/nfc.h"

void
decide_init(
    struct decide *d, struct ingest *list, struct span index, int content)
{
	memset(d, 0, sizeof(*d));
	d->list = list;
	d->index = index;
	d->content = content;
	d->found = mem_calloc(list->rows + 1, 1);
	buf_init(&d->folder);
	buf_init(&d->ext);
	map_init(&d->uncomposed);
	d->keys = (struct arena)ARENA_INIT;
}

void
decide_release(struct decide *d)
{
	free(d->found);
	buf_release(&d->folder);
	buf_release(&d->ext);
	map_release(&d->uncomposed);
	arena_release(&d->keys);
}

/*
 * Do the folder and extension of the document have parts, none of them empty
 * (7.3, 1)?  A folder that cannot be listed is not judged: yes.
 */
static bool
ask_parts(struct decide *d)
{
	struct folder_list list = FOLDER_LIST_INIT;
	int dir = folder_open(d->content, buf_span(&d->folder), false, NULL);
	bool any = false, good = true;
	uint32_t number;
	struct span ext;
	size_t i;

	if (dir < 0)
		return false;
	if (!folder_read(dir, &list, NULL)) {
		close(dir);
		folder_release(&list);
		return true;
	}
	for (i = 0; i < list.n; i++) {
		if (!list.v[i].is_file ||
		    !name_part(list.v[i].name, &ext, &number) ||
		    !span_ieq(ext, buf_span(&d->ext)))
			continue;
		any = true;
		good = good &&
		       sys_size_at(dir, (const char *)list.v[i].name.p) > 0;
	}
	close(dir);
	folder_release(&list);
	return any && good;
}

/* Walks go folder by folder, so the last answer is nearly always the one. */
static bool
has_parts(struct decide *d, struct span path)
{
	struct span folder = name_folder(path);
	struct span ext = kind_ext(name_file(path));

	if (d->content < 0)
		return false;
	if (d->asked && span_eq(folder, buf_span(&d->folder)) &&
	    span_ieq(ext, buf_span(&d->ext)))
		return d->has_parts;
	buf_reset(&d->folder);
	buf_addspan(&d->folder, folder);
	buf_reset(&d->ext);
	buf_addspan(&d->ext, ext);
	d->asked = true;
	d->has_parts = ask_parts(d);
	return d->has_parts;
}

/*
 * Is the text of a document that is done in the store (7.3)?  Its folder there
 * is spelt as its row is.
 */
static bool
is_complete(struct decide *d, const struct span row[INGEST_FIELDS])
{
	struct buf path = BUF_INIT;
	uint64_t n;
	bool complete = !span_u64(row[INGEST_PLACES], UINT64_MAX, &n) ||
			n == 0 ||
			!name_unrel(d->index, row[INGEST_REL], &path) ||
			has_parts(d, buf_span(&path));

	buf_release(&path);
	return complete;
}

/* The extraction version of a row: none is 1, what is no number 0. */
static uint64_t
row_version(struct span s)
{
	uint64_t v;

	if (s.n == 0)
		return 1;
	return span_u64(s, UINT32_MAX, &v) ? v : 0;
}

/* ---- times that are all shifted ------------------------------------------- */

enum { SHIFT_ROWS_MIN = 20, SHIFT_STEP = 15 * 60 };

/* A number of n digits at s; false when it is none. */
static bool
digits(const char *s, size_t n, int64_t *v)
{
	uint64_t u;
	struct span d = { (const uint8_t *)s, n };

	if (!span_u64(d, 9999, &u))
		return false;
	*v = (int64_t)u;
	return true;
}

/* yyyy/MM/dd HH:mm:ss in seconds of a calendar without zones. */
static bool
stamp_seconds(struct span s, int64_t *sec)
{
	const char *p = (const char *)s.p;
	int64_t y, mon, day, h, min, sec60, days;

	if (s.n != SYS_STAMP - 1 || !digits(p, 4, &y) ||
	    !digits(p + 5, 2, &mon) || !digits(p + 8, 2, &day) ||
	    !digits(p + 11, 2, &h) || !digits(p + 14, 2, &min) ||
	    !digits(p + 17, 2, &sec60))
		return false;
	if (mon < 3) { /* years begin in March: leap days come last */
		y--;
		mon += 12;
	}
	days =
	    365 * y + y / 4 - y / 100 + y / 400 + (153 * mon - 457) / 5 + day;
	*sec = ((days * 24 + h) * 60 + min) * 60 + sec60;
	return true;
}

static void
note_shift(struct decide *d, struct span was, struct span now)
{
	int64_t a, b;

	if (!stamp_seconds(was, &a) || !stamp_seconds(now, &b)) {
		d->shifts_differ = true;
		return;
	}
	if (d->retimed++ == 0)
		d->shift = b - a;
	else if (d->shift != b - a)
		d->shifts_differ = true;
}

int64_t
decide_shift(const struct decide *d)
{
	if (d->shifts_differ || d->retimed < SHIFT_ROWS_MIN ||
	    d->retimed * 10 < d->known * 9 || d->shift % SHIFT_STEP != 0)
		return 0;
	return d->shift;
}

/* ---- the decision --------------------------------------------------------- */

/* The table of 7.2. */
static enum decide_why
judge(struct decide *d, const struct walk_file *f,
    const struct span row[INGEST_FIELDS])
{
	char stamp[SYS_STAMP], size[24];
	bool waiting = span_eqs(row[INGEST_STATE], INGEST_WAITING), same;

	sys_stamp(f->time, stamp);
	snprintf(size, sizeof(size), "%llu", (unsigned long long)f->size);
	same = !waiting && span_eqs(row[INGEST_TIME], stamp) &&
	       span_eqs(row[INGEST_SIZE], size);
	d->known++;
	if (!span_eqs(row[INGEST_TIME], stamp) &&
	    span_eqs(row[INGEST_SIZE], size))
		note_shift(d, row[INGEST_TIME], span_str(stamp));
	if (same && span_eqs(row[INGEST_STATE], INGEST_FAILED))
		return d->retry_failed ? DECIDE_RETRIED : DECIDE_FAILED;
	if (same && !is_complete(d, row))
		return DECIDE_LOST;
	if (same)
		return row_version(row[INGEST_VERSION]) <
			       kind_version(name_file(f->path))
			   ? DECIDE_OUTDATED
			   : DECIDE_DONE;
	return waiting ? DECIDE_PENDING : DECIDE_UPDATED;
}

/* ---- names that are composed differently ---------------------------------- */

#define MANY (MAP_NONE - 1) /* several rows: none of them is meant */

static void
map_uncomposed(struct decide *d)
{
	struct buf composed = BUF_INIT, key = BUF_INIT;
	size_t i, *at;

	for (i = 0; i < d->list->rows; i++) {
		const struct ingest_row *r = &d->list->row[i];

		buf_reset(&composed);
		buf_reset(&key);
		if (!r->line.p || !nfc_compose(r->rel, &composed))
			continue;
		fold_key(buf_span(&composed), &key);
		at = map_put(
		    &d->uncomposed, arena_dup(&d->keys, buf_span(&key)));
		*at = *at == MAP_NONE ? i : MANY;
	}
	d->mapped = true;
	buf_release(&composed);
	buf_release(&key);
}

/*
 * The row of a file that has none by its name, but one when both are composed:
 * a Mac or a copy by one spells names its own way (portability.md 6).  NULL when
 * none or several are meant.
 */
static struct ingest_row *
find_composed(struct decide *d, struct span rel)
{
	struct buf composed = BUF_INIT, key = BUF_INIT;
	struct ingest_row *row = NULL;
	size_t i;

	if (!d->mapped)
		map_uncomposed(d);
	if (nfc_compose(rel, &composed)) {
		rel = buf_span(&composed);
		row = ingest_find(d->list, rel);
	}
	fold_key(rel, &key);
	i = map_get(&d->uncomposed, buf_span(&key));
	if (i != MAP_NONE)
		row = row || i == MANY ? NULL : &d->list->row[i];
	buf_release(&composed);
	buf_release(&key);
	return row;
}

/*
 * The same for a file that is not to be read.  One that is read gets a row by its
 * own name, and the other is gone: what is written has one spelling.
 */
static enum decide_why
decide_composed(struct decide *d, const struct walk_file *f, struct span rel)
{
	struct ingest_row *row = f->twin ? NULL : find_composed(d, rel);
	struct span fields[INGEST_FIELDS];
	enum decide_why why;

	if (!row)
		return DECIDE_NEW;
	ingest_fields(row, fields);
	why = judge(d, f, fields);
	if (decide_reads(why))
		return DECIDE_NEW;
	d->found[row - d->list->row] = 1;
	return why;
}

enum decide_why
decide_file(struct decide *d, const struct walk_file *f)
{
	enum decide_why why;
	struct span fields[INGEST_FIELDS];
	struct buf rel = BUF_INIT;
	struct ingest_row *row;

	name_rel(d->index, f->path, &rel);
	row = ingest_find(d->list, buf_span(&rel));
	if (row && f->twin && !span_eq(row->rel, buf_span(&rel)))
		row = NULL; /* each of them has a row of its own */
	if (row) {
		d->found[row - d->list->row] = 1;
		ingest_fields(row, fields);
		why = judge(d, f, fields);
	} else {
		why = decide_composed(d, f, buf_span(&rel));
	}
	buf_release(&rel);
	d->count[why]++;
	return why;
}

bool
decide_reads(enum decide_why why)
{
	return why != DECIDE_DONE && why != DECIDE_FAILED;
}

void
decide_gone(
    struct decide *d, void (*gone)(void *arg, struct span path), void *arg)
{
	struct buf path = BUF_INIT;
	size_t i;

	for (i = 0; i < d->list->rows; i++) {
		buf_reset(&path);
		if (d->found[i] || !d->list->row[i].line.p ||
		    !name_unrel(d->index, d->list->row[i].rel, &path))
			continue;
		gone(arg, buf_span(&path));
	}
	buf_release(&path);
}
