#include "doc/para.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

enum frame_kind { FRAME_P, FRAME_TR, FRAME_TC, FRAME_BOX };

/*
 * An open element that gathers text.  Frames above `frames` keep their buffers
 * for the next one to stand there.
 */
struct para_frame {
	enum frame_kind kind;
	unsigned depth;  /* of the element */
	struct buf text; /* a p's text; lines by ' '; cells by TAB or ' ' */
	uint32_t page;   /* of the first text; 0: none seen */
	uint32_t cells;  /* TR: cells so far */
	uint64_t fields; /* P: a bit an open field, 1: in its instruction */
	bool section;    /* P: a page-breaking section ends with it */
};

/* What an element means to us; names as in the namespace being read. */
enum tag {
	TAG_NONE,
	TAG_BR,
	TAG_CR,
	TAG_DEL,
	TAG_FLD_CHAR,
	TAG_HYPHEN,
	TAG_OLD, /* former properties of a tracked change */
	TAG_P,
	TAG_PAGE_BEFORE,
	TAG_RENDERED,
	TAG_RPR,
	TAG_SECT_PR,
	TAG_T,
	TAG_TAB,
	TAG_TC,
	TAG_TR,
	TAG_TR_PR,
	TAG_TXBX,
	TAG_TYPE
};

static const struct {
	struct span name;
	enum tag tag;
	bool wml_only;
} tags[] = {
	{ SPAN_INIT("r"), TAG_NONE, false }, /* the most frequent first */
	{ SPAN_INIT("t"), TAG_T, false },
	{ SPAN_INIT("p"), TAG_P, false },
	{ SPAN_INIT("rPr"), TAG_RPR, false },
	{ SPAN_INIT("pPr"), TAG_NONE, false },
	{ SPAN_INIT("tc"), TAG_TC, false },
	{ SPAN_INIT("tr"), TAG_TR, false },
	{ SPAN_INIT("br"), TAG_BR, false },
	{ SPAN_INIT("cr"), TAG_CR, false },
	{ SPAN_INIT("tab"), TAG_TAB, false },
	{ SPAN_INIT("del"), TAG_DEL, true },
	{ SPAN_INIT("trPr"), TAG_TR_PR, true },
	{ SPAN_INIT("type"), TAG_TYPE, true },
	{ SPAN_INIT("sectPr"), TAG_SECT_PR, true },
	{ SPAN_INIT("fldChar"), TAG_FLD_CHAR, true },
	{ SPAN_INIT("pPrChange"), TAG_OLD, true },
	{ SPAN_INIT("sectPrChange"), TAG_OLD, true },
	{ SPAN_INIT("txbxContent"), TAG_TXBX, true },
	{ SPAN_INIT("noBreakHyphen"), TAG_HYPHEN, true },
	{ SPAN_INIT("pageBreakBefore"), TAG_PAGE_BEFORE, true },
	{ SPAN_INIT("lastRenderedPageBreak"), TAG_RENDERED, true },
};

static enum tag
tag_of(const struct para *p, const struct pull *x)
{
	size_t i;

	if (x->ns != p->ns)
		return TAG_NONE;
	for (i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (span_eq(x->name, tags[i].name))
			return tags[i].wml_only && p->ns != NS_WML
				   ? TAG_NONE
				   : tags[i].tag;
	return TAG_NONE;
}

void
para_init(struct para *p, enum pull_ns ns)
{
	*p = (struct para){ .ns = ns, .page = 1 };
}

void
para_release(struct para *p)
{
	size_t i;

	for (i = 0; i < p->cap; i++)
		buf_release(&p->frame[i].text);
	free(p->frame);
	*p = (struct para){ .ns = p->ns, .page = 1 };
}

/* ---- frames --------------------------------------------------------------- */

static void
push(struct para *p, enum frame_kind kind, unsigned depth)
{
	struct para_frame *f;
	struct buf text;
	size_t old = p->cap;

	if (p->frames == p->cap) {
		p->frame = mem_grow(
		    p->frame, &p->cap, p->frames + 1, sizeof(*p->frame));
		for (; old < p->cap; old++)
			buf_init(&p->frame[old].text);
	}
	f = &p->frame[p->frames++];
	text = f->text;
	*f = (struct para_frame){ .kind = kind, .depth = depth, .text = text };
	buf_reset(&f->text);
	if (kind == FRAME_P)
		p->p = p->frames;
	if (kind == FRAME_BOX)
		f->page = p->page;
}

/* The innermost open p below frame n, as index + 1. */
static size_t
find_p(const struct para *p, size_t n)
{
	for (; n > 0; n--)
		if (p->frame[n - 1].kind == FRAME_P)
			return n;
	return 0;
}

/* What a line inside frame n belongs to: a cell, a box, or NULL. */
static struct para_frame *
holder(const struct para *p, size_t n)
{
	for (; n > 0; n--)
		if (p->frame[n - 1].kind == FRAME_TC ||
		    p->frame[n - 1].kind == FRAME_BOX)
			return &p->frame[n - 1];
	return NULL;
}

/* A whole line that stood in frame n (now the number of frames below it). */
static void
deliver(struct para *p, size_t n, struct span text, uint32_t page)
{
	struct para_frame *to = holder(p, n);

	if (to) {
		if (to->text.len > 0)
			buf_addc(&to->text, ' ');
		buf_addspan(&to->text, text);
		if (!to->page)
			to->page = page;
	} else if (p->line) {
		p->line(p->arg, text, page ? page : p->page);
	}
}

/* A cell ends: it becomes a field of its row. */
static void
end_cell(struct para *p, size_t n, const struct para_frame *cell)
{
	struct para_frame *row = n ? &p->frame[n - 1] : NULL;

	if (!row || row->kind != FRAME_TR) { /* a cell without a row */
		if (cell->text.len > 0)
			deliver(p, n, buf_span(&cell->text), cell->page);
		return;
	}
	if (row->cells++ > 0)
		buf_addc(&row->text, '\t');
	buf_addspan(&row->text, buf_span(&cell->text));
	if (!row->page)
		row->page = cell->page;
}

/*
 * A row ends.  Inside the cell of another row it is text of that cell: fields
 * are joined by a space.  No other TAB can stand in it.
 */
static void
end_row(struct para *p, size_t n, struct para_frame *row)
{
	const struct para_frame *to = holder(p, n);
	struct span text = buf_span(&row->text);
	char *q = row->text.p, *end = row->text.p + row->text.len;

	if (to && to->kind == FRAME_TC) {
		while ((q = memchr(q, '\t', (size_t)(end - q))) != NULL)
			*q++ = ' ';
		text = utf_trim(text);
	} else {
		text = utf_trim_end(text);
	}
	if (text.n > 0)
		deliver(p, n, text, row->page);
}

static void
new_page(struct para *p)
{
	if (!p->pages)
		return;
	p->page++;
	p->pending = true;
}

/* The innermost frame's element ends. */
static void
pop(struct para *p)
{
	size_t n = --p->frames;
	struct para_frame *f = &p->frame[n];
	struct span text;

	switch (f->kind) {
	case FRAME_P:
		p->p = find_p(p, n);
		text = utf_trim(buf_span(&f->text));
		if (text.n > 0)
			deliver(p, n, text, f->page);
		if (f->section)
			new_page(p);
		break;
	case FRAME_TR:
		end_row(p, n, f);
		break;
	case FRAME_TC:
		end_cell(p, n, f);
		break;
	case FRAME_BOX:
		if (f->text.len > 0)
			p->box(p->arg, buf_span(&f->text), f->page);
		break;
	}
	if (p->dead == f->depth)
		p->dead = 0;
}

/* ---- text ----------------------------------------------------------------- */

void
para_flat(struct span s, struct buf *out)
{
	char *q = buf_room(out, s.n);
	size_t i;

	for (i = 0; i < s.n; i++) {
		uint8_t c = s.p[i];

		q[i] = (char)(c == '\t' || c == '\n' || c == '\r' || c == 0x0b
				  ? ' '
				  : c);
	}
	buf_used(out, s.n);
}

/* The p that text goes to; NULL when text does not count here. */
static struct para_frame *
open_p(const struct para *p)
{
	struct para_frame *f = p->p ? &p->frame[p->p - 1] : NULL;

	return f && !p->dead && !f->fields ? f : NULL;
}

static void
add_char(struct para *p, char c)
{
	struct para_frame *f = open_p(p);

	if (f)
		buf_addc(&f->text, c);
}

static void
add_text(struct para *p, struct span text)
{
	struct para_frame *f = open_p(p);

	if (!f || text.n == 0)
		return;
	para_flat(text, &f->text);
	if (!f->page)
		f->page = p->page;
	if (p->pending && utf_trim(text).n > 0)
		p->pending = false;
}

/* w16se:symEx: the character by its number ([MS-DOCX] 2.7.1). */
static void
add_symbol(struct para *p, const struct pull *x)
{
	struct buf b = BUF_INIT;
	struct span v;
	uint32_t u = 0;
	size_t i;

	if (!pull_get(x, NS_W16SE, "char", &v) &&
	    !pull_get(x, NS_NONE, "char", &v))
		return;
	for (i = 0; i < v.n && u <= 0x10ffff; i++) {
		uint8_t c = span_lower(v.p[i]);

		if (c >= '0' && c <= '9')
			u = u << 4 | (uint32_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			u = u << 4 | (uint32_t)(c - 'a' + 10);
		else
			return;
	}
	if (u < 0x20 || u > 0x10ffff || utf_high(u) || utf_low(u))
		return;
	utf_put(&b, u);
	add_text(p, buf_span(&b));
	buf_release(&b);
}

/* ---- elements ------------------------------------------------------------- */

/* An attribute of the element's vocabulary, whether it has a prefix or not. */
static struct span
attr(const struct para *p, const struct pull *x, const char *name)
{
	struct span v;

	if (!pull_get(x, p->ns, name, &v))
		(void)pull_get(x, NS_NONE, name, &v);
	return v;
}

static void
start_break(struct para *p, const struct pull *x)
{
	struct span type = attr(p, x, "type");

	if (span_eqs(type, "page"))
		new_page(p);
	else if (!span_eqs(type, "column"))
		add_char(p, ' ');
}

/*
 * w:fldChar.  Text counts when no open field of this paragraph is in its
 * instruction; a field may begin and end in different paragraphs, an
 * instruction does not reach beyond its own.
 */
static void
start_field(struct para *p, const struct pull *x)
{
	struct para_frame *f = p->p ? &p->frame[p->p - 1] : NULL;
	struct span type = attr(p, x, "fldCharType");

	if (!f)
		return;
	if (span_eqs(type, "begin"))
		f->fields = f->fields << 1 | 1;
	else if (span_eqs(type, "separate"))
		f->fields &= ~(uint64_t)1;
	else if (span_eqs(type, "end"))
		f->fields >>= 1;
}

static void
start_rendered(struct para *p)
{
	if (!p->pages)
		return;
	if (p->pending)
		p->pending = false;
	else
		p->page++;
}

static void
start_page_before(struct para *p, const struct pull *x)
{
	struct span v = attr(p, x, "val");

	if (!span_eqs(v, "0") && !span_eqs(v, "false") && !span_eqs(v, "off"))
		new_page(p);
}

/* w:sectPr in a paragraph's pPr, and its w:type. */
static void
start_section(struct para *p, const struct pull *x, enum tag tag)
{
	struct para_frame *f = p->p ? &p->frame[p->p - 1] : NULL;

	if (!f)
		return;
	if (tag == TAG_SECT_PR && x->depth == f->depth + 2)
		f->section = true;
	else if (tag == TAG_TYPE && x->depth == f->depth + 3 &&
		 span_eqs(attr(p, x, "val"), "continuous"))
		f->section = false;
}

/* w:del in a row's trPr: the whole row is deleted, [ECMA-376] 17.13.5.12. */
static void
start_deleted(struct para *p, const struct pull *x)
{
	const struct para_frame *f =
	    p->frames ? &p->frame[p->frames - 1] : NULL;

	if (p->tr_pr && x->depth == p->tr_pr + 1 && f && f->kind == FRAME_TR &&
	    f->depth + 1 == p->tr_pr && !p->dead)
		p->dead = f->depth;
}

static void
start_known(struct para *p, const struct pull *x, enum tag tag)
{
	switch (tag) {
	case TAG_T:
		p->in_t = x->depth;
		break;
	case TAG_P:
		push(p, FRAME_P, x->depth);
		break;
	case TAG_TC:
		push(p, FRAME_TC, x->depth);
		break;
	case TAG_TR:
		push(p, FRAME_TR, x->depth);
		break;
	case TAG_TXBX:
		if (p->box)
			push(p, FRAME_BOX, x->depth);
		break;
	case TAG_TAB:
	case TAG_CR:
		add_char(p, ' ');
		break;
	case TAG_HYPHEN:
		add_char(p, '-');
		break;
	case TAG_BR:
		start_break(p, x);
		break;
	case TAG_FLD_CHAR:
		start_field(p, x);
		break;
	case TAG_RENDERED:
		start_rendered(p);
		break;
	case TAG_PAGE_BEFORE:
		start_page_before(p, x);
		break;
	case TAG_SECT_PR:
	case TAG_TYPE:
		start_section(p, x, tag);
		break;
	case TAG_TR_PR:
		p->tr_pr = x->depth;
		break;
	case TAG_DEL:
		start_deleted(p, x);
		break;
	case TAG_NONE:
	case TAG_OLD:
	case TAG_RPR:
		break;
	}
}

/*
 * Is the element left out with all below it?  Of the branches of an
 * AlternateContent the first Choice counts, whatever it requires, and never the
 * Fallback: each text comes once.
 */
static bool
skipped(struct para *p, const struct pull *x, enum tag tag)
{
	if (tag == TAG_RPR || tag == TAG_OLD)
		return true;
	if (x->ns == NS_WML)
		return span_eqs(x->name, "moveFrom");
	if (x->ns != NS_MC || x->depth > PULL_DEPTH_MAX)
		return false;
	if (span_eqs(x->name, "AlternateContent"))
		p->chosen[x->depth] = false;
	else if (span_eqs(x->name, "Fallback"))
		return true;
	else if (span_eqs(x->name, "Choice") && x->depth > 0) {
		if (p->chosen[x->depth - 1])
			return true;
		p->chosen[x->depth - 1] = true;
	}
	return false;
}

static bool
feed_start(struct para *p, struct pull *x)
{
	enum tag tag = tag_of(p, x);

	if (skipped(p, x, tag))
		return pull_skip(x) != PULL_BAD;
	if (x->ns == NS_W16SE && span_eqs(x->name, "symEx"))
		add_symbol(p, x);
	else
		start_known(p, x, tag);
	return true;
}

static void
feed_end(struct para *p, unsigned depth)
{
	if (p->in_t && depth <= p->in_t)
		p->in_t = 0;
	if (p->tr_pr && depth <= p->tr_pr)
		p->tr_pr = 0;
	while (p->frames > 0 && p->frame[p->frames - 1].depth >= depth)
		pop(p);
}

bool
para_feed(struct para *p, struct pull *x, enum pull_event ev)
{
	switch (ev) {
	case PULL_START:
		return feed_start(p, x);
	case PULL_END:
		feed_end(p, x->depth);
		return true;
	case PULL_TEXT:
		if (p->in_t)
			add_text(p, x->text);
		return true;
	case PULL_EOF:
		return true;
	case PULL_BAD:
		break;
	}
	return false;
}

/* ---- conveniences --------------------------------------------------------- */

void
para_collect(void *arg, struct span text, uint32_t page)
{
	struct buf *lines = arg;

	(void)page;
	buf_addspan(lines, text);
	buf_addc(lines, '\n');
}

enum pull_event
para_lines(struct pull *x, enum pull_ns ns, struct buf *lines)
{
	unsigned depth = x->depth;
	enum pull_event ev;
	struct para p;

	para_init(&p, ns);
	p.line = para_collect;
	p.arg = lines;
	do {
		ev = pull_next(x);
		if (!para_feed(&p, x, ev))
			ev = PULL_BAD;
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(x->depth == depth && ev == PULL_END));
	para_release(&p);
	return ev == PULL_EOF ? PULL_BAD : ev;
}

void
para_join(struct buf *b, size_t off)
{
	char *q = b->p + off, *end = b->p + b->len;

	if (b->len <= off)
		return;
	if (end[-1] == '\n')
		*--end = '\0';
	b->len = (size_t)(end - b->p);
	while ((q = memchr(q, '\n', (size_t)(end - q))) != NULL)
		*q++ = ' ';
}
