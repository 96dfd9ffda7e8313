/*
 * pdfglyph.h: glyph names and the encodings of simple fonts ([ISO 32000-1]
 * annex D).
 */
#ifndef DOC_PDF_PDFGLYPH_H
#define DOC_PDF_PDFGLYPH_H

#include "base/buf.h"

enum pdfglyph_set {
	GLYPHS_NONE,
	GLYPHS_STANDARD,
	GLYPHS_WINANSI,
	GLYPHS_MACROMAN,
	GLYPHS_SYMBOL
};

/* By the name of an encoding; GLYPHS_NONE when it is none of these. */
enum pdfglyph_set pdfglyph_set(struct span name);
/* The character of a code, or 0. */
uint32_t pdfglyph_code(enum pdfglyph_set set, uint8_t code);
/*
 * Appends the characters that a glyph name stands for, UTF-8: by the Adobe
 * Glyph List, by "uni3042" and "u20BB7", by its parts ("f_f_i"), and without
 * what follows a dot.  False when it stands for none.
 */
bool pdfglyph_text(struct span name, struct buf *out);

#endif
