/*
 * pdfcmap.h: CMaps: which bytes of a string are one code, and the CID or the
 * characters of a code ([ISO 32000-1] 9.7.5, 9.10.3; [Adobe 5014]).
 */
#ifndef DOC_PDF_PDFCMAP_H
#define DOC_PDF_PDFCMAP_H

#include "base/buf.h"

struct pdfcmap;

/* A predefined one by its name; NULL when there is none of that name. */
struct pdfcmap *pdfcmap_named(struct span name);
/*
 * An embedded one, or a ToUnicode one, from its decoded stream.  Never NULL:
 * what cannot be read is left out.
 */
struct pdfcmap *pdfcmap_parse(struct span data);
void pdfcmap_free(struct pdfcmap *c);

bool pdfcmap_vertical(const struct pdfcmap *c);
/* Does every code of it stand for the CID of that number? */
bool pdfcmap_identity(const struct pdfcmap *c);
/*
 * The code that begins at *pos, which moves behind it; *code is its value, and
 * its bytes are returned.  *pos < s.n on entry.
 */
unsigned pdfcmap_next(
    const struct pdfcmap *c, struct span s, size_t *pos, uint32_t *code);
/* The CID of a code of len bytes; false when it has none, or none is known. */
bool pdfcmap_cid(
    const struct pdfcmap *c, uint32_t code, unsigned len, uint32_t *cid);
/*
 * Appends the characters of a code of len bytes, UTF-8; len 0: of any length.
 * False when the CMap names none, or none that is a character.
 */
bool pdfcmap_text(
    const struct pdfcmap *c, uint32_t code, unsigned len, struct buf *out);

#endif
