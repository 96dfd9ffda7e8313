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

/* What the cells of all sheets refer to. */
struct sheet_book {
	struct sst sst;
	struct styles styles;
	bool date1904;
	uint64_t unsaved; /* formulas without a saved result, in all sheets */
};

/*
 * Writes the cells into the sink's place and takes up headerFooter; for a chart
 * sheet there are no cells.  False, with e filled, when the part is broken.
 */
bool sheet_read(struct opc *o, struct span part, enum pull_parser parser,
    struct sheet_book *book, struct sink *s, struct hdrftr *hf,
    struct tb_error *e);

#endif
