/*
 * xmltrace.h: what a parser behind pull.h tells of a piece of XML, as text that
 * can be compared.
 */
#ifndef XMLTRACE_H
#define XMLTRACE_H

#include "box/pull_int.h"
#include "text/utf.h"

/* Writes the events as text; neighbouring texts are one, "BAD" ends all. */
static inline void
xmltrace_events(struct pull *x, struct buf *out)
{
	enum pull_event ev, last = PULL_EOF;
	size_t i;

	while ((ev = pull_next(x)) != PULL_EOF && ev != PULL_BAD) {
		if (ev == PULL_TEXT) {
			if (last != PULL_TEXT)
				buf_addc(out, '"');
			buf_addspan(out, x->text);
			if (utf_valid(x->text) < x->text.n)
				buf_adds(out, "(cut)");
			last = ev;
			continue;
		}
		if (last == PULL_TEXT)
			buf_addc(out, '"');
		last = ev;
		buf_printf(out, "%s%u:%d:", ev == PULL_END ? "/" : "<",
		    x->depth, (int)x->ns);
		buf_addspan(out, x->name);
		for (i = 0; ev == PULL_START && i < x->attrs; i++) {
			buf_printf(out, " %d:", (int)x->attr[i].ns);
			buf_addspan(out, x->attr[i].name);
			buf_addc(out, '=');
			buf_addspan(out, x->attr[i].value);
		}
		buf_addc(out, '\n');
	}
	if (ev == PULL_BAD) { /* how far it came is each parser's own */
		buf_reset(out);
		buf_adds(out, "BAD");
	}
}

/* The same for XML in memory, read in blocks (0: of any size). */
static inline void
xmltrace(
    struct span xml, enum pull_parser parser, size_t block, struct buf *out)
{
	struct tb_error e = TB_ERROR_INIT;
	struct pull x;

	buf_reset(out);
	pull_open_mem(&x, xml, "xml", parser, &e);
	x.impl->source.block = block;
	xmltrace_events(&x, out);
	pull_close(&x, &e);
}

#endif
