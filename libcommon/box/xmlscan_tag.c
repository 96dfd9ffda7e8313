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

/* Binds a prefix; from is where the bindings of this tag begin. */
static enum xmlscan_step
bind(struct xmlscan *x, size_t from, struct span prefix, struct span uri)
{
	struct xmlscan_bind *b;

	for (; from < x->binds; from++)
		if (span_eq(prefix, bound_prefix(x, &x->bind[from])))
			return xmlscan_broken(x, "an attribute twice");
	x->bind =
	    mem_grow(x->bind, &x->bind_cap, x->binds + 1, sizeof(*x->bind));
	b = &x->bind[x->binds++];
	b->prefix = x->prefixes.len;
	b->len = prefix.n;
	b->ns = pull_ns_find(uri);
	buf_addspan(&x->prefixes, prefix);
	x->generation++;
	return SCAN_AGAIN;
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

/* The bytes of a name that go into its key, one by one. */
static const uint8_t *
scan_letters(const uint8_t *p, uint64_t *key)
{
	for (; xmlscan_class[*p] & CHAR_NAME; p++)
		*key = *key << 8 | *p;
	return p;
}

/*
 * A name at *p, which moves behind it.  SCAN_MORE when it may go on behind the
 * window.
 */
static enum xmlscan_step
scan_name(struct xmlscan *x, const uint8_t **p, struct xmlscan_name *name)
{
	const uint8_t *from = *p, *q, *colon = NULL;

	if (!(xmlscan_class[*from] & CHAR_START) && *from != ':')
		return *from == '\0' ? SCAN_MORE
				     : xmlscan_broken(x, "a name that is none");
	name->key = 0;
	q = scan_letters(from, &name->key);
	while (*q == ':') {
		if (!colon)
			colon = q;
		name->key = name->key << 8 | ':';
		q = scan_letters(q + 1, &name->key);
	}
	if (*q == '\0')
		return SCAN_MORE;
	name->s = span_of(from, (size_t)(q - from));
	*p = q;
	/* it divides only what would be two names */
	name->local =
	    colon && colon > from && (xmlscan_class[colon[1]] & CHAR_START)
		? (size_t)(colon - from) + 1
		: 0;
	return SCAN_AGAIN;
}

static bool
same_name(const struct xmlscan_name *a, const struct xmlscan_name *b)
{
	return a->key == b->key && a->s.n == b->s.n &&
	       (a->s.n <= sizeof(a->key) || span_eq(a->s, b->s));
}

/* The value whose first quote is at *p; line breaks in it are spaces. */
static enum xmlscan_step
scan_value(struct xmlscan *x, const uint8_t **p, struct span *value)
{
	const uint8_t *q = *p + 1, *from = q;
	uint8_t quote = **p;
	enum xmlscan_step st;
	size_t had;

	if (quote == '\0')
		return SCAN_MORE;
	if (quote != '"' && quote != '\'')
		return xmlscan_broken(x, "a value without quotes");
	while ((xmlscan_class[*q] & CHAR_VALUE) && *q != quote)
		q++;
	if (*q == quote) {
		*value = span_of(from, (size_t)(q - from));
		*p = q + 1;
		return SCAN_AGAIN;
	}
	had = x->scratch.len;
	if (had == 0) /* spans into it must not move: room for all of the tag */
		buf_room(&x->scratch, x->win.len - x->pos);
	buf_add(&x->scratch, from, (size_t)(q - from));
	while (*q != quote) {
		switch (*q) {
		case '\0':
			return SCAN_MORE;
		case '<':
			return xmlscan_broken(x, "'<' in a value");
		case '&':
			if ((st = xmlscan_reference(x, &q, &x->scratch)) !=
			    SCAN_AGAIN)
				return st;
			break;
		case '\t':
		case '\n':
		case '\r':
			q += q[0] == '\r' && q[1] == '\n' ? 2 : 1;
			buf_addc(&x->scratch, ' ');
			break;
		default:
			buf_addc(&x->scratch, (char)*q++);
			break;
		}
	}
	*value = span_of(x->scratch.p + had, x->scratch.len - had);
	*p = q + 1;
	return SCAN_AGAIN;
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

/* One attribute at *p; binds is where the bindings of its tag begin. */
static enum xmlscan_step
scan_attr(struct xmlscan *x, const uint8_t **p, size_t binds)
{
	struct pull_attr *a;
	struct span value, prefix;
	struct xmlscan_name name;
	enum xmlscan_step st;

	if ((st = scan_name(x, p, &name)) != SCAN_AGAIN)
		return st;
	while (xmlscan_class[**p] & CHAR_BLANK)
		(*p)++;
	if (**p == '\0')
		return SCAN_MORE;
	if (**p != '=')
		return xmlscan_broken(x, "an attribute without value");
	(*p)++;
	while (xmlscan_class[**p] & CHAR_BLANK)
		(*p)++;
	if ((st = scan_value(x, p, &value)) != SCAN_AGAIN)
		return st;
	if (is_xmlns(&name, &prefix))
		return bind(x, binds, prefix, value);
	if (x->attrs == PULL_ATTR_MAX)
		return xmlscan_broken(x, "too many attributes");
	if (is_double(x, &name))
		return xmlscan_broken(x, "an attribute twice");
	x->attr_name[x->attrs] = name;
	a = &x->attr[x->attrs++];
	/* the prefix is resolved when all of the tag is known */
	a->ns = NS_NONE;
	a->name = span_skip(name.s, name.local);
	a->value = value;
	return SCAN_AGAIN;
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

/* The attributes and the end of a start tag; *p stands behind its name. */
static enum xmlscan_step
scan_attrs(struct xmlscan *x, const uint8_t **p)
{
	const size_t binds = x->binds;
	enum xmlscan_step st;
	bool blank;

	for (;;) {
		blank = xmlscan_class[**p] & CHAR_BLANK;
		while (xmlscan_class[**p] & CHAR_BLANK)
			(*p)++;
		switch (**p) {
		case '\0':
			return SCAN_MORE;
		case '>':
			(*p)++;
			return SCAN_AGAIN;
		case '/':
			if ((*p)[1] == '\0')
				return SCAN_MORE;
			if ((*p)[1] != '>')
				return xmlscan_broken(x, "a stray '/'");
			*p += 2;
			x->self_closed = true;
			return SCAN_AGAIN;
		default:
			if (!blank)
				return xmlscan_broken(x,
				    "no blank in front of an "
				    "attribute");
			if ((st = scan_attr(x, p, binds)) != SCAN_AGAIN)
				return st;
		}
	}
}

/* Takes back what a tag that is to be read again has bound. */
static enum xmlscan_step
undo(struct xmlscan *x, size_t binds, enum xmlscan_step st)
{
	unbind(x, binds);
	x->self_closed = false;
	return st;
}

enum xmlscan_step
xmlscan_start_tag(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos + 1;
	size_t binds = x->binds;
	struct xmlscan_element *el;
	struct xmlscan_name name;
	enum xmlscan_step st;

	if (x->depth == 0 && x->root)
		return xmlscan_broken(x, "text behind the end");
	if (x->depth == PULL_DEPTH_MAX)
		return xmlscan_broken(x, "too deep");
	if ((st = scan_name(x, &p, &name)) != SCAN_AGAIN)
		return st;
	x->attrs = 0;
	x->scratch.len = 0;
	if ((st = scan_attrs(x, &p)) != SCAN_AGAIN)
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
	enum xmlscan_step st;

	if ((st = scan_name(x, &p, &name)) != SCAN_AGAIN)
		return st;
	while (xmlscan_class[*p] & CHAR_BLANK)
		p++;
	if (*p == '\0')
		return SCAN_MORE;
	el->name.s.p = (const uint8_t *)x->names.p + el->names;
	if (*p != '>' || x->depth == 0 || !same_name(&name, &el->name))
		return xmlscan_broken(x, "an end tag that does not match");
	x->pos = (size_t)(p - (const uint8_t *)x->win.p) + 1;
	return xmlscan_close(x, name.s, out);
}
