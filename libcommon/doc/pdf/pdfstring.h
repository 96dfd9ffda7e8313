/* pdfstring.h: text strings ([ISO 32000-2] 7.9.2.2). */
#ifndef DOC_PDF_PDFSTRING_H
#define DOC_PDF_PDFSTRING_H

#include "base/buf.h"

/*
 * Appends a text string as UTF-8: UTF-16 or UTF-8 by its mark, else
 * PDFDocEncoding, of which only the western letters count.
 */
void pdfstring_text(struct span s, struct buf *out);

#endif
