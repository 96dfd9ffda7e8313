/*
 * pdflayout.h: glyphs at places become lines of text (extraction.md 11).
 *
 * The order is that of the content stream, which is the order of reading in
 * nearly all files; geometry only tells where a line, a word, a paragraph ends.
 */
#ifndef DOC_PDF_PDFLAYOUT_H
#define DOC_PDF_PDFLAYOUT_H

#include "base/buf.h"
#include "doc/sink.h"

struct pdflayout;

struct pdflayout_glyph {
	double x, y;      /* origin, on the page */
	double dx, dy;    /* unit vector that the pen moves along */
	double em;        /* font size along it */
	double width;     /* of the glyph, on the page */
	struct span text; /* UTF-8, may be empty */
};

struct pdflayout *pdflayout_new(void);
void pdflayout_free(struct pdflayout *l);
void pdflayout_add(struct pdflayout *l, const struct pdflayout_glyph *g);
/* A line that stands nowhere: the text of a note. */
void pdflayout_line(struct pdflayout *l, struct span text);
/*
 * Ends the page: writes its lines into s, of which the place is set, and begins
 * the next page.
 */
void pdflayout_flush(struct pdflayout *l, struct sink *s);

#endif
