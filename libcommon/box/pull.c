#include "box/pull.h"

#include <stdlib.h>

#include "base/mem.h"
#include "box/pull_int.h"
#include "box/xmlenc.h"
#include "box/xmlsax.h"
#include "box/xmlscan.h"
#include "text/cp1252.h"
#include "text/utf.h"

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
	buf_init(&m->utf8);
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
	buf_release(&m->utf8);
	free(m->what);
	free(m);
	x->impl = NULL;
}

bool
pull_open_whole(struct pull *x, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e)
{
	struct pull_impl *m = new_impl(x, parser, part);

	if (opc_part(o, part, &m->part, e)) {
		m->source.rest = m->source.all = buf_span(&m->part);
		return true;
	}
	free_impl(x);
	return false;
}

bool
pull_open(struct pull *x, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e)
{
	struct pull_impl *m;

	if (parser == PULL_COLD)
		return pull_open_whole(x, o, part, parser, e);
	m = new_impl(x, parser, part);
	m->source.stream = opc_stream_open(o, part, OPC_STREAM_MAX, e);
	if (m->source.stream)
		return true;
	free_impl(x);
	return false;
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
	unsigned base = hex ? 16 : 10, u = 0;
	size_t i;

	for (i = hex; i < s.n && u < ' ' && pull_digit(s.p[i]) < base; i++)
		u = u * base + pull_digit(s.p[i]);
	return i < s.n && s.p[i] == ';' && u > 0 && u < ' ' && u != '\t' &&
	       u != '\n' && u != '\r';
}

/*
 * Has a cold part what the scanner forgives and libxml2 does not: bad UTF-8, or
 * a reference to a control character (extraction.md 4.1)?
 */
static bool
is_forgiven(struct span s)
{
	const uint8_t *p;

	if (utf_valid(s) < s.n)
		return true;
	while (s.n > 0 && (p = memmem(s.p, s.n, "&#", 2)) != NULL) {
		s = span_skip(s, (size_t)(p - s.p) + 2);
		if (is_control_ref(s))
			return true;
	}
	return false;
}

/* All of the source in memory, head too, which has been read from it. */
static bool
read_all(struct pull_impl *m, struct span head)
{
	const size_t n = (size_t)64 << 10;
	size_t got = head.n;

	if (!m->source.stream)
		return true;
	buf_addspan(&m->part, head);
	while (got > 0) {
		if (m->part.len > OPC_PART_MAX)
			return tb_fail(&m->error, TB_ESIZE, NULL);
		if (!opc_stream_read(m->source.stream, buf_room(&m->part, n), n,
			&got, &m->error))
			return false;
		buf_used(&m->part, got);
	}
	opc_stream_close(m->source.stream);
	m->source.stream = NULL;
	m->source.all = buf_span(&m->part);
	return true;
}

/*
 * A part that is not UTF-8, or does not call itself so, is read as UTF-8 if it
 * is (the original looks at no declaration), else changed into it; what we
 * cannot change goes to libxml2.
 */
static bool
start_other(
    struct pull_impl *m, enum enc enc, struct span name, struct span head)
{
	struct span *all = &m->source.all;
	bool same;

	if (!read_all(m, head))
		return false;
	same = (enc == ENC_SJIS || enc == ENC_EUC || enc == ENC_NONE) &&
	       utf_valid(*all) == all->n;
	if (!same && enc != ENC_NONE) {
		enc_to_utf8(enc, *all, &m->utf8);
		*all = buf_span(&m->utf8);
	} else if (!same && span_ieq(name, SPAN("Windows-1252"))) {
		cp1252_to_utf8(*all, &m->utf8);
		*all = buf_span(&m->utf8);
	} else if (!same) {
		m->source.rest = *all;
		m->sax = xmlsax_new(&m->source, span_of(NULL, 0));
		return true;
	}
	if (span_starts(*all, SPAN("\xef\xbb\xbf")))
		*all = span_skip(*all, 3);
	m->source.rest = *all;
	m->scan = xmlscan_new(&m->source, span_of(NULL, 0));
	return true;
}

static bool
is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The first bytes decide which parser reads it, and as what. */
static bool
start(struct pull_impl *m)
{
	struct span *all = &m->source.all;
	char first[XMLENC_LOOK];
	size_t n = 0, got;
	struct span head, name;
	enum enc enc;

	/* blanks in front of the declaration, as careless writers have them */
	while (all->n > 1 && is_blank(all->p[0]) && all->p[1])
		m->source.rest = *all = span_skip(*all, 1);
	do {
		if (!pull_source_read(&m->source, first + n, sizeof(first) - n,
			&got, &m->error))
			return false;
		n += got;
	} while (got > 0 && n < sizeof(first));
	head = span_of(first, n);
	enc = xmlenc_find(head, &name);
	if (m->parser != PULL_LIBXML2 && enc != ENC_UTF8)
		return start_other(m, enc, name, head);
	if (m->parser == PULL_HOT ||
	    (m->parser == PULL_COLD && is_forgiven(*all)))
		m->scan = xmlscan_new(&m->source, head);
	else
		m->sax = xmlsax_new(&m->source, head);
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
