#include "doc/pdf/pdffile.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sys.h"
#include "doc/pdf/pdffile_int.h"

#define HEAD_MAX     1024U              /* bytes that "%PDF" is looked for in */
#define REFS_MAX     32                 /* references to references */
#define FILTERS_MAX  8                  /* of one stream */
#define FORGET_BYTES ((size_t)32 << 20) /* of parsed objects */
#define DECODE_COST  256U /* what even an empty stream counts of the total */

/* ---- objects ---- */

uint32_t
pdffile_end(const struct pdffile *f)
{
	return f->end;
}

/* The head of an object stream: pairs of number and place. */
static void
index_objstm(struct pdffile *f, const struct pdfobj *o, struct objstm *s)
{
	int64_t first, n, i;
	struct pdfobj a, b;
	struct pdflex l;

	first =
	    pdfobj_int(pdffile_get(f, o, "First"), 0, (int64_t)s->data.len, 0);
	n = pdfobj_int(pdffile_get(f, o, "N"), 0, first / 2, 0);
	free(s->item);
	s->item = mem_alloc((size_t)n * sizeof(*s->item));
	s->n = 0;
	pdfobj_lex(&l, span_head(buf_span(&s->data), (size_t)first), &f->mem,
	    false, false);
	for (i = 0; i < n; i++) {
		if (!pdfobj_next(&l, &a) || !pdfobj_next(&l, &b))
			break;
		s->item[s->n].num = (uint32_t)pdfobj_int(&a, 0, PDF_NUM_MAX, 0);
		s->item[s->n++].off =
		    (size_t)(first + pdfobj_int(&b, 0, INT32_MAX, 0));
	}
	pdfobj_lex_end(&l);
}

static const struct objstm *
load_objstm(struct pdffile *f, uint32_t num)
{
	struct objstm *s = NULL;
	const struct pdfobj *o;
	size_t i;

	for (i = 0; i < PDF_OBJSTMS; i++)
		if (f->objstm[i].num == num)
			return &f->objstm[i];
	o = pdffile_object(f, num);
	if (o->type != PDF_STREAM)
		return NULL;
	s = &f->objstm[f->next_objstm++ % PDF_OBJSTMS];
	s->num = 0;
	if (!pdffile_data(f, o, &s->data, NULL))
		return NULL;
	s->num = num;
	index_objstm(f, o, s);
	return s;
}

/* Object num of the object stream stm: [ISO 32000-1] 7.5.7. */
static void
load_from(struct pdffile *f, uint32_t stm, uint32_t num, struct pdfobj *o)
{
	const struct objstm *s = load_objstm(f, stm);
	struct pdflex l;
	uint32_t i;

	for (i = 0; s && i < s->n; i++) {
		if (s->item[i].num != num)
			continue;
		pdfobj_lex(&l, span_skip(buf_span(&s->data), s->item[i].off),
		    &f->mem, false, true);
		pdfobj_next(&l, o);
		pdfobj_lex_end(&l);
		return;
	}
}

/*
 * The object at the entry's place.  False when another one, or nothing, stands
 * there.
 */
static bool
load_at(struct pdffile *f, uint32_t num, size_t off, struct pdfobj *o)
{
	uint32_t got, gen;

	return (pdfxref_parse(f, &f->mem, off, &got, &gen, o) && got == num) ||
	       (f->base > 0 &&
		   pdfxref_parse(f, &f->mem, off + f->base, &got, &gen, o) &&
		   got == num);
}

const struct pdfobj *
pdffile_object(struct pdffile *f, uint32_t num)
{
	struct pdfentry *x = pdfxref_find(f, num);
	struct pdfobj o = pdfobj_null, *to;

	if (!x || x->busy)
		return &pdfobj_null;
	if (x->obj)
		return x->obj;
	x->busy = true;
	if (x->kind == ENTRY_IN) {
		load_from(f, (uint32_t)x->where, num, &o);
	} else if (x->kind == ENTRY_AT && !load_at(f, num, x->where, &o)) {
		o = pdfobj_null;
		if (!f->rebuilt) {
			/* one wrong place: none is to be trusted */
			pdfxref_rebuild(f);
			pdfxref_expand(f);
			return pdffile_object(f, num);
		}
	}
	x->busy = false;
	to = arena_alloc(&f->mem, sizeof(*to));
	*to = o;
	x->obj = to;
	return to;
}

const struct pdfobj *
pdffile_resolve(struct pdffile *f, const struct pdfobj *o)
{
	int i;

	for (i = 0; i < REFS_MAX && o->type == PDF_REF; i++)
		o = pdffile_object(f, o->num);
	return o->type == PDF_REF ? &pdfobj_null : o;
}

const struct pdfobj *
pdffile_get(struct pdffile *f, const struct pdfobj *dict, const char *key)
{
	return pdffile_resolve(f, pdfobj_get(dict, key));
}

const struct pdfobj *
pdffile_at(struct pdffile *f, const struct pdfobj *array, uint32_t i)
{
	if (array->type != PDF_ARRAY || i >= array->n)
		return &pdfobj_null;
	return pdffile_resolve(f, &array->item[i]);
}

void
pdffile_forget(struct pdffile *f)
{
	uint32_t i, j;

	if (f->mem.total < FORGET_BYTES)
		return;
	for (i = 0; i * PDF_PAGE < f->end; i++)
		for (j = 0; f->pages[i] && j < PDF_PAGE; j++)
			f->pages[i][j].obj = NULL;
	arena_reset(&f->mem);
}

/* ---- streams ---- */

/* Where "endstream" stands from off on, less the line end before it. */
static size_t
find_end(struct span in, size_t off)
{
	const uint8_t *p = memmem(in.p + off, in.n - off, "endstream", 9);
	size_t end;

	if (!p)
		p = memmem(in.p + off, in.n - off, "endobj", 6);
	end = p ? (size_t)(p - in.p) : in.n;
	if (end > off && in.p[end - 1] == '\n')
		end--;
	if (end > off && in.p[end - 1] == '\r')
		end--;
	return end;
}

/* Does "endstream" stand at off, after white space? */
static bool
ends_at(struct span in, size_t off)
{
	size_t i = off;

	while (i < in.n && i - off < 8 && pdfobj_space(in.p[i]))
		i++;
	return span_starts(span_skip(in, i), SPAN("endstream"));
}

static struct span
raw_data(struct pdffile *f, const struct pdfobj *o)
{
	int64_t len = pdfobj_int(
	    pdffile_get(f, o, "Length"), 0, (int64_t)(f->in.n - o->off), -1);

	if (len < 0 || !ends_at(f->in, o->off + (size_t)len))
		len = (int64_t)(find_end(f->in, o->off) - o->off);
	return span_of(f->in.p + o->off, (size_t)len);
}

static void
read_parms(struct pdffile *f, const struct pdfobj *d, struct pdffilter_parms *p)
{
	*p = (struct pdffilter_parms)PDFFILTER_PARMS;
	p->predictor =
	    (int)pdfobj_int(pdffile_get(f, d, "Predictor"), 1, 15, 1);
	p->colors = (int)pdfobj_int(pdffile_get(f, d, "Colors"), 1, 32, 1);
	p->bits =
	    (int)pdfobj_int(pdffile_get(f, d, "BitsPerComponent"), 1, 16, 8);
	p->columns =
	    (int)pdfobj_int(pdffile_get(f, d, "Columns"), 1, INT32_MAX, 1);
	p->early = (int)pdfobj_int(pdffile_get(f, d, "EarlyChange"), 0, 1, 1);
}

/* The i-th filter and its parameters; false when there are no more. */
static bool
filter_at(struct pdffile *f, const struct pdfobj *o, uint32_t i,
    struct span *name, const struct pdfobj **parms)
{
	const struct pdfobj *filter = pdffile_get(f, o, "Filter");
	const struct pdfobj *p = pdffile_get(f, o, "DecodeParms");

	if (filter->type == PDF_ARRAY) {
		filter = pdffile_at(f, filter, i);
		if (p->type == PDF_ARRAY)
			p = pdffile_at(f, p, i);
	} else if (i > 0) {
		return false;
	} else if (p->type == PDF_ARRAY) {
		p = pdffile_at(f, p, 0);
	}
	if (filter->type != PDF_NAME || i >= FILTERS_MAX)
		return false;
	*name = filter->text;
	*parms = p;
	return true;
}

/* Deciphers raw into out; false when it is to be taken as it stands. */
static bool
decipher(
    struct pdffile *f, const struct pdfobj *o, struct span raw, struct buf *out)
{
	const struct pdfobj *parms;
	struct span name, crypt = SPAN("");
	uint32_t i;

	/* the cross references are never enciphered */
	if (!f->crypt || pdfobj_is_name(pdfobj_get(o, "Type"), "XRef"))
		return false;
	for (i = 0; filter_at(f, o, i, &name, &parms); i++)
		if (span_eqs(name, "Crypt"))
			crypt = pdffile_get(f, parms, "Name")->type == PDF_NAME
				    ? pdffile_get(f, parms, "Name")->text
				    : span_str("Identity");
	pdfcrypt_stream(f->crypt, o->num, o->gen, crypt, raw, out);
	return true;
}

static bool
decode(struct pdffile *f, const struct pdfobj *o, struct buf *out,
    struct tb_error *e)
{
	struct span in = raw_data(f, o), name;
	struct pdffilter_parms p;
	const struct pdfobj *parms;
	struct buf other = BUF_INIT;
	bool ok = true, none = true;
	uint32_t i;

	if (decipher(f, o, in, &other))
		in = buf_span(&other);
	for (i = 0; ok && filter_at(f, o, i, &name, &parms); i++) {
		read_parms(f, parms, &p);
		if (pdffilter_of(name) == PDFFILTER_NONE)
			continue;
		ok = pdffilter_run(pdffilter_of(name), &p, f->inflate, in,
		    PDF_STREAM_MAX, out, e);
		none = false;
		if (ok) {
			/* out is the next one's input */
			struct buf swap = other;

			other = *out;
			*out = swap;
			in = buf_span(&other);
		}
	}
	if (ok && none) {
		buf_reset(out);
		buf_addspan(out, in);
	} else if (ok) {
		struct buf swap = other;

		other = *out;
		*out = swap;
	}
	buf_release(&other);
	return ok;
}

bool
pdffile_data(struct pdffile *f, const struct pdfobj *stream, struct buf *out,
    struct tb_error *e)
{
	buf_reset(out);
	if (stream->type != PDF_STREAM || stream->off > f->in.n)
		return tb_fail(e, TB_EBROKEN, "stream");
	if (!decode(f, stream, out, e))
		return false;
	f->total += out->len + DECODE_COST;
	if (f->total > PDF_TOTAL_MAX) {
		buf_reset(out);
		return tb_fail(e, TB_ESIZE, NULL);
	}
	return true;
}

/* ---- opening ---- */

/* A copy of dict whose values are no references, one level down as well. */
static const struct pdfobj *
direct(struct pdffile *f, const struct pdfobj *o, int depth)
{
	struct pdfobj *to, *item;
	uint32_t i, n;

	o = pdffile_resolve(f, o);
	if ((o->type != PDF_DICT && o->type != PDF_ARRAY) || depth == 0)
		return o;
	n = o->n * (o->type == PDF_DICT ? 2 : 1);
	to = arena_alloc(&f->fixed, sizeof(*to));
	item = arena_alloc(&f->fixed, n * sizeof(*item));
	for (i = 0; i < n; i++)
		item[i] = *direct(f, &o->item[i], depth - 1);
	*to = *o;
	to->item = item;
	return to;
}

static bool
open_crypt(struct pdffile *f, struct tb_error *e)
{
	const struct pdfobj *encrypt, *id;

	encrypt = direct(f, pdfobj_get(&f->trailer, "Encrypt"), 4);
	if (encrypt->type != PDF_DICT)
		return true;
	id = pdffile_at(f, pdffile_get(f, &f->trailer, "ID"), 0);
	f->crypt = pdfcrypt_open(
	    encrypt, id->type == PDF_STRING ? id->text : SPAN(""), e);
	return f->crypt != NULL;
}

const struct pdfobj *
pdffile_root(struct pdffile *f)
{
	const struct pdfobj *root = pdffile_get(f, &f->trailer, "Root");

	if (pdffile_get(f, root, "Pages")->type == PDF_DICT)
		return root;
	return f->catalog ? pdffile_object(f, f->catalog) : &pdfobj_null;
}

/* True when the page tree can be reached. */
static bool
has_pages(struct pdffile *f)
{
	const struct pdfobj *root = pdffile_root(f);

	return pdffile_get(f, root, "Pages")->type == PDF_DICT;
}

/* What protects a file is known before the first stream is looked at. */
static bool
find_objects(struct pdffile *f, struct tb_error *e)
{
	pdfxref_read(f);
	if (!open_crypt(f, e))
		return false;
	if (!f->rebuilt) {
		if (has_pages(f))
			return true;
		pdfxref_rebuild(f);
		pdfcrypt_free(f->crypt);
		f->crypt = NULL;
		if (!open_crypt(f, e))
			return false;
	}
	pdfxref_expand(f);
	return true;
}

struct pdffile *
pdffile_open(int fd, uint64_t size, struct tb_error *e)
{
	struct pdffile *f = mem_calloc(1, sizeof(*f));
	const uint8_t *head;
	size_t i;

	for (i = 0; i < PDF_OBJSTMS; i++)
		buf_init(&f->objstm[i].data);
	buf_init(&f->copy);
	f->in = sys_map(fd, size);
	f->mapped = f->in.p != NULL;
	if (!f->mapped) {
		if (!sys_read_all(fd, (size_t)size, &f->copy, e)) {
			pdffile_close(f);
			return NULL;
		}
		f->in = buf_span(&f->copy);
	}
	head =
	    memmem(f->in.p, f->in.n < HEAD_MAX ? f->in.n : HEAD_MAX, "%PDF", 4);
	f->base = head ? (size_t)(head - f->in.p) : 0;
	f->inflate = inflate_new();
	if (!find_objects(f, e)) {
		pdffile_close(f);
		return NULL;
	}
	if (f->end == 0) {
		tb_fail(e, TB_EBROKEN, "PDF");
		pdffile_close(f);
		return NULL;
	}
	f->first = f->mem;
	f->mem = (struct arena)ARENA_INIT;
	return f;
}

void
pdffile_close(struct pdffile *f)
{
	uint32_t i;

	if (!f)
		return;
	for (i = 0; i * PDF_PAGE < f->end; i++)
		free(f->pages[i]);
	free(f->pages);
	for (i = 0; i < PDF_OBJSTMS; i++) {
		buf_release(&f->objstm[i].data);
		free(f->objstm[i].item);
	}
	pdfcrypt_free(f->crypt);
	inflate_free(f->inflate);
	arena_release(&f->fixed);
	arena_release(&f->first);
	arena_release(&f->mem);
	if (f->mapped)
		sys_unmap(f->in);
	buf_release(&f->copy);
	free(f);
}
