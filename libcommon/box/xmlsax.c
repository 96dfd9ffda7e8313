#include "box/xmlsax.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>

#include "base/mem.h"

#define BLOCK ((size_t)16 << 10) /* bytes fed at a time */

/* One event of the tape; texts are offsets into the tape's bytes. */
struct event {
	enum pull_event type;
	enum pull_ns ns;
	size_t off, len; /* name, or text */
	size_t attr, attrs;
	unsigned depth;
};

struct attr {
	enum pull_ns ns;
	size_t name, name_len, value, value_len;
};

struct xmlsax {
	struct pull_source *source;
	struct buf head; /* bytes to be fed first */
	xmlParserCtxtPtr ctxt;
	bool end;   /* all has been fed */
	bool ended; /* the root element is closed */
	unsigned depth;
	size_t text; /* bytes of the text node so far */
	struct event *event;
	size_t events, event_cap, next;
	struct attr *attr;
	size_t attrs, attr_cap;
	struct buf bytes; /* of the tape */
	struct pull_attr *out;
	size_t out_cap;
	bool failed;
	struct tb_error error;
};

static void
fail(struct xmlsax *x, const char *why)
{
	if (!x->failed)
		tb_fail(&x->error, TB_EBROKEN, "XML: %s", why);
	x->failed = true;
	xmlStopParser(x->ctxt);
}

/* ---- libxml2's callbacks -------------------------------------------------- */

static struct event *
add(struct xmlsax *x, enum pull_event type)
{
	struct event *ev;

	x->event =
	    mem_grow(x->event, &x->event_cap, x->events + 1, sizeof(*x->event));
	ev = &x->event[x->events++];
	memset(ev, 0, sizeof(*ev));
	ev->type = type;
	ev->off = x->bytes.len;
	ev->depth = x->depth;
	return ev;
}

static enum pull_ns
ns_of(const xmlChar *prefix, const xmlChar *uri)
{
	if (!uri)
		return prefix ? NS_OTHER : NS_NONE;
	return pull_ns_find(span_str((const char *)uri));
}

/*
 * The value of an attribute: libxml2 leaves "&#38;" for every ampersand when it
 * is told to replace no entities.
 */
static void
add_value(struct buf *out, const char *p, size_t n)
{
	const char *end = p + n, *amp;

	while ((amp = memchr(p, '&', (size_t)(end - p))) != NULL) {
		buf_add(out, p, (size_t)(amp - p) + 1);
		p = amp + 1;
		if (end - p >= 4 && memcmp(p, "#38;", 4) == 0)
			p += 4;
	}
	buf_add(out, p, (size_t)(end - p));
}

/* The five pointers of a SAX2 attribute. */
static void
add_attr(struct xmlsax *x, const xmlChar **a)
{
	struct attr *t;

	x->attr =
	    mem_grow(x->attr, &x->attr_cap, x->attrs + 1, sizeof(*x->attr));
	t = &x->attr[x->attrs++];
	t->ns = ns_of(a[1], a[2]);
	t->name = x->bytes.len;
	buf_adds(&x->bytes, (const char *)a[0]);
	t->name_len = x->bytes.len - t->name;
	t->value = x->bytes.len;
	add_value(&x->bytes, (const char *)a[3], (size_t)(a[4] - a[3]));
	t->value_len = x->bytes.len - t->value;
}

static void
on_start(void *arg, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **namespace, int attrs,
    int defaulted, const xmlChar **attr)
{
	struct xmlsax *x = arg;
	struct event *ev;
	int i;

	(void)namespaces;
	(void)namespace;
	(void)defaulted;
	x->text = 0;
	if (++x->depth > PULL_DEPTH_MAX) {
		fail(x, "too deep");
		return;
	}
	if (attrs > PULL_ATTR_MAX) {
		fail(x, "too many attributes");
		return;
	}
	ev = add(x, PULL_START);
	ev->ns = ns_of(prefix, uri);
	buf_adds(&x->bytes, (const char *)name);
	ev->len = x->bytes.len - ev->off;
	ev->attr = x->attrs;
	ev->attrs = (size_t)attrs;
	for (i = 0; i < attrs; i++)
		add_attr(x, attr + (size_t)i * 5);
}

static void
on_end(
    void *arg, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	struct xmlsax *x = arg;
	struct event *ev;

	x->text = 0;
	ev = add(x, PULL_END);
	ev->ns = ns_of(prefix, uri);
	buf_adds(&x->bytes, (const char *)name);
	ev->len = x->bytes.len - ev->off;
	x->depth--;
	x->ended = x->depth == 0;
}

static void
on_text(void *arg, const xmlChar *p, int n)
{
	struct xmlsax *x = arg;
	struct event *ev;

	if (n <= 0)
		return;
	x->text += (size_t)n;
	if (x->text > PULL_TEXT_MAX) {
		fail(x, "text too long");
		return;
	}
	ev = x->events > 0 ? &x->event[x->events - 1] : NULL;
	if (!ev || ev->type != PULL_TEXT)
		ev = add(x, PULL_TEXT);
	buf_add(&x->bytes, p, (size_t)n);
	ev->len = x->bytes.len - ev->off;
}

/* libxml2 leaves the line breaks of a CDATA section as they are. */
static void
on_cdata(void *arg, const xmlChar *p, int n)
{
	const xmlChar *cr, *end = p + n;

	while (p < end && (cr = memchr(p, '\r', (size_t)(end - p))) != NULL) {
		on_text(arg, p, (int)(cr - p));
		p = cr + 1;
		if (p == end || *p != '\n')
			on_text(arg, (const xmlChar *)"\n", 1);
	}
	on_text(arg, p, (int)(end - p));
}

static void
on_doctype(
    void *arg, const xmlChar *name, const xmlChar *id, const xmlChar *system)
{
	(void)name;
	(void)id;
	(void)system;
	fail(arg, "DOCTYPE");
}

/* The first error is the one to tell; its message ends in a line end. */
static void
on_error(void *arg, xmlErrorPtr err)
{
	struct xmlsax *x = arg;
	char why[128];

	if (x->failed || err->level < XML_ERR_FATAL)
		return;
	snprintf(why, sizeof(why), "%s", err->message ? err->message : "");
	why[strcspn(why, "\n")] = '\0';
	tb_fail(&x->error, TB_EBROKEN, "XML: line %d: %s", err->line, why);
	x->failed = true;
}

/* What has no parser of ours is nobody's: libxml2 would print it. */
static void
on_stray_error(void *arg, xmlErrorPtr err)
{
	(void)arg;
	(void)err;
}

static xmlParserInputPtr
no_external(const char *url, const char *id, xmlParserCtxtPtr ctxt)
{
	(void)url;
	(void)id;
	(void)ctxt;
	return NULL;
}

/* ---- events --------------------------------------------------------------- */

struct xmlsax *
xmlsax_new(struct pull_source *s, struct span head)
{
	struct xmlsax *x = mem_calloc(1, sizeof(*x));

	x->source = s;
	buf_init(&x->head);
	buf_init(&x->bytes);
	buf_addspan(&x->head, head);
	xmlSetExternalEntityLoader(no_external);
	xmlSetStructuredErrorFunc(NULL, on_stray_error);
	return x;
}

/*
 * Makes the parser, with the first bytes: of these alone libxml2 tells UTF-16,
 * and then reads an XML declaration in it.
 */
static void
start(struct xmlsax *x)
{
	size_t n = x->head.len < 4 ? x->head.len : 4;
	xmlSAXHandler sax;

	memset(&sax, 0, sizeof(sax));
	sax.initialized = XML_SAX2_MAGIC;
	sax.startElementNs = on_start;
	sax.endElementNs = on_end;
	sax.characters = on_text;
	sax.ignorableWhitespace = on_text;
	sax.cdataBlock = on_cdata;
	sax.internalSubset = on_doctype;
	sax.serror = on_error;
	x->ctxt = xmlCreatePushParserCtxt(&sax, x, x->head.p, (int)n, NULL);
	if (!x->ctxt)
		mem_exhausted();
	/* never NOENT, DTDLOAD, DTDATTR, DTDVALID, XINCLUDE or HUGE */
	xmlCtxtUseOptions(x->ctxt, XML_PARSE_NONET);
	buf_cut(&x->head, 0, n);
}

void
xmlsax_free(struct xmlsax *x)
{
	if (!x)
		return;
	if (x->ctxt)
		xmlFreeDoc(x->ctxt->myDoc);
	xmlFreeParserCtxt(x->ctxt);
	buf_release(&x->head);
	buf_release(&x->bytes);
	free(x->event);
	free(x->attr);
	free(x->out);
	free(x);
}

/* The next block to be fed, into x->head; false when the source is broken. */
static bool
read_block(struct xmlsax *x)
{
	size_t got;

	while (x->head.len < BLOCK) { /* libxml2 looks at four bytes first */
		if (!pull_source_read(x->source,
			buf_room(&x->head, BLOCK - x->head.len),
			BLOCK - x->head.len, &got, &x->error)) {
			x->failed = true;
			return false;
		}
		if (got == 0)
			break;
		buf_used(&x->head, got);
	}
	return true;
}

/* Empties the tape and feeds one more block. */
static void
feed(struct xmlsax *x)
{
	x->events = x->next = x->attrs = 0;
	buf_reset(&x->bytes);
	if (!read_block(x))
		return;
	x->end = x->head.len < BLOCK;
	if (!x->ctxt)
		start(x);
	xmlParseChunk(x->ctxt, x->head.p, (int)x->head.len, x->end);
	buf_reset(&x->head);
	if (x->end && !x->failed && (!x->ended || !x->ctxt->wellFormed))
		fail(x, "ends too early");
}

static void
take(struct xmlsax *x, const struct event *ev, struct pull *out)
{
	const struct attr *a;
	size_t i;

	out->ns = ev->ns;
	out->depth = ev->depth;
	out->attrs = ev->attrs;
	out->name = out->text = span_of(NULL, 0);
	if (ev->type == PULL_TEXT)
		out->text = span_of(x->bytes.p + ev->off, ev->len);
	else
		out->name = span_of(x->bytes.p + ev->off, ev->len);
	x->out = mem_grow(x->out, &x->out_cap, ev->attrs, sizeof(*x->out));
	for (i = 0; i < ev->attrs; i++) {
		a = &x->attr[ev->attr + i];
		x->out[i].ns = a->ns;
		x->out[i].name = span_of(x->bytes.p + a->name, a->name_len);
		x->out[i].value = span_of(x->bytes.p + a->value, a->value_len);
	}
	out->attr = x->out;
}

enum pull_event
xmlsax_next(struct xmlsax *x, struct pull *out, struct tb_error *e)
{
	while (x->next == x->events && !x->failed && !x->end)
		feed(x);
	if (x->next < x->events) {
		take(x, &x->event[x->next], out);
		return x->event[x->next++].type;
	}
	out->attrs = 0;
	if (x->failed) {
		*e = x->error;
		return PULL_BAD;
	}
	return PULL_EOF;
}
