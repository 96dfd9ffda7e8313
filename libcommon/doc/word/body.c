#include "doc/word/body.h"

#include "doc/para.h"

/* What the paragraph reader's lines go to. */
struct body {
	struct sink *sink;
	uint32_t page; /* of the sink's place; 0: none yet */
	struct docobj_list *objects;
};

static void
on_line(void *arg, struct span text, uint32_t page)
{
	struct body *b = arg;

	/* a line that opened early and ended late: pages never go back */
	if (page < b->page)
		page = b->page;
	if (page != b->page) {
		b->page = page;
		sink_place(b->sink, &(struct place){ .base = PLACE_PAGE,
					.target = PLACE_BODY,
					.number = page });
	}
	sink_line(b->sink, text);
}

static void
on_box(void *arg, struct span text, uint32_t page)
{
	struct body *b = arg;

	docobj_add(b->objects, DOCOBJ_TEXT, page, text);
}

static void
on_start(struct body *b, const struct pull *x, const struct para *p)
{
	struct span id;

	if (pull_is(x, NS_WML, "commentReference")) {
		if (pull_get(x, NS_WML, "id", &id) ||
		    pull_get(x, NS_NONE, "id", &id))
			docobj_add(b->objects, DOCOBJ_COMMENT, p->page, id);
	} else if (!p->dead) {
		docobj_seen(b->objects, x, p->page);
	}
}

/* Is the part a Word document at all?  x stands in front of the root. */
static bool
is_document(struct pull *x)
{
	enum pull_event ev;

	do
		ev = pull_next(x);
	while (ev == PULL_TEXT);
	return ev == PULL_BAD || /* told by pull_close */
	       (ev == PULL_START && pull_is(x, NS_WML, "document"));
}

bool
body_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sink *s, struct docobj_list *objects, struct tb_error *e)
{
	struct body b = { .sink = s, .objects = objects };
	enum pull_event ev;
	struct para p;
	struct pull x;
	bool document;

	if (!pull_open_whole(&x, o, part, parser, e))
		return false;
	para_init(&p, NS_WML);
	p.line = on_line;
	p.box = on_box;
	p.arg = &b;
	p.pages = true;
	document = is_document(&x);
	while (document && (ev = pull_next(&x)) != PULL_EOF) {
		if (ev == PULL_START)
			on_start(&b, &x, &p);
		if (!para_feed(&p, &x, ev))
			break;
	}
	para_release(&p);
	return pull_close(&x, e) &&
	       (document || tb_fail(e, TB_EDOCX, "%.*s", SPAN_ARG(part)));
}
