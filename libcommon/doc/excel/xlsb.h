/*
 * xlsb.h: a .xlsb: the packaging of .xlsx, with records for XML
 * (extraction.md 5.6, 17.2).
 *
 * The cells as displayed, as in .xlsx; objects are not read.
 */
#ifndef EXCEL_XLSB_H
#define EXCEL_XLSB_H

#include "box/opc.h"
#include "doc/sink.h"

#define XLSB_MAIN_PART "xl/workbook.bin" /* as Excel names it */

/* Reads the book into the sink.  False, with e filled, when it failed. */
bool xlsb_read(struct opc *o, struct sink *s, struct tb_error *e);

#endif
