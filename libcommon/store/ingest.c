#include "store/ingest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/listform.h"
#include "store/replace.h"
#include "text/fold.h"

#define SOURCE_KEY "クロール対象フォルダ"

/* ---- rows ----------------------------------------------------------------- */

/* Row i is the one of its rel path from here on. */
static void
index_row(struct ingest *g, size_t i)
{
	struct buf key = BUF_INIT;
	size_t *slot;

	*map_put(&g->exact, g->row[i].rel) = i;
	fold_key(g->row[i].rel, &key);
	slot = map_put(&g->same, arena_dup(&g->arena, buf_span(&key)));
	*slot = i;
	buf_release(&key);
}

/* A row from its line, which lives in the arena. */
static struct ingest_row *
add_row(struct ingest *g, struct span line)
{
	size_t i = g->rows;

	g->row = mem_grow(g->row, &g->row_cap, i + 1, sizeof(*g->row));
	g->row[i].line = line;
	g->row[i].rel = span_head(line, span_find(line, '\t'));
	g->rows++;
	index_row(g, i);
	return &g->row[i];
}

/* A later row of the same rel path replaces an earlier one. */
static void
take_row(struct ingest *g, struct span line, struct span rel)
{
	struct ingest_row *old = ingest_find(g, rel);

	/* on a case-sensitive system two such files have a row each */
	if (old && span_eq(old->rel, rel))
		old->line = line;
	else
		add_row(g, line);
}

void
ingest_fields(const struct ingest_row *r, struct span f[INGEST_FIELDS])
{
	(void)listform_split(r->line, f, INGEST_FIELDS);
}

struct ingest_row *
ingest_find(struct ingest *g, struct span rel)
{
	size_t i = map_get(&g->exact, rel);
	struct buf key = BUF_INIT;

	if (i == MAP_NONE || !g->row[i].line.p) {
		fold_key(rel, &key);
		i = map_get(&g->same, buf_span(&key));
		buf_release(&key);
	}
	return i == MAP_NONE || !g->row[i].line.p ? NULL : &g->row[i];
}

struct span
ingest_set(struct ingest *g, const struct span f[INGEST_FIELDS])
{
	size_t i, at = map_get(&g->exact, f[INGEST_REL]);
	struct buf b = BUF_INIT;
	struct span line;

	for (i = 0; i < INGEST_FIELDS; i++) {
		if (i > 0)
			buf_addc(&b, '\t');
		listform_put(&b, f[i]);
	}
	line = arena_dup(&g->arena, buf_span(&b));
	buf_release(&b);
	if (at != MAP_NONE && g->row[at].line.p) {
		g->row[at].line = line;
		g->row[at].rel = span_head(line, span_find(line, '\t'));
	} else {
		add_row(g, line);
	}
	return line;
}

void
ingest_drop(struct ingest *g, struct ingest_row *r)
{
	(void)g;
	r->line = span_of(NULL, 0);
}

/* ---- sources -------------------------------------------------------------- */

static struct ingest_source *
find_source(const struct ingest *g, struct span index)
{
	size_t i;

	for (i = 0; i < g->sources; i++)
		if (fold_same(g->source[i].index, index))
			return &g->source[i];
	return NULL;
}

bool
ingest_get_source(const struct ingest *g, struct span index, struct span *path)
{
	const struct ingest_source *s = find_source(g, index);

	if (s)
		*path = s->path;
	return s != NULL;
}

void
ingest_set_source(struct ingest *g, struct span index, struct span path)
{
	struct ingest_source *s = find_source(g, index);

	if (!s) {
		g->source = mem_grow(g->source, &g->source_cap, g->sources + 1,
		    sizeof(*g->source));
		s = &g->source[g->sources++];
		s->index = arena_dup(&g->arena, index);
	}
	s->path = arena_dup(&g->arena, path);
}

/* ---- the list ------------------------------------------------------------- */

bool
ingest_load(struct ingest *g, int store, struct tb_error *e)
{
	struct span rest, line, f[INGEST_FIELDS];
	struct buf text = BUF_INIT;
	bool exists;
	size_t n;

	memset(g, 0, sizeof(*g));
	map_init(&g->exact);
	map_init(&g->same);
	if (!listform_load(store, INGEST_FILE, &text, &exists, e)) {
		buf_release(&text);
		return false;
	}
	rest = arena_dup(&g->arena, buf_span(&text));
	buf_release(&text);
	while (listform_line(&rest, &line)) {
		n = listform_split(line, f, INGEST_FIELDS);
		if (n == 3 && span_eqs(f[0], SOURCE_KEY))
			ingest_set_source(g, f[2], f[1]);
		else if (n == INGEST_FIELDS && f[0].n > 0 &&
			 !span_eqs(f[0], "相対パス"))
			take_row(g, line, f[0]);
	}
	return true;
}

void
ingest_release(struct ingest *g)
{
	arena_release(&g->arena);
	map_release(&g->exact);
	map_release(&g->same);
	free(g->row);
	free(g->source);
}

/* Name order of one part of a path, files before folders. */
static int
walk_order(struct span a, struct span b)
{
	size_t i, j;
	int d;

	for (;;) {
		i = span_find(a, '\\');
		j = span_find(b, '\\');
		if ((i == a.n) != (j == b.n))
			return i == a.n ? -1 : 1;
		d = fold_order(span_head(a, i), span_head(b, j));
		if (d != 0 || i == a.n)
			return d;
		a = span_skip(a, i + 1);
		b = span_skip(b, j + 1);
	}
}

static int
compare(const void *pa, const void *pb)
{
	const struct ingest_row *a = pa, *b = pb;

	return walk_order(a->rel, b->rel);
}

void
ingest_sort(struct ingest *g, struct span index)
{
	struct ingest_row *own = mem_calloc(g->rows + 1, sizeof(*own));
	size_t i, kept = 0, n = 0;

	for (i = 0; i < g->rows; i++) {
		if (!g->row[i].line.p)
			continue;
		if (fold_same(span_head(g->row[i].rel,
				  span_find(g->row[i].rel, '\\')),
			index))
			own[n++] = g->row[i];
		else
			g->row[kept++] = g->row[i];
	}
	if (n > 1)
		qsort(own, n, sizeof(*own), compare);
	if (n > 0)
		memcpy(g->row + kept, own, n * sizeof(*own));
	g->rows = kept + n;
	for (i = 0; i < g->rows; i++)
		index_row(g, i);
	free(own);
}

bool
ingest_save(const struct ingest *g, int store, struct tb_error *e)
{
	struct replace r;
	size_t i;

	if (!replace_begin(&r, store, INGEST_FILE, e))
		return false;
	out_puts(&r.out, LISTFORM_MARK);
	for (i = 0; i < g->sources; i++) {
		out_puts(&r.out, SOURCE_KEY "\t");
		out_span(&r.out, g->source[i].path);
		out_putc(&r.out, '\t');
		out_span(&r.out, g->source[i].index);
		out_puts(&r.out, "\r\n");
	}
	out_puts(&r.out, INGEST_HEADING "\r\n");
	for (i = 0; i < g->rows; i++) {
		if (!g->row[i].line.p)
			continue;
		out_span(&r.out, g->row[i].line);
		out_puts(&r.out, "\r\n");
	}
	return replace_commit(&r, e);
}

/* Does the file end in the middle of a line? */
static bool
ends_torn(int fd)
{
	off_t end = lseek(fd, 0, SEEK_END);
	char c;

	return end > 0 && pread(fd, &c, 1, end - 1) == 1 && c != '\n';
}

bool
ingest_append(int store, const struct span *line, size_t n, struct tb_error *e)
{
	int fd = openat(
	    store, INGEST_FILE, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
	struct buf b = BUF_INIT;
	bool ok;
	size_t i;

	if (fd < 0)
		return tb_fail_sys(e, INGEST_FILE);
	if (ends_torn(fd))
		buf_adds(&b, "\r\n");
	for (i = 0; i < n; i++) {
		buf_addspan(&b, line[i]);
		buf_adds(&b, "\r\n");
	}
	ok = write(fd, b.p, b.len) == (ssize_t)b.len && fsync(fd) == 0;
	if (!ok)
		tb_fail_sys(e, INGEST_FILE);
	close(fd);
	buf_release(&b);
	return ok;
}
