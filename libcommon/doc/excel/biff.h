/*
 * biff.h: a binary workbook, .xls of Excel 5 to 2003 ([MS-XLS]), or older
 * (biffold.h).
 *
 *	"Workbook" (BIFF8) or "Book" (BIFF5): records
 *	  BOF, globals (BOUNDSHEET, FORMAT, XF, SST, ...), EOF
 *	  for each sheet: BOF, cells, EOF
 *
 * extraction.md 17.2.
 */
#ifndef DOC_EXCEL_BIFF_H
#define DOC_EXCEL_BIFF_H

#include "box/cfb.h"
#include "doc/reader.h"

#define BIFF_STREAM_MAX ((uint64_t)1048576000) /* bytes, extraction.md 13 */

/*
 * Reads the workbook in c: the cells of its visible worksheets, as displayed.
 * False, with e filled: TB_EBROKEN when there is none, TB_EPASSWORD when it is
 * encrypted, TB_ESIZE over the limit.  What is cut or damaged is noted and the
 * rest is read.
 */
bool biff_read(struct cfb *c, struct sink *s, struct tb_error *e);
/* Is a file the records themselves, of any version, in no compound file? */
bool biff_is_flat(struct span head);
bool biff_read_flat(
    const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
