/*
 * sheet.h: the cells of a worksheet part, streamed (extraction.md 5.2), and the
 * header and footer that stand behind them.
 */
#ifndef EXCEL_SHEET_H
#define EXCEL_SHEET_H

#include "doc/excel/hdrftr.h"
#include "doc/excel/sst.h"
#include "doc/excel/styles.h"
#include "doc/sink.h"

/*
 * Bytes that the cells of a book may show, all together: some kilobytes of file
 * can repeat one long shared string into terabytes.  The original runs out of
 * memory at half of it.
 */
#define SHEET_TEXT_MAX ((uint64_t)2 << 30)

/* What the cells of all sheets refer to. */
struct sheet_book {
	struct sst sst;
	struct styles styles;
	bool date1904;
	uint64_t unsaved; /* formulas without a saved result, in all sheets */
	uint64_t shown;   /* bytes of the cells so far, in all sheets */
};

/*
 * Writes the cells into the sink's place and takes up headerFooter; for a chart
 * sheet there are no cells.  Cells outside of a sheet are noted, no more.  False,
 * with e filled, when the part is broken, or the book shows too much text
 * (TB_EMEMORY).
 */
bool sheet_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sheet_book *book, struct sink *s, struct hdrftr *hf,
    struct tb_error *e);

/* Notes that so many cells of the part have been left out; none is no note. */
void sheet_note_lost(
    struct sink *s, struct span part, uint64_t cells, const char *where);

#endif
