#include "box/xmlscan.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

#define BLOCK      ((size_t)64 << 10) /* bytes read at a time */
#define ENTITY_MAX 32U                /* bytes of a reference */

/* What a byte can be part of. */
enum {
	NAME = 1 << 0,  /* a name, but for ':' */
	START = 1 << 1, /* the beginning of one */
	BLANK = 1 << 2,
	TEXT = 1 << 3, /* character data that stands for itself */
	VALUE = 1 << 4 /* the same in an attribute's value, quotes too */
};

#define UPPER(c)   [c] = NAME | START | TEXT | VALUE
#define PLAIN(c)   [c] = TEXT | VALUE
#define ROW4(m, c) m(c), m((c) + 1), m((c) + 2), m((c) + 3)
#define ROW16(m, c)                                                            \
 ROW4(m, c), ROW4(m, (c) + 4), ROW4(m, (c) + 8), ROW4(m, (c) + 12)
#define DIGIT(c) [c] = NAME | TEXT | VALUE

static const uint8_t class[256] = {
	['\t'] = BLANK | TEXT,
	['\n'] = BLANK | TEXT,
	['\r'] = BLANK,
	[' '] = BLANK | TEXT | VALUE,
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
	[']'] = VALUE, /* may be the end of "]]>" in text */
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

/* A qualified name; lent from the window. */
struct name {
	struct span s;
	size_t local; /* bytes in front of the local name; 0: no prefix */
	uint64_t key; /* its last 8 bytes: with the length, nearly all of it */
};

struct element {
	struct name name; /* s.p is gone */
	size_t names;     /* where names ended when it opened */
	size_t binds;     /* and the bindings */
	enum pull_ns ns;
};

/* A prefix that a namespace is bound to; len 0: the default one. */
struct bind {
	size_t prefix, len; /* in prefixes */
	enum pull_ns ns;
};

/* A resolved prefix of up to 8 bytes. */
struct cached {
	uint64_t prefix;
	unsigned generation;
	enum pull_ns ns;
};

struct xmlscan {
	struct pull_source *source;
	struct buf win;
	size_t pos;
	uint8_t tail[4]; /* the begun character behind the window */
	size_t tail_len;
	bool accepted; /* the head is in the window */
	bool eof, root, in_cdata, self_closed;
	size_t text; /* bytes of the text node so far */
	unsigned depth;
	struct element open[PULL_DEPTH_MAX + 1]; /* by depth */
	struct buf names; /* of the open elements, those longer than a key */
	struct bind *bind;
	size_t binds, bind_cap;
	struct buf prefixes;
	unsigned generation; /* of the bindings */
	struct cached cache[16];
	struct pull_attr attr[PULL_ATTR_MAX];
	struct name attr_name[PULL_ATTR_MAX];
	size_t attrs;
	struct buf scratch; /* decoded text and values */
	struct tb_error *e;
};

/* What a step of the scanner comes to. */
enum step {
	MORE,  /* the window ends too early */
	AGAIN, /* nothing to tell: the next step */
	EVENT, /* an event stands in *out */
	BROKEN /* the error is filled */
};

static enum step
broken(struct xmlscan *x, const char *why)
{
	tb_fail(x->e, TB_EBROKEN, "XML: %s", why);
	return BROKEN;
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
			if (p[i] < ' ' && !(class[p[i]] & BLANK))
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
 * Takes up n bytes that were put behind the window: a character that is cut
 * apart at their end waits in the tail.
 */
static bool
accept(struct xmlscan *x, size_t n)
{
	uint8_t *p = (uint8_t *)x->win.p + x->win.len;
	size_t good = utf_valid(span_of(p, n));

	x->tail_len = 0;
	if (good < n) {
		if (x->eof || n - good >= sizeof(x->tail))
			return broken(x, "ill-formed UTF-8") != BROKEN;
		x->tail_len = n - good;
		memcpy(x->tail, p + good, x->tail_len);
	}
	/* XML 1.0, 2.2 */
	if (has_control(p, good) || has_noncharacter(p, good))
		return broken(x, "a character that XML has not") != BROKEN;
	buf_used(&x->win, good);
	return true;
}

/*
 * Reads on; the window may move.  False, with the error filled, when the source
 * is broken, holds no XML, or has ended.
 */
static bool
fill(struct xmlscan *x)
{
	size_t got;
	char *p;

	if (x->eof)
		return broken(x, "ends too early") != BROKEN;
	if (x->pos > 0) {
		buf_cut(&x->win, 0, x->pos);
		x->pos = 0;
	}
	if (x->win.len > XMLSCAN_TAG_MAX)
		return broken(x, "markup too long") != BROKEN;
	p = buf_room(&x->win, BLOCK + sizeof(x->tail));
	memcpy(p, x->tail, x->tail_len);
	if (!pull_source_read(x->source, p + x->tail_len, BLOCK, &got, x->e))
		return false;
	x->eof = got == 0;
	return accept(x, x->tail_len + got);
}

/* ---- namespaces ----------------------------------------------------------- */

static struct span
bound_prefix(const struct xmlscan *x, const struct bind *b)
{
	return span_of(x->prefixes.p + b->prefix, b->len);
}

/* Binds a prefix; from is where the bindings of this tag begin. */
static enum step
bind(struct xmlscan *x, size_t from, struct span prefix, struct span uri)
{
	struct bind *b;

	for (; from < x->binds; from++)
		if (span_eq(prefix, bound_prefix(x, &x->bind[from])))
			return broken(x, "an attribute twice");
	x->bind =
	    mem_grow(x->bind, &x->bind_cap, x->binds + 1, sizeof(*x->bind));
	b = &x->bind[x->binds++];
	b->prefix = x->prefixes.len;
	b->len = prefix.n;
	b->ns = pull_ns_find(uri);
	buf_addspan(&x->prefixes, prefix);
	x->generation++;
	return AGAIN;
}

static void
unbind(struct xmlscan *x, size_t binds)
{
	if (x->binds == binds)
		return;
	x->binds = binds;
	x->prefixes.len = x->bind[binds].prefix;
	x->generation++;
}

/* The namespace of a prefix by the bindings, the last one first. */
static enum pull_ns
look_up(const struct xmlscan *x, struct span prefix)
{
	size_t i;

	for (i = x->binds; i > 0; i--)
		if (span_eq(prefix, bound_prefix(x, &x->bind[i - 1])))
			return x->bind[i - 1].ns;
	if (prefix.n == 0)
		return NS_NONE;
	return span_eqs(prefix, "xml") ? NS_XML : NS_OTHER;
}

static enum pull_ns
resolve(struct xmlscan *x, struct span prefix)
{
	struct cached *c;
	uint64_t key = 0;
	size_t i;

	if (prefix.n > sizeof(key))
		return look_up(x, prefix);
	for (i = 0; i < prefix.n; i++)
		key = key << 8 | prefix.p[i];
	c = &x->cache[(key ^ key >> 8 ^ key >> 13) % 16];
	if (c->generation != x->generation || c->prefix != key) {
		c->generation = x->generation;
		c->prefix = key;
		c->ns = look_up(x, prefix);
	}
	return c->ns;
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
		d = span_lower(s.p[i]);
		d = d >= 'a' ? d - 'a' + 10 : d - '0';
		if (d >= base)
			return 0;
		u = u * base + d;
		if (u > 0x10ffff)
			return 0;
	}
	return utf_high(u) || utf_low(u) || u == 0xfffe || u == 0xffff ? 0 : u;
}

/*
 * Decodes the reference at *p ('&') and steps behind it.  MORE when it may go
 * on behind the window.
 */
static enum step
reference(struct xmlscan *x, const uint8_t **p, struct buf *out)
{
	static const struct {
		const char *name;
		char c;
	} entities[] = { { "amp", '&' }, { "lt", '<' }, { "gt", '>' },
		{ "quot", '"' }, { "apos", '\'' } };
	const uint8_t *end = *p + 1;
	struct span name;
	uint32_t u = 0;
	size_t i;

	while ((class[*end] & NAME) || *end == '#' || *end == ':')
		end++;
	if (*end == '\0' && end - *p <= ENTITY_MAX)
		return MORE;
	name = span_of(*p + 1, (size_t)(end - *p) - 1);
	if (*end != ';' || name.n == 0)
		return broken(x, "a stray '&'");
	if (name.p[0] == '#')
		u = char_ref(name);
	for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
		if (span_eqs(name, entities[i].name))
			u = (uint32_t)entities[i].c;
	if (u == 0)
		return broken(x, "an unknown reference");
	utf_put(out, u);
	*p = end + 1;
	return AGAIN;
}

/* ---- tags ----------------------------------------------------------------- */

/* The bytes of a name that go into its key, one by one. */
static const uint8_t *
scan_letters(const uint8_t *p, uint64_t *key)
{
	for (; class[*p] & NAME; p++)
		*key = *key << 8 | *p;
	return p;
}

/*
 * A name at *p, which moves behind it.  MORE when it may go on behind the
 * window.
 */
static enum step
scan_name(struct xmlscan *x, const uint8_t **p, struct name *name)
{
	const uint8_t *from = *p, *q, *colon = NULL;

	if (!(class[*from] & START) && *from != ':')
		return *from == '\0' ? MORE : broken(x, "a name that is none");
	name->key = 0;
	q = scan_letters(from, &name->key);
	while (*q == ':') {
		if (!colon)
			colon = q;
		name->key = name->key << 8 | ':';
		q = scan_letters(q + 1, &name->key);
	}
	if (*q == '\0')
		return MORE;
	name->s = span_of(from, (size_t)(q - from));
	*p = q;
	/* it divides only what would be two names */
	name->local = colon && colon > from && (class[colon[1]] & START)
			  ? (size_t)(colon - from) + 1
			  : 0;
	return AGAIN;
}

static bool
same_name(const struct name *a, const struct name *b)
{
	return a->key == b->key && a->s.n == b->s.n &&
	       (a->s.n <= sizeof(a->key) || span_eq(a->s, b->s));
}

/* The value whose first quote is at *p; line breaks in it are spaces. */
static enum step
scan_value(struct xmlscan *x, const uint8_t **p, struct span *value)
{
	const uint8_t *q = *p + 1, *from = q;
	uint8_t quote = **p;
	enum step st;
	size_t had;

	if (quote == '\0')
		return MORE;
	if (quote != '"' && quote != '\'')
		return broken(x, "a value without quotes");
	while ((class[*q] & VALUE) && *q != quote)
		q++;
	if (*q == quote) {
		*value = span_of(from, (size_t)(q - from));
		*p = q + 1;
		return AGAIN;
	}
	had = x->scratch.len;
	if (had == 0) /* spans into it must not move: room for all of the tag */
		buf_room(&x->scratch, x->win.len - x->pos);
	buf_add(&x->scratch, from, (size_t)(q - from));
	while (*q != quote) {
		switch (*q) {
		case '\0':
			return MORE;
		case '<':
			return broken(x, "'<' in a value");
		case '&':
			if ((st = reference(x, &q, &x->scratch)) != AGAIN)
				return st;
			break;
		case '\r':
			q += q[1] == '\n';
			/* FALLTHROUGH */
		case '\t':
		case '\n':
			buf_addc(&x->scratch, ' ');
			q++;
			break;
		default:
			buf_addc(&x->scratch, (char)*q++);
			break;
		}
	}
	*value = span_of(x->scratch.p + had, x->scratch.len - had);
	*p = q + 1;
	return AGAIN;
}

/* Does it declare a namespace?  Then *prefix is what it binds. */
static bool
is_xmlns(const struct name *name, struct span *prefix)
{
	const struct span xmlns = SPAN("xmlns");

	*prefix = span_of(NULL, 0);
	if (name->local == 0)
		return span_eq(name->s, xmlns);
	*prefix = span_skip(name->s, name->local);
	return name->local == xmlns.n + 1 && span_starts(name->s, xmlns);
}

static bool
is_double(const struct xmlscan *x, const struct name *name)
{
	size_t i;

	for (i = 0; i < x->attrs; i++)
		if (same_name(&x->attr_name[i], name))
			return true;
	return false;
}

/* One attribute at *p; binds is where the bindings of its tag begin. */
static enum step
scan_attr(struct xmlscan *x, const uint8_t **p, size_t binds)
{
	struct pull_attr *a;
	struct span value, prefix;
	struct name name;
	enum step st;

	if ((st = scan_name(x, p, &name)) != AGAIN)
		return st;
	while (class[**p] & BLANK)
		(*p)++;
	if (**p == '\0')
		return MORE;
	if (**p != '=')
		return broken(x, "an attribute without value");
	(*p)++;
	while (class[**p] & BLANK)
		(*p)++;
	if ((st = scan_value(x, p, &value)) != AGAIN)
		return st;
	if (is_xmlns(&name, &prefix))
		return bind(x, binds, prefix, value);
	if (x->attrs == PULL_ATTR_MAX)
		return broken(x, "too many attributes");
	if (is_double(x, &name))
		return broken(x, "an attribute twice");
	x->attr_name[x->attrs] = name;
	a = &x->attr[x->attrs++];
	/* the prefix is resolved when all of the tag is known */
	a->ns = NS_NONE;
	a->name = span_skip(name.s, name.local);
	a->value = value;
	return AGAIN;
}

static enum pull_ns
ns_of(struct xmlscan *x, const struct name *name)
{
	size_t n = name->local;

	return resolve(x, span_head(name->s, n ? n - 1 : 0));
}

/* The prefixes of all attributes: those without one have no namespace. */
static void
resolve_attrs(struct xmlscan *x)
{
	size_t i;

	for (i = 0; i < x->attrs; i++)
		if (x->attr_name[i].local > 0)
			x->attr[i].ns = ns_of(x, &x->attr_name[i]);
}

/* The attributes and the end of a start tag; *p stands behind its name. */
static enum step
scan_attrs(struct xmlscan *x, const uint8_t **p)
{
	const size_t binds = x->binds;
	enum step st;
	bool blank;

	for (;;) {
		blank = class[**p] & BLANK;
		while (class[**p] & BLANK)
			(*p)++;
		switch (**p) {
		case '\0':
			return MORE;
		case '>':
			(*p)++;
			return AGAIN;
		case '/':
			if ((*p)[1] == '\0')
				return MORE;
			if ((*p)[1] != '>')
				return broken(x, "a stray '/'");
			*p += 2;
			x->self_closed = true;
			return AGAIN;
		default:
			if (!blank)
				return broken(x, "no blank in front of an "
						 "attribute");
			if ((st = scan_attr(x, p, binds)) != AGAIN)
				return st;
		}
	}
}

/* Takes back what a tag that is to be read again has bound. */
static enum step
undo(struct xmlscan *x, size_t binds, enum step st)
{
	unbind(x, binds);
	x->self_closed = false;
	return st;
}

static enum step
start_tag(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos + 1;
	size_t binds = x->binds;
	struct element *el;
	struct name name;
	enum step st;

	if (x->depth == 0 && x->root)
		return broken(x, "text behind the end");
	if (x->depth == PULL_DEPTH_MAX)
		return broken(x, "too deep");
	if ((st = scan_name(x, &p, &name)) != AGAIN)
		return st;
	x->attrs = 0;
	x->scratch.len = 0;
	if ((st = scan_attrs(x, &p)) != AGAIN)
		return undo(x, binds, st);
	el = &x->open[++x->depth];
	el->name = name;
	el->names = x->names.len;
	el->binds = binds;
	el->ns = ns_of(x, &name);
	if (name.s.n > sizeof(name.key))
		buf_addspan(&x->names, name.s);
	resolve_attrs(x);
	x->root = true;
	x->text = 0;
	x->pos = (size_t)(p - (const uint8_t *)x->win.p);
	out->ns = el->ns;
	out->name = span_skip(name.s, name.local);
	out->attr = x->attr;
	out->attrs = x->attrs;
	out->depth = x->depth;
	return EVENT;
}

/* Tells the end of the innermost element; name is its own. */
static enum step
close_element(struct xmlscan *x, struct span name, struct pull *out)
{
	const struct element *el = &x->open[x->depth];

	out->ns = el->ns;
	out->name = span_skip(name, el->name.local);
	out->attrs = 0;
	out->depth = x->depth--;
	x->names.len = el->names;
	unbind(x, el->binds);
	x->text = 0;
	return EVENT;
}

static enum step
end_tag(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos + 2;
	struct element *el = &x->open[x->depth];
	struct name name;
	enum step st;

	if ((st = scan_name(x, &p, &name)) != AGAIN)
		return st;
	while (class[*p] & BLANK)
		p++;
	if (*p == '\0')
		return MORE;
	el->name.s.p = (const uint8_t *)x->names.p + el->names;
	if (*p != '>' || x->depth == 0 || !same_name(&name, &el->name))
		return broken(x, "an end tag that does not match");
	x->pos = (size_t)(p - (const uint8_t *)x->win.p) + 1;
	return close_element(x, name.s, out);
}

/* ---- text ----------------------------------------------------------------- */

static enum step
put_text(struct xmlscan *x, struct pull *out, struct span text)
{
	x->text += text.n;
	if (x->text > PULL_TEXT_MAX)
		return broken(x, "text too long");
	out->text = text;
	out->depth = x->depth;
	out->attrs = 0;
	return EVENT;
}

/*
 * Text that does not stand for itself throughout: decoded into scratch, up to
 * the next tag, or as far as the window can tell.
 */
static enum step
mixed_text(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos, *from;
	enum step st = AGAIN;

	buf_reset(&x->scratch);
	while (st == AGAIN && *p != '<' && x->scratch.len < BLOCK) {
		from = p;
		while (class[*p] & TEXT)
			p++;
		buf_add(&x->scratch, from, (size_t)(p - from));
		if (*p == '&') {
			st = reference(x, &p, &x->scratch);
		} else if (*p == '\r') {
			if (p[1] == '\0' && !x->eof) {
				st = MORE;
				break;
			}
			p += p[1] == '\n' ? 2 : 1;
			buf_addc(&x->scratch, '\n');
		} else if (*p == ']') {
			if ((p[1] == '\0' || (p[1] == ']' && !p[2])) && !x->eof)
				st = MORE;
			else if (p[1] == ']' && p[2] == '>')
				st = broken(x, "']]>' in text");
			else
				buf_addc(&x->scratch, (char)*p++);
		} else if (*p == '\0') {
			st = MORE;
		}
	}
	x->pos = (size_t)(p - (const uint8_t *)x->win.p);
	if (st == BROKEN || x->scratch.len == 0)
		return st;
	return put_text(x, out, buf_span(&x->scratch));
}

static enum step
text(struct xmlscan *x, struct pull *out)
{
	const uint8_t *from = (const uint8_t *)x->win.p + x->pos, *p = from;

	if (x->depth == 0) {
		while (class[*p] & BLANK)
			p++;
		x->pos += (size_t)(p - from);
		if (*p != '<' && *p != '\0')
			return broken(x, "text outside of the root");
		return AGAIN;
	}
	while (class[*p] & TEXT)
		p++;
	if (*p != '<' && *p != '\0')
		return mixed_text(x, out);
	x->pos += (size_t)(p - from);
	return put_text(x, out, span_of(from, (size_t)(p - from)));
}

/* ---- comments, instructions, CDATA ---------------------------------------- */

/*
 * Steps behind the next occurrence of what, discarding as it goes; false, with
 * the error filled, when there is none.
 */
static bool
skip_past(struct xmlscan *x, const char *what)
{
	size_t n = strlen(what), left;
	const char *p;

	for (;;) {
		left = x->win.len - x->pos;
		p = memmem(x->win.p + x->pos, left, what, n);
		if (p) {
			x->pos = (size_t)(p - x->win.p) + n;
			return true;
		}
		x->pos += left < n ? 0 : left - n + 1;
		if (!fill(x))
			return false;
	}
}

static enum step
comment(struct xmlscan *x)
{
	x->pos += 4;
	if (!skip_past(x, "--"))
		return BROKEN;
	while (x->pos == x->win.len)
		if (!fill(x))
			return BROKEN;
	if (x->win.p[x->pos++] != '>')
		return broken(x, "'--' in a comment");
	return AGAIN;
}

/* A piece of a CDATA section; CRs are line breaks in it too. */
static enum step
cdata(struct xmlscan *x, struct pull *out)
{
	const char *from = x->win.p + x->pos;
	size_t left = x->win.len - x->pos, n, i;
	const char *end = memmem(from, left, "]]>", 3);

	if (!end && left <= 3)
		return MORE;
	n = end ? (size_t)(end - from) : left - 3;
	if (!end && from[n - 1] == '\r')
		n--; /* what follows it must be seen */
	if (!end && n == 0)
		return MORE;
	x->pos += n;
	if (end) {
		x->in_cdata = false;
		x->pos += 3;
	}
	if (n == 0)
		return AGAIN;
	if (!memchr(from, '\r', n))
		return put_text(x, out, span_of(from, n));
	buf_reset(&x->scratch);
	for (i = 0; i < n; i++) {
		if (from[i] == '\r')
			i += i + 1 < n && from[i + 1] == '\n';
		buf_addc(&x->scratch, from[i] == '\r' ? '\n' : from[i]);
	}
	return put_text(x, out, buf_span(&x->scratch));
}

/* An instruction; only the first bytes of a part can be a declaration. */
static enum step
instruction(struct xmlscan *x)
{
	x->pos += 2;
	return skip_past(x, "?>") ? AGAIN : BROKEN;
}

/* "<!": a comment, a CDATA section, or what is refused. */
static enum step
declaration(struct xmlscan *x)
{
	struct span s = span_skip(buf_span(&x->win), x->pos);

	if (span_starts(s, SPAN("<!--")))
		return comment(x);
	if (span_starts(s, SPAN("<![CDATA["))) {
		if (x->depth == 0)
			return broken(x, "text outside of the root");
		x->pos += 9;
		x->in_cdata = true;
		return AGAIN;
	}
	if (s.n < 9)
		return MORE;
	if (span_starts(s, SPAN("<!DOCTYPE")))
		return broken(x, "DOCTYPE");
	return broken(x, "a stray '<!'");
}

/* ---- events --------------------------------------------------------------- */

bool
xmlscan_can(struct span head)
{
	const char *p = (const char *)head.p, *end;
	struct span name;
	size_t n;

	/* UTF-16 and UTF-32 have zeros, or a mark */
	if (head.n < 4 || memchr(p, '\0', head.n) || head.p[0] >= 0xfe)
		return false;
	if (span_starts(head, SPAN("\xef\xbb\xbf")))
		head = span_skip(head, 3);
	if (!span_starts(head, SPAN("<?xml")))
		return true;
	p = (const char *)head.p;
	end = memmem(p, head.n, "?>", 2);
	if (!end)
		return false;
	p = memmem(p, (size_t)(end - p), "encoding", 8);
	if (!p)
		return true;
	for (p += 8; p < end && *p != '"' && *p != '\'';)
		p++;
	if (p == end)
		return false;
	for (n = 0, p++; p + n < end && p[n] != '"' && p[n] != '\'';)
		n++;
	name = span_of(p, n);
	return span_ieq(name, SPAN("UTF-8")) ||
	       span_ieq(name, SPAN("US-ASCII"));
}

struct xmlscan *
xmlscan_new(struct pull_source *s, struct span head)
{
	struct xmlscan *x = mem_calloc(1, sizeof(*x));

	x->source = s;
	buf_init(&x->win);
	buf_init(&x->names);
	buf_init(&x->prefixes);
	buf_init(&x->scratch);
	x->generation = 1;
	if (span_starts(head, SPAN("\xef\xbb\xbf")))
		head = span_skip(head, 3);
	buf_addspan(&x->win, head); /* accepted by the first step */
	return x;
}

void
xmlscan_free(struct xmlscan *x)
{
	if (!x)
		return;
	buf_release(&x->win);
	buf_release(&x->names);
	buf_release(&x->prefixes);
	buf_release(&x->scratch);
	free(x->bind);
	free(x);
}

static enum step
step(struct xmlscan *x, struct pull *out, enum pull_event *ev)
{
	const char *p = x->win.p + x->pos;

	if (x->in_cdata) {
		*ev = PULL_TEXT;
		return cdata(x, out);
	}
	if (p[0] == '\0')
		return MORE;
	if (p[0] != '<') {
		*ev = PULL_TEXT;
		return text(x, out);
	}
	switch (p[1]) {
	case '\0':
		return MORE;
	case '/':
		*ev = PULL_END;
		return end_tag(x, out);
	case '!':
		return declaration(x);
	case '?':
		return instruction(x);
	default:
		*ev = PULL_START;
		return start_tag(x, out);
	}
}

/* The bytes that the parser was chosen by are looked at like all others. */
static bool
accept_head(struct xmlscan *x)
{
	size_t n = x->win.len;

	x->accepted = true;
	x->win.len = 0;
	return accept(x, n);
}

enum pull_event
xmlscan_next(struct xmlscan *x, struct pull *out, struct tb_error *e)
{
	enum pull_event ev = PULL_EOF;

	x->e = e;
	if (!x->accepted && !accept_head(x))
		return PULL_BAD;
	if (x->self_closed) {
		x->self_closed = false;
		/* the window is as it was: its name still stands there */
		close_element(x, x->open[x->depth].name.s, out);
		return PULL_END;
	}
	for (;;) {
		switch (step(x, out, &ev)) {
		case EVENT:
			return ev;
		case AGAIN:
			break;
		case BROKEN:
			return PULL_BAD;
		case MORE:
			if (x->eof && x->root && x->depth == 0 &&
			    x->pos == x->win.len && !x->in_cdata)
				return PULL_EOF;
			if (!fill(x))
				return PULL_BAD;
			break;
		}
	}
}
