/*
 * remark.h: the comments on a slide, of both kinds (extraction.md 8).
 *
 *	p:cm > p:text				up to PowerPoint 2019
 *	p188:cm > p188:replyLst, p188:txBody	since: replies come first
 */
#ifndef SLIDES_REMARK_H
#define SLIDES_REMARK_H

#include "box/pull.h"

/*
 * Sets lines to one LF-ended line for each comment and, behind it, for each
 * reply; none, and false, when the part is broken.
 */
bool remark_read(
    struct opc *o, struct span part, struct buf *lines, struct tb_error *e);

#endif
