/*
 * print_tsv.h: the original's result file (search.md 5): UTF-8 with a mark,
 * CRLF, the number of hits in its first line.
 */
#ifndef FIND_PRINT_TSV_H
#define FIND_PRINT_TSV_H

#include "find/print.h"

/* Takes up one hit. */
void print_tsv_row(struct print *p, const struct search_line *l);
/* Writes the file. */
void print_tsv_end(struct print *p);

#endif
