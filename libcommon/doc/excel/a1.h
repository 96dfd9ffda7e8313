/*
 * a1.h: cell addresses in A1 form.
 */
#ifndef EXCEL_A1_H
#define EXCEL_A1_H

#include "base/span.h"

#define A1_ROWS 1048576U
#define A1_COLS 16384U

/*
 * The address s, '$' allowed, as row and column from 0.  False when it is none
 * or lies outside of a sheet.
 */
bool a1_parse(struct span s, uint32_t *row, uint32_t *col);

#endif
