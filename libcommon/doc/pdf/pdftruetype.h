/*
 * pdftruetype.h: the tables of an embedded TrueType font that tell which
 * character a glyph is: cmap and post ([OpenType] 1.9).
 */
#ifndef DOC_PDF_PDFTRUETYPE_H
#define DOC_PDF_PDFTRUETYPE_H

#include "base/buf.h"

struct pdftruetype;

/* data is lent.  NULL when it is no TrueType or OpenType font. */
struct pdftruetype *pdftruetype_open(struct span data);
void pdftruetype_free(struct pdftruetype *t);
/* The table called tag, lent from data; empty when there is none. */
struct span pdftruetype_table(const struct pdftruetype *t, const char *tag);
/*
 * The glyph that a byte of a simple font shows ([ISO 32000-1] 9.6.6.4): by the
 * symbol map, else by the one of the Macintosh.  0: none.
 */
uint32_t pdftruetype_code(const struct pdftruetype *t, uint8_t code);
/* Appends the characters of a glyph, UTF-8; false when none are known. */
bool pdftruetype_text(struct pdftruetype *t, uint32_t glyph, struct buf *out);

#endif
