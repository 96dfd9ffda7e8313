/*
 * biffcell.h: the cells of one sheet of a .xls.
 */
#ifndef DOC_EXCEL_BIFFCELL_H
#define DOC_EXCEL_BIFFCELL_H

#include "doc/excel/biffrec.h"
#include "doc/sink.h"
#include "text/numfmt.h"

/* What the cells refer to; all lent. */
struct biffcell_book {
	struct biffrec_text text;
	bool date1904;
	/* The format of each XF record, in order; general is for any other. */
	const struct numfmt *const *format;
	size_t formats;
	const struct numfmt *general;
	/* The SST: string i is pool[start[i]] to pool[start[i + 1]]. */
	const struct buf *pool;
	const size_t *start;
	size_t strings;
};

/*
 * Writes the cells of a sheet, whose substream's records follow s (its BOF is
 * read), row by row; the sink's place is set.  Stops at the sheet's EOF.
 */
void biffcell_sheet(
    struct cur s, const struct biffcell_book *book, struct sink *sink);

#endif
