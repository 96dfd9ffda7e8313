#include "doc/excel/styles.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/excel/xstring.h"

struct styles_fmt {
	unsigned id;
	struct numfmt *f;
};

struct styles_xf {
	unsigned id;
	const struct numfmt *f; /* NULL: not looked for yet */
};

void
styles_init(struct styles *s)
{
	memset(s, 0, sizeof(*s));
	s->general = numfmt_compile(SPAN("General"));
}

/* Back to General for all. */
static void
empty(struct styles *s)
{
	size_t i;

	for (i = 0; i < s->fmts; i++)
		numfmt_free(s->fmt[i].f);
	s->fmts = s->xfs = 0;
}

void
styles_release(struct styles *s)
{
	empty(s);
	free(s->fmt);
	free(s->xf);
	numfmt_free(s->general);
}

/* Where the format of that id stands, or would stand. */
static size_t
place_of(const struct styles *s, unsigned id)
{
	size_t lo = 0, hi = s->fmts, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (s->fmt[mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static const struct numfmt *
find(const struct styles *s, unsigned id)
{
	size_t i = place_of(s, id);

	return i < s->fmts && s->fmt[i].id == id ? s->fmt[i].f : NULL;
}

void
styles_add_format(struct styles *s, unsigned id, struct span code)
{
	size_t i = place_of(s, id);

	if (s->fmts == STYLES_FMT_MAX || (i < s->fmts && s->fmt[i].id == id))
		return;
	s->fmt = mem_grow(s->fmt, &s->fmt_cap, s->fmts + 1, sizeof(*s->fmt));
	memmove(s->fmt + i + 1, s->fmt + i, (s->fmts - i) * sizeof(*s->fmt));
	s->fmt[i] = (struct styles_fmt){ id, numfmt_compile(code) };
	s->fmts++;
}

void
styles_add_xf(struct styles *s, unsigned id)
{
	if (s->xfs == STYLES_XF_MAX)
		return;
	s->xf = mem_grow(s->xf, &s->xf_cap, s->xfs + 1, sizeof(*s->xf));
	s->xf[s->xfs++] = (struct styles_xf){ id, NULL };
}

/* The format of an id: the book's own, else a built-in one, else General. */
static const struct numfmt *
look_up(struct styles *s, unsigned id)
{
	const char *code = numfmt_builtin(id);
	const struct numfmt *f;

	if (code && !find(s, id))
		styles_add_format(s, id, span_str(code));
	f = find(s, id);
	return f ? f : s->general;
}

const struct numfmt *
styles_get(struct styles *s, uint64_t i)
{
	struct styles_xf *xf;

	if (i >= s->xfs)
		return s->general;
	xf = &s->xf[i];
	if (!xf->f)
		xf->f = look_up(s, xf->id);
	return xf->f;
}

/* A numeric attribute; UINT_MAX when it is none. */
static unsigned
number(const struct pull *x, const char *name)
{
	struct span value;
	uint64_t v;

	if (!pull_get(x, NS_NONE, name, &value) ||
	    !span_u64(value, UINT32_MAX, &v))
		return UINT32_MAX;
	return (unsigned)v;
}

/* The xf children of cellXfs, whose START x stands at. */
static enum pull_event
read_xfs(struct styles *s, struct pull *x)
{
	unsigned depth = x->depth, id;
	enum pull_event ev;

	do {
		ev = pull_next(x);
		if (ev == PULL_START && x->depth == depth + 1 &&
		    pull_is(x, NS_SML, "xf")) {
			id = number(x, "numFmtId");
			styles_add_xf(s, id == UINT32_MAX ? 0 : id);
		}
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	return ev;
}

/* A numFmt of the book; dxf ones, below dxfs, are not asked for. */
static void
read_format(struct styles *s, const struct pull *x, struct buf *code)
{
	struct span value;

	(void)pull_get(x, NS_NONE, "formatCode", &value);
	buf_reset(code);
	xstring_decode(value, code);
	styles_add_format(s, number(x, "numFmtId"), buf_span(code));
}

bool
styles_read(struct styles *s, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e)
{
	struct buf code = BUF_INIT;
	enum pull_event ev;
	struct pull x;
	bool ok;

	if (!pull_open_whole(&x, o, part, parser, e))
		return false;
	while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev != PULL_START)
			continue;
		if (pull_is(&x, NS_SML, "numFmt") && x.depth == 3)
			read_format(s, &x, &code);
		else if (pull_is(&x, NS_SML, "cellXfs"))
			(void)read_xfs(s, &x);
	}
	buf_release(&code);
	ok = pull_close(&x, e);
	if (!ok)
		empty(s);
	return ok;
}
