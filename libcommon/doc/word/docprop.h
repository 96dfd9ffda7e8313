/*
 * docprop.h: the few properties of paragraphs and characters that decide what
 * text a Word Binary File shows ([MS-DOC] 2.9.33 ChpxFkp, 2.9.175 PapxFkp).
 *
 * Properties belong to ranges of file offsets, in pages of 512 bytes.
 */
#ifndef WORD_DOCPROP_H
#define WORD_DOCPROP_H

#include "doc/word/fib.h"

enum docprop_para {
	DOCPROP_TABLE = 1 << 0,     /* sprmPFInTable */
	DOCPROP_ROW_END = 1 << 1,   /* sprmPFTtp: the mark that ends a row */
	DOCPROP_PAGE_BREAK = 1 << 2 /* sprmPFPageBreakBefore */
};

struct docprop_run {
	uint32_t from, to; /* file offsets */
	unsigned flags;    /* of a paragraph */
};

struct docprop_runs {
	struct docprop_run *v; /* by from */
	size_t n, cap;
};

struct docprop {
	struct docprop_runs para;    /* with any flag */
	struct docprop_runs deleted; /* characters, sprmCFRMarkDel */
};

/* Reads what the document has; damaged pages are left out. */
void docprop_read(struct docprop *p, const struct fib *f);
void docprop_release(struct docprop *p);
/* The flags of the paragraph whose mark lies at fc. */
unsigned docprop_para(const struct docprop *p, uint32_t fc);
/* Is the character at fc deleted by a tracked change? */
bool docprop_deleted(const struct docprop *p, uint32_t fc);
/*
 * A section's break, from its Sepx at byte fc of the main stream: does the
 * section begin on a new page (all but bkc 0)?
 */
bool docprop_new_page(const struct fib *f, uint32_t fc);

#endif
