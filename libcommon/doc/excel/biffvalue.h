/*
 * biffvalue.h: values as .xls and .xlsb both write them.
 */
#ifndef DOC_EXCEL_BIFFVALUE_H
#define DOC_EXCEL_BIFFVALUE_H

#include "base/buf.h"
#include "base/cur.h"

/* RkNumber, [MS-XLS] 2.5.217, [MS-XLSB] 2.5.122: a number in 30 bits. */
double biffvalue_rk(uint32_t rk);
/* Xnum: a double. */
double biffvalue_f64(struct cur *c);
/*
 * Bes, [MS-XLS] 2.5.10: appends the word of a truth value or of an error;
 * nothing for an error that we do not know.
 */
void biffvalue_bes(unsigned value, bool is_error, struct buf *out);

#endif
