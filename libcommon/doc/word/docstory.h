/*
 * docstory.h: the text of a Word Binary File, story by story, as lines
 * (extraction.md 17.3): paragraphs, table rows, fields, pages.
 */
#ifndef WORD_DOCSTORY_H
#define WORD_DOCSTORY_H

#include "doc/para.h"
#include "doc/word/docprop.h"

/* What is told of a character that the text does not show. */
enum docstory_mark {
	DOCSTORY_COMMENT, /* U+0005: an annotation's reference */
	DOCSTORY_DRAWN,   /* U+0008: a drawn object's anchor */
};

struct docstory {
	const struct fib *fib;
	const struct docprop *prop;
	para_line_fn *line; /* as the paragraph reader's */
	/* NULL, or called with the position of the mark in the document */
	void (*mark)(
	    void *arg, enum docstory_mark mark, uint32_t cp, uint32_t page);
	void *arg;
	bool pages; /* count pages; else every page is 1 */
};

/* Reads the characters [from, end), which are whole paragraphs. */
void docstory_read(const struct docstory *s, uint32_t from, uint32_t end);

#endif
