#include "doc/pdf/pdfcff.h"

#include <stdlib.h>

#include "base/cur.h"
#include "base/mem.h"
#include "doc/pdf/pdfcff_int.h"
#include "doc/pdf/pdfglyph.h"

#define GLYPHS_MAX 65536U

/* Operators of a Top DICT, [Adobe 5176] table 9; 12 x is 0x0c00 + x. */
enum {
	OP_CHARSET = 15,
	OP_ENCODING = 16,
	OP_CHARSTRINGS = 17,
	OP_ROS = 0x0c1e
};

struct pdfcff {
	struct span data, strings; /* strings: the String INDEX */
	uint16_t *sid;             /* of each glyph */
	uint32_t glyphs;
	uint16_t glyph_of[256]; /* by code */
	bool cid;
};

/* ---- INDEX and DICT ---- */

/* The INDEX at c, as a whole; c moves behind it. */
static struct span
take_index(struct cur *c)
{
	struct cur at = *c;
	unsigned n = cur_be16(c), size, i;
	size_t end = 1;

	if (n > 0) {
		size = cur_u8(c);
		cur_skip(c, (size_t)n * size);
		end = 0;
		for (i = 0; i < size && i < 4; i++)
			end = end << 8 | cur_u8(c);
	}
	cur_skip(c, end - 1);
	return c->bad ? span_of(NULL, 0)
		      : span_of(at.base + at.pos, c->pos - at.pos);
}

static uint32_t
index_count(struct span index)
{
	struct cur c = cur_of(index);

	return cur_be16(&c);
}

/* Element i; empty when there is none. */
static struct span
index_at(struct span index, uint32_t i)
{
	struct cur c = cur_of(index);
	uint32_t n = cur_be16(&c), size = cur_u8(&c), k;
	size_t from = 0, to = 0, base;

	if (i >= n || size < 1 || size > 4)
		return span_of(NULL, 0);
	base = 2 + (size_t)(n + 1) * size; /* the offsets begin at 1 */
	cur_skip(&c, (size_t)i * size);
	for (k = 0; k < size; k++)
		from = from << 8 | cur_u8(&c);
	for (k = 0; k < size; k++)
		to = to << 8 | cur_u8(&c);
	if (c.bad || from < 1 || to < from || to + base > index.n)
		return span_of(NULL, 0);
	return span_of(index.p + base + from, to - from);
}

/* The first operand of an operator; false when it is not there. */
static bool
dict_get(struct span dict, unsigned want, int64_t *v)
{
	struct cur c = cur_of(dict);
	int64_t first = 0, x;
	bool any = false;
	unsigned b;

	while (cur_left(&c) > 0 && !c.bad) {
		b = cur_u8(&c);
		if (b <= 21) {
			if (b == 12)
				b = 0x0c00 + cur_u8(&c);
			if (b == want) {
				*v = first;
				return any;
			}
			any = false;
			continue;
		}
		x = 0;
		if (b == 28)
			x = (int16_t)cur_be16(&c);
		else if (b == 29)
			x = (int32_t)cur_be32(&c);
		else if (b == 30)
			while (!c.bad && (cur_u8(&c) & 15) != 15)
				;
		else if (b >= 32 && b <= 246)
			x = (int)b - 139;
		else if (b >= 247 && b <= 250)
			x = ((int)b - 247) * 256 + cur_u8(&c) + 108;
		else if (b >= 251 && b <= 254)
			x = -((int)b - 251) * 256 - cur_u8(&c) - 108;
		if (!any)
			first = x;
		any = true;
	}
	return false;
}

/* ---- charset and encoding ---- */

static void
read_charset(struct pdfcff *f, int64_t off)
{
	struct cur c = cur_of(f->data);
	uint32_t i = 1, left, sid;
	unsigned format;

	if (off <= 2) {
		/* ISOAdobe: the glyphs in the order of the standard strings */
		for (i = 0; i < f->glyphs && off == 0; i++)
			f->sid[i] = (uint16_t)(i < 229 ? i : 0);
		return;
	}
	cur_seek(&c, (size_t)off);
	format = cur_u8(&c);
	while (i < f->glyphs && !c.bad) {
		sid = cur_be16(&c);
		left = format == 0   ? 0
		       : format == 1 ? cur_u8(&c)
				     : cur_be16(&c);
		for (; i < f->glyphs && !c.bad; left--, sid++) {
			f->sid[i++] = (uint16_t)sid;
			if (left == 0)
				break;
		}
	}
}

static uint32_t
glyph_of_sid(const struct pdfcff *f, uint32_t sid)
{
	uint32_t i;

	for (i = 1; i < f->glyphs; i++)
		if (f->sid[i] == sid)
			return i;
	return 0;
}

/*
 * StandardEncoding numbers its characters as the standard strings do, from the
 * space at 1 on, with gaps where it has none.
 */
static void
standard_encoding(struct pdfcff *f)
{
	unsigned code, sid = 0;

	for (code = 0x20; code < 256; code++)
		if (pdfglyph_code(GLYPHS_STANDARD, (uint8_t)code) != 0)
			f->glyph_of[code] = (uint16_t)glyph_of_sid(f, ++sid);
}

static void
read_encoding(struct pdfcff *f, int64_t off)
{
	struct cur c = cur_of(f->data);
	unsigned format, n, i, code, left;
	uint32_t glyph = 1;

	if (off <= 1) {
		if (off == 0)
			standard_encoding(f);
		return;
	}
	cur_seek(&c, (size_t)off);
	format = cur_u8(&c);
	n = cur_u8(&c);
	for (i = 0; i < n && !c.bad; i++) {
		code = cur_u8(&c);
		left = (format & 0x7f) == 0 ? 0 : cur_u8(&c);
		for (;; code++, left--) {
			if (code < 256 && glyph < f->glyphs)
				f->glyph_of[code] = (uint16_t)glyph;
			glyph++;
			if (left == 0)
				break;
		}
	}
	if ((format & 0x80) == 0)
		return;
	for (n = cur_u8(&c); n > 0 && !c.bad; n--) {
		code = cur_u8(&c);
		f->glyph_of[code] = (uint16_t)glyph_of_sid(f, cur_be16(&c));
	}
}

/* ---- the font ---- */

struct pdfcff *
pdfcff_open(struct span data)
{
	struct cur c = cur_of(data);
	struct pdfcff *f;
	struct span top, charstrings;
	int64_t off;

	/* major, minor, hdrSize, offSize */
	if (data.n < 4 || data.p[0] != 1)
		return NULL;
	cur_seek(&c, data.p[2]);
	take_index(&c); /* names */
	top = index_at(take_index(&c), 0);
	f = mem_calloc(1, sizeof(*f));
	f->data = data;
	f->strings = take_index(&c);
	if (c.bad || !dict_get(top, OP_CHARSTRINGS, &off) || off < 0) {
		free(f);
		return NULL;
	}
	cur_seek(&c, (size_t)off);
	charstrings = take_index(&c);
	f->glyphs = index_count(charstrings);
	f->sid = mem_calloc(GLYPHS_MAX, sizeof(*f->sid));
	f->cid = dict_get(top, OP_ROS, &off);
	if (!dict_get(top, OP_CHARSET, &off))
		off = 0;
	read_charset(f, off);
	if (!dict_get(top, OP_ENCODING, &off))
		off = 0;
	if (!f->cid)
		read_encoding(f, off);
	return f;
}

void
pdfcff_free(struct pdfcff *f)
{
	if (!f)
		return;
	free(f->sid);
	free(f);
}

bool
pdfcff_is_cid(const struct pdfcff *f)
{
	return f->cid;
}

uint32_t
pdfcff_code(const struct pdfcff *f, uint8_t code)
{
	return f->glyph_of[code];
}

struct span
pdfcff_name(const struct pdfcff *f, uint32_t glyph)
{
	uint32_t sid = glyph < f->glyphs ? f->sid[glyph] : 0;

	if (sid == 0 || f->cid)
		return span_of(NULL, 0);
	if (sid < PDFCFF_STRINGS)
		return span_str(pdfcff_strings[sid]);
	return index_at(f->strings, sid - PDFCFF_STRINGS);
}
