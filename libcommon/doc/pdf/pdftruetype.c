#include "doc/pdf/pdftruetype.h"

#include <stdlib.h>

#include "base/cur.h"
#include "base/mem.h"
#include "doc/pdf/pdfglyph.h"
#include "text/utf.h"

#define TABLES_MAX 256
#define GLYPHS_MAX 65536U
#define CHARS_MAX  0x110000U
#define MAC_NAMES  258U /* names of post that are not in the font */

struct pdftruetype {
	struct span data;
	struct span symbol, mac, unicode; /* subtables of cmap */
	uint32_t *chars; /* by glyph, 0: none; made when first asked for */
};

struct span
pdftruetype_table(const struct pdftruetype *t, const char *tag)
{
	struct cur c = cur_of(t->data);
	unsigned n, i;

	cur_skip(&c, 4);
	n = cur_be16(&c);
	cur_skip(&c, 6);
	for (i = 0; i < n && i < TABLES_MAX && !c.bad; i++) {
		const uint8_t *name = cur_take(&c, 4);
		uint32_t off, len;

		cur_skip(&c, 4); /* checksum */
		off = cur_be32(&c);
		len = cur_be32(&c);
		if (!c.bad && memcmp(name, tag, 4) == 0)
			return span_head(
			    span_skip(t->data, off), off > t->data.n ? 0 : len);
	}
	return span_of(NULL, 0);
}

static void
find_maps(struct pdftruetype *t)
{
	struct span cmap = pdftruetype_table(t, "cmap"), sub;
	struct cur c = cur_of(cmap);
	unsigned n, i, platform, encoding;

	cur_skip(&c, 2);
	n = cur_be16(&c);
	for (i = 0; i < n && i < TABLES_MAX && !c.bad; i++) {
		platform = cur_be16(&c);
		encoding = cur_be16(&c);
		sub = span_skip(cmap, cur_be32(&c));
		if (c.bad || sub.n == 0)
			continue;
		if (platform == 3 && encoding == 0)
			t->symbol = sub;
		else if (platform == 1 && encoding == 0)
			t->mac = sub;
		else if (platform == 0 ||
			 (platform == 3 && (encoding == 1 || encoding == 10)))
			t->unicode = sub;
	}
}

struct pdftruetype *
pdftruetype_open(struct span data)
{
	struct pdftruetype *t;

	if (!span_starts(data, span_of("\0\1\0\0", 4)) &&
	    !span_starts(data, SPAN("true")) &&
	    !span_starts(data, SPAN("OTTO")))
		return NULL;
	t = mem_calloc(1, sizeof(*t));
	t->data = data;
	find_maps(t);
	return t;
}

void
pdftruetype_free(struct pdftruetype *t)
{
	if (!t)
		return;
	free(t->chars);
	free(t);
}

/* ---- cmap ---- */

/*
 * Called with each code and its glyph: at most CHARS_MAX times, whatever the
 * table says.
 */
typedef void map_fn(void *arg, uint32_t code, uint32_t glyph);

static void
walk4(struct span sub, map_fn *fn, void *arg)
{
	struct cur c = cur_of(sub), ends, starts, deltas, offs, at;
	unsigned n, i;
	uint32_t code, glyph, calls = 0;

	cur_skip(&c, 6);
	n = cur_be16(&c) / 2U;
	cur_skip(&c, 6);
	ends = cur_sub(&c, 2 * (size_t)n);
	cur_skip(&c, 2);
	starts = cur_sub(&c, 2 * (size_t)n);
	deltas = cur_sub(&c, 2 * (size_t)n);
	offs = c; /* offsets count from where they stand */
	for (i = 0; i < n && !starts.bad; i++) {
		uint32_t end = cur_be16(&ends), start = cur_be16(&starts);
		uint32_t delta = cur_be16(&deltas), off;

		at = offs;
		cur_skip(&at, 2 * (size_t)i);
		c = at;
		off = cur_be16(&c);
		for (code = start;
		     code <= end && code != 0xffff && calls < CHARS_MAX;
		     code++, calls++) {
			glyph = code;
			if (off != 0) {
				c = at;
				cur_skip(&c, off + 2 * (code - start));
				glyph = cur_be16(&c);
				if (glyph == 0)
					continue;
			}
			fn(arg, code, (glyph + delta) & 0xffff);
		}
	}
}

static void
walk12(struct span sub, map_fn *fn, void *arg)
{
	struct cur c = cur_of(sub);
	uint32_t n, start, end, glyph, code, calls = 0;

	cur_skip(&c, 12);
	for (n = cur_be32(&c); n > 0 && !c.bad; n--) {
		start = cur_be32(&c);
		end = cur_be32(&c);
		glyph = cur_be32(&c);
		if (c.bad || end >= CHARS_MAX || start > end ||
		    glyph >= GLYPHS_MAX || end - start >= GLYPHS_MAX)
			continue;
		for (code = start; code <= end && calls < CHARS_MAX;
		     code++, calls++)
			fn(arg, code, glyph + (code - start));
	}
}

static void
walk(struct span sub, map_fn *fn, void *arg)
{
	struct cur c = cur_of(sub);
	unsigned format = cur_be16(&c), n, i, first = 0;

	switch (format) {
	case 0:
		cur_skip(&c, 4);
		for (i = 0; i < 256 && !c.bad; i++)
			fn(arg, i, cur_u8(&c));
		break;
	case 4:
		walk4(sub, fn, arg);
		break;
	case 6:
		cur_skip(&c, 4);
		first = cur_be16(&c);
		n = cur_be16(&c);
		for (i = 0; i < n && cur_left(&c) > 1; i++)
			fn(arg, first + i, cur_be16(&c));
		break;
	case 12:
		walk12(sub, fn, arg);
		break;
	default:
		break;
	}
}

struct lookup {
	uint32_t code, glyph;
};

static void
look(void *arg, uint32_t code, uint32_t glyph)
{
	struct lookup *l = arg;

	/* the symbol map may begin at F000 */
	if (code == l->code || (code >= 0xf000 && code - 0xf000 == l->code))
		l->glyph = glyph;
}

uint32_t
pdftruetype_code(const struct pdftruetype *t, uint8_t code)
{
	struct lookup l = { code, 0 };

	if (t->symbol.n > 0)
		walk(t->symbol, look, &l);
	if (l.glyph == 0 && t->mac.n > 0)
		walk(t->mac, look, &l);
	return l.glyph;
}

/* ---- characters ---- */

static void
put_char(void *arg, uint32_t code, uint32_t glyph)
{
	uint32_t *chars = arg;

	/* of several characters the first, which is the plain one */
	if (glyph > 0 && glyph < GLYPHS_MAX && chars[glyph] == 0 &&
	    !(code >= 0xe000 && code < 0xf900))
		chars[glyph] = code;
}

/* The name of a glyph in post; empty when it has none of its own. */
static struct span
post_name(const struct pdftruetype *t, uint32_t glyph)
{
	struct cur c = cur_of(pdftruetype_table(t, "post"));
	unsigned n, i, index;
	struct cur at;

	if (cur_be32(&c) != 0x00020000)
		return span_of(NULL, 0);
	cur_skip(&c, 28);
	n = cur_be16(&c);
	if (glyph >= n)
		return span_of(NULL, 0);
	at = c;
	cur_skip(&at, 2 * (size_t)glyph);
	index = cur_be16(&at);
	cur_skip(&c, 2 * (size_t)n);
	if (index < MAC_NAMES)
		return span_of(NULL, 0);
	for (i = MAC_NAMES; i < index && !c.bad; i++)
		cur_skip(&c, cur_u8(&c));
	n = cur_u8(&c);
	return span_of(cur_take(&c, n), c.bad ? 0 : n);
}

bool
pdftruetype_text(struct pdftruetype *t, uint32_t glyph, struct buf *out)
{
	if (glyph == 0 || glyph >= GLYPHS_MAX)
		return false;
	if (!t->chars) {
		t->chars = mem_calloc(GLYPHS_MAX, sizeof(*t->chars));
		if (t->unicode.n > 0)
			walk(t->unicode, put_char, t->chars);
	}
	if (t->chars[glyph] > 0 && (t->chars[glyph] & 0xfffff800) != 0xd800) {
		utf_put(out, t->chars[glyph]);
		return true;
	}
	return pdfglyph_text(post_name(t, glyph), out);
}
