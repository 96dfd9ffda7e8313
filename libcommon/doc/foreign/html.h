/*
 * html.h: a web page that an Office extension hides, as a series of events.
 *
 *	html_open -> html_next ... HTML_OPEN HTML_TEXT HTML_CLOSE ... HTML_EOF
 *
 * What Office and web systems export: tags of any case, attributes with or
 * without quotes, elements that are never closed.  Nothing is balanced or
 * repaired here.  What is no text goes: comments, declarations, script, style
 * and title.
 */
#ifndef DOC_FOREIGN_HTML_H
#define DOC_FOREIGN_HTML_H

#include "base/err.h"
#include "text/enc.h"

enum html_event {
	HTML_OPEN,  /* name, attributes */
	HTML_CLOSE, /* name */
	HTML_TEXT,  /* text, entities decoded; white space as it stands */
	HTML_EOF
};

struct html {
	struct span in; /* UTF-8, lent */
	size_t pos;
	struct span name; /* of the element, as spelt */
	struct span attr; /* its attributes, as they stand */
	struct buf text;
};

/*
 * The encoding of a page: by its mark, else what its meta element says, else
 * by the ladder, else Shift_JIS (extraction.md 17.2).
 */
enum enc html_encoding(struct span bytes);
/*
 * Reads the page in fd, lent, from where it stands to its end, as UTF-8; also
 * one in a MIME file.  At most OPC_PART_MAX bytes.
 */
bool html_load(int fd, struct buf *utf8, struct tb_error *e);
void html_open(struct html *h, struct span utf8);
void html_close(struct html *h);
/* The next event; what it left in h is good until the next call. */
enum html_event html_next(struct html *h);
/* Is it the element called name? */
bool html_is(const struct html *h, const char *name);
/* A number in an attribute, at most max; without it, or not a number: 1. */
uint32_t html_number(const struct html *h, const char *attr, uint32_t max);

#endif
