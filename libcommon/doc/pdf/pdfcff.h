/*
 * pdfcff.h: the glyph names and the encoding of an embedded CFF font
 * ([Adobe 5176]).
 */
#ifndef DOC_PDF_PDFCFF_H
#define DOC_PDF_PDFCFF_H

#include "base/buf.h"

struct pdfcff;

/* data is lent.  NULL when it is no CFF font. */
struct pdfcff *pdfcff_open(struct span data);
void pdfcff_free(struct pdfcff *f);
/* Are its glyphs numbered by CIDs, without names? */
bool pdfcff_is_cid(const struct pdfcff *f);
/* The glyph of a code in the font's own encoding; 0: none. */
uint32_t pdfcff_code(const struct pdfcff *f, uint8_t code);
/* The name of a glyph, lent; empty when it has none. */
struct span pdfcff_name(const struct pdfcff *f, uint32_t glyph);

#endif
