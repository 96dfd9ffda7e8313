/*
 * biffold.h: sheets of Excel 2, 3 and 4: BIFF2 to BIFF4, records without a
 * compound file around them.
 *
 *	BOF, formats, XFs, cells, EOF: one sheet, or
 *	BOF (workbook of Excel 4), for each sheet SHEETHDR, BOF ... EOF
 */
#ifndef DOC_EXCEL_BIFFOLD_H
#define DOC_EXCEL_BIFFOLD_H

#include "doc/reader.h"

/* Is the first record a BOF of BIFF2 to BIFF4? */
bool biffold_is(struct span head);
/*
 * Reads the cells of all sheets of a stream, as displayed.  A sheet that has no
 * name of its own gets the one given.  False, with e filled: TB_EPASSWORD when
 * it is encrypted, TB_EBROKEN when it holds no sheet.
 */
bool biffold_read(
    struct span stream, struct span name, struct sink *s, struct tb_error *e);

#endif
