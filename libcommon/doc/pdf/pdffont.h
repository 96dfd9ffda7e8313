/*
 * pdffont.h: a font as far as text needs it: the characters and the width of
 * each code of a shown string.
 */
#ifndef DOC_PDF_PDFFONT_H
#define DOC_PDF_PDFFONT_H

#include "doc/pdf/pdffile.h"

struct pdffont;

struct pdfglyph {
	struct span text; /* UTF-8; empty: unknown.  Lent until the next call */
	double width;     /* in units of the font size; of the advance */
	bool space;       /* the single byte 32, which Tw widens */
};

/* From a font dictionary; never NULL.  What it needs of f is copied. */
struct pdffont *pdffont_open(struct pdffile *f, const struct pdfobj *dict);
void pdffont_free(struct pdffont *p);
/* Does it write downwards?  Then width is negative. */
bool pdffont_vertical(const struct pdffont *p);
/* The glyph of the code at *pos, which moves behind it.  *pos < s.n. */
void pdffont_next(
    struct pdffont *p, struct span s, size_t *pos, struct pdfglyph *g);

#endif
