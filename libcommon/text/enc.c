#include "text/enc.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include "text/utf.h"

#define SAMPLE      65536 /* bytes that the UTF-16 tests look at */
#define KANA_WINDOW 32768 /* units, for the share of half-width kana */
#define BAD_BYTE    0xff  /* in no character of code page 932 */

/* Code page 932 as Microsoft has it, but for the bytes that fix() mends. */
static const char cp932[] = "ibm-943_P15A-2003";

static const struct span bom_utf8 = SPAN_INIT("\xef\xbb\xbf");
static const struct span bom_16le = SPAN_INIT("\xff\xfe");
static const struct span bom_16be = SPAN_INIT("\xfe\xff");
static const struct span bom_32le = SPAN_INIT("\xff\xfe\0\0");
static const struct span bom_32be = SPAN_INIT("\0\0\xfe\xff");

/* ---- code page 932 ------------------------------------------------------- */

/* U+FFFD for what is no character; A0 alone is one for Microsoft. */
static void
on_bad(const void *context, UConverterToUnicodeArgs *args, const char *bytes,
    int32_t n, UConverterCallbackReason reason, UErrorCode *err)
{
	UChar u = UTF_BAD;

	(void)context;
	if (reason > UCNV_IRREGULAR)
		return;
	if (n == 1 && (uint8_t)bytes[0] == 0xa0)
		u = 0xa0;
	*err = U_ZERO_ERROR;
	ucnv_cbToUWriteUChars(args, &u, 1, 0, err);
}

/* ICU turns three control bytes round, as IBM's hosts do. */
static inline UChar
fix(UChar u)
{
	switch (u) {
	case 0x1c:
		return 0x1a;
	case 0x7f:
		return 0x1c;
	case 0x1a:
		return 0x7f;
	default:
		return u;
	}
}

typedef bool enc_units(void *to, const UChar *u, size_t n);

/*
 * Decodes code page 932 and gives the units to take, block by block, until it
 * returns false.  False when it did, or when ICU has no such converter.
 */
static bool
decode932(struct span s, enc_units *take, void *to)
{
	UErrorCode err = U_ZERO_ERROR;
	UConverter *c = ucnv_open(cp932, &err);
	const char *p = (const char *)s.p, *end = p + s.n;
	UChar block[2048];
	bool more = true, good;

	if (U_SUCCESS(err))
		ucnv_setToUCallBack(c, on_bad, NULL, NULL, NULL, &err);
	good = U_SUCCESS(err);
	while (good && more) {
		UChar *q = block;

		err = U_ZERO_ERROR;
		ucnv_toUnicode(c, &q, block + sizeof(block) / sizeof(*block),
		    &p, end, NULL, true, &err);
		more = err == U_BUFFER_OVERFLOW_ERROR;
		good = (more || U_SUCCESS(err)) &&
		       take(to, block, (size_t)(q - block));
	}
	ucnv_close(c);
	return good;
}

/* A row and cell of JIS X 0208, both from 0x21, as code page 932; 2 bytes. */
static inline char *
put_jis(char *q, uint8_t row, uint8_t cell)
{
	unsigned lead = (row - 0x21U) / 2 + 0x81;

	*q++ = (char)(lead > 0x9f ? lead + 0x40 : lead);
	if (row & 1)
		*q++ = (char)(cell + (cell < 0x60 ? 0x1f : 0x20));
	else
		*q++ = (char)(cell + 0x7e);
	return q;
}

/*
 * EUC-JP, code page 51932, as bytes of code page 932, which are never more.
 * Three-byte characters are unknown to it.
 */
static void
euc_to_932(struct span s, struct buf *b)
{
	char *start = buf_room(b, s.n), *q = start;
	size_t i = 0;

	while (i < s.n) {
		uint8_t c = s.p[i], d = i + 1 < s.n ? s.p[i + 1] : 0;

		if (c < 0x80) {
			*q++ = (char)c;
			i++;
		} else if (c >= 0xa1 && c <= 0xfe && d >= 0xa1 && d <= 0xfe) {
			q = put_jis(q, c & 0x7f, d & 0x7f);
			i += 2;
		} else if (c == 0x8e && d >= 0xa1 && d <= 0xdf) {
			*q++ = (char)d;
			i += 2;
		} else {
			*q++ = (char)BAD_BYTE;
			i++;
		}
	}
	buf_used(b, (size_t)(q - start));
}

/* What the escape sequence at off shifts to; ESC_NONE when it is none. */
enum escape { ESC_NONE, ESC_ASCII, ESC_KANJI, ESC_KANA };

static enum escape
escape_at(struct span s, size_t off)
{
	if (s.n - off < 3 || s.p[off] != 0x1b)
		return ESC_NONE;
	if (s.p[off + 1] == '$')
		return s.p[off + 2] == 'B' || s.p[off + 2] == '@' ? ESC_KANJI
								  : ESC_NONE;
	if (s.p[off + 1] != '(')
		return ESC_NONE;
	switch (s.p[off + 2]) {
	case 'B':
	case 'J':
		return ESC_ASCII;
	case 'I':
		return ESC_KANA;
	default:
		return ESC_NONE;
	}
}

/* ISO-2022-JP, code page 50221, as bytes of code page 932. */
static void
jis_to_932(struct span s, struct buf *b)
{
	char *start = buf_room(b, s.n), *q = start;
	enum escape mode = ESC_ASCII, shift;
	size_t i = 0;

	while (i < s.n) {
		uint8_t c = s.p[i], d = i + 1 < s.n ? s.p[i + 1] : 0;

		if (c == 0x1b && (shift = escape_at(s, i)) != ESC_NONE) {
			mode = shift;
			i += 3;
		} else if (mode == ESC_KANJI && c > 0x20 && c < 0x7f &&
			   d > 0x20 && d < 0x7f) {
			q = put_jis(q, c, d);
			i += 2;
		} else {
			if (c >= 0x80 || (mode == ESC_KANJI && c > 0x20))
				c = BAD_BYTE;
			else if (mode == ESC_KANA && c > 0x20 && c < 0x60)
				c |= 0x80;
			*q++ = (char)c;
			i++;
		}
	}
	buf_used(b, (size_t)(q - start));
}

/* ---- the tests ----------------------------------------------------------- */

/* NULs and 30s (the high byte of kana) at even and at odd offsets. */
struct profile {
	size_t nul[2], kana[2];
	uint8_t all; /* the bits that any byte has */
};

/* 1 in each byte of x that is zero. */
static inline uint64_t
zero_bytes(uint64_t x)
{
	const uint64_t low = 0x7f7f7f7f7f7f7f7fU;

	return ~(((x & low) + low) | x | low) >> 7;
}

static void
sum_lanes(uint64_t lanes, size_t *count)
{
	uint8_t byte[8];
	size_t i;

	memcpy(byte, &lanes, sizeof(byte));
	for (i = 0; i < sizeof(byte); i++)
		count[i & 1] += byte[i];
}

static struct profile
profile(struct span s)
{
	const uint64_t kana = 0x3030303030303030U;
	struct profile r = { { 0, 0 }, { 0, 0 }, 0 };
	size_t i = 0, end;
	uint64_t x, all = 0;

	while (s.n - i >= 8) {
		uint64_t nul = 0, k = 0;

		/* a lane counts to 255 */
		end = s.n - i > (size_t)8 * 255 ? i + (size_t)8 * 255 : s.n;
		for (; end - i >= 8; i += 8) {
			memcpy(&x, s.p + i, 8);
			nul += zero_bytes(x);
			k += zero_bytes(x ^ kana);
			all |= x;
		}
		sum_lanes(nul, r.nul);
		sum_lanes(k, r.kana);
	}
	for (; i < s.n; i++) {
		r.nul[i & 1] += s.p[i] == 0;
		r.kana[i & 1] += s.p[i] == 0x30;
		r.all |= s.p[i];
	}
	for (i = 0; i < 8; i++)
		r.all |= (uint8_t)(all >> 8 * i);
	return r;
}

/* Whether the sample reads as Japanese in UTF-16 whose high bytes are at hi. */
static bool
japanese16(struct span s, size_t hi, const struct profile *pr)
{
	size_t len = s.n / 2, kana = 0, other = 0, i;
	size_t least = pr->all < 0x80 ? 9 : 2; /* tenths */

	if (10 * pr->kana[hi] < least * len)
		return false;
	for (i = 0; i + 1 < s.n; i += 2) {
		unsigned u = (unsigned)s.p[i + hi] << 8 | s.p[i + 1 - hi];

		if (u >= 0x3040 && u <= 0x30ff)
			kana++;
		else if (!(u == '\t' || u == '\n' || u == '\r' ||
			     (u >= 0x20 && u <= 0x7e) ||
			     (u >= 0x3000 && u <= 0x303f) ||
			     (u >= 0x4e00 && u <= 0x9fff) ||
			     (u >= 0xff00 && u <= 0xffef)))
			other++;
	}
	return 10 * kana >= least * len && 20 * other <= len;
}

/*
 * UTF-16 without a byte order mark, steps 5 and 6.  *final is set when the
 * answer, also ENC_NONE, is the last word.
 */
static enum enc
detect16(struct span s, bool *final)
{
	struct span sample = span_head(s, SAMPLE);
	struct profile pr;
	size_t n, e, o;
	bool le, be;

	sample.n &= ~(size_t)1;
	*final = false;
	if (sample.n == 0)
		return ENC_NONE;
	pr = profile(sample);
	n = sample.n / 2;
	e = pr.nul[0];
	o = pr.nul[1];
	*final = e + o > 0;
	if (5 * o >= n && 10 * e <= o)
		return ENC_UTF16LE;
	if (5 * e >= n && 10 * o <= e)
		return ENC_UTF16BE;
	if (sample.n < 8)
		return ENC_NONE;
	le = japanese16(sample, 1, &pr);
	be = japanese16(sample, 0, &pr);
	*final = *final || le != be;
	return le == be ? ENC_NONE : le ? ENC_UTF16LE : ENC_UTF16BE;
}

/* Step 8; false: go on with the next.  *enc is the answer otherwise. */
static bool
detect_jis(struct span s, enum enc *enc)
{
	bool kanji = false, good = true;
	size_t i, step;

	for (i = span_find(s, 0x1b); i < s.n; i += step) {
		enum escape shift = escape_at(s, i);

		kanji = kanji || shift == ESC_KANJI;
		good = good && shift != ESC_NONE;
		step = 1 + span_find(span_skip(s, i + 1), 0x1b);
	}
	if (!kanji)
		return false;
	for (i = 0; good && i < s.n; i++)
		good = s.p[i] < 0x80;
	*enc = good ? ENC_JIS : ENC_NONE;
	return true;
}

/* A control character that no text has. */
static inline bool
is_control(uint32_t u)
{
	return u < 9 || u == 0x0b || (u >= 0x0e && u <= 0x1f) ||
	       (u >= 0x7f && u <= 0x9f);
}

/*
 * UTF-8 with damage: characters outnumber what is ill-formed so far that no
 * other encoding explains them.  many says by how much, and whether ASCII
 * counts: first only what other encodings would not show by chance, and when
 * all of them have failed, all.
 */
static bool
damaged_utf8(struct span s, size_t many, bool ascii)
{
	size_t chars = 0, bad = 0, ok;

	while (s.n > 0) {
		size_t i = 0, end;

		ok = utf_valid(s);
		while (i < ok) {
			end = i;
			if (is_control(utf_next(s, &end)))
				return false;
			chars += ascii || end - i > 1;
			i = end;
		}
		s = span_skip(s, ok);
		if (s.n == 0)
			break;
		i = 0;
		utf_next(s, &i);
		s = span_skip(s, i);
		if (++bad * many > chars + s.n)
			return false;
	}
	return bad * many <= chars;
}

/* What the strict tests of Japanese encodings ask about decoded text. */
struct sift {
	bool plausible;
	bool hiragana;  /* or katakana, full width */
	bool natural;   /* each half-width voice mark fits its kana */
	size_t window;  /* units left of the window */
	bool begun;     /* the first non-ASCII unit has come */
	size_t foreign; /* non-ASCII units in the window */
	size_t half;    /* of them half-width kana */
	UChar last;
};

static bool
takes_voice(UChar u, UChar mark)
{
	bool ha = u >= 0xff8a && u <= 0xff8e;

	if (mark == 0xff9f)
		return ha;
	return ha || u == 0xff66 || u == 0xff73 || u == 0xff9c ||
	       (u >= 0xff76 && u <= 0xff84);
}

static bool
sift_units(void *to, const UChar *units, size_t n)
{
	struct sift *t = to;
	size_t i;

	for (i = 0; i < n; i++) {
		UChar u = fix(units[i]);

		if (is_control(u) || (u >= 0xe000 && u <= 0xf8ff) ||
		    u == UTF_BAD) {
			t->plausible = false;
			return false;
		}
		if (u >= 0x80) {
			t->begun = true;
			if (u >= 0x3040 && u <= 0x30ff)
				t->hiragana = true;
			if ((u == 0xff9e || u == 0xff9f) &&
			    !takes_voice(t->last, u))
				t->natural = false;
			if (t->window > 0) {
				t->foreign++;
				t->half += u >= 0xff61 && u <= 0xff9f;
			}
		}
		if (t->begun && t->window > 0)
			t->window--;
		t->last = u;
	}
	return true;
}

static struct sift
sift(struct span s)
{
	struct sift t = {
		.plausible = true, .natural = true, .window = KANA_WINDOW
	};

	if (!decode932(s, sift_units, &t))
		t.plausible = false;
	return t;
}

/* Step 10: Shift_JIS or EUC-JP, whichever alone is proved. */
static enum enc
detect_japanese(struct span s)
{
	struct buf b = BUF_INIT;
	struct sift sj = sift(s), euc;
	bool few, sj_ok, euc_ok;

	few = 10 * sj.half <= 3 * sj.foreign;
	sj_ok = sj.plausible && (few || sj.natural);
	euc_to_932(s, &b);
	euc = sift(buf_span(&b));
	euc_ok = euc.plausible && euc.hiragana;
	buf_release(&b);
	if (sj_ok && euc_ok)
		return few ? ENC_NONE : ENC_EUC;
	return sj_ok ? ENC_SJIS : euc_ok ? ENC_EUC : ENC_NONE;
}

enum enc
enc_detect(struct span s)
{
	enum enc enc;
	bool final;

	if (span_starts(s, bom_utf8)) {
		s = span_skip(s, bom_utf8.n);
		return utf_valid(s) == s.n || damaged_utf8(s, 8, true)
			   ? ENC_UTF8
			   : ENC_NONE;
	}
	if (span_starts(s, bom_32le) || span_starts(s, bom_32be))
		return ENC_NONE;
	if (span_starts(s, bom_16le))
		return ENC_UTF16LE;
	if (span_starts(s, bom_16be))
		return ENC_UTF16BE;
	enc = detect16(s, &final);
	if (final || enc != ENC_NONE)
		return enc;
	if (span_find(s, 0) < s.n)
		return ENC_NONE;
	if (detect_jis(s, &enc))
		return enc;
	if (utf_valid(s) == s.n || damaged_utf8(s, 16, false))
		return ENC_UTF8;
	enc = detect_japanese(s);
	if (enc == ENC_NONE && damaged_utf8(s, 16, true))
		return ENC_UTF8;
	return enc;
}

/* ---- decoding ------------------------------------------------------------ */

struct writer {
	struct buf *out;
	size_t bad;
};

/* Code page 932 has no surrogates. */
static bool
write_units(void *to, const UChar *units, size_t n)
{
	struct writer *w = to;
	char *start = buf_room(w->out, n * 3), *q = start;
	size_t i;

	for (i = 0; i < n; i++) {
		unsigned u = fix(units[i]);

		if (u < 0x80) {
			*q++ = (char)u;
			continue;
		}
		w->bad += u == UTF_BAD;
		if (u < 0x800) {
			*q++ = (char)(0xc0 | u >> 6);
		} else {
			*q++ = (char)(0xe0 | u >> 12);
			*q++ = (char)(0x80 | (u >> 6 & 0x3f));
		}
		*q++ = (char)(0x80 | (u & 0x3f));
	}
	buf_used(w->out, (size_t)(q - start));
	return true;
}

/* The U+FFFD that stand in s. */
static size_t
count_bad(struct span s)
{
	const struct span bad = SPAN("\xef\xbf\xbd");
	size_t count = 0, i;

	for (i = span_find(s, 0xef); i < s.n;
	     i += 1 + span_find(span_skip(s, i + 1), 0xef))
		count += span_starts(span_skip(s, i), bad);
	return count;
}

static size_t
from_16(struct span s, bool big, struct buf *out)
{
	size_t start = out->len, i;
	struct buf swapped = BUF_INIT;

	if (big) {
		char *p = buf_room(&swapped, s.n);

		for (i = 0; i + 1 < s.n; i += 2) {
			p[i] = (char)s.p[i + 1];
			p[i + 1] = (char)s.p[i];
		}
		if (s.n & 1)
			p[i] = (char)s.p[i];
		buf_used(&swapped, s.n);
		s = buf_span(&swapped);
	}
	utf_from16(s, out);
	buf_release(&swapped);
	return count_bad(span_skip(buf_span(out), start));
}

size_t
enc_to_utf8(enum enc enc, struct span s, struct buf *out)
{
	struct buf b = BUF_INIT;
	struct writer w = { out, 0 };
	size_t start = out->len, ok;

	switch (enc) {
	case ENC_NONE:
		break;
	case ENC_UTF8:
		if (span_starts(s, bom_utf8))
			s = span_skip(s, bom_utf8.n);
		ok = utf_valid(s);
		buf_add(out, s.p, ok);
		if (ok < s.n) {
			start = out->len;
			utf_clean(span_skip(s, ok), out);
			w.bad = count_bad(span_skip(buf_span(out), start));
		}
		break;
	case ENC_UTF16LE:
	case ENC_UTF16BE:
		if (span_starts(s, enc == ENC_UTF16LE ? bom_16le : bom_16be))
			s = span_skip(s, 2);
		w.bad = from_16(s, enc == ENC_UTF16BE, out);
		break;
	case ENC_SJIS:
		decode932(s, write_units, &w);
		break;
	case ENC_EUC:
		euc_to_932(s, &b);
		decode932(buf_span(&b), write_units, &w);
		break;
	case ENC_JIS:
		jis_to_932(s, &b);
		decode932(buf_span(&b), write_units, &w);
		break;
	}
	buf_release(&b);
	return w.bad;
}

static bool
discard(void *to, const UChar *units, size_t n)
{
	(void)to;
	(void)units;
	(void)n;
	return true;
}

void
enc_preload(void)
{
	decode932(SPAN("\x93\xfa\x96\x7b"), discard, NULL);
}
