/*
 * pdffontfile.h: the embedded program of a font, when nothing else tells what
 * its glyphs are: TrueType, OpenType, CFF, Type 1.
 */
#ifndef DOC_PDF_PDFFONTFILE_H
#define DOC_PDF_PDFFONTFILE_H

#include "doc/pdf/pdffile.h"

struct pdffontfile;

/* From a font descriptor; NULL when it embeds none that is understood. */
struct pdffontfile *pdffontfile_open(
    struct pdffile *f, const struct pdfobj *descriptor);
void pdffontfile_free(struct pdffontfile *ff);
/* Appends what a byte shows by the font's own encoding, UTF-8. */
bool pdffontfile_code(struct pdffontfile *ff, uint8_t code, struct buf *out);
/* Appends what glyph (its number, or the CID of a CFF font) shows. */
bool pdffontfile_glyph(struct pdffontfile *ff, uint32_t glyph, struct buf *out);
/*
 * Appends what the glyph called name shows, when it is only a number: "g23",
 * "glyph23", "index23".
 */
bool pdffontfile_name(
    struct pdffontfile *ff, struct span name, struct buf *out);

#endif
