#include "doc/excel/rowbuf.h"

#include <stdlib.h>

#include "base/mem.h"

struct rowbuf_cell {
	uint64_t key;    /* row and column */
	size_t off, len; /* in text */
};

#define KEY(row, col) ((uint64_t)(row) << 32 | (col))

void
rowbuf_init(struct rowbuf *b, struct sink *sink)
{
	memset(b, 0, sizeof(*b));
	buf_init(&b->text);
	b->sink = sink;
	b->sorted = true;
}

void
rowbuf_release(struct rowbuf *b)
{
	buf_release(&b->text);
	free(b->cell);
}

struct buf *
rowbuf_text(struct rowbuf *b)
{
	return &b->text;
}

/* By address; of two for one address the later stays behind. */
static int
compare(const void *pa, const void *pb)
{
	const struct rowbuf_cell *a = pa, *b = pb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	/* an empty one ends where the next one begins */
	return a->len < b->len ? -1 : a->len > b->len;
}

/* Writes the first n cells that wait; the rest moves to the front. */
static void
write_cells(struct rowbuf *b, size_t n)
{
	size_t i, used = n < b->n ? b->cell[n].off : b->text.len;
	const struct rowbuf_cell *c;

	for (i = 0; i < n; i++) {
		c = &b->cell[i];
		if (i + 1 < n && c[1].key == c->key)
			continue; /* the last of two wins */
		if (c->key < b->written) {
			b->late++;
			continue;
		}
		b->written = c->key + 1;
		if (c->len > 0)
			sink_cell(b->sink, (uint32_t)(c->key >> 32),
			    (uint32_t)c->key,
			    span_of(b->text.p + c->off, c->len));
	}
	b->n -= n;
	memmove(b->cell, b->cell + n, b->n * sizeof(*b->cell));
	for (i = 0; i < b->n; i++)
		b->cell[i].off -= used;
	buf_cut(&b->text, 0, used);
}

size_t
rowbuf_cell(struct rowbuf *b, uint32_t row, uint32_t col)
{
	struct rowbuf_cell *last = b->n > 0 ? &b->cell[b->n - 1] : NULL;
	size_t off = last ? last->off + last->len : 0;
	size_t len = b->text.len - off, held;
	uint64_t key = KEY(row, col);

	if (last && key <= last->key)
		b->sorted = false;
	else if (len == 0 && b->sorted)
		return 0; /* empty, and hides nothing */
	b->cell = mem_grow(b->cell, &b->cap, b->n + 1, sizeof(*b->cell));
	b->cell[b->n++] = (struct rowbuf_cell){ key, off, len };
	held = b->text.len + b->n * sizeof(*b->cell);
	if (held > ROWBUF_BYTES && b->sorted)
		write_cells(b, b->n - 1);
	else if (held > ROWBUF_MAX)
		rowbuf_flush(b);
	return len;
}

void
rowbuf_flush(struct rowbuf *b)
{
	if (!b->sorted)
		qsort(b->cell, b->n, sizeof(*b->cell), compare);
	if (b->n > 0)
		write_cells(b, b->n);
	b->sorted = true;
}
