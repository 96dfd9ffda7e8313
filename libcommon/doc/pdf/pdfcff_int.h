/* pdfcff_int.h: shared by pdfcff.c and the strings it knows. */
#ifndef DOC_PDF_PDFCFF_INT_H
#define DOC_PDF_PDFCFF_INT_H

#define PDFCFF_STRINGS 391

extern const char *const pdfcff_strings[PDFCFF_STRINGS];

#endif
