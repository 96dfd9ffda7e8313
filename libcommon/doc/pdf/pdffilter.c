#include "doc/pdf/pdffilter.h"

#include <stdlib.h>

#include "base/ck.h"
#include "base/mem.h"
#include "doc/pdf/pdfobj.h"

enum pdffilter
pdffilter_of(struct span name)
{
	static const struct {
		const char *name;
		enum pdffilter f;
	} known[] = {
		{ "FlateDecode", PDFFILTER_FLATE },
		{ "Fl", PDFFILTER_FLATE },
		{ "LZWDecode", PDFFILTER_LZW },
		{ "LZW", PDFFILTER_LZW },
		{ "ASCII85Decode", PDFFILTER_ASCII85 },
		{ "A85", PDFFILTER_ASCII85 },
		{ "ASCIIHexDecode", PDFFILTER_ASCIIHEX },
		{ "AHx", PDFFILTER_ASCIIHEX },
		{ "RunLengthDecode", PDFFILTER_RUNLENGTH },
		{ "RL", PDFFILTER_RUNLENGTH },
		{ "Crypt", PDFFILTER_NONE },
	};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_eqs(name, known[i].name))
			return known[i].f;
	return PDFFILTER_UNKNOWN;
}

/* ---- Flate ---- */

/* What can be had of damaged data: piece by piece up to the damage. */
static bool
salvage(struct span in, size_t max, struct buf *out, struct tb_error *e)
{
	struct inflate_stream *s = inflate_stream_new();
	const size_t piece = 16384;
	bool end = false, ok = true;
	size_t got = 1;

	buf_reset(out);
	while (!end && got > 0 && ok) {
		ok = inflate_stream_step(
		    s, &in, buf_room(out, piece), piece, &got, &end, NULL);
		buf_used(out, got);
		if (out->len > max) {
			inflate_stream_free(s);
			return tb_fail(e, TB_ESIZE, NULL);
		}
	}
	inflate_stream_free(s);
	return true;
}

static bool
flate(struct inflate *inf, struct span in, size_t max, struct buf *out,
    struct tb_error *e)
{
	struct tb_error why = TB_ERROR_INIT;
	size_t room = in.n < 1024 ? 4096 : 4 * in.n;
	unsigned head;

	buf_reset(out);
	while (in.n > 0 && pdfobj_space(in.p[0]))
		in = span_skip(in, 1); /* some writers end "stream" by two */
	if (in.n < 2)
		return true;
	head = (unsigned)in.p[0] << 8 | in.p[1];
	/* [RFC 1950] 2.2; without the header it is taken for raw deflate */
	if ((in.p[0] & 15) == 8 && head % 31 == 0)
		in = span_skip(in, 2);
	for (;;) {
		if (room > max)
			room = max;
		if (inflate_all(inf, in, room, out, &why))
			return true;
		if (why.code != TB_ESIZE)
			return salvage(in, max, out, e);
		if (room == max)
			return tb_fail(e, TB_ESIZE, NULL);
		room = room > max / 4 ? max : room * 4;
	}
}

/* ---- LZW ---- */

#define LZW_CODES 4096

struct lzw {
	uint16_t before[LZW_CODES]; /* the code without its last byte */
	uint8_t last[LZW_CODES];
	uint16_t len[LZW_CODES];
};

/* Appends what code stands for. */
static void
lzw_put(const struct lzw *z, unsigned code, struct buf *out)
{
	size_t n = z->len[code], i = n;
	char *to = buf_room(out, n);

	while (i > 0) {
		to[--i] = (char)z->last[code];
		code = z->before[code];
	}
	buf_used(out, n);
}

static void
lzw_init(struct lzw *z)
{
	unsigned i;

	for (i = 0; i < 256; i++) {
		z->before[i] = 0;
		z->last[i] = (uint8_t)i;
		z->len[i] = 1;
	}
}

/* The first byte of what code stands for. */
static uint8_t
lzw_first(const struct lzw *z, unsigned code)
{
	while (code >= 258 && code < LZW_CODES)
		code = z->before[code];
	return z->last[code % LZW_CODES];
}

static bool
lzw(int early, struct span in, size_t max, struct buf *out, struct tb_error *e)
{
	struct lzw *z = mem_alloc(sizeof(*z));
	unsigned next = 258, width = 9, bits = 0, old = 256, code;
	uint32_t acc = 0;
	bool ok = true;
	size_t i = 0;

	buf_reset(out);
	lzw_init(z);
	for (;;) {
		while (bits < width && i < in.n) {
			acc = acc << 8 | in.p[i++];
			bits += 8;
		}
		if (bits < width)
			break;
		bits -= width;
		code = acc >> bits & ((1U << width) - 1);
		if (code == 257)
			break;
		if (code == 256) {
			next = 258;
			width = 9;
			old = 256;
			continue;
		}
		if (code > next || (code == next && old == 256))
			break; /* damaged */
		if (old != 256 && next < LZW_CODES) {
			z->before[next] = (uint16_t)old;
			z->len[next] = (uint16_t)(z->len[old] + 1);
			z->last[next] = lzw_first(z, code == next ? old : code);
			next++;
		}
		if (code >= next)
			break;
		lzw_put(z, code, out);
		if (out->len > max) {
			ok = tb_fail(e, TB_ESIZE, NULL);
			break;
		}
		old = code;
		if (next + (unsigned)early >= 1U << width && width < 12)
			width++;
	}
	free(z);
	return ok;
}

/* ---- ASCII and run lengths ---- */

static void
ascii_hex(struct span in, struct buf *out)
{
	int half = -1, d;
	size_t i;

	buf_reset(out);
	for (i = 0; i < in.n && in.p[i] != '>'; i++) {
		int c = in.p[i];

		if (c >= '0' && c <= '9')
			d = c - '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			d = (c | 32) - 'a' + 10;
		else
			continue;
		if (half < 0) {
			half = d;
		} else {
			buf_addc(out, (char)(half << 4 | d));
			half = -1;
		}
	}
	if (half >= 0)
		buf_addc(out, (char)(half << 4));
}

/* n of the five digits of a group are there: n - 1 bytes. */
static void
put_group(uint32_t v, unsigned n, struct buf *out)
{
	unsigned i;

	for (i = n; i < 5; i++)
		v = v * 85 + 84;
	for (i = 0; i + 1 < n; i++)
		buf_addc(out, (char)(v >> (24 - 8 * i)));
}

static void
ascii85(struct span in, struct buf *out)
{
	uint32_t v = 0;
	unsigned n = 0;
	size_t i;

	buf_reset(out);
	for (i = 0; i < in.n && in.p[i] != '~'; i++) {
		int c = in.p[i];

		if (c == 'z' && n == 0) {
			buf_add(out, "\0\0\0\0", 4);
		} else if (c >= '!' && c <= 'u') {
			v = v * 85 + (uint32_t)(c - '!');
			if (++n == 5) {
				put_group(v, 5, out);
				n = 0;
				v = 0;
			}
		}
	}
	if (n > 0)
		put_group(v, n, out);
}

static bool
run_length(struct span in, size_t max, struct buf *out, struct tb_error *e)
{
	size_t i = 0, n;

	buf_reset(out);
	while (i < in.n && in.p[i] != 128 && out->len <= max) {
		n = in.p[i++];
		if (n < 128) {
			n = n + 1 < in.n - i ? n + 1 : in.n - i;
			buf_add(out, in.p + i, n);
			i += n;
		} else if (i < in.n) {
			memset(buf_room(out, 257 - n), in.p[i++], 257 - n);
			buf_used(out, 257 - n);
		}
	}
	return out->len <= max || tb_fail(e, TB_ESIZE, NULL);
}

/* ---- predictors ---- */

static uint8_t
paeth(int a, int b, int c)
{
	int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);

	if (pa <= pb && pa <= pc)
		return (uint8_t)a;
	return (uint8_t)(pb <= pc ? b : c);
}

/*
 * One row of n bytes, whose samples are bpp bytes apart, made of the one above
 * (NULL: zeros); [PNG] 9.2.
 */
static void
png_row(int type, uint8_t *row, const uint8_t *above, size_t n, size_t bpp)
{
	size_t i;

	for (i = 0; i < n; i++) {
		int a = i >= bpp ? row[i - bpp] : 0, b = above ? above[i] : 0;
		int c = above && i >= bpp ? above[i - bpp] : 0;

		switch (type) {
		case 1:
			row[i] = (uint8_t)(row[i] + a);
			break;
		case 2:
			row[i] = (uint8_t)(row[i] + b);
			break;
		case 3:
			row[i] = (uint8_t)(row[i] + (a + b) / 2);
			break;
		case 4:
			row[i] = (uint8_t)(row[i] + paeth(a, b, c));
			break;
		default:
			return;
		}
	}
}

static void
png(struct buf *b, size_t row, size_t bpp)
{
	uint8_t *p = (uint8_t *)b->p, *above = NULL, *to = p;
	size_t at = 0, n;
	int type;

	while (at + 1 < b->len) {
		type = p[at++];
		n = b->len - at < row ? b->len - at : row;
		memmove(to, p + at, n);
		png_row(type, to, above, n, bpp);
		above = n == row ? to : NULL;
		to += n;
		at += n;
	}
	buf_cut(b, (size_t)(to - p), b->len - (size_t)(to - p));
}

/* Samples of 8 bits only: those of text's streams. */
static void
tiff(struct buf *b, size_t row, size_t bpp)
{
	size_t at, i;

	for (at = 0; at < b->len; at += row)
		for (i = bpp; i < row && at + i < b->len; i++)
			b->p[at + i] =
			    (char)(b->p[at + i] + b->p[at + i - bpp]);
}

static void
unpredict(const struct pdffilter_parms *p, struct buf *b)
{
	size_t bits, row;

	if (p->predictor < 2 || p->colors < 1 || p->colors > 32 ||
	    p->bits < 1 || p->bits > 16 || p->columns < 1)
		return;
	bits = (size_t)p->colors * (size_t)p->bits;
	if (!ck_mul(bits, (size_t)p->columns, &row))
		return;
	row = row / 8 + (row % 8 > 0);
	if (p->predictor >= 10)
		png(b, row, bits < 8 ? 1 : bits / 8);
	else if (p->bits == 8)
		tiff(b, row, bits / 8);
}

bool
pdffilter_run(enum pdffilter f, const struct pdffilter_parms *p,
    struct inflate *inf, struct span in, size_t max, struct buf *out,
    struct tb_error *e)
{
	switch (f) {
	case PDFFILTER_FLATE:
		if (!flate(inf, in, max, out, e))
			return false;
		unpredict(p, out);
		return true;
	case PDFFILTER_LZW:
		if (!lzw(p->early, in, max, out, e))
			return false;
		unpredict(p, out);
		return true;
	case PDFFILTER_ASCII85:
		ascii85(in, out);
		return true;
	case PDFFILTER_ASCIIHEX:
		ascii_hex(in, out);
		return true;
	case PDFFILTER_RUNLENGTH:
		return run_length(in, max, out, e);
	case PDFFILTER_NONE:
		buf_reset(out);
		buf_addspan(out, in);
		return true;
	default:
		return tb_fail(e, TB_EKIND, "filter");
	}
}
