#include "doc/drawing/smartart.h"

#include "doc/para.h"

bool
smartart_ref(const struct pull *x, struct span *id)
{
	return pull_is(x, NS_DIAGRAM, "relIds") &&
	       pull_get(x, NS_REL, "dm", id);
}

bool
smartart_text(
    struct opc *o, struct span part, struct buf *out, struct tb_error *e)
{
	size_t off = out->len;
	enum pull_event ev;
	struct pull x;
	bool ok;

	if (!opc_has(o, part))
		return true;
	if (!pull_open(&x, o, part, PULL_COLD, e))
		return false;
	do {
		ev = pull_next(&x);
		if (ev == PULL_START)
			ev = para_lines(&x, NS_DML, out);
	} while (ev != PULL_EOF && ev != PULL_BAD);
	ok = pull_close(&x, e);
	if (!ok) {
		out->len = off;
		out->p[off] = '\0';
	} else {
		para_join(out, off);
	}
	return ok;
}
