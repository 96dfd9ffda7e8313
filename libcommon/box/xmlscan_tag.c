/*
 * xmlscan_tag.c: the tags of the scanner.
 */
#include "box/xmlscan_int.h"

#include "base/mem.h"

/* ---- namespaces ----------------------------------------------------------- */

static struct span
bound_prefix(const struct xmlscan *x, const struct xmlscan_bind *b)
{
	return span_of(x->prefixes.p + b->prefix, b->len);
}

/*
 * Binds a prefix; from is where the bindings of this tag begin.  False when it
 * is among them.
 */
static bool
bind(struct xmlscan *x, size_t from, struct span prefix, struct span uri)
{
	struct xmlscan_bind *b;

	for (; from < x->binds; from++)
		if (span_eq(prefix, bound_prefix(x, &x->bind[from])))
			return false;
	x->bind =
	    mem_grow(x->bind, &x->bind_cap, x->binds + 1, sizeof(*x->bind));
	b = &x->bind[x->binds++];
	b->prefix = x->prefixes.len;
	b->len = prefix.n;
	b->ns = pull_ns_find(uri);
	buf_addspan(&x->prefixes, prefix);
	x->generation++;
	return true;
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
	struct xmlscan_cached *c;
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

/* ---- tags ----------------------------------------------------------------- */

/*
 * No further: at the window's end (c is its NUL) more is needed, else it is
 * broken.  What scans returns this NULL, and x->stop is the step's outcome.
 */
static const uint8_t *
stop(struct xmlscan *x, uint8_t c, const char *why)
{
	x->stop = c == '\0' ? SCAN_MORE : xmlscan_broken(x, why);
	return NULL;
}

/* The bytes of a name that go into its key, one by one. */
static const uint8_t *
scan_letters(const uint8_t *p, uint64_t *key)
{
	for (; xmlscan_class[*p] & CHAR_NAME; p++)
		*key = *key << 8 | *p;
	return p;
}

/* The name at p; like all that scan, it gives where it ends, or NULL. */
static const uint8_t *
scan_name(struct xmlscan *x, const uint8_t *p, struct xmlscan_name *name)
{
	const uint8_t *from = p, *colon = NULL;

	if (!(xmlscan_class[*p] & CHAR_START) && *p != ':')
		return stop(x, *p, "a name that is none");
	name->key = 0;
	p = scan_letters(p, &name->key);
	while (*p == ':') {
		if (!colon)
			colon = p;
		name->key = name->key << 8 | ':';
		p = scan_letters(p + 1, &name->key);
	}
	if (*p == '\0')
		return stop(x, *p, NULL);
	name->s = span_of(from, (size_t)(p - from));
	/* it divides only what would be two names */
	name->local =
	    colon && colon > from && (xmlscan_class[colon[1]] & CHAR_START)
		? (size_t)(colon - from) + 1
		: 0;
	return p;
}

static bool
same_name(const struct xmlscan_name *a, const struct xmlscan_name *b)
{
	return a->key == b->key && a->s.n == b->s.n &&
	       (a->s.n <= sizeof(a->key) || span_eq(a->s, b->s));
}

/*
 * The rest, at p, of a value that does not stand for itself, and whose first
 * bytes begin at from: decoded into scratch, line breaks as spaces.
 */
static const uint8_t *
scan_mixed(struct xmlscan *x, const uint8_t *from, const uint8_t *p,
    uint8_t quote, struct span *value)
{
	struct buf *to = &x->scratch;
	size_t had = to->len;

	if (had == 0) /* spans into it must not move: room for all of the tag */
		buf_room(to, x->win.len - x->pos);
	buf_add(to, from, (size_t)(p - from));
	while (*p != quote) {
		switch (*p) {
		case '\0':
		case '<':
			return stop(x, *p, "'<' in a value");
		case '&':
			p = xmlscan_reference(x, p, to);
			if (!p)
				return NULL;
			break;
		case '\t':
		case '\n':
		case '\r':
			p += p[0] == '\r' && p[1] == '\n' ? 2 : 1;
			buf_addc(to, ' ');
			break;
		default:
			buf_addc(to, (char)*p++);
			break;
		}
	}
	*value = span_of(to->p + had, to->len - had);
	return p + 1;
}

/* The value whose first quote is at p. */
static const uint8_t *
scan_value(struct xmlscan *x, const uint8_t *p, struct span *value)
{
	const uint8_t quote = *p, *from = p + 1;

	if (quote != '"' && quote != '\'')
		return stop(x, *p, "a value without quotes");
	for (p++; (xmlscan_class[*p] & CHAR_VALUE) && *p != quote;)
		p++;
	if (*p != quote)
		return scan_mixed(x, from, p, quote, value);
	*value = span_of(from, (size_t)(p - from));
	return p + 1;
}

/* Does it declare a namespace?  Then *prefix is what it binds. */
static bool
is_xmlns(const struct xmlscan_name *name, struct span *prefix)
{
	const struct span xmlns = SPAN("xmlns");

	*prefix = span_of(NULL, 0);
	if (name->local == 0)
		return span_eq(name->s, xmlns);
	*prefix = span_skip(name->s, name->local);
	return name->local == xmlns.n + 1 && span_starts(name->s, xmlns);
}

static bool
is_double(const struct xmlscan *x, const struct xmlscan_name *name)
{
	size_t i;

	for (i = 0; i < x->attrs; i++)
		if (same_name(&x->attr_name[i], name))
			return true;
	return false;
}

static const uint8_t *
skip_blanks(const uint8_t *p)
{
	while (xmlscan_class[*p] & CHAR_BLANK)
		p++;
	return p;
}

/* The attribute at p; binds is where the bindings of its tag begin. */
static const uint8_t *
scan_attr(struct xmlscan *x, const uint8_t *p, size_t binds)
{
	struct pull_attr *a;
	struct span value, prefix;
	struct xmlscan_name name;

	p = scan_name(x, p, &name);
	if (!p)
		return NULL;
	p = skip_blanks(p);
	if (*p != '=')
		return stop(x, *p, "an attribute without value");
	p = scan_value(x, skip_blanks(p + 1), &value);
	if (!p)
		return NULL;
	if (is_xmlns(&name, &prefix))
		return bind(x, binds, prefix, value)
			   ? p
			   : stop(x, *p, "an attribute twice");
	if (x->attrs == PULL_ATTR_MAX)
		return stop(x, *p, "too many attributes");
	if (is_double(x, &name))
		return stop(x, *p, "an attribute twice");
	x->attr_name[x->attrs] = name;
	a = &x->attr[x->attrs++];
	/* the prefix is resolved when all of the tag is known */
	a->ns = NS_NONE;
	a->name = span_skip(name.s, name.local);
	a->value = value;
	return p;
}

static enum pull_ns
ns_of(struct xmlscan *x, const struct xmlscan_name *name)
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

/* The attributes and the end of a start tag; its name ends at p. */
static const uint8_t *
scan_attrs(struct xmlscan *x, const uint8_t *p)
{
	const size_t binds = x->binds;
	const uint8_t *from;

	while (p) {
		from = p;
		p = skip_blanks(p);
		if (*p == '>')
			return p + 1;
		if (*p == '/') {
			if (p[1] != '>')
				return stop(x, p[1], "a stray '/'");
			x->self_closed = true;
			return p + 2;
		}
		if (p == from)
			return stop(x, *p, "no blank between attributes");
		p = scan_attr(x, p, binds);
	}
	return NULL;
}

/* Takes back what a tag that is to be read again has bound. */
static enum xmlscan_step
undo(struct xmlscan *x, size_t binds)
{
	unbind(x, binds);
	x->self_closed = false;
	return x->stop;
}

enum xmlscan_step
xmlscan_start_tag(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos + 1;
	size_t binds = x->binds;
	struct xmlscan_element *el;
	struct xmlscan_name name;

	if (x->depth == 0 && x->root)
		return xmlscan_broken(x, "text behind the end");
	if (x->depth == PULL_DEPTH_MAX)
		return xmlscan_broken(x, "too deep");
	p = scan_name(x, p, &name);
	if (!p)
		return x->stop;
	x->attrs = 0;
	x->scratch.len = 0;
	p = scan_attrs(x, p);
	if (!p)
		return undo(x, binds);
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
	return SCAN_EVENT;
}

enum xmlscan_step
xmlscan_close(struct xmlscan *x, struct span name, struct pull *out)
{
	const struct xmlscan_element *el = &x->open[x->depth];

	out->ns = el->ns;
	out->name = span_skip(name, el->name.local);
	out->attrs = 0;
	out->depth = x->depth--;
	x->names.len = el->names;
	unbind(x, el->binds);
	x->text = 0;
	return SCAN_EVENT;
}

enum xmlscan_step
xmlscan_end_tag(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos + 2;
	struct xmlscan_element *el = &x->open[x->depth];
	struct xmlscan_name name;

	p = scan_name(x, p, &name);
	if (!p)
		return x->stop;
	p = skip_blanks(p);
	if (*p == '\0')
		return SCAN_MORE;
	el->name.s.p = (const uint8_t *)x->names.p + el->names;
	if (*p != '>' || x->depth == 0 || !same_name(&name, &el->name))
		return xmlscan_broken(x, "an end tag that does not match");
	x->pos = (size_t)(p - (const uint8_t *)x->win.p) + 1;
	return xmlscan_close(x, name.s, out);
}
