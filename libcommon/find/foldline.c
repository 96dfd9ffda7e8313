#include "find/foldline.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

#include "base/mem.h"

/*
 * Half-width katakana and their marks from FF61 on as full-width ones
 * (UnicodeData.txt, the <narrow> decompositions).
 */
static const uint16_t narrow[] = { 0x3002, 0x300c, 0x300d, 0x3001, 0x30fb,
	0x30f2, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30e3, 0x30e5, 0x30e7,
	0x30c3, 0x30fc, 0x30a2, 0x30a4, 0x30a6, 0x30a8, 0x30aa, 0x30ab, 0x30ad,
	0x30af, 0x30b1, 0x30b3, 0x30b5, 0x30b7, 0x30b9, 0x30bb, 0x30bd, 0x30bf,
	0x30c1, 0x30c4, 0x30c6, 0x30c8, 0x30ca, 0x30cb, 0x30cc, 0x30cd, 0x30ce,
	0x30cf, 0x30d2, 0x30d5, 0x30d8, 0x30db, 0x30de, 0x30df, 0x30e0, 0x30e1,
	0x30e2, 0x30e4, 0x30e6, 0x30e8, 0x30e9, 0x30ea, 0x30eb, 0x30ec, 0x30ed,
	0x30ef, 0x30f3, 0x309b, 0x309c };
#define NARROW_END (0xff61 + sizeof(narrow) / sizeof(narrow[0]))

/* ￠ ￡ ￢ ￣ ￤ ￥ ￦ */
static const uint16_t signs[] = { 0xa2, 0xa3, 0xac, 0xaf, 0xa6, 0xa5, 0x20a9 };

void
foldline_init(struct foldline *f, unsigned flags)
{
	memset(f, 0, sizeof(*f));
	f->flags = flags;
}

void
foldline_release(struct foldline *f)
{
	free(f->unit);
	free(f->from);
	free(f->to);
	f->unit = NULL;
	f->from = f->to = NULL;
	f->cap = f->map_cap = 0;
}

static void
put(struct foldline *f, uint16_t u, size_t from, size_t to)
{
	if (f->n == f->cap) {
		f->unit =
		    mem_grow(f->unit, &f->cap, f->n + 1, sizeof(*f->unit));
		f->from = mem_realloc(f->from, f->cap * sizeof(*f->from));
		f->to = mem_realloc(f->to, f->cap * sizeof(*f->to));
	}
	f->unit[f->n] = u;
	f->from[f->n] = (uint32_t)from;
	f->to[f->n] = (uint32_t)to;
	f->n++;
}

static uint16_t
widen(uint16_t u)
{
	if (u >= 0xff01 && u <= 0xff5e)
		return (uint16_t)(u - 0xff01 + 0x21);
	if (u >= 0xff61 && u < NARROW_END)
		return narrow[u - 0xff61];
	if (u >= 0xffe0 && u <= 0xffe6)
		return signs[u - 0xffe0];
	return u == 0x3000 ? ' ' : u;
}

/* The katakana of u and a voiced (semi false) or half-voiced mark; 0: none. */
static uint16_t
voiced(uint16_t u, bool semi)
{
	if (semi)
		return u >= 0x30cf && u <= 0x30db && (u - 0x30cf) % 3 == 0
			   ? (uint16_t)(u + 2)
			   : 0;
	if (u == 0x30a6)
		return 0x30f4; /* ウ, ヴ */
	if (u >= 0x30ef && u <= 0x30f2)
		return (uint16_t)(u + 8); /* ワ ヰ ヱ ヲ */
	if ((u >= 0x30ab && u <= 0x30c1 && (u - 0x30ab) % 2 == 0) ||
	    (u >= 0x30c4 && u <= 0x30c8 && u % 2 == 0) ||
	    (u >= 0x30cf && u <= 0x30db && (u - 0x30cf) % 3 == 0))
		return (uint16_t)(u + 1);
	return 0;
}

static uint16_t
to_hiragana(uint16_t u)
{
	return (u >= 0x30a1 && u <= 0x30f6) || u == 0x30fd || u == 0x30fe
		   ? (uint16_t)(u - 0x60)
		   : u;
}

/* Half width, then kana: unit i of the line; how many it took. */
static size_t
fold_unit(struct foldline *f, const uint16_t *line, size_t n, size_t i)
{
	uint16_t u = line[i], v = 0;
	size_t took = 1;

	if (f->flags & FOLDLINE_WIDTH) {
		u = widen(u);
		if (i + 1 < n && line[i] >= 0xff66 &&
		    (line[i + 1] == 0xff9e || line[i + 1] == 0xff9f))
			v = voiced(u, line[i + 1] == 0xff9f);
		if (v != 0) {
			u = v;
			took = 2;
		}
	}
	if (f->flags & FOLDLINE_KANA)
		u = to_hiragana(u);
	put(f, u, i, i + took);
	return took;
}

/* The end of the piece that begins at i and is normalized by itself. */
static size_t
piece_end(const UNormalizer2 *nfkc, const uint16_t *line, size_t n, size_t i)
{
	UChar32 c;
	size_t next;

	do {
		U16_NEXT(line, i, n, c);
		if (i == n)
			break;
		next = i;
		U16_NEXT(line, next, n, c);
	} while (!unorm2_hasBoundaryBefore(nfkc, c));
	return i;
}

/* Letters that stay as they are, and so does what follows them as a rule. */
static bool
is_plain(uint16_t u)
{
	return (u >= 0x20 && u < 0x7f) || (u >= 0x4e00 && u < 0x9fa6);
}

/* Compatibility forms; of a piece every unit stands for all of it. */
static void
fold_loose(struct foldline *f, const uint16_t *line, size_t n)
{
	UErrorCode err = U_ZERO_ERROR;
	const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&err);
	UChar to[256];
	size_t i = 0, end;
	int32_t got, k;

	while (i < n) {
		if (is_plain(line[i]) &&
		    (i + 1 == n || is_plain(line[i + 1]))) {
			put(f, line[i], i, i + 1);
			i++;
			continue;
		}
		err = U_ZERO_ERROR;
		end = nfkc ? piece_end(nfkc, line, n, i) : i + 1;
		got = end - i > 128 || !nfkc
			  ? -1
			  : unorm2_normalize(nfkc, line + i, (int32_t)(end - i),
				to, 256, &err);
		if (got < 0 || U_FAILURE(err)) {
			for (; i < end; i++)
				put(f, line[i], i, i + 1);
			continue;
		}
		for (k = 0; k < got; k++)
			put(f, to_hiragana(to[k]), i, end);
		i = end;
	}
}

void
foldline_set(struct foldline *f, const uint16_t *line, size_t n)
{
	size_t i = 0;

	f->n = 0;
	if (f->flags & FOLDLINE_NFKC) {
		fold_loose(f, line, n);
		return;
	}
	while (i < n)
		i += fold_unit(f, line, n, i);
}
