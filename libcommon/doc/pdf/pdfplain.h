/*
 * pdfplain.h: characters as people search them: fonts map ideographs to
 * radicals, letters to ligatures, and spaces to spaces of all kinds.
 */
#ifndef DOC_PDF_PDFPLAIN_H
#define DOC_PDF_PDFPLAIN_H

#include "base/buf.h"

/*
 * Appends text, UTF-8: radicals and compatibility ideographs as the unified
 * ones, ligatures as their letters, any blank but the ideographic one as a
 * space; without controls and private characters.  False when nothing is left.
 */
bool pdfplain_put(struct span text, struct buf *out);
/* Is u written without spaces between words: kana, ideographs, and the like? */
bool pdfplain_cjk(uint32_t u);

#endif
