/*
 * body.h: the main story of a Word document: its pages, and what stands on
 * them beside the text (extraction.md 7.2 to 7.4).
 */
#ifndef WORD_BODY_H
#define WORD_BODY_H

#include "doc/drawing/docobj.h"

/*
 * Reads the main part: lines go to the sink, page by page; text boxes,
 * references and comment marks go to objects.  False, with e filled, when the
 * part is broken; TB_EDOCX when it is no WordprocessingML document.
 */
bool body_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sink *s, struct docobj_list *objects, struct tb_error *e);

#endif
