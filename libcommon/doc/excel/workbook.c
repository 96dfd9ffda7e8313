#include "doc/excel/workbook.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/excel/xstring.h"

void
workbook_add(struct workbook *w, struct arena *a, struct span name,
    struct span id, bool hidden)
{
	w->sheet = mem_grow(w->sheet, &w->cap, w->n + 1, sizeof(*w->sheet));
	w->sheet[w->n++] = (struct workbook_sheet){ arena_dup(a, name),
		arena_dup(a, id), hidden };
}

static void
add_sheet(struct workbook *w, struct opc *o, const struct pull *x)
{
	struct buf name = BUF_INIT;
	struct span v, id, state;

	(void)pull_get(x, NS_NONE, "name", &v);
	(void)pull_get(x, NS_REL, "id", &id);
	(void)pull_get(x, NS_NONE, "state", &state);
	xstring_decode(v, &name);
	workbook_add(w, opc_arena(o), buf_span(&name), id,
	    span_eqs(state, "hidden") || span_eqs(state, "veryHidden"));
	buf_release(&name);
}

bool
workbook_read(struct workbook *w, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e)
{
	enum pull_event ev;
	bool root = false;
	struct pull x;
	struct span v;

	memset(w, 0, sizeof(*w));
	if (!pull_open_whole(&x, o, part, parser, e))
		return false;
	while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev != PULL_START)
			continue;
		if (x.depth == 1)
			root = pull_is(&x, NS_SML, "workbook");
		else if (pull_is(&x, NS_SML, "sheet"))
			add_sheet(w, o, &x);
		else if (pull_is(&x, NS_SML, "workbookPr"))
			w->date1904 = pull_get(&x, NS_NONE, "date1904", &v) &&
				      (span_eqs(v, "1") || span_eqs(v, "true"));
	}
	if (!pull_close(&x, e))
		return false;
	return root ||
	       tb_fail(e, TB_EBROKEN, "%.*s: no workbook", SPAN_ARG(part));
}

void
workbook_release(struct workbook *w)
{
	free(w->sheet);
	memset(w, 0, sizeof(*w));
}
