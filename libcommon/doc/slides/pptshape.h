/*
 * pptshape.h: the shapes of one .ppt slide or notes page, as lines.
 */
#ifndef DOC_SLIDES_PPTSHAPE_H
#define DOC_SLIDES_PPTSHAPE_H

#include "doc/slides/ppttext.h"

#define PPTSHAPE_DEPTH_MAX 64 /* groups in groups */

/* The texts that the outline holds for this slide. */
struct pptshape_outline {
	struct ppttext *text;
	size_t n;
};

/*
 * Appends the lines of a slide's drawing (the body of its RT_Drawing), in
 * drawing order, groups and tables too (extraction.md 17.4); texts of the
 * outline that a shape refers to become used.  Number, date, header, footer and
 * slide image placeholders are left out.  number is the slide's.
 */
void pptshape_lines(struct cur drawing, struct pptshape_outline *outline,
    uint32_t number, struct buf *lines);

#endif
