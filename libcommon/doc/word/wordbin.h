/*
 * wordbin.h: a Word Binary File, .doc of Word 97 to 2003 ([MS-DOC]).
 *
 * extraction.md 17.3: pages by the breaks in the text, text boxes, comments,
 * headers and footers, notes.
 */
#ifndef WORD_WORDBIN_H
#define WORD_WORDBIN_H

#include "box/cfb.h"
#include "doc/sink.h"

/*
 * Reads the document in c.  False, with e filled: TB_EBROKEN when it is none of
 * Word 97 or later, TB_EPASSWORD when it is encrypted, TB_ESIZE over the limit.
 * What is cut is noted and read as far as it goes.
 */
bool wordbin_read(struct cfb *c, struct sink *s, struct tb_error *e);

#endif
