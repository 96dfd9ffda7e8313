/*
 * tsv.h: the body lines of a cell stream become those of a TSV (extraction.md
 * 3): line N is row N of a sheet, field k its column k.
 *
 * A sheet costs what its cells cost, not what its grid does: cells are held in
 * the order they come, up to TSV_HELD bytes, sorted only when they need it, and
 * written row by row.  Past that limit a cell above the rows already written
 * is an error of the document.
 */
#ifndef STREAM_TSV_H
#define STREAM_TSV_H

#include "base/err.h"
#include "base/out.h"
#include "stream/place.h"

#define TSV_HELD    ((size_t)8 << 20) /* bytes of cells held back */
#define TSV_ROW_MAX 1048576U
#define TSV_COL_MAX 16384U

/* Where a place goes.  begin is called for a place with text only. */
struct tsv_dest {
	void *ctx;
	/* Gives where the lines of p go; false, with e filled, when nowhere. */
	bool (*begin)(void *ctx, const struct place *p, struct out **out,
	    struct tb_error *e);
	struct span eol; /* ends a line */
};

struct tsv_cell {
	uint32_t row, col; /* from 0 */
	size_t off, len;   /* of its text in tsv.text */
};

enum tsv_shape {
	TSV_CELLS,   /* a sheet: "A1", a tab, text */
	TSV_OBJECTS, /* shapes and comments of a sheet: the same, one line each */
	TSV_QUOTED, /* headers and footers of a sheet: text */
	TSV_LINES,  /* paragraphs: blank ones go */
	TSV_TEXT    /* a text file: empty lines stay, but not at the end */
};

struct tsv {
	struct tsv_dest dest;
	struct out *out; /* of the open place; NULL: nothing written yet */
	struct place place;
	struct buf name; /* owns place.name */
	enum tsv_shape shape;
	bool in_place;
	uint32_t places; /* of this document, written so far */
	/* TSV_CELLS */
	struct tsv_cell *cells;
	size_t n, cap;
	bool sorted;
	struct buf text;   /* of the cells held */
	uint32_t next_row; /* rows above are in held or written */
	uint64_t gap;      /* empty lines to write before the next row */
	struct buf held;   /* blank lines that may be the last: not written */
	struct buf line;
};

void tsv_init(struct tsv *t, struct tsv_dest dest);
void tsv_release(struct tsv *t);
/* A new document: no place, none counted. */
void tsv_document(struct tsv *t);
/* A place begins; the one before is ended.  p's name is copied. */
bool tsv_place(
    struct tsv *t, const struct place *p, enum kind kind, struct tb_error *e);
/* Completes the place that began: 対象 and what follows it. */
bool tsv_meta(struct tsv *t, enum kind kind, enum meta_key key,
    struct span value, struct tb_error *e);
/* Whole lines, each with its LF, of the place. */
bool tsv_body(struct tsv *t, struct span lines, struct tb_error *e);
/* Ends the place, if there is one. */
bool tsv_end(struct tsv *t, struct tb_error *e);
/* Reads a cell address in A1 form; row and col from 0.  False outside the grid. */
bool tsv_address(struct span a1, uint32_t *row, uint32_t *col);

#endif
