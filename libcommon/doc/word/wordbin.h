/*
 * wordbin.h: a Word Binary File, .doc of Word 97 to 2003 ([MS-DOC]), and of
 * Word 2, 6 and 95 as far as their text goes.
 *
 * extraction.md 17.3: pages by the breaks in the text, text boxes, comments,
 * headers and footers, notes.
 */
#ifndef WORD_WORDBIN_H
#define WORD_WORDBIN_H

#include "box/cfb.h"
#include "doc/reader.h"

/*
 * Reads the document in c.  False, with e filled: TB_EBROKEN when it is none of
 * Word 6 or later, TB_EPASSWORD when it is encrypted, TB_ESIZE over the limit.
 * What is cut is noted and read as far as it goes.
 */
bool wordbin_read(struct cfb *c, struct sink *s, struct tb_error *e);
/* Is it a document of Word 2, which lies in no compound file? */
bool wordbin_is_flat(struct span head);
bool wordbin_read_flat(
    const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
