/* pdffile_int.h: shared by pdffile.c and pdfxref.c. */
#ifndef DOC_PDF_PDFFILE_INT_H
#define DOC_PDF_PDFFILE_INT_H

#include "doc/pdf/pdfcrypt.h"
#include "doc/pdf/pdffile.h"
#include "doc/pdf/pdffilter.h"

#define PDF_NUM_MAX 8388607U /* [ISO 32000-1] C.1 */
#define PDF_PAGE    256U     /* entries of one piece of the table */

enum pdfentry_kind { ENTRY_NONE, ENTRY_FREE, ENTRY_AT, ENTRY_IN };

struct pdfentry {
	size_t where; /* AT: offset; IN: number of the object stream */
	const struct pdfobj *obj; /* read already */
	uint8_t kind;
	bool busy; /* being read: no way back into it */
};

struct objstm {
	uint32_t num; /* 0: free */
	struct buf data;
	struct {
		uint32_t num;
		size_t off; /* in data */
	} * item;
	uint32_t n;
};

#define PDF_OBJSTMS 8 /* that are kept decoded */

struct pdffile {
	struct span in; /* all of the file */
	bool mapped;    /* else it lies in copy */
	struct buf copy;
	size_t base; /* where "%PDF" stands: writers count from there */
	struct pdfentry **pages; /* of PDF_PAGE entries each, by number */
	uint32_t end;            /* numbers are below */
	struct pdfobj trailer;
	uint32_t catalog; /* found by looking; 0: none */
	bool rebuilt;
	struct pdfcrypt *crypt;
	struct inflate *inflate;
	struct arena fixed; /* the trailer */
	struct arena first; /* what opening read, Encrypt among it */
	struct arena mem;   /* objects */
	struct objstm objstm[PDF_OBJSTMS];
	unsigned next_objstm;
	size_t total; /* bytes decoded */
};

/* The entry of num, made when it is new; NULL for a number out of range. */
struct pdfentry *pdfxref_entry(struct pdffile *f, uint32_t num);
/* The entry of num, or NULL. */
struct pdfentry *pdfxref_find(const struct pdffile *f, uint32_t num);
/* Reads the cross references that the file names; the trailer is set then. */
void pdfxref_read(struct pdffile *f);
/*
 * Forgets all entries and finds the objects by their "5 0 obj".  Those in
 * object streams come with pdfxref_expand, when streams can be deciphered.
 */
void pdfxref_rebuild(struct pdffile *f);
void pdfxref_expand(struct pdffile *f);
/*
 * Parses the object at off: *num and *gen are what stands before "obj".  False
 * when no object begins there.
 */
bool pdfxref_parse(struct pdffile *f, struct arena *mem, size_t off,
    uint32_t *num, uint32_t *gen, struct pdfobj *o);

#endif
