#include "doc/slides/remark.h"

#include "doc/para.h"
#include "text/utf.h"

struct remark {
	struct buf *lines;
	struct buf text;    /* the comment's own paragraphs */
	struct buf replies; /* whole lines */
};

/* After the START of a p:text: one line. */
static enum pull_event
read_text(struct remark *r, struct pull *x)
{
	struct buf raw = BUF_INIT;
	enum pull_event ev = pull_text(x, &raw);
	struct span text = utf_trim(buf_span(&raw));

	if (text.n > 0) {
		para_flat(text, r->lines);
		buf_addc(r->lines, '\n');
	}
	buf_release(&raw);
	return ev;
}

/* After the START of a reply: its paragraphs as one line of replies. */
static enum pull_event
read_reply(struct remark *r, struct pull *x)
{
	size_t off = r->replies.len;
	enum pull_event ev = para_lines(x, NS_DML, &r->replies);

	if (r->replies.len > off) {
		para_join(&r->replies, off);
		buf_addc(&r->replies, '\n');
	}
	return ev;
}

/* After the START of a modern comment, on to its END. */
static enum pull_event
read_modern(struct remark *r, struct pull *x)
{
	unsigned depth = x->depth;
	enum pull_event ev;

	buf_reset(&r->text);
	buf_reset(&r->replies);
	do {
		ev = pull_next(x);
		if (ev != PULL_START)
			continue;
		if (span_eqs(x->name, "reply"))
			ev = read_reply(r, x);
		else if (span_eqs(x->name, "txBody"))
			ev = para_lines(x, NS_DML, &r->text);
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	if (r->text.len > 0) {
		para_join(&r->text, 0);
		buf_addspan(r->lines, buf_span(&r->text));
		buf_addc(r->lines, '\n');
	}
	buf_addspan(r->lines, buf_span(&r->replies));
	return ev;
}

bool
remark_read(
    struct opc *o, struct span part, struct buf *lines, struct tb_error *e)
{
	struct remark r = {
		.lines = lines, .text = BUF_INIT, .replies = BUF_INIT
	};
	enum pull_event ev;
	struct pull x;
	bool ok;

	buf_reset(lines);
	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	do {
		ev = pull_next(&x);
		if (ev != PULL_START)
			continue;
		if (pull_is(&x, NS_PML, "text"))
			ev = read_text(&r, &x);
		else if (x.ns != NS_PML && span_eqs(x.name, "cm"))
			ev = read_modern(&r, &x);
	} while (ev != PULL_EOF && ev != PULL_BAD);
	ok = pull_close(&x, e);
	if (!ok)
		buf_reset(lines);
	buf_release(&r.text);
	buf_release(&r.replies);
	return ok;
}
