#include "doc/drawing/chart.h"

#include "doc/para.h"
#include "text/utf.h"

/* A walk through a chart part. */
struct chart {
	struct para para;
	struct buf rich;         /* lines of all a:p */
	struct buf titles;       /* lines: c:v of referred titles */
	struct buf series;       /* lines: c:v of series names */
	struct buf value;        /* the c:v being read */
	unsigned title, ser, tx; /* depths of what is open, 0: none */
	struct buf *to;          /* where the open tx puts its values */
};

bool
chart_ref(const struct pull *x, struct span *id)
{
	return pull_is(x, NS_CHART, "chart") && pull_get(x, NS_REL, "id", id);
}

/* A c:v below the c:tx of a title or a series. */
static enum pull_event
read_value(struct chart *c, struct pull *x)
{
	enum pull_event ev;
	struct span v;

	buf_reset(&c->value);
	ev = pull_text(x, &c->value);
	v = utf_trim(buf_span(&c->value));
	if (ev == PULL_END && v.n > 0) {
		para_flat(v, c->to);
		buf_addc(c->to, '\n');
	}
	return ev;
}

/* After para_feed, which has stepped over what is skipped. */
static enum pull_event
on_start(struct chart *c, struct pull *x)
{
	if (x->ns != NS_CHART)
		return PULL_START;
	if (span_eqs(x->name, "title")) {
		c->title = x->depth;
	} else if (span_eqs(x->name, "ser")) {
		c->ser = x->depth;
	} else if (span_eqs(x->name, "tx") && !c->tx) {
		if (c->title && x->depth == c->title + 1)
			c->to = &c->titles;
		else if (c->ser && x->depth == c->ser + 1)
			c->to = &c->series;
		else
			return PULL_START;
		c->tx = x->depth;
	} else if (c->tx && span_eqs(x->name, "v")) {
		return read_value(c, x);
	}
	return PULL_START;
}

static void
on_end(struct chart *c, const struct pull *x)
{
	if (x->depth == c->tx)
		c->tx = 0;
	if (x->depth == c->title)
		c->title = 0;
	if (x->depth == c->ser)
		c->ser = 0;
}

static bool
walk(struct chart *c, struct pull *x)
{
	enum pull_event ev;

	while ((ev = pull_next(x)) != PULL_EOF) {
		if (!para_feed(&c->para, x, ev))
			return false;
		if (ev == PULL_START && on_start(c, x) == PULL_BAD)
			return false;
		if (ev == PULL_END)
			on_end(c, x);
	}
	return true;
}

/* Appends the lines that did not come before, joined by one space. */
static void
add_distinct(struct map *seen, struct span lines, struct buf *out, size_t off)
{
	struct span line;
	size_t *slot;

	while (lines.n > 0 && span_field(&lines, '\n', &line)) {
		if (line.n == 0)
			continue;
		slot = map_put(seen, line);
		if (*slot != MAP_NONE)
			continue;
		*slot = 0;
		if (out->len > off)
			buf_addc(out, ' ');
		buf_addspan(out, line);
	}
}

bool
chart_text(struct opc *o, struct span part, struct buf *out, struct tb_error *e)
{
	struct chart c = { .rich = BUF_INIT,
		.titles = BUF_INIT,
		.series = BUF_INIT,
		.value = BUF_INIT };
	size_t off = out->len;
	struct map seen;
	struct pull x;
	bool ok;

	if (!opc_has(o, part))
		return true;
	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	para_init(&c.para, NS_DML);
	c.para.line = para_collect;
	c.para.arg = &c.rich;
	(void)walk(&c, &x);
	ok = pull_close(&x, e);
	if (ok) {
		map_init(&seen);
		add_distinct(&seen, buf_span(&c.rich), out, off);
		add_distinct(&seen, buf_span(&c.titles), out, off);
		add_distinct(&seen, buf_span(&c.series), out, off);
		map_release(&seen);
	}
	para_release(&c.para);
	buf_release(&c.rich);
	buf_release(&c.titles);
	buf_release(&c.series);
	buf_release(&c.value);
	return ok;
}
