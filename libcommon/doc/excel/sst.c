#include "doc/excel/sst.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/excel/xstring.h"

void
sst_init(struct sst *t)
{
	memset(t, 0, sizeof(*t));
	buf_init(&t->pool);
}

void
sst_release(struct sst *t)
{
	buf_release(&t->pool);
	free(t->end);
}

void
sst_end(struct sst *t)
{
	t->end = mem_grow(t->end, &t->cap, t->n + 1, sizeof(*t->end));
	t->end[t->n++] = t->pool.len;
}

bool
sst_read(struct sst *t, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e)
{
	struct buf text = BUF_INIT;
	enum pull_event ev;
	struct pull x;
	bool fits = true;

	if (!pull_open(&x, o, part, parser, e))
		return false;
	while (fits && (ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev != PULL_START || !pull_is(&x, NS_SML, "si"))
			continue;
		if (xstring_runs(&x, &text, &t->pool) == PULL_BAD)
			break;
		sst_end(t);
		fits = t->pool.len <= SST_MAX;
	}
	buf_release(&text);
	return pull_close(&x, e) &&
	       (fits || tb_fail(e, TB_EMEMORY, "%.*s", SPAN_ARG(part)));
}

struct span
sst_get(const struct sst *t, uint64_t i)
{
	size_t from;

	if (i >= t->n)
		return span_of(NULL, 0);
	from = i > 0 ? t->end[i - 1] : 0;
	return span_of(t->pool.p + from, t->end[i] - from);
}
