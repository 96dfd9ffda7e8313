/*
 * hdrftr.h: the printed headers and footers of a sheet (extraction.md 5.5).
 */
#ifndef EXCEL_HDRFTR_H
#define EXCEL_HDRFTR_H

#include "box/pull.h"
#include "doc/sink.h"

enum hdrftr_kind {
	HDRFTR_FIRST_HEADER,
	HDRFTR_ODD_HEADER,
	HDRFTR_EVEN_HEADER,
	HDRFTR_FIRST_FOOTER,
	HDRFTR_ODD_FOOTER,
	HDRFTR_EVEN_FOOTER,
	HDRFTR_KINDS
};

struct hdrftr {
	struct buf code[HDRFTR_KINDS]; /* as it is written */
	bool first, even;              /* those variants are in use */
};

void hdrftr_init(struct hdrftr *h);
void hdrftr_release(struct hdrftr *h);
/* After the START of headerFooter: takes it up, to its END or PULL_BAD. */
enum pull_event hdrftr_read(struct hdrftr *h, struct pull *x);
/*
 * Writes the place of what a sheet called name prints around it; none when it
 * prints nothing.
 */
void hdrftr_write(const struct hdrftr *h, struct span name, struct sink *s);
/*
 * Appends the lines, each ended by LF: variants in use, sections from left to
 * right, without codes, each line once.
 */
void hdrftr_lines(const struct hdrftr *h, struct buf *lines);

#endif
