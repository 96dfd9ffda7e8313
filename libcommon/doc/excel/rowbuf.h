/*
 * rowbuf.h: the cells of a sheet, put into order.
 *
 * The stream wants cells by row and column.  Files nearly always have them so;
 * some have the cells of a row, or a few rows, in another order, or a cell
 * twice.  The last ROWBUF_BYTES of cells wait here, and up to ROWBUF_MAX once they
 * are out of order, so that all but sheets that are both huge and out of order
 * come out right.
 */
#ifndef EXCEL_ROWBUF_H
#define EXCEL_ROWBUF_H

#include "doc/sink.h"

#define ROWBUF_BYTES ((size_t)4 << 20)
#define ROWBUF_MAX   ((size_t)64 << 20)

struct rowbuf_cell;

struct rowbuf {
	struct sink *sink;
	struct rowbuf_cell *cell;
	size_t n, cap;
	struct buf text;  /* of the cells that wait */
	bool sorted;      /* they are in order, none twice */
	uint64_t written; /* key of the last cell written, and one */
	uint64_t late;    /* cells that came too late for their row */
};

/* sink is lent, and its place is set. */
void rowbuf_init(struct rowbuf *b, struct sink *sink);
void rowbuf_release(struct rowbuf *b);
/* Where the text of the next cell is to be appended. */
struct buf *rowbuf_text(struct rowbuf *b);
/*
 * The text appended since the last call is the cell's, from 0; an empty text is
 * no cell, but takes the place of an earlier one of that address.  Returns the
 * text's bytes.
 */
size_t rowbuf_cell(struct rowbuf *b, uint32_t row, uint32_t col);
/* Writes what waits. */
void rowbuf_flush(struct rowbuf *b);

#endif
