/*
 * pdfxref.c: where the objects of a file are: its cross references, or what
 * looking for "obj" finds.
 */
#include <stdlib.h>

#include "base/cur.h"
#include "base/mem.h"
#include "doc/pdf/pdffile_int.h"

#define TAIL_MAX     2048 /* bytes at the end that "startxref" is in */
#define SECTIONS_MAX 4096 /* updates of one file */
#define PEEK_MAX     1024 /* bytes of a dictionary that rebuilding looks at */

/* ---- the table ---- */

struct pdfentry *
pdfxref_find(const struct pdffile *f, uint32_t num)
{
	struct pdfentry *page = num < f->end ? f->pages[num / PDF_PAGE] : NULL;

	return page ? &page[num % PDF_PAGE] : NULL;
}

struct pdfentry *
pdfxref_entry(struct pdffile *f, uint32_t num)
{
	size_t page = num / PDF_PAGE, had = (f->end + PDF_PAGE - 1) / PDF_PAGE;

	if (num > PDF_NUM_MAX)
		return NULL;
	if (page >= had) {
		f->pages = mem_realloc(
		    f->pages, (page + 1) * sizeof(struct pdfentry *));
		memset(f->pages + had, 0,
		    (page + 1 - had) * sizeof(struct pdfentry *));
		f->end = (uint32_t)(page + 1) * PDF_PAGE;
	}
	if (!f->pages[page])
		f->pages[page] = mem_calloc(PDF_PAGE, sizeof(struct pdfentry));
	return &f->pages[page][num % PDF_PAGE];
}

/* The newest section comes first, so what is known stays. */
static void
put_entry(
    struct pdffile *f, uint64_t num, enum pdfentry_kind kind, uint64_t where)
{
	struct pdfentry *x =
	    num <= PDF_NUM_MAX ? pdfxref_entry(f, (uint32_t)num) : NULL;

	if (x && x->kind == ENTRY_NONE) {
		x->kind = (uint8_t)kind;
		x->where = (size_t)where;
	}
}

static void
forget_all(struct pdffile *f)
{
	uint32_t i;

	for (i = 0; i * PDF_PAGE < f->end; i++)
		free(f->pages[i]);
	free(f->pages);
	f->pages = NULL;
	f->end = 0;
	for (i = 0; i < PDF_OBJSTMS; i++)
		f->objstm[i].num = 0;
}

/* ---- one object ---- */

/* Where the data of a stream begin: behind "stream" and one line end. */
static size_t
data_start(struct span in, size_t pos)
{
	if (pos < in.n && in.p[pos] == ' ')
		pos++;
	if (pos < in.n && in.p[pos] == '\r')
		pos++;
	if (pos < in.n && in.p[pos] == '\n')
		pos++;
	return pos;
}

bool
pdfxref_parse(struct pdffile *f, struct arena *mem, size_t off, uint32_t *num,
    uint32_t *gen, struct pdfobj *o)
{
	struct pdfobj a, b, word;
	struct pdflex l;
	bool ok = false;

	if (off >= f->in.n)
		return false;
	pdfobj_lex(&l, f->in, mem, true, true);
	l.pos = off;
	if (!pdfobj_next(&l, &a) || a.type != PDF_INT || !pdfobj_next(&l, &b) ||
	    b.type != PDF_INT || !pdfobj_next(&l, &word) ||
	    !pdfobj_is_word(&word, "obj"))
		goto out;
	*num = (uint32_t)pdfobj_int(&a, 0, PDF_NUM_MAX, 0);
	*gen = (uint32_t)pdfobj_int(&b, 0, UINT16_MAX, 0);
	ok = true;
	if (!pdfobj_next(&l, o))
		goto out;
	if (pdfobj_is_word(o, "endobj")) {
		*o = pdfobj_null;
	} else if (o->type == PDF_INT) {
		size_t pos = l.pos;

		/* an object may be a reference */
		if (pdfobj_next(&l, &b) && b.type == PDF_INT &&
		    pdfobj_next(&l, &word) && pdfobj_is_word(&word, "R")) {
			o->type = PDF_REF;
			o->num = (uint32_t)pdfobj_int(o, 0, PDF_NUM_MAX, 0);
		} else {
			l.pos = pos;
		}
	} else if (o->type == PDF_DICT && pdfobj_next(&l, &word) &&
		   pdfobj_is_word(&word, "stream")) {
		o->type = PDF_STREAM;
		o->off = data_start(f->in, l.pos);
		o->num = *num;
		o->gen = *gen;
	}
out:
	pdfobj_lex_end(&l);
	return ok;
}

/* ---- sections ---- */

/* The first trailer is the newest; an older one adds what it lacks. */
static void
take_trailer(struct pdffile *f, const struct pdfobj *t)
{
	if (f->trailer.type == PDF_NULL ||
	    (pdfobj_get(&f->trailer, "Root")->type == PDF_NULL &&
		pdfobj_get(t, "Root")->type != PDF_NULL))
		f->trailer = *t;
}

/*
 * "xref" came: subsections "first count", then count lines "offset generation
 * n" ([ISO 32000-1] 7.5.4), then the trailer.
 */
static bool
read_table(struct pdffile *f, struct pdflex *l, struct pdfobj *trailer)
{
	struct pdfobj a, b, c;
	uint64_t num, n;

	while (pdfobj_next(l, &a) && a.type == PDF_INT) {
		if (!pdfobj_next(l, &b) || b.type != PDF_INT)
			return false;
		num = (uint64_t)pdfobj_int(&a, 0, PDF_NUM_MAX, 0);
		n = (uint64_t)pdfobj_int(&b, 0, PDF_NUM_MAX, 0);
		for (; n > 0; n--, num++) {
			size_t start = l->pos;

			if (!pdfobj_next(l, &a) || a.type != PDF_INT ||
			    !pdfobj_next(l, &b) || b.type != PDF_INT ||
			    !pdfobj_next(l, &c)) {
				l->pos = start; /* fewer than it said */
				break;
			}
			put_entry(f, num,
			    pdfobj_is_word(&c, "n") ? ENTRY_AT : ENTRY_FREE,
			    (uint64_t)pdfobj_int(&a, 0, INT64_MAX, 0));
		}
	}
	return pdfobj_is_word(&a, "trailer") && pdfobj_next(l, trailer) &&
	       trailer->type == PDF_DICT;
}

/* A field of w bytes, big-endian; w 0 gives other. */
static uint64_t
field(struct cur *c, int w, uint64_t other)
{
	uint64_t v = 0;

	if (w == 0)
		return other;
	while (w-- > 0)
		v = v << 8 | cur_u8(c);
	return v;
}

/* A cross-reference stream, [ISO 32000-1] 7.5.8. */
static bool
read_stream(struct pdffile *f, const struct pdfobj *o)
{
	const struct pdfobj *w = pdfobj_get(o, "W");
	const struct pdfobj *index = pdfobj_get(o, "Index");
	struct buf data = BUF_INIT;
	uint64_t num, n, type, where;
	uint32_t i, sections;
	struct cur c;
	int width[3];

	if (w->type != PDF_ARRAY || w->n < 3 ||
	    !pdffile_data(f, o, &data, NULL)) {
		buf_release(&data);
		return false;
	}
	for (i = 0; i < 3; i++)
		width[i] = (int)pdfobj_int(&w->item[i], 0, 8, 0);
	sections = index->type == PDF_ARRAY ? index->n / 2 : 1;
	c = cur_of(buf_span(&data));
	for (i = 0; i < sections; i++) {
		num = 0;
		n = (uint64_t)pdfobj_int(
		    pdfobj_get(o, "Size"), 0, PDF_NUM_MAX, 0);
		if (index->type == PDF_ARRAY) {
			num = (uint64_t)pdfobj_int(
			    &index->item[2 * i], 0, PDF_NUM_MAX, 0);
			n = (uint64_t)pdfobj_int(
			    &index->item[2 * i + 1], 0, PDF_NUM_MAX, 0);
		}
		for (; n > 0 && cur_left(&c) > 0; n--, num++) {
			type = field(&c, width[0], 1);
			where = field(&c, width[1], 0);
			(void)field(&c, width[2], 0);
			if (c.bad)
				break;
			if (type <= 2)
				put_entry(f, num,
				    type == 2   ? ENTRY_IN
				    : type == 1 ? ENTRY_AT
						: ENTRY_FREE,
				    where);
		}
	}
	buf_release(&data);
	return true;
}

/* One section at off; *trailer is its dictionary. */
static bool
read_section(struct pdffile *f, size_t off, struct pdfobj *trailer)
{
	struct pdfobj word;
	struct pdflex l;
	uint32_t num, gen;
	bool ok;

	if (off >= f->in.n)
		return false;
	pdfobj_lex(&l, f->in, &f->fixed, true, true);
	l.pos = off;
	if (pdfobj_next(&l, &word) && pdfobj_is_word(&word, "xref")) {
		ok = read_table(f, &l, trailer);
		pdfobj_lex_end(&l);
		return ok;
	}
	pdfobj_lex_end(&l);
	return pdfxref_parse(f, &f->fixed, off, &num, &gen, trailer) &&
	       trailer->type == PDF_STREAM && read_stream(f, trailer);
}

/* The number behind the last "startxref", or SIZE_MAX. */
static size_t
start_xref(const struct pdffile *f)
{
	const struct span key = SPAN("startxref");
	size_t from = f->in.n > TAIL_MAX ? f->in.n - TAIL_MAX : 0, i;
	struct arena mem = ARENA_INIT;
	struct pdfobj o = pdfobj_null;
	struct pdflex l;

	for (i = f->in.n; i-- > from;)
		if (f->in.p[i] == 's' && span_starts(span_skip(f->in, i), key))
			break;
	if (i + 1 == from || f->in.n == 0)
		return SIZE_MAX;
	pdfobj_lex(&l, f->in, &mem, true, false);
	l.pos = i + key.n;
	pdfobj_next(&l, &o);
	pdfobj_lex_end(&l);
	arena_release(&mem);
	return (size_t)pdfobj_int(&o, 0, (int64_t)f->in.n, -1);
}

void
pdfxref_read(struct pdffile *f)
{
	size_t off = start_xref(f), before = SIZE_MAX;
	struct pdfobj t, hybrid;
	int i;

	for (i = 0; i < SECTIONS_MAX && off < f->in.n && off != before; i++) {
		t = pdfobj_null;
		if (!read_section(f, off, &t) &&
		    (f->base == 0 || !read_section(f, off + f->base, &t)))
			break;
		take_trailer(f, &t);
		off = (size_t)pdfobj_int(
		    pdfobj_get(&t, "XRefStm"), 0, (int64_t)f->in.n, -1);
		if (off < f->in.n)
			read_section(f, off, &hybrid);
		before = off;
		off = (size_t)pdfobj_int(
		    pdfobj_get(&t, "Prev"), 0, (int64_t)f->in.n, -1);
	}
	if (f->trailer.type == PDF_NULL)
		pdfxref_rebuild(f);
}

/* ---- looking for objects ---- */

/*
 * The "num gen" that ends at byte end: where it begins, or SIZE_MAX.
 */
static size_t
numbers_before(struct span in, size_t end)
{
	size_t i = end, digits;
	int k;

	for (k = 0; k < 2; k++) {
		size_t space = i;

		while (i > 0 && pdfobj_space(in.p[i - 1]))
			i--;
		/* "0obj" is seen too, "50obj" of "5 0" is not */
		if (k == 1 && i == space)
			return SIZE_MAX;
		for (digits = 0; i > 0 && digits < 10 && in.p[i - 1] >= '0' &&
				 in.p[i - 1] <= '9';
		     digits++)
			i--;
		if (digits == 0)
			return SIZE_MAX;
	}
	return i;
}

static bool
mentions(struct span s, const char *word)
{
	return s.n > 0 && memmem(s.p, s.n, word, strlen(word)) != NULL;
}

/* An object at off: the last of a number counts. */
static void
found_object(struct pdffile *f, size_t off, size_t body)
{
	struct span peek = span_head(span_skip(f->in, body), PEEK_MAX);
	struct pdfobj a = pdfobj_null, o = pdfobj_null;
	struct arena mem = ARENA_INIT;
	struct pdfentry *x;
	struct pdflex l;
	uint32_t num, gen;
	const uint8_t *end;

	pdfobj_lex(&l, f->in, &mem, true, false);
	l.pos = off;
	pdfobj_next(&l, &a);
	pdfobj_lex_end(&l);
	arena_release(&mem);
	x = pdfxref_entry(
	    f, (uint32_t)pdfobj_int(&a, 0, PDF_NUM_MAX, UINT32_MAX));
	if (!x)
		return;
	x->kind = ENTRY_AT;
	x->where = off;
	end = peek.n ? memmem(peek.p, peek.n, "endobj", 6) : NULL;
	if (end)
		peek.n = (size_t)(end - peek.p);
	if (mentions(peek, "/Catalog"))
		f->catalog = (uint32_t)a.v;
	if (mentions(peek, "/XRef") && mentions(peek, "/Root") &&
	    pdfxref_parse(f, &f->fixed, off, &num, &gen, &o) &&
	    o.type == PDF_STREAM)
		f->trailer = o;
}

void
pdfxref_rebuild(struct pdffile *f)
{
	size_t i = 0, off;
	const uint8_t *p;
	struct pdfobj o;
	struct pdflex l;

	f->rebuilt = true;
	forget_all(f);
	while ((p = memmem(f->in.p + i, f->in.n - i, "obj", 3)) != NULL) {
		i = (size_t)(p - f->in.p);
		off = numbers_before(f->in, i);
		i += 3;
		if (off != SIZE_MAX)
			found_object(f, off, i);
	}
	for (i = 0; (p = memmem(f->in.p + i, f->in.n - i, "trailer", 7));) {
		i = (size_t)(p - f->in.p) + 7;
		pdfobj_lex(&l, f->in, &f->fixed, true, true);
		l.pos = i;
		if (pdfobj_next(&l, &o) && o.type == PDF_DICT &&
		    pdfobj_get(&o, "Root")->type == PDF_REF)
			f->trailer = o;
		pdfobj_lex_end(&l);
	}
}

/*
 * The objects in the object stream num, unless a later one stands in the file
 * by itself.
 */
static void
expand(struct pdffile *f, uint32_t num, size_t at)
{
	const struct pdfobj *o = pdffile_object(f, num);
	struct buf data = BUF_INIT;
	struct pdfobj a, b;
	struct pdfentry *x;
	struct pdflex l;
	int64_t n;

	if (!pdfobj_is_name(pdfobj_get(o, "Type"), "ObjStm") ||
	    !pdffile_data(f, o, &data, NULL)) {
		buf_release(&data);
		return;
	}
	n = pdfobj_int(pdffile_get(f, o, "N"), 0, (int64_t)data.len, 0);
	pdfobj_lex(&l, buf_span(&data), &f->mem, false, false);
	for (; n > 0 && pdfobj_next(&l, &a) && pdfobj_next(&l, &b); n--) {
		if (a.type != PDF_INT || b.type != PDF_INT)
			break;
		x = pdfxref_entry(
		    f, (uint32_t)pdfobj_int(&a, 0, PDF_NUM_MAX, UINT32_MAX));
		if (!x || (x->kind == ENTRY_AT && x->where > at))
			continue;
		x->kind = ENTRY_IN;
		x->where = num;
		x->obj = NULL;
		if (f->catalog == 0 && f->trailer.type == PDF_NULL &&
		    pdfobj_is_name(
			pdfobj_get(pdffile_object(f, (uint32_t)a.v), "Type"),
			"Catalog"))
			f->catalog = (uint32_t)a.v;
	}
	pdfobj_lex_end(&l);
	buf_release(&data);
}

void
pdfxref_expand(struct pdffile *f)
{
	uint32_t num, end = f->end;
	struct pdfentry *x;

	for (num = 0; num < end; num++) {
		x = pdfxref_find(f, num);
		if (x && x->kind == ENTRY_AT &&
		    mentions(span_head(span_skip(f->in, x->where), PEEK_MAX),
			"/ObjStm"))
			expand(f, num, x->where);
	}
}
