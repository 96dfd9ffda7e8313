/*
 * pdfobj.h: the objects of a PDF and the lexer that reads them ([ISO 32000-1]
 * 7.2, 7.3), for files, content streams and CMaps alike.
 *
 * An object is a value; what it points at (text, items) lies in the lexer's
 * arena or in its input and lives as long as both.
 */
#ifndef DOC_PDF_PDFOBJ_H
#define DOC_PDF_PDFOBJ_H

#include "base/arena.h"

enum pdf_type {
	PDF_NULL,
	PDF_BOOL,
	PDF_INT,
	PDF_REAL,
	PDF_STRING, /* text: decoded bytes */
	PDF_NAME,   /* text: without the slash, #xx decoded */
	PDF_ARRAY,  /* item[n] */
	PDF_DICT,   /* item[2n]: key, value; keys are names */
	PDF_STREAM, /* as a dictionary, and data at off */
	PDF_REF,    /* num, gen */
	PDF_WORD    /* text: an operator or a keyword */
};

struct pdfobj {
	enum pdf_type type;
	uint32_t n;   /* elements, pairs */
	uint32_t num; /* REF; of a STREAM its own number, for its key */
	uint32_t gen;
	double v; /* BOOL 0 or 1, INT, REAL */
	union {
		struct span text;
		const struct pdfobj *item;
	};
	size_t off; /* STREAM: bytes from the file's start */
};

extern const struct pdfobj pdfobj_null;

#define PDF_DEPTH_MAX 64 /* nested arrays and dictionaries */

struct pdflex {
	struct span in;
	size_t pos;
	struct arena *mem;
	bool lend; /* in lives as long as mem: text may lie in it */
	bool refs; /* "5 0 R" is a reference: in files, not in contents */
	/* the elements of the containers that are open; the lexer's own */
	struct pdfobj *stack;
	size_t depth, used, cap;
};

/* A lexer over in, which is lent as is mem. */
void pdfobj_lex(
    struct pdflex *l, struct span in, struct arena *mem, bool lend, bool refs);
void pdfobj_lex_end(struct pdflex *l);
/*
 * The next object or word.  False at the end.  Never fails otherwise: what is
 * no PDF becomes words, a container that is not closed ends with the input, and
 * a keyword that can stand in none (endobj, stream) ends it too.
 */
bool pdfobj_next(struct pdflex *l, struct pdfobj *o);

/* The value of key in a dictionary or stream as it stands, or null. */
const struct pdfobj *pdfobj_get(const struct pdfobj *dict, const char *key);
bool pdfobj_is_name(const struct pdfobj *o, const char *name);
bool pdfobj_is_word(const struct pdfobj *o, const char *word);

static inline bool
pdfobj_is_number(const struct pdfobj *o)
{
	return o->type == PDF_INT || o->type == PDF_REAL;
}

/* The number as an integer from lo to hi, or other. */
int64_t pdfobj_int(
    const struct pdfobj *o, int64_t lo, int64_t hi, int64_t other);
/* White space of a PDF, [ISO 32000-1] table 1. */
bool pdfobj_space(int c);

#endif
