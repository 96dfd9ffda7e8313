#include "text/utf.h"

/* Eight bytes that are all ASCII. */
static inline bool
ascii8(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return (v & 0x8080808080808080U) == 0;
}

/*
 * The well-formed character at p, of n >= 1 bytes: its length, 0 when there is
 * none.  Table 3-7 of the Unicode standard.  *part gets the bytes that one
 * U+FFFD stands for when it is ill-formed.
 */
static inline size_t
decode(const uint8_t *p, size_t n, uint32_t *u, size_t *part)
{
	uint8_t c = p[0], lo = 0x80, hi = 0xbf;
	size_t k, i;

	*part = 1;
	if (c < 0x80) {
		*u = c;
		return 1;
	}
	if (c < 0xc2 || c > 0xf4)
		return 0;
	k = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
	if (c == 0xe0)
		lo = 0xa0;
	else if (c == 0xed)
		hi = 0x9f;
	else if (c == 0xf0)
		lo = 0x90;
	else if (c == 0xf4)
		hi = 0x8f;
	*u = c & (0x7fU >> k);
	for (i = 1; i < k; i++) {
		if (i >= n || p[i] < lo || p[i] > hi) {
			*part = i;
			return 0;
		}
		*u = *u << 6 | (p[i] & 0x3f);
		lo = 0x80;
		hi = 0xbf;
	}
	return k;
}

uint32_t
utf_next(struct span s, size_t *off)
{
	uint32_t u;
	size_t part, k = decode(s.p + *off, s.n - *off, &u, &part);

	*off += k ? k : part;
	return k ? u : UTF_BAD;
}

void
utf_put(struct buf *b, uint32_t u)
{
	char *p = buf_room(b, 4);
	size_t n;

	if (u < 0x80) {
		p[0] = (char)u;
		n = 1;
	} else if (u < 0x800) {
		p[0] = (char)(0xc0 | u >> 6);
		p[1] = (char)(0x80 | (u & 0x3f));
		n = 2;
	} else if (u < 0x10000) {
		p[0] = (char)(0xe0 | u >> 12);
		p[1] = (char)(0x80 | (u >> 6 & 0x3f));
		p[2] = (char)(0x80 | (u & 0x3f));
		n = 3;
	} else {
		p[0] = (char)(0xf0 | u >> 18);
		p[1] = (char)(0x80 | (u >> 12 & 0x3f));
		p[2] = (char)(0x80 | (u >> 6 & 0x3f));
		p[3] = (char)(0x80 | (u & 0x3f));
		n = 4;
	}
	buf_used(b, n);
}

/*
 * A well-formed character of three bytes, as kana and kanji are; not all of
 * them: those that begin with E0 or ED need a closer look.
 */
static inline bool
kanji3(const uint8_t *p)
{
	return (p[0] & 0xf0) == 0xe0 && p[0] != 0xe0 && p[0] != 0xed &&
	       (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80;
}

size_t
utf_valid(struct span s)
{
	size_t i = 0, k, part;
	uint32_t u;

	while (i < s.n) {
		while (s.n - i >= 8 && ascii8(s.p + i))
			i += 8;
		while (s.n - i >= 3 && kanji3(s.p + i))
			i += 3;
		if (i == s.n)
			break;
		k = decode(s.p + i, s.n - i, &u, &part);
		if (k == 0)
			return i;
		i += k;
	}
	return s.n;
}

void
utf_clean(struct span s, struct buf *b)
{
	size_t ok, part;
	uint32_t u;

	for (;;) {
		ok = utf_valid(s);
		buf_add(b, s.p, ok);
		if (ok == s.n)
			return;
		decode(s.p + ok, s.n - ok, &u, &part);
		utf_put(b, UTF_BAD);
		s = span_skip(s, ok + part);
	}
}

size_t
utf_units(struct span s)
{
	size_t i = 0, units = 0;

	while (i < s.n) {
		if (s.n - i >= 8 && ascii8(s.p + i)) {
			i += 8;
			units += 8;
			continue;
		}
		units += utf_next(s, &i) > 0xffff ? 2 : 1;
	}
	return units;
}

void
utf_to16(struct span s, struct buf *b)
{
	/* no character needs more than two bytes for each of its own */
	uint8_t *start = (uint8_t *)buf_room(b, s.n * 2), *q = start;
	size_t i = 0, j, k, part;
	uint32_t u;

	while (i < s.n) {
		while (s.n - i >= 8 && ascii8(s.p + i)) {
			for (j = 0; j < 8; j++) {
				q[2 * j] = s.p[i + j];
				q[2 * j + 1] = 0;
			}
			q += 16;
			i += 8;
		}
		if (i == s.n)
			break;
		k = decode(s.p + i, s.n - i, &u, &part);
		if (k == 0) {
			u = UTF_BAD;
			k = part;
		}
		i += k;
		if (u > 0xffff) {
			u -= 0x10000;
			q[0] = (uint8_t)(u >> 10);
			q[1] = (uint8_t)(0xd8 | u >> 18);
			q += 2;
			u = 0xdc00 | (u & 0x3ff);
		}
		q[0] = (uint8_t)u;
		q[1] = (uint8_t)(u >> 8);
		q += 2;
	}
	buf_used(b, (size_t)(q - start));
}

void
utf_from16(struct span s, struct buf *b)
{
	/* three bytes for a unit at most; a pair of units needs four */
	char *start = buf_room(b, s.n / 2 * 3 + 3), *q = start;
	size_t i = 0;
	uint32_t u, low;

	while (s.n - i >= 2) {
		u = utf_unit(s.p + i);
		i += 2;
		if (u < 0x80) {
			*q++ = (char)u;
			continue;
		}
		if (utf_high(u) && s.n - i >= 2 &&
		    utf_low(low = utf_unit(s.p + i))) {
			u = 0x10000 + ((u & 0x3ff) << 10 | (low & 0x3ff));
			i += 2;
			*q++ = (char)(0xf0 | u >> 18);
			*q++ = (char)(0x80 | (u >> 12 & 0x3f));
		} else if (u < 0x800) {
			*q++ = (char)(0xc0 | u >> 6);
			*q++ = (char)(0x80 | (u & 0x3f));
			continue;
		} else {
			if ((u & 0xf800) == 0xd800)
				u = UTF_BAD;
			*q++ = (char)(0xe0 | u >> 12);
		}
		*q++ = (char)(0x80 | (u >> 6 & 0x3f));
		*q++ = (char)(0x80 | (u & 0x3f));
	}
	buf_used(b, (size_t)(q - start));
	if (i < s.n)
		utf_put(b, UTF_BAD);
}

bool
utf_space(uint32_t u)
{
	return (u >= 9 && u <= 13) || u == 0x20 || u == 0x85 || u == 0xa0 ||
	       u == 0x1680 || (u >= 0x2000 && u <= 0x200a) || u == 0x2028 ||
	       u == 0x2029 || u == 0x202f || u == 0x205f || u == 0x3000;
}

struct span
utf_trim_end(struct span s)
{
	size_t i, off;

	while (s.n > 0) {
		i = s.n - 1;
		while (i > 0 && s.n - i < 4 && (s.p[i] & 0xc0) == 0x80)
			i--;
		off = i;
		if (!utf_space(utf_next(s, &off)) || off != s.n)
			break;
		s.n = i;
	}
	return s;
}

struct span
utf_trim(struct span s)
{
	size_t off = 0, at;

	s = utf_trim_end(s);
	while (off < s.n) {
		at = off;
		if (!utf_space(utf_next(s, &off)))
			return span_skip(s, at);
	}
	return s;
}
