/*
 * pdffilter.h: the filters of a stream ([ISO 32000-1] 7.4): Flate, LZW,
 * ASCII85, ASCIIHex, RunLength, and the predictors.
 *
 * Damaged data give what stands before the damage.  Filters of pictures are
 * unknown here, since no picture is looked at.
 */
#ifndef DOC_PDF_PDFFILTER_H
#define DOC_PDF_PDFFILTER_H

#include "base/err.h"
#include "box/inflate.h"

enum pdffilter {
	PDFFILTER_NONE, /* Crypt with its default, Identity */
	PDFFILTER_FLATE,
	PDFFILTER_LZW,
	PDFFILTER_ASCII85,
	PDFFILTER_ASCIIHEX,
	PDFFILTER_RUNLENGTH,
	PDFFILTER_UNKNOWN
};

struct pdffilter_parms {
	int predictor; /* 1: none, 2: TIFF, 10 and more: PNG */
	int colors, bits, columns;
	int early; /* LZW: EarlyChange */
};

#define PDFFILTER_PARMS                                                        \
 {                                                                             \
  1, 1, 8, 1, 1                                                                \
 }

/* By its name, also the short one of inline images. */
enum pdffilter pdffilter_of(struct span name);
/*
 * Decodes in into out, which is reset.  False, with TB_ESIZE, when it becomes
 * more than max bytes, and with TB_EKIND when the filter is unknown; anything
 * else that is wrong ends the data early.
 */
bool pdffilter_run(enum pdffilter f, const struct pdffilter_parms *p,
    struct inflate *inf, struct span in, size_t max, struct buf *out,
    struct tb_error *e);

#endif
