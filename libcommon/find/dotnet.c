#include "find/dotnet.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uset.h>

#include "base/mem.h"
#include "text/utf.h"

#define DEPTH_MAX 20U /* classes that are subtracted from classes */
#define NO_CHAR   UINT32_MAX
#define LAST_CHAR 0x10ffffU

struct rewrite {
	struct span in;
	size_t at; /* in it */
	struct dotnet *d;
	struct tb_error *e;
};

/* A class: what one unit can tell, what takes two, what is taken away. */
struct class
{
	bool not ;
	struct buf units;  /* between the brackets */
	struct buf pairs;  /* alternatives */
	struct buf except; /* another class */
};

static void
class_init(struct class *c)
{
	c->not = false;
	buf_init(&c->units);
	buf_init(&c->pairs);
	buf_init(&c->except);
}

static void
class_release(struct class *c)
{
	buf_release(&c->units);
	buf_release(&c->pairs);
	buf_release(&c->except);
}

bool
dotnet_fault(
    struct span expression, size_t at, const char *why, struct tb_error *e)
{
	struct span head = span_head(expression, at);

	return tb_fail(
	    e, TB_EUSAGE, "%s: %.*s<-- %s", why, SPAN_ARG(head), _("here"));
}

static bool
fault(struct rewrite *r, const char *why)
{
	return dotnet_fault(r->in, r->at, why, r->e);
}

static struct span
rest(const struct rewrite *r)
{
	return span_skip(r->in, r->at);
}

static int
peek(const struct rewrite *r, size_t ahead)
{
	struct span s = rest(r);

	return ahead < s.n ? s.p[ahead] : -1;
}

/* Copies n bytes as they stand. */
static void
copy(struct rewrite *r, size_t n, struct buf *out)
{
	struct span s = span_head(rest(r), n);

	buf_addspan(out, s);
	r->at += s.n;
}

/* ---- characters ----------------------------------------------------------- */

static uint32_t
high(uint32_t u)
{
	return 0xd800 + ((u - 0x10000) >> 10);
}

static uint32_t
low(uint32_t u)
{
	return 0xdc00 + ((u - 0x10000) & 0x3ff);
}

static void
put_range(struct buf *out, uint32_t lo, uint32_t hi)
{
	buf_printf(out, "\\x{%x}", (unsigned)lo);
	if (hi > lo)
		buf_printf(out, "-\\x{%x}", (unsigned)hi);
}

/* An alternative: pairs whose first unit is h1 to h2, their second l1 to l2. */
static void
put_pairs(struct buf *out, uint32_t h1, uint32_t h2, uint32_t l1, uint32_t l2)
{
	if (out->len > 0)
		buf_addc(out, '|');
	buf_addc(out, '[');
	put_range(out, h1, h2);
	buf_adds(out, "][");
	put_range(out, l1, l2);
	buf_addc(out, ']');
}

/* Adds the characters lo to hi to a class. */
static void
add_range(struct class *c, uint32_t lo, uint32_t hi)
{
	if (lo > hi)
		return;
	if (lo < 0x10000)
		put_range(&c->units, lo, hi < 0x10000 ? hi : 0xffff);
	if (hi < 0x10000)
		return;
	if (lo < 0x10000)
		lo = 0x10000;
	if (high(lo) == high(hi)) {
		put_pairs(&c->pairs, high(lo), high(lo), low(lo), low(hi));
		return;
	}
	put_pairs(&c->pairs, high(lo), high(lo), low(lo), 0xdfff);
	if (high(hi) - high(lo) > 1)
		put_pairs(
		    &c->pairs, high(lo) + 1, high(hi) - 1, 0xdc00, 0xdfff);
	put_pairs(&c->pairs, high(hi), high(hi), 0xdc00, low(hi));
}

/* The value of up to max hexadecimal digits of s; how many there are in *n. */
static uint32_t
hex(struct span s, size_t max, size_t *n)
{
	uint32_t v = 0;
	uint8_t c;

	for (*n = 0; *n < max && *n < s.n; ++*n) {
		c = span_lower(s.p[*n]);
		if (c >= '0' && c <= '9')
			v = v * 16 + (c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v * 16 + (c - 'a' + 10U);
		else
			break;
	}
	return v;
}

/*
 * The character that the escape at r->at names by its number, and its length in
 * bytes; NO_CHAR when it is none of those: \uXXXX \UXXXXXXXX \xXX \x{…}.
 */
static uint32_t
escaped(const struct rewrite *r, size_t *len)
{
	int kind = peek(r, 1);
	bool braces = kind == 'x' && peek(r, 2) == '{';
	size_t want = kind == 'u' ? 4 : kind == 'U' ? 8 : braces ? 6 : 2;
	size_t from = braces ? 3 : 2, n;
	uint32_t v;

	if (kind != 'u' && kind != 'U' && kind != 'x')
		return NO_CHAR;
	v = hex(span_skip(rest(r), from), want, &n);
	if (n == 0 || v > LAST_CHAR || (!braces && n != want) ||
	    (braces && peek(r, from + n) != '}'))
		return NO_CHAR;
	*len = from + n + braces;
	return v;
}

/* The block in the property at r->at, \p{…} or \P{…}; false when it is none. */
static bool
block(const struct rewrite *r, bool * not, uint32_t *lo, uint32_t *hi,
    size_t *len)
{
	struct span name = span_skip(rest(r), 3);
	size_t n = span_find(name, '}');
	UErrorCode err = U_ZERO_ERROR;
	char text[80];
	UChar32 from = 0, to = 0;
	USet *set;
	int value;
	bool ok;

	*len = 3 + n + 1;
	*not = peek(r, 1) == 'P';
	if (peek(r, 2) != '{' || n == name.n || n >= sizeof(text))
		return false;
	name = span_head(name, n);
	if (span_starts(name, SPAN("^"))) {
		*not = !*not ;
		name = span_skip(name, 1);
	}
	if (span_starts(name, SPAN("Is")) || span_starts(name, SPAN("In")))
		name = span_skip(name, 2);
	else if (span_starts(name, SPAN("blk=")))
		name = span_skip(name, 4);
	else if (span_starts(name, SPAN("Block=")))
		name = span_skip(name, 6);
	else
		return false;
	memcpy(text, name.p, name.n);
	text[name.n] = '\0';
	value = u_getPropertyValueEnum(UCHAR_BLOCK, text);
	if (value == UCHAR_INVALID_CODE || value == UBLOCK_NO_BLOCK)
		return false;
	set = uset_openEmpty();
	uset_applyIntPropertyValue(set, UCHAR_BLOCK, value, &err);
	ok = U_SUCCESS(err) &&
	     uset_getItem(set, 0, &from, &to, NULL, 0, &err) == 0;
	uset_close(set);
	*lo = (uint32_t)from;
	*hi = (uint32_t)to;
	return ok;
}

static void
add_block(struct class *c, bool not, uint32_t lo, uint32_t hi)
{
	if (!not ) {
		add_range(c, lo, hi);
		return;
	}
	if (lo > 0)
		add_range(c, 0, lo - 1);
	add_range(c, hi + 1, LAST_CHAR);
}

/* ---- classes -------------------------------------------------------------- */

/* Writes a class; as a group when one pair of brackets cannot say it. */
static void
put_class(const struct class *c, struct buf *out)
{
	bool group = c->pairs.len > 0 || c->except.len > 0;

	if (group)
		buf_adds(out, "(?:");
	if (c->except.len > 0)
		buf_printf(out, "(?!%s)", c->except.p);
	if (c->pairs.len > 0 && c->not )
		buf_printf(out, "(?!%s)", c->pairs.p);
	if (c->pairs.len > 0)
		buf_printf(out, "(?:%s%s",
		    c->not ? "[\\x{d800}-\\x{dbff}][\\x{dc00}-\\x{dfff}]"
			   : c->pairs.p,
		    c->units.len > 0 || c->not ? "|" : "");
	if (c->units.len > 0) {
		buf_adds(out, c->not ? "[^" : "[");
		buf_addspan(out, buf_span(&c->units));
		buf_addc(out, ']');
	} else if (c->not ) {
		buf_addc(out, '.');
	}
	if (c->pairs.len > 0)
		buf_addc(out, ')');
	if (group)
		buf_addc(out, ')');
}

/*
 * One end of a range at r->at, and its length: a character, NO_CHAR when it is
 * anything else.
 */
static uint32_t
range_end(const struct rewrite *r, size_t *len)
{
	size_t off = 0;
	uint32_t u;

	*len = 1;
	if (peek(r, 0) == '\\') {
		u = escaped(r, len);
		if (u == NO_CHAR)
			*len = peek(r, 1) == 'c' ? 3 : 2;
		return u;
	}
	u = utf_next(rest(r), &off);
	*len = off;
	return u;
}

/* A character or a range of them; what PCRE2 reads alike stays as it is. */
static void
class_range(struct rewrite *r, struct class *c)
{
	size_t begin = r->at, len;
	uint32_t lo = range_end(r, &len), hi = lo;
	struct rewrite other = *r;

	other.at += len;
	if (peek(&other, 0) == '-' && peek(&other, 1) != ']' &&
	    peek(&other, 1) != '[' && peek(&other, 1) != -1) {
		other.at++;
		hi = range_end(&other, &len);
		other.at += len;
	}
	if (lo != NO_CHAR && hi != NO_CHAR && lo <= hi &&
	    (hi >= 0x10000 ||
		span_find(span_of(r->in.p + begin, other.at - begin), '\\') <
		    other.at - begin)) {
		add_range(c, lo, hi);
		r->at = other.at;
		return;
	}
	copy(r, other.at - begin, &c->units);
}

/* [:alpha:] inside of a class: its length, 0 when it is none. */
static size_t
posix_class(const struct rewrite *r)
{
	struct span s = rest(r);
	size_t end = span_find(span_skip(s, 2), ':');

	if (peek(r, 0) != '[' || peek(r, 1) != ':' ||
	    peek(r, 2 + end + 1) != ']')
		return 0;
	return 2 + end + 2;
}

static bool class_at(struct rewrite *r, struct buf *out, unsigned depth);

/* What stands between the brackets, up to the closing one. */
static bool
class_items(struct rewrite *r, struct class *c, unsigned depth)
{
	size_t first = r->at, len;
	uint32_t lo, hi;
	bool not ;

	while (r->at < r->in.n && (peek(r, 0) != ']' || r->at == first)) {
		if (peek(r, 0) == '-' && peek(r, 1) == '[' && r->at > first) {
			r->at++;
			if (!class_at(r, &c->except, depth + 1))
				return false;
			if (peek(r, 0) != ']')
				return fault(r,
				    "a class that is taken away is the last of its class");
		} else if ((len = posix_class(r)) > 0) {
			copy(r, len, &c->units);
		} else if (peek(r, 0) == '\\' &&
			   (peek(r, 1) == 'p' || peek(r, 1) == 'P') &&
			   block(r, &not, &lo, &hi, &len)) {
			add_block(c, not, lo, hi);
			r->at += len;
		} else {
			class_range(r, c);
		}
	}
	if (r->at >= r->in.n)
		return fault(r, "missing ']'");
	return true;
}

/* The class whose '[' is at r->at. */
static bool
class_at(struct rewrite *r, struct buf *out, unsigned depth)
{
	struct class c;
	bool ok;

	if (depth > DEPTH_MAX)
		return fault(r, "too many classes in classes");
	class_init(&c);
	r->at++;
	c.not = peek(r, 0) == '^';
	r->at += c.not ;
	ok = class_items(r, &c, depth);
	if (ok) {
		r->at++; /* ']' */
		put_class(&c, out);
	}
	class_release(&c);
	return ok;
}

/* ---- the expression ------------------------------------------------------- */

/* From r->at up to and with end, or to the end of the expression. */
static void
copy_up_to(struct rewrite *r, const char *end, struct buf *out)
{
	size_t n = strlen(end);

	while (r->at < r->in.n && !span_starts(rest(r), span_str(end)))
		copy(r, 1, out);
	copy(r, n, out);
}

static bool
is_quantifier(int c)
{
	return c == '*' || c == '+' || c == '?' || c == '{';
}

/* One character: a pair that is repeated is repeated as a whole. */
static void
put_char(struct rewrite *r, uint32_t u, size_t len, struct buf *out)
{
	bool pair = u >= 0x10000 && is_quantifier(peek(r, len));

	buf_adds(out, pair ? "(?:" : "");
	if (peek(r, 0) != '\\') {
		copy(r, len, out);
	} else {
		put_range(out, u >= 0x10000 ? high(u) : u, 0);
		if (u >= 0x10000)
			put_range(out, low(u), 0);
		r->at += len;
	}
	buf_adds(out, pair ? ")" : "");
}

static void
escape_at(struct rewrite *r, struct buf *out)
{
	int kind = peek(r, 1);
	struct class c;
	uint32_t u, lo, hi;
	size_t len;

	if (kind == 'Q') {
		copy_up_to(r, "\\E", out);
		return;
	}
	u = escaped(r, &len);
	if (u != NO_CHAR) {
		put_char(r, u, len, out);
		return;
	}
	class_init(&c);
	if ((kind == 'p' || kind == 'P') && block(r, &c.not, &lo, &hi, &len)) {
		add_range(&c, lo, hi);
		put_class(&c, out);
		r->at += len;
	} else {
		copy(r, kind == 'c' ? 3 : 2, out);
	}
	class_release(&c);
}

/* A group: its name must be one. */
static bool
group_at(struct rewrite *r, struct buf *out)
{
	int quote = peek(r, 2) == '\'' ? '\'' : '>', after = peek(r, 3);
	struct span name = span_skip(rest(r), 3);

	if (span_starts(rest(r), SPAN("(?#"))) {
		copy_up_to(r, ")", out);
		return true;
	}
	if (peek(r, 1) == '?' &&
	    (quote == '\'' ||
		(peek(r, 2) == '<' && after != '=' && after != '!'))) {
		name = span_head(name, span_find(name, quote));
		if (span_find(name, '-') < name.n) {
			r->at += 3 + span_find(name, '-') + 1;
			return fault(r, "balancing groups are not known");
		}
	}
	copy(r, 1, out);
	return true;
}

bool
dotnet_rewrite(struct span expression, struct dotnet *d, struct tb_error *e)
{
	struct rewrite r = { .in = expression, .d = d, .e = e };
	size_t off;
	uint32_t u;

	memset(d, 0, sizeof(*d));
	buf_init(&d->text);
	while (r.at < r.in.n) {
		d->mark =
		    mem_grow(d->mark, &d->cap, d->marks + 1, sizeof(*d->mark));
		d->mark[d->marks].in = r.at;
		d->mark[d->marks++].out = d->text.len;
		if (peek(&r, 0) == '\\') {
			escape_at(&r, &d->text);
		} else if (peek(&r, 0) == '[') {
			if (!class_at(&r, &d->text, 0))
				return false;
		} else if (peek(&r, 0) == '(') {
			if (!group_at(&r, &d->text))
				return false;
		} else {
			off = 0;
			u = utf_next(rest(&r), &off);
			put_char(&r, u, off, &d->text);
		}
	}
	return true;
}

size_t
dotnet_origin(const struct dotnet *d, size_t off)
{
	size_t i = d->marks;

	while (i > 0 && d->mark[i - 1].out > off)
		i--;
	return i == 0 ? 0 : d->mark[i - 1].in + (off - d->mark[i - 1].out);
}

void
dotnet_release(struct dotnet *d)
{
	buf_release(&d->text);
	free(d->mark);
	d->mark = NULL;
	d->marks = d->cap = 0;
}
