/*
 * label.h: where a hit is, as people read it (search.md 4 and 5).
 */
#ifndef FIND_LABEL_H
#define FIND_LABEL_H

#include "find/search.h"

/* Appends INDEX/folder/file. */
void label_path(const struct search_doc *d, struct buf *out);
/* Appends "[シート] 売上", "[ページ] 3（目安）"; what a line cannot hold is a space. */
void label_place(const struct place *p, struct buf *out);
/* セル, 図形, コメント, 本文, … */
struct span label_kind(const struct place *p);
/*
 * The next field of a row (extraction.md 3.8): *off is 0 first, and then the
 * offset of what follows; false after the last one.  A field that begins with a
 * quote runs to its closing quote.
 */
bool label_field(struct span row, size_t *off, struct span *field);
/* Appends the letters of a column, from 0: "A", "AA". */
void label_column(uint32_t col, struct buf *out);
/*
 * Appends the cell that unit `at` of the line lies in, "B12"; for a shape or
 * comment of a sheet the address that the line begins with.  Nothing for other
 * places.
 */
void label_cell(const struct search_line *l, size_t at, struct buf *out);

#endif
