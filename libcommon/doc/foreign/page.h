/*
 * page.h: text, web pages and RTF under a Word extension: one place, ページ001
 * or as many as there are page breaks, a paragraph or a table row a line
 * (extraction.md 17.3).
 */
#ifndef DOC_FOREIGN_PAGE_H
#define DOC_FOREIGN_PAGE_H

#include "doc/reader.h"

/* Plain text, in what the ladder says and else Shift_JIS. */
bool page_text(const struct doc_input *in, struct sink *s, struct tb_error *e);
bool page_html(const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
