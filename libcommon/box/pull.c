#include "box/pull.h"

#include <stdlib.h>

#include "base/mem.h"
#include "box/pull_int.h"
#include "box/xmlsax.h"
#include "box/xmlscan.h"

#define LOOK 256U /* bytes that say which parser */

/* ---- namespaces ----------------------------------------------------------- */

#define TRANSITIONAL "http://schemas.openxmlformats.org/"
#define STRICT       "http://purl.oclc.org/ooxml/"
#define MICROSOFT    "http://schemas.microsoft.com/office/"

static const struct {
	struct span uri;
	enum pull_ns ns;
} known[] = {
	{ SPAN_INIT(TRANSITIONAL "spreadsheetml/2006/main"), NS_SML },
	/* of a beta of Office 2007; files of that time are still about */
	{ SPAN_INIT(TRANSITIONAL "spreadsheetml/2006/5/main"), NS_SML },
	{ SPAN_INIT(TRANSITIONAL "wordprocessingml/2006/main"), NS_WML },
	{ SPAN_INIT(TRANSITIONAL "drawingml/2006/main"), NS_DML },
	{ SPAN_INIT(TRANSITIONAL "presentationml/2006/main"), NS_PML },
	{ SPAN_INIT(TRANSITIONAL "drawingml/2006/chart"), NS_CHART },
	{ SPAN_INIT(TRANSITIONAL "drawingml/2006/diagram"), NS_DIAGRAM },
	{ SPAN_INIT(TRANSITIONAL "drawingml/2006/spreadsheetDrawing"), NS_XDR },
	{ SPAN_INIT(TRANSITIONAL "officeDocument/2006/relationships"), NS_REL },
	{ SPAN_INIT(TRANSITIONAL "package/2006/relationships"), NS_PKGREL },
	{ SPAN_INIT(TRANSITIONAL "markup-compatibility/2006"), NS_MC },
	/* of Office 2007's beta, which some files still have */
	{ SPAN_INIT(TRANSITIONAL "spreadsheetml/2006/5/main"), NS_SML },
	{ SPAN_INIT(STRICT "spreadsheetml/main"), NS_SML },
	{ SPAN_INIT(STRICT "wordprocessingml/main"), NS_WML },
	{ SPAN_INIT(STRICT "drawingml/main"), NS_DML },
	{ SPAN_INIT(STRICT "presentationml/main"), NS_PML },
	{ SPAN_INIT(STRICT "drawingml/chart"), NS_CHART },
	{ SPAN_INIT(STRICT "drawingml/diagram"), NS_DIAGRAM },
	{ SPAN_INIT(STRICT "drawingml/spreadsheetDrawing"), NS_XDR },
	{ SPAN_INIT(STRICT "officeDocument/relationships"), NS_REL },
	{ SPAN_INIT("urn:schemas-microsoft-com:vml"), NS_VML },
	{ SPAN_INIT("urn:schemas-microsoft-com:office:office"), NS_OFFICE },
	{ SPAN_INIT(MICROSOFT "spreadsheetml/2018/threadedcomments"),
	    NS_THREADED },
	{ SPAN_INIT(MICROSOFT "powerpoint/2018/8/main"), NS_P188 },
	{ SPAN_INIT(MICROSOFT "word/2015/wordml/symex"), NS_W16SE },
	{ SPAN_INIT("http://www.w3.org/XML/1998/namespace"), NS_XML },
};

enum pull_ns
pull_ns_find(struct span uri)
{
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_eq(known[i].uri, uri))
			return known[i].ns;
	return uri.n > 0 ? NS_OTHER : NS_NONE;
}

/* ---- opening and closing -------------------------------------------------- */

bool
pull_source_read(
    struct pull_source *s, void *p, size_t n, size_t *got, struct tb_error *e)
{
	if (s->block > 0 && n > s->block)
		n = s->block;
	if (s->stream)
		return opc_stream_read(s->stream, p, n, got, e);
	if (n > s->rest.n)
		n = s->rest.n;
	if (n > 0)
		memcpy(p, s->rest.p, n);
	s->rest = span_skip(s->rest, n);
	*got = n;
	return true;
}

static struct pull_impl *
new_impl(struct pull *x, enum pull_parser parser, struct span what)
{
	struct pull_impl *m = mem_calloc(1, sizeof(*m));

	memset(x, 0, sizeof(*x));
	m->parser = parser;
	m->what = mem_dup(what.p, what.n);
	buf_init(&m->part);
	x->impl = m;
	return m;
}

static void
free_impl(struct pull *x)
{
	struct pull_impl *m = x->impl;

	xmlscan_free(m->scan);
	xmlsax_free(m->sax);
	opc_stream_close(m->source.stream);
	buf_release(&m->part);
	free(m->what);
	free(m);
	x->impl = NULL;
}

bool
pull_open(struct pull *x, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e)
{
	struct pull_impl *m = new_impl(x, parser, part);
	bool ok;

	if (parser == PULL_COLD) {
		ok = opc_part(o, part, &m->part, e);
		m->source.rest = m->source.all = buf_span(&m->part);
	} else {
		m->source.stream = opc_stream_open(o, part, OPC_STREAM_MAX, e);
		ok = m->source.stream != NULL;
	}
	if (!ok)
		free_impl(x);
	return ok;
}

bool
pull_open_mem(struct pull *x, struct span xml, const char *what,
    enum pull_parser parser, struct tb_error *e)
{
	(void)e;
	new_impl(x, parser, span_str(what));
	x->impl->source.rest = x->impl->source.all = xml;
	return true;
}

bool
pull_close(struct pull *x, struct tb_error *e)
{
	struct pull_impl *m = x->impl;
	bool ok = !m->bad;

	if (!ok && e) {
		*e = m->error;
		/* a stream that broke has named its part itself */
		if (!strstr(e->what, m->what))
			tb_context(e, "%s", m->what);
	}
	free_impl(x);
	return ok;
}

/* ---- events --------------------------------------------------------------- */

/* The digits of a reference, behind "&#": a control character that is none? */
static bool
is_control_ref(struct span s)
{
	bool hex = s.n > 0 && s.p[0] == 'x';
	unsigned u = 0, d;
	size_t i;

	for (i = hex; i < s.n && u < ' '; i++) {
		d = span_lower(s.p[i]);
		d = d >= 'a' ? d - 'a' + 10 : d - '0';
		if (d >= (hex ? 16U : 10U))
			break;
		u = u * (hex ? 16 : 10) + d;
	}
	return i < s.n && s.p[i] == ';' && u > 0 && u < ' ' && u != '\t' &&
	       u != '\n' && u != '\r';
}

/* Is there such a reference?  They are accepted, but not by libxml2. */
static bool
has_control_ref(struct span s)
{
	const uint8_t *p;

	while (s.n > 0 && (p = memmem(s.p, s.n, "&#", 2)) != NULL) {
		s = span_skip(s, (size_t)(p - s.p) + 2);
		if (is_control_ref(s))
			return true;
	}
	return false;
}

/*
 * Can, and should, the scanner read what begins so?  A cold part lies in memory
 * as a whole, and has the rare references that libxml2 refuses (extraction.md
 * 4.1), or has not.
 */
static bool
is_for_scanner(const struct pull_impl *m, struct span head)
{
	return xmlscan_can(head) &&
	       (m->parser == PULL_HOT ||
		   (m->parser == PULL_COLD && has_control_ref(m->source.all)));
}

/* The first bytes decide whether the scanner can read it. */
static bool
start(struct pull_impl *m)
{
	char head[LOOK];
	size_t n = 0, got;

	do {
		if (!pull_source_read(&m->source, head + n, sizeof(head) - n,
			&got, &m->error))
			return false;
		n += got;
	} while (got > 0 && n < sizeof(head));
	if (is_for_scanner(m, span_of(head, n)))
		m->scan = xmlscan_new(&m->source, span_of(head, n));
	else
		m->sax = xmlsax_new(&m->source, span_of(head, n));
	return true;
}

enum pull_event
pull_next(struct pull *x)
{
	struct pull_impl *m = x->impl;
	enum pull_event ev = PULL_BAD;

	if (!m->started) {
		m->started = true;
		m->bad = !start(m);
	}
	if (!m->bad)
		ev = m->scan ? xmlscan_next(m->scan, x, &m->error)
			     : xmlsax_next(m->sax, x, &m->error);
	if (ev == PULL_BAD)
		m->bad = true;
	return ev;
}

enum pull_event
pull_skip(struct pull *x)
{
	unsigned depth = x->depth;
	enum pull_event ev;

	do
		ev = pull_next(x);
	while (ev != PULL_BAD && ev != PULL_EOF &&
	       !(ev == PULL_END && x->depth == depth));
	return ev == PULL_EOF ? PULL_BAD : ev;
}

enum pull_event
pull_text(struct pull *x, struct buf *out)
{
	unsigned depth = x->depth;
	enum pull_event ev;

	do {
		ev = pull_next(x);
		if (ev == PULL_TEXT)
			buf_addspan(out, x->text);
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	return ev == PULL_EOF ? PULL_BAD : ev;
}
