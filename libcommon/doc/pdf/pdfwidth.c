#include "doc/pdf/pdfwidth.h"

#include <stdlib.h>

#include "base/mem.h"

#define RANGES_MAX 200000 /* of one font */

struct range {
	uint32_t first, last;
	double width;
};

struct pdfwidth {
	double other; /* DW, MissingWidth */
	double vertical;
	struct range *range; /* by first */
	size_t n, cap;
};

/*
 * Helvetica and Times from the space to the tilde (Adobe's core 14 AFM files).
 * Their bold and slanted kin differ by less than a gap between words.
 */
static const uint16_t helvetica[] = { 278, 278, 355, 556, 556, 889, 667, 191,
	333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
	556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
	722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
	722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
	556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
	260, 334, 584 };
static const uint16_t times[] = { 250, 333, 408, 500, 500, 833, 778, 180, 333,
	333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
	500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722,
	611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667,
	556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333,
	444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500,
	500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200,
	480, 541 };

static struct pdfwidth *
width_new(double other)
{
	struct pdfwidth *w = mem_calloc(1, sizeof(*w));

	w->other = other;
	w->vertical = -1000;
	return w;
}

void
pdfwidth_free(struct pdfwidth *w)
{
	if (!w)
		return;
	free(w->range);
	free(w);
}

static void
add(struct pdfwidth *w, uint32_t first, uint32_t last, double width)
{
	if (w->n >= RANGES_MAX || last < first)
		return;
	w->range = mem_grow(w->range, &w->cap, w->n + 1, sizeof(*w->range));
	w->range[w->n++] = (struct range){ first, last, width };
}

static int
order(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

static void
sort(struct pdfwidth *w)
{
	if (w->n > 0)
		qsort(w->range, w->n, sizeof(*w->range), order);
}

static double
number_or(const struct pdfobj *o, double other)
{
	return pdfobj_is_number(o) ? o->v : other;
}

static bool
mentions(struct span s, const char *word)
{
	return s.n > 0 && memmem(s.p, s.n, word, strlen(word)) != NULL;
}

/* A font that has no Widths: one of those that every reader has. */
static void
add_standard(struct pdfwidth *w, const struct pdfobj *name)
{
	struct span s = name->type == PDF_NAME ? name->text : SPAN("");
	const uint16_t *table = mentions(s, "Times") ? times : helvetica;
	uint32_t i;

	w->other = 500;
	if (mentions(s, "Courier")) {
		w->other = 600;
		return;
	}
	for (i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		add(w, 0x20 + i, 0x20 + i, table[i]);
}

struct pdfwidth *
pdfwidth_simple(struct pdffile *f, const struct pdfobj *font)
{
	const struct pdfobj *list = pdffile_get(f, font, "Widths");
	const struct pdfobj *d = pdffile_get(f, font, "FontDescriptor");
	struct pdfwidth *w =
	    width_new(number_or(pdffile_get(f, d, "MissingWidth"), 0));
	int64_t first =
	    pdfobj_int(pdffile_get(f, font, "FirstChar"), 0, 255, 0);
	uint32_t i;

	if (list->type != PDF_ARRAY || list->n == 0) {
		add_standard(w, pdffile_get(f, font, "BaseFont"));
		return w;
	}
	for (i = 0; i < list->n && first + i < 256; i++)
		add(w, (uint32_t)first + i, (uint32_t)first + i,
		    number_or(pdffile_at(f, list, i), 0));
	return w;
}

/* W: "c [w1 w2 ...]" and "first last w" in turn. */
static void
read_w(struct pdfwidth *w, struct pdffile *f, const struct pdfobj *list)
{
	const struct pdfobj *a, *b;
	uint32_t i = 0, k, first;

	while (list->type == PDF_ARRAY && i + 1 < list->n) {
		a = pdffile_at(f, list, i++);
		b = pdffile_at(f, list, i++);
		first = (uint32_t)pdfobj_int(a, 0, UINT16_MAX, UINT16_MAX);
		if (b->type == PDF_ARRAY) {
			for (k = 0; k < b->n; k++)
				add(w, first + k, first + k,
				    number_or(pdffile_at(f, b, k), 0));
		} else {
			add(w, first, (uint32_t)pdfobj_int(b, 0, UINT16_MAX, 0),
			    number_or(pdffile_at(f, list, i++), 0));
		}
	}
}

struct pdfwidth *
pdfwidth_composite(struct pdffile *f, const struct pdfobj *cidfont)
{
	struct pdfwidth *w =
	    width_new(number_or(pdffile_get(f, cidfont, "DW"), 1000));

	w->vertical =
	    number_or(pdffile_at(f, pdffile_get(f, cidfont, "DW2"), 1), -1000);
	read_w(w, f, pdffile_get(f, cidfont, "W"));
	sort(w);
	return w;
}

double
pdfwidth_get(const struct pdfwidth *w, uint32_t code)
{
	size_t lo = 0, hi = w->n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (w->range[mid].first <= code)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo > 0 && w->range[lo - 1].last >= code ? w->range[lo - 1].width
						       : w->other;
}

double
pdfwidth_vertical(const struct pdfwidth *w)
{
	return w->vertical;
}
