#include "store/importlist.h"

#include "store/manifest.h"
#include "text/fold.h"
#include "text/utf.h"

/* The next line that is not empty, without its end; *number counts all. */
static bool
next_line(struct span *rest, struct span *line, size_t *number)
{
	while (rest->n > 0 && span_field(rest, '\n', line)) {
		++*number;
		if (line->n > 0 && line->p[line->n - 1] == '\r')
			line->n--;
		if (line->n > 0)
			return true;
	}
	return false;
}

static struct span
without_mark(struct span text)
{
	return span_starts(text, SPAN("\xef\xbb\xbf")) ? span_skip(text, 3)
						       : text;
}

/* The fields of a row; false when there are not eight. */
static bool
split(struct span line, struct span f[INGEST_FIELDS])
{
	size_t n = 0;
	struct span field;

	while (span_field(&line, '\t', &field)) {
		if (n == INGEST_FIELDS)
			return false;
		f[n++] = field;
	}
	return n == INGEST_FIELDS;
}

static bool
is_good(const struct span f[INGEST_FIELDS])
{
	return manifest_safe(f[INGEST_REL], '\\') &&
	       (span_eqs(f[INGEST_STATE], INGEST_WAITING) ||
		   span_eqs(f[INGEST_STATE], INGEST_DONE) ||
		   span_eqs(f[INGEST_STATE], INGEST_FAILED));
}

static bool
refuse(struct tb_error *e, size_t line, struct span text)
{
	return tb_fail(e, TB_ESTORE, _("ingest list line %zu: %.*s"), line,
	    SPAN_ARG(span_head(text, 120)));
}

bool
importlist_check(struct span text, struct tb_error *e)
{
	struct span rest = without_mark(text), line, f[INGEST_FIELDS];
	struct arena arena = ARENA_INIT;
	struct buf key = BUF_INIT;
	size_t number = 0, *slot;
	struct map seen;
	bool ok;

	if (utf_valid(text) != text.n)
		return refuse(e, 1, SPAN("UTF-8"));
	if (!next_line(&rest, &line, &number) ||
	    !span_eqs(line, INGEST_HEADING))
		return refuse(e, 1, line);
	map_init(&seen);
	for (ok = true; ok && next_line(&rest, &line, &number);) {
		ok = split(line, f) && is_good(f);
		if (ok) {
			buf_reset(&key);
			fold_key(f[INGEST_REL], &key);
			slot =
			    map_put(&seen, arena_dup(&arena, buf_span(&key)));
			ok = *slot == MAP_NONE;
			*slot = number;
		}
		if (!ok)
			refuse(e, number, line);
	}
	map_release(&seen);
	arena_release(&arena);
	buf_release(&key);
	return ok;
}

/* Is the row one of the index? */
static bool
is_row_of(const struct ingest_row *r, struct span index)
{
	size_t n = span_find(r->rel, '\\');

	return r->line.p && n < r->rel.n &&
	       fold_same(span_head(r->rel, n), index);
}

void
importlist_put(
    struct ingest *g, struct span index, struct span source, struct span text)
{
	struct span rest = without_mark(text), line, f[INGEST_FIELDS];
	struct buf rel = BUF_INIT;
	size_t number = 0, i;

	for (i = 0; i < g->rows; i++)
		if (is_row_of(&g->row[i], index))
			ingest_drop(g, &g->row[i]);
	ingest_set_source(g, index, source);
	(void)next_line(&rest, &line, &number); /* the heading */
	while (next_line(&rest, &line, &number)) {
		if (!split(line, f))
			continue;
		buf_reset(&rel);
		buf_addspan(&rel, index);
		buf_addc(&rel, '\\');
		buf_addspan(&rel, f[INGEST_REL]);
		f[INGEST_REL] = buf_span(&rel);
		ingest_set(g, f);
	}
	buf_release(&rel);
}
