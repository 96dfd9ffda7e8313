/* pdfcid_int.h: shared by pdfcid.c and the tables it reads. */
#ifndef DOC_PDF_PDFCID_INT_H
#define DOC_PDF_PDFCID_INT_H

#include <stddef.h>
#include <stdint.h>

/* A CID of more than one UTF-16 unit; zeros behind them. */
struct pdfcid_more {
	uint16_t cid;
	uint16_t unit[8];
};

struct pdfcid_table {
	const uint16_t *unit; /* by CID; 0: none, or in more */
	size_t end;
	const struct pdfcid_more *more; /* by CID */
	size_t n;
};

extern const struct pdfcid_table pdfcid_japan1, pdfcid_gb1, pdfcid_cns1,
    pdfcid_korea1;

#endif
