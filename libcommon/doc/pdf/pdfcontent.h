/*
 * pdfcontent.h: content streams: where each glyph of a page stands ([ISO
 * 32000-1] 8.4, 9.4, 14.6).
 */
#ifndef DOC_PDF_PDFCONTENT_H
#define DOC_PDF_PDFCONTENT_H

#include "doc/pdf/pdffile.h"
#include "doc/pdf/pdflayout.h"

struct pdfcontent;

/* Both are lent; optional content that the file turns off is known then. */
struct pdfcontent *pdfcontent_new(struct pdffile *f, struct pdflayout *l);
void pdfcontent_free(struct pdfcontent *c);
/*
 * Gives every glyph of a page to the layout.  False, with e filled, when
 * something of it could not be read; what was read before counts.
 */
bool pdfcontent_page(
    struct pdfcontent *c, const struct pdfobj *page, struct tb_error *e);
/* The same for a form XObject whose origin is put at x, y. */
bool pdfcontent_form(struct pdfcontent *c, const struct pdfobj *form, double x,
    double y, struct tb_error *e);
/* The value of key of a page or of what it inherits from. */
const struct pdfobj *pdfcontent_inherit(
    struct pdffile *f, const struct pdfobj *page, const char *key);

#endif
