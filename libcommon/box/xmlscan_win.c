/*
 * xmlscan_win.c: the bytes of the scanner.
 */
#include "box/xmlscan_int.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

#define ENTITY_MAX 32U /* bytes of a reference */

#define UPPER(c)   [c] = CHAR_NAME | CHAR_START | CHAR_TEXT | CHAR_VALUE
#define PLAIN(c)   [c] = CHAR_TEXT | CHAR_VALUE
#define ROW4(m, c) m(c), m((c) + 1), m((c) + 2), m((c) + 3)
#define ROW16(m, c)                                                            \
 ROW4(m, c), ROW4(m, (c) + 4), ROW4(m, (c) + 8), ROW4(m, (c) + 12)
#define DIGIT(c) [c] = CHAR_NAME | CHAR_TEXT | CHAR_VALUE

const uint8_t xmlscan_class[256] = {
	['\t'] = CHAR_BLANK | CHAR_TEXT,
	['\n'] = CHAR_BLANK | CHAR_TEXT,
	['\r'] = CHAR_BLANK,
	[' '] = CHAR_BLANK | CHAR_TEXT | CHAR_VALUE,
	PLAIN('!'),
	PLAIN('"'),
	PLAIN('#'),
	PLAIN('$'),
	PLAIN('%'),
	PLAIN('\''),
	PLAIN('('),
	PLAIN(')'),
	PLAIN('*'),
	PLAIN('+'),
	PLAIN(','),
	PLAIN('/'),
	PLAIN(';'),
	PLAIN('='),
	PLAIN('>'),
	PLAIN('?'),
	PLAIN('@'),
	PLAIN('['),
	PLAIN('\\'),
	PLAIN('^'),
	PLAIN('`'),
	PLAIN('{'),
	PLAIN('|'),
	PLAIN('}'),
	PLAIN('~'),
	PLAIN(0x7f),
	[']'] = CHAR_VALUE, /* may be the end of "]]>" in text */
	DIGIT('-'),
	DIGIT('.'),
	ROW4(DIGIT, '0'),
	ROW4(DIGIT, '4'),
	DIGIT('8'),
	DIGIT('9'),
	PLAIN(':'),
	UPPER('_'),
	ROW16(UPPER, 'A'),
	ROW4(UPPER, 'Q'),
	ROW4(UPPER, 'U'),
	UPPER('Y'),
	UPPER('Z'),
	ROW16(UPPER, 'a'),
	ROW4(UPPER, 'q'),
	ROW4(UPPER, 'u'),
	UPPER('y'),
	UPPER('z'),
	ROW16(UPPER, 0x80),
	ROW16(UPPER, 0x90),
	ROW16(UPPER, 0xa0),
	ROW16(UPPER, 0xb0),
	ROW16(UPPER, 0xc0),
	ROW16(UPPER, 0xd0),
	ROW16(UPPER, 0xe0),
	ROW16(UPPER, 0xf0),
};

enum xmlscan_step
xmlscan_broken(struct xmlscan *x, const char *why)
{
	tb_fail(x->e, TB_EBROKEN, "XML: %s", why);
	return SCAN_BROKEN;
}

/* ---- the window ----------------------------------------------------------- */

/* Is one of these bytes below U+0020 and no blank? */
static bool
has_control(const uint8_t *p, size_t n)
{
	const uint64_t ones = UINT64_MAX / 0xff, high = ones << 7;
	uint64_t w;
	size_t i = 0, end;

	while (i < n) {
		for (; n - i >= sizeof(w); i += sizeof(w)) {
			memcpy(&w, p + i, sizeof(w));
			if ((w - ones * ' ') & ~w & high)
				break;
		}
		for (end = n - i < sizeof(w) ? n : i + sizeof(w); i < end; i++)
			if (p[i] < ' ' && !(xmlscan_class[p[i]] & CHAR_BLANK))
				return true;
	}
	return false;
}

/* Is U+FFFE or U+FFFF in this well-formed UTF-8? */
static bool
has_noncharacter(const uint8_t *p, size_t n)
{
	const uint8_t *end = p + n;

	while (p < end && (p = memchr(p, 0xef, (size_t)(end - p))) != NULL) {
		if (p[1] == 0xbf && p[2] >= 0xbe)
			return true;
		p += 3;
	}
	return false;
}

/*
 * Puts bytes that are not all well-formed behind the window: what is no
 * character as U+FFFD, one that has only begun into the tail.
 */
static void
add_repaired(struct xmlscan *x, struct span bytes)
{
	size_t good, part;

	while (bytes.n > 0) {
		good = utf_valid(bytes);
		buf_addspan(&x->win, span_head(bytes, good));
		if (good == bytes.n)
			return;
		bytes = span_skip(bytes, good);
		part = 0;
		utf_next(bytes, &part);
		if (part == bytes.n && !x->eof && bytes.p[0] >= 0xc2 &&
		    bytes.p[0] <= 0xf4) {
			x->tail_len = part;
			memcpy(x->tail, bytes.p, part);
			return;
		}
		utf_put(&x->win, UTF_BAD);
		bytes = span_skip(bytes, part);
	}
}

bool
xmlscan_accept(struct xmlscan *x, size_t n)
{
	size_t had = x->win.len;
	struct span bytes = span_of(x->win.p + had, n);
	const uint8_t *p;
	char *copy;

	x->tail_len = 0;
	if (utf_valid(bytes) == n) {
		buf_used(&x->win, n);
	} else {
		copy = mem_dup(bytes.p, n);
		x->win.p[had] = '\0'; /* the window ends here again */
		add_repaired(x, span_of(copy, n));
		free(copy);
	}
	/* XML 1.0, 2.2 */
	p = (const uint8_t *)x->win.p + had;
	if (has_control(p, x->win.len - had) ||
	    has_noncharacter(p, x->win.len - had))
		return xmlscan_broken(x, "a character that XML has not") !=
		       SCAN_BROKEN;
	return true;
}

bool
xmlscan_fill(struct xmlscan *x)
{
	size_t n = XMLSCAN_BLOCK, got;
	char *p;

	if (x->eof)
		return xmlscan_broken(x, "ends too early") != SCAN_BROKEN;
	if (x->pos > 0) {
		buf_cut(&x->win, 0, x->pos);
		x->pos = 0;
	}
	if (x->win.len > XMLSCAN_TAG_MAX)
		return xmlscan_broken(x, "markup too long") != SCAN_BROKEN;
	/* as much again: a long tag, read from its start again, costs its length */
	if (n < x->win.len)
		n = x->win.len;
	p = buf_room(&x->win, n + sizeof(x->tail));
	memcpy(p, x->tail, x->tail_len);
	if (!pull_source_read(x->source, p + x->tail_len, n, &got, x->e))
		return false;
	x->eof = got == 0;
	return xmlscan_accept(x, x->tail_len + got);
}

/* ---- references ----------------------------------------------------------- */

/* The character of "#38", "#x26"; 0 when it is none. */
static uint32_t
char_ref(struct span s)
{
	unsigned base = 10, d;
	uint32_t u = 0;
	size_t i = 1;

	if (s.n > 1 && s.p[1] == 'x') {
		base = 16;
		i = 2;
	}
	if (i == s.n)
		return 0;
	for (; i < s.n; i++) {
		d = pull_digit(s.p[i]);
		if (d >= base)
			return 0;
		u = u * base + d;
		if (u > 0x10ffff)
			return 0;
	}
	return utf_high(u) || utf_low(u) || u == 0xfffe || u == 0xffff ? 0 : u;
}

const uint8_t *
xmlscan_reference(struct xmlscan *x, const uint8_t *p, struct buf *out)
{
	static const struct {
		const char *name;
		char c;
	} entities[] = { { "amp", '&' }, { "lt", '<' }, { "gt", '>' },
		{ "quot", '"' }, { "apos", '\'' } };
	const uint8_t *end = p + 1;
	struct span name;
	uint32_t u = 0;
	size_t i;

	x->stop = SCAN_MORE;
	while ((xmlscan_class[*end] & CHAR_NAME) || *end == '#' || *end == ':')
		end++;
	if (*end == '\0' && end - p <= ENTITY_MAX)
		return NULL;
	name = span_of(p + 1, (size_t)(end - p) - 1);
	if (*end == ';' && name.n > 0) {
		if (name.p[0] == '#')
			u = char_ref(name);
		for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
			if (span_eqs(name, entities[i].name))
				u = (uint32_t)entities[i].c;
	}
	if (u == 0) {
		x->stop = xmlscan_broken(x, "an unknown reference");
		return NULL;
	}
	utf_put(out, u);
	return end + 1;
}
