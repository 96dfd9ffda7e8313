#include "find/times.h"

#include <stdio.h>

/* A number of up to max digits at *s, which moves behind it. */
static bool
take_number(struct span *s, size_t max, unsigned lo, unsigned hi, unsigned *v)
{
	size_t n = 0;
	uint64_t x;

	while (n < s->n && n < max && s->p[n] >= '0' && s->p[n] <= '9')
		n++;
	if (!span_u64(span_head(*s, n), hi, &x) || x < lo)
		return false;
	*s = span_skip(*s, n);
	*v = (unsigned)x;
	return true;
}

static bool
take_char(struct span *s, const char *any)
{
	if (s->n == 0 || !strchr(any, s->p[0]))
		return false;
	*s = span_skip(*s, 1);
	return true;
}

bool
times_parse(struct span s, char stamp[TIMES_STAMP])
{
	unsigned y, mo, d, h = 0, mi = 0, sec = 0;

	if (!take_number(&s, 4, 1, 9999, &y) || !take_char(&s, "-/") ||
	    !take_number(&s, 2, 1, 12, &mo) || !take_char(&s, "-/") ||
	    !take_number(&s, 2, 1, 31, &d))
		return false;
	if (s.n > 0 &&
	    (!take_char(&s, " T") || !take_number(&s, 2, 0, 23, &h) ||
		!take_char(&s, ":") || !take_number(&s, 2, 0, 59, &mi)))
		return false;
	if (s.n > 0 &&
	    (!take_char(&s, ":") || !take_number(&s, 2, 0, 59, &sec)))
		return false;
	if (s.n > 0)
		return false;
	snprintf(stamp, TIMES_STAMP, "%04u/%02u/%02u %02u:%02u:%02u", y % 10000,
	    mo % 100, d % 100, h % 100, mi % 100, sec % 100);
	return true;
}

/* The row of a document: its rel path has the index in front and '\'. */
static const struct ingest_row *
find_row(const struct times *t, struct span index, struct span folder,
    struct span file)
{
	struct buf rel = BUF_INIT;
	size_t i;

	buf_addspan(&rel, index);
	buf_addc(&rel, '\\');
	if (folder.n > 0) {
		buf_addspan(&rel, folder);
		buf_addc(&rel, '\\');
	}
	for (i = 0; i < rel.len; i++)
		if (rel.p[i] == '/')
			rel.p[i] = '\\';
	buf_addspan(&rel, file);
	i = map_get(&t->list.exact, buf_span(&rel));
	buf_release(&rel);
	return i == MAP_NONE ? NULL : &t->list.row[i];
}

bool
times_match(const struct times *t, struct span index, struct span folder,
    struct span file)
{
	const struct ingest_row *r = find_row(t, index, folder, file);
	struct span f[INGEST_FIELDS];
	size_t n = TIMES_STAMP - 1;

	if (!r || !r->line.p)
		return false;
	ingest_fields(r, f);
	/* the form sorts as the time does */
	if (f[INGEST_TIME].n != n)
		return false;
	return (!t->newer[0] || memcmp(f[INGEST_TIME].p, t->newer, n) >= 0) &&
	       (!t->older[0] || memcmp(f[INGEST_TIME].p, t->older, n) < 0);
}
