/*
 * pdfcid.h: the characters of a CID: the collections of glyphs that fonts for
 * Chinese, Japanese and Korean number their glyphs by.
 */
#ifndef DOC_PDF_PDFCID_H
#define DOC_PDF_PDFCID_H

#include "base/buf.h"

/*
 * Appends the characters of cid, UTF-8.  False when the collection (Ordering of
 * CIDSystemInfo: "Japan1") is not known here or has no character.  Others than
 * Adobe number the glyphs of the same orderings alike.
 */
bool pdfcid_text(struct span ordering, uint32_t cid, struct buf *out);

#endif
