/*
 * pdfwidth.h: how far the pen moves behind each glyph of a font ([ISO 32000-1]
 * 9.2.4, 9.7.4.3), in the font's own units.
 */
#ifndef DOC_PDF_PDFWIDTH_H
#define DOC_PDF_PDFWIDTH_H

#include "doc/pdf/pdffile.h"

struct pdfwidth;

/* Of a simple font, by code; fonts that every reader has need not say them. */
struct pdfwidth *pdfwidth_simple(struct pdffile *f, const struct pdfobj *font);
/* Of a CIDFont, by CID. */
struct pdfwidth *pdfwidth_composite(
    struct pdffile *f, const struct pdfobj *cidfont);
void pdfwidth_free(struct pdfwidth *w);
double pdfwidth_get(const struct pdfwidth *w, uint32_t code);
/* Of vertical writing, negative: the same for every glyph. */
double pdfwidth_vertical(const struct pdfwidth *w);

#endif
