/*
 * grid.h: text and web pages under the extension .xls, as Excel takes them in
 * (extraction.md 17.2): one sheet, called as the file is.
 *
 * Values are kept as they are written: Excel would change 00123 into 123.
 */
#ifndef DOC_FOREIGN_GRID_H
#define DOC_FOREIGN_GRID_H

#include "doc/reader.h"

/*
 * Lines are rows, split at TABs only, so that a line of a CSV is one cell;
 * UTF-16 and UTF-8 by their marks, else Shift_JIS.
 */
bool grid_text(const struct doc_input *in, struct sink *s, struct tb_error *e);
/*
 * Tables one below the other with a free row between; text outside of them is
 * a cell of column A for each block.
 */
bool grid_html(const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
