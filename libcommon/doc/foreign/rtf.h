/*
 * rtf.h: RTF under a Word extension (extraction.md 17.3).
 *
 * Pages are broken by \page and \sect; a paragraph or a table row is a line.
 * Headers and footers, footnotes, annotations and text boxes get the places
 * that they have in a .docx.  Field codes, deleted text, pictures and every
 * destination that is not known (\*) are left out.
 */
#ifndef DOC_FOREIGN_RTF_H
#define DOC_FOREIGN_RTF_H

#include "doc/reader.h"

#define RTF_DEPTH 1000 /* groups inside each other */
#define RTF_FONTS 4096 /* numbers of fonts that are looked at */

bool rtf_read(const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
