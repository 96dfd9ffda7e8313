/* pdfglyph_int.h: shared by pdfglyph.c and the table it reads. */
#ifndef DOC_PDF_PDFGLYPH_INT_H
#define DOC_PDF_PDFGLYPH_INT_H

#include <stdint.h>

struct pdfglyph_name {
	const char *name;
	uint16_t unit; /* UTF-16; none is a surrogate */
};

extern const uint32_t pdfglyph_list_n;
extern const struct pdfglyph_name pdfglyph_list[]; /* by name, bytewise */

#endif
