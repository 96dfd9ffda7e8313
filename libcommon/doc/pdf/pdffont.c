#include "doc/pdf/pdffont.h"

#include <math.h>
#include <stdlib.h>

#include "base/cur.h"
#include "base/mem.h"
#include "doc/pdf/pdfcid.h"
#include "doc/pdf/pdfcmap.h"
#include "doc/pdf/pdffontfile.h"
#include "doc/pdf/pdfglyph.h"
#include "doc/pdf/pdfplain.h"
#include "doc/pdf/pdfwidth.h"
#include "text/utf.h"

#define CACHE_MIN 256U
#define CACHE_MAX 65536U
#define ORDER_MAX 64 /* bytes of a collection's name that count */

struct cached {
	uint64_t key; /* code and its length; 0: free */
	size_t off;   /* of the text in pool */
	uint32_t n;
	double width;
};

struct pdffont {
	bool composite;
	double unit;             /* of widths, in font sizes: mostly 1/1000 */
	struct pdfcmap *coding;  /* composite: code to CID */
	struct pdfcmap *unicode; /* ToUnicode, or NULL */
	struct pdfwidth *widths;
	/* simple fonts: what the Encoding says of a code */
	enum pdfglyph_set set;
	bool own_set; /* codes that nothing else explains: by the font itself */
	struct arena mem;
	struct span names[256]; /* Differences */
	/* composite fonts */
	char ordering[ORDER_MAX]; /* of the collection that CIDs are of */
	struct buf to_glyph;      /* CIDToGIDMap; empty: the same number */
	/* the embedded font, opened when it is first needed */
	struct pdffile *file;
	uint32_t descriptor; /* its object; 0: none */
	bool opened;
	struct pdffontfile *embedded;
	/* glyphs that have been looked up */
	struct cached *cache;
	size_t cap, used;
	struct buf pool, raw;
};

/* ---- the embedded font ---- */

static struct pdffontfile *
embedded(struct pdffont *p)
{
	const struct pdfobj *d;

	if (!p->opened && p->descriptor != 0) {
		d = pdffile_object(p->file, p->descriptor);
		p->embedded = pdffontfile_open(p->file, d);
	}
	p->opened = true;
	return p->embedded;
}

/* ---- opening ---- */

/* The CMap in a stream or by a name; NULL when there is none. */
static struct pdfcmap *
open_cmap(struct pdffile *f, const struct pdfobj *o)
{
	struct pdfcmap *c = NULL;
	struct buf data = BUF_INIT;

	if (o->type == PDF_NAME)
		return pdfcmap_named(o->text);
	if (o->type == PDF_STREAM && pdffile_data(f, o, &data, NULL))
		c = pdfcmap_parse(buf_span(&data));
	buf_release(&data);
	return c;
}

/* Codes and names in turn: 32 /space /exclam 65 /A */
static void
read_differences(struct pdffont *p, struct pdffile *f, const struct pdfobj *d)
{
	const struct pdfobj *o;
	int64_t code = 0;
	uint32_t i;

	for (i = 0; d->type == PDF_ARRAY && i < d->n; i++) {
		o = pdffile_at(f, d, i);
		if (pdfobj_is_number(o)) {
			code = pdfobj_int(o, 0, 256, 256);
		} else if (o->type == PDF_NAME && code < 256) {
			p->names[code++] = arena_dup(&p->mem, o->text);
		}
	}
}

/* A font whose letters are signs whatever its codes are called. */
static bool
is_symbol(const struct pdfobj *name)
{
	return name->type == PDF_NAME &&
	       (span_eqs(name->text, "Symbol") ||
		   span_starts(name->text, SPAN("Symbol,")) ||
		   span_ends(name->text, SPAN("+Symbol")));
}

static void
open_simple(struct pdffont *p, struct pdffile *f, const struct pdfobj *dict)
{
	const struct pdfobj *enc = pdffile_get(f, dict, "Encoding"),
			    *base = enc;
	const struct pdfobj *name = pdffile_get(f, dict, "BaseFont");
	bool truetype =
	    pdfobj_is_name(pdffile_get(f, dict, "Subtype"), "TrueType");

	if (enc->type == PDF_DICT) {
		base = pdffile_get(f, enc, "BaseEncoding");
		read_differences(p, f, pdffile_get(f, enc, "Differences"));
	}
	if (base->type == PDF_NAME)
		p->set = pdfglyph_set(base->text);
	if (p->set == GLYPHS_NONE && is_symbol(name))
		p->set = GLYPHS_SYMBOL;
	if (p->set == GLYPHS_NONE) {
		/* the font's own encoding, [ISO 32000-1] table 114 */
		p->own_set = true;
		p->set = truetype ? GLYPHS_WINANSI : GLYPHS_STANDARD;
	}
}

static void
open_composite(struct pdffont *p, struct pdffile *f, const struct pdfobj *dict)
{
	const struct pdfobj *kid, *info, *map, *order;

	p->composite = true;
	p->coding = open_cmap(f, pdffile_get(f, dict, "Encoding"));
	if (!p->coding)
		p->coding = pdfcmap_named(SPAN("Identity-H"));
	kid = pdffile_at(f, pdffile_get(f, dict, "DescendantFonts"), 0);
	info = pdffile_get(f, kid, "CIDSystemInfo");
	order = pdffile_get(f, info, "Ordering");
	if (order->type == PDF_STRING && order->text.n > 0 &&
	    order->text.n < ORDER_MAX)
		memcpy(p->ordering, order->text.p, order->text.n);
	map = pdffile_get(f, kid, "CIDToGIDMap");
	if (map->type == PDF_STREAM)
		pdffile_data(f, map, &p->to_glyph, NULL);
}

/* The number of the object that key refers to, or 0. */
static uint32_t
number_of(const struct pdfobj *dict, const char *key)
{
	const struct pdfobj *o = pdfobj_get(dict, key);

	return o->type == PDF_REF ? o->num : 0;
}

struct pdffont *
pdffont_open(struct pdffile *f, const struct pdfobj *dict)
{
	struct pdffont *p = mem_calloc(1, sizeof(*p));
	const struct pdfobj *type = pdffile_get(f, dict, "Subtype"), *m, *desc;
	const struct pdfobj *uni;

	buf_init(&p->pool);
	buf_init(&p->raw);
	buf_init(&p->to_glyph);
	p->file = f;
	p->unit = 0.001;
	p->cache = mem_calloc(CACHE_MIN, sizeof(*p->cache));
	p->cap = CACHE_MIN;
	uni = pdffile_get(f, dict, "ToUnicode");
	/* "Identity": the codes are characters */
	p->unicode =
	    uni->type == PDF_NAME && span_starts(uni->text, SPAN("Identity"))
		? pdfcmap_named(SPAN("UCS2"))
		: open_cmap(f, uni);
	desc = dict;
	if (pdfobj_is_name(type, "Type0")) {
		open_composite(p, f, dict);
		desc =
		    pdffile_at(f, pdffile_get(f, dict, "DescendantFonts"), 0);
	} else {
		open_simple(p, f, dict);
	}
	if (pdfobj_is_name(type, "Type3")) {
		m = pdffile_at(f, pdffile_get(f, dict, "FontMatrix"), 0);
		if (pdfobj_is_number(m))
			p->unit = fabs(m->v);
	}
	p->descriptor = number_of(desc, "FontDescriptor");
	p->widths = p->composite ? pdfwidth_composite(f, desc)
				 : pdfwidth_simple(f, dict);
	return p;
}

void
pdffont_free(struct pdffont *p)
{
	if (!p)
		return;
	pdfcmap_free(p->coding);
	pdfcmap_free(p->unicode);
	pdfwidth_free(p->widths);
	pdffontfile_free(p->embedded);
	arena_release(&p->mem);
	buf_release(&p->to_glyph);
	buf_release(&p->pool);
	buf_release(&p->raw);
	free(p->cache);
	free(p);
}

bool
pdffont_vertical(const struct pdffont *p)
{
	return p->composite && pdfcmap_vertical(p->coding);
}

/* ---- characters ---- */

/* Nothing in the Encoding: what the embedded font makes of the code. */
static bool
own_text(struct pdffont *p, uint8_t code, struct buf *out)
{
	struct pdffontfile *ff = embedded(p);

	return ff && pdffontfile_code(ff, code, out);
}

static bool
simple_text(struct pdffont *p, uint8_t code, struct buf *out)
{
	uint32_t u;

	if (p->names[code].n > 0) {
		if (pdfglyph_text(p->names[code], out))
			return true;
		if (embedded(p) &&
		    pdffontfile_name(p->embedded, p->names[code], out))
			return true;
		if (span_eqs(p->names[code], ".notdef"))
			return false;
	}
	if (p->own_set && own_text(p, code, out))
		return true;
	u = pdfglyph_code(p->set, code);
	if (u == 0 && pdfobj_space(code) && code != 0)
		u = ' '; /* a line end in a string, where no glyph is */
	if (u == 0)
		return false;
	utf_put(out, u);
	return true;
}

static uint32_t
glyph_of(const struct pdffont *p, uint32_t cid)
{
	struct cur c = cur_of(buf_span(&p->to_glyph));

	if (p->to_glyph.len == 0)
		return cid;
	cur_skip(&c, 2 * (size_t)cid);
	return cur_be16(&c);
}

static bool
composite_text(struct pdffont *p, uint32_t code, unsigned len, struct buf *out)
{
	struct pdffontfile *ff;
	uint32_t cid;

	if (pdfcmap_text(p->coding, code, len, out))
		return true;
	if (!pdfcmap_cid(p->coding, code, len, &cid))
		return false;
	if (pdfcid_text(span_str(p->ordering), cid, out))
		return true;
	ff = embedded(p);
	return ff && pdffontfile_glyph(ff, glyph_of(p, cid), out);
}

/* The characters of a code into raw, as the file has them. */
static bool
find_text(struct pdffont *p, uint32_t code, unsigned len)
{
	struct buf *out = &p->raw;

	buf_reset(out);
	/* one byte and two bytes are often mixed up in simple fonts */
	if (p->unicode &&
	    pdfcmap_text(p->unicode, code, p->composite ? len : 0, out))
		return true;
	buf_reset(out);
	return p->composite ? composite_text(p, code, len, out)
			    : simple_text(p, (uint8_t)code, out);
}

static double
width_of(const struct pdffont *p, uint32_t code, unsigned len)
{
	uint32_t cid = code;

	if (!p->composite)
		return p->unit * pdfwidth_get(p->widths, code);
	if (pdffont_vertical(p))
		return p->unit * pdfwidth_vertical(p->widths);
	if (pdfcmap_cid(p->coding, code, len, &cid))
		return p->unit * pdfwidth_get(p->widths, cid);
	/* a predefined CMap: its bytes tell half from full width */
	return len == 1 ? 0.5 : 1;
}

/* ---- the cache ---- */

static size_t
slot_of(const struct pdffont *p, uint64_t key)
{
	size_t i = (size_t)(key * 0x9e3779b97f4a7c15U >> 32) & (p->cap - 1);

	while (p->cache[i].key != 0 && p->cache[i].key != key)
		i = (i + 1) & (p->cap - 1);
	return i;
}

static void
grow(struct pdffont *p)
{
	struct cached *old = p->cache;
	size_t n = p->cap, i;

	if (n >= CACHE_MAX) {
		/* more codes than a font has glyphs: begin anew */
		memset(old, 0, n * sizeof(*old));
		buf_reset(&p->pool);
		p->used = 0;
		return;
	}
	p->cap = n * 4;
	p->cache = mem_calloc(p->cap, sizeof(*p->cache));
	for (i = 0; i < n; i++)
		if (old[i].key != 0)
			p->cache[slot_of(p, old[i].key)] = old[i];
	free(old);
}

static const struct cached *
look_up(struct pdffont *p, uint32_t code, unsigned len)
{
	uint64_t key = (uint64_t)code << 3 | len;
	size_t i = slot_of(p, key);
	struct cached *c = &p->cache[i];

	if (c->key != 0)
		return c;
	if (p->used >= p->cap / 2) {
		grow(p);
		c = &p->cache[slot_of(p, key)];
	}
	p->used++;
	c->key = key;
	c->width = width_of(p, code, len);
	c->off = p->pool.len;
	if (find_text(p, code, len))
		pdfplain_put(buf_span(&p->raw), &p->pool);
	c->n = (uint32_t)(p->pool.len - c->off);
	return c;
}

void
pdffont_next(struct pdffont *p, struct span s, size_t *pos, struct pdfglyph *g)
{
	const struct cached *c;
	unsigned len = 1;
	uint32_t code;

	if (p->composite)
		len = pdfcmap_next(p->coding, s, pos, &code);
	else
		code = s.p[(*pos)++];
	c = look_up(p, code, len);
	g->text = span_of(p->pool.p + c->off, c->n);
	g->width = c->width;
	g->space = len == 1 && code == 32;
}
