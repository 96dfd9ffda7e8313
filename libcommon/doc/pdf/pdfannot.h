/*
 * pdfannot.h: what stands on a page without being of its content: form fields
 * and notes ([ISO 32000-1] 12.5, 12.7).
 */
#ifndef DOC_PDF_PDFANNOT_H
#define DOC_PDF_PDFANNOT_H

#include "doc/pdf/pdfcontent.h"

/*
 * Gives the layout what the annotations of a page show, and what their notes
 * say.  False, with e filled, when some could not be read.
 */
bool pdfannot_read(struct pdffile *f, struct pdfcontent *c, struct pdflayout *l,
    const struct pdfobj *page, struct tb_error *e);

#endif
