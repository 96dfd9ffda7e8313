/*
 * smartart.h: the text of a SmartArt graphic (extraction.md 4.3).
 *
 * It is read from the data part; the drawing part holds the same text again.
 */
#ifndef DRAWING_SMARTART_H
#define DRAWING_SMARTART_H

#include "box/pull.h"

/*
 * At PULL_START: is it a reference to SmartArt (dgm:relIds with r:dm)?  *id is
 * the data part's relationship, lent as the attributes are.
 */
bool smartart_ref(const struct pull *x, struct span *id);
/*
 * Appends the paragraphs of the data part, joined by one space, to out; maybe
 * nothing.  A part that does not exist has no text.  False, with e filled and
 * out as it was, when the part is broken or over a limit.
 */
bool smartart_text(
    struct opc *o, struct span part, struct buf *out, struct tb_error *e);

#endif
