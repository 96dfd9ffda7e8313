/*
 * slide.h: one slide, and the notes page of one (extraction.md 8).
 *
 * Text boxes, shapes, groups and tables are all body text, in document order.
 * Placeholders for slide number, date, header, footer and slide image are left
 * out.
 */
#ifndef SLIDES_SLIDE_H
#define SLIDES_SLIDE_H

#include "doc/drawing/docobj.h"

/*
 * Reads a slide: its lines go to the sink, as at->number says; at->hidden is
 * set.  References to charts, SmartArt and embedded files go to objects, the
 * lines of footer placeholders, LF-ended, to footers.  False, with e filled,
 * when the part is broken.
 */
bool slide_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sink *s, struct place *at, struct docobj_list *objects,
    struct buf *footers, struct tb_error *e);
/*
 * Sets lines to the LF-ended lines of a notes page; none, and false, when the
 * part is broken.
 */
bool slide_notes(
    struct opc *o, struct span part, struct buf *lines, struct tb_error *e);

#endif
