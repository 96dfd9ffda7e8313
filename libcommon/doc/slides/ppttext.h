/*
 * ppttext.h: the texts of a .ppt: the atoms of a text box or of an outline
 * ([MS-PPT] 2.9), and the paragraphs they are cut into.
 */
#ifndef DOC_SLIDES_PPTTEXT_H
#define DOC_SLIDES_PPTTEXT_H

#include "base/buf.h"
#include "doc/slides/pptrec.h"

/* One text: UTF-16LE, paragraphs ended by U+000D, fields resolved. */
struct ppttext {
	struct buf units;
	bool used; /* an outline text: a shape has asked for it */
};

void ppttext_init(struct ppttext *t);
void ppttext_release(struct ppttext *t);
/*
 * Takes up one record that follows a text's beginning: its characters (a second
 * set is ignored), or a field in them.  number is what a slide number shows.
 * False when the record has nothing to do with text.
 */
bool ppttext_atom(struct ppttext *t, const struct pptrec *r, uint32_t number);
/*
 * Appends the paragraphs as lines that end in LF: TAB and line breaks are
 * spaces, each line is trimmed, blank ones go.
 */
void ppttext_lines(struct span units, struct buf *out);
/* The same lines joined by one space, without an end. */
void ppttext_joined(struct span units, struct buf *out);

#endif
