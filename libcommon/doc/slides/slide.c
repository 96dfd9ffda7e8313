#include "doc/slides/slide.h"

#include "doc/para.h"

/* A walk through a shape tree. */
struct walk {
	struct para body;
	struct para footer;          /* line NULL: footers are left out too */
	struct docobj_list *objects; /* NULL: references do not count */
	unsigned sp;                 /* depth of the open p:sp, 0: none */
	unsigned skip;               /* the same when it is left out */
	bool in_footer;              /* it is a footer placeholder */
};

/* p:ph: is the shape around it one that is left out? */
static void
on_placeholder(struct walk *w, const struct pull *x)
{
	static const char *const out[] = { "sldNum", "dt", "hdr", "ftr",
		"sldImg" };
	struct span type;
	size_t i;

	if (!w->sp || w->skip || !pull_get(x, NS_NONE, "type", &type))
		return;
	for (i = 0; i < sizeof(out) / sizeof(out[0]); i++) {
		if (!span_eqs(type, out[i]))
			continue;
		w->skip = w->sp;
		w->in_footer = span_eqs(type, "ftr");
	}
}

static void
on_start(struct walk *w, const struct pull *x)
{
	if (x->ns == NS_PML && !w->sp && span_eqs(x->name, "sp"))
		w->sp = x->depth;
	else if (x->ns == NS_PML && span_eqs(x->name, "ph"))
		on_placeholder(w, x);
	else if (!w->skip && w->objects)
		docobj_seen(w->objects, x, 1);
}

static void
on_end(struct walk *w, unsigned depth)
{
	if (w->sp == depth)
		w->sp = 0;
	if (w->skip == depth) {
		w->skip = 0;
		w->in_footer = false;
	}
}

/* All events of the part; false when it is broken. */
static bool
walk(struct walk *w, struct pull *x)
{
	enum pull_event ev;
	bool ok = true;

	while (ok && (ev = pull_next(x)) != PULL_EOF) {
		if (ev == PULL_START)
			on_start(w, x);
		if (!w->skip)
			ok = para_feed(&w->body, x, ev);
		else if (w->in_footer)
			ok = para_feed(&w->footer, x, ev);
		else
			ok = ev != PULL_BAD;
		if (ok && ev == PULL_END)
			on_end(w, x->depth);
	}
	return ok;
}

static void
walk_init(struct walk *w)
{
	*w = (struct walk){ .objects = NULL };
	para_init(&w->body, NS_DML);
	para_init(&w->footer, NS_DML);
}

static void
walk_release(struct walk *w)
{
	para_release(&w->body);
	para_release(&w->footer);
}

static void
on_line(void *arg, struct span text, uint32_t page)
{
	(void)page;
	sink_line(arg, text);
}

/* show of the root: [ECMA-376] 19.3.1.38. */
static bool
is_hidden(const struct pull *x)
{
	struct span show;

	(void)pull_get(x, NS_NONE, "show", &show);
	return span_eqs(show, "0") || span_eqs(show, "false");
}

bool
slide_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sink *s, struct place *at, struct docobj_list *objects,
    struct buf *footers, struct tb_error *e)
{
	enum pull_event ev;
	struct pull x;
	struct walk w;

	if (!pull_open_whole(&x, o, part, parser, e))
		return false;
	walk_init(&w);
	w.objects = objects;
	w.body.line = on_line;
	w.body.arg = s;
	w.footer.line = para_collect;
	w.footer.arg = footers;
	do
		ev = pull_next(&x);
	while (ev == PULL_TEXT);
	at->hidden = ev == PULL_START && is_hidden(&x);
	at->target = PLACE_BODY;
	sink_place(s, at);
	if (ev == PULL_START)
		(void)walk(&w, &x);
	walk_release(&w);
	return pull_close(&x, e);
}

bool
slide_notes(
    struct opc *o, struct span part, struct buf *lines, struct tb_error *e)
{
	struct pull x;
	struct walk w;
	bool ok;

	buf_reset(lines);
	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	walk_init(&w);
	w.body.line = para_collect;
	w.body.arg = lines;
	(void)walk(&w, &x);
	walk_release(&w);
	ok = pull_close(&x, e);
	if (!ok)
		buf_reset(lines);
	return ok;
}
