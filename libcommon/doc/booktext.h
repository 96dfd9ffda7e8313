/*
 * booktext.h: the words of a workbook that is embedded in another document
 * (extraction.md 9, rule 6).
 *
 * Visible worksheets in the order of the book, rows as they come: the text
 * cells of a row that are not blank, joined by TAB, are one line.  No numbers,
 * no positions.
 */
#ifndef DOC_BOOKTEXT_H
#define DOC_BOOKTEXT_H

#include "box/opc.h"

/*
 * Appends LF-ended lines.  *units is their size: UTF-16 units of each cell
 * before trimming, and one.  False, with e filled: a part is broken, or *units
 * would be over max.
 */
bool booktext_read(struct opc *o, size_t max, struct buf *lines, size_t *units,
    struct tb_error *e);

#endif
