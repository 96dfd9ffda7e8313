/*
 * print.h: hits as text, as the original's result file, as JSON lines
 * (search.md 4, 5).
 */
#ifndef FIND_PRINT_H
#define FIND_PRINT_H

#include "base/out.h"
#include "find/search.h"
#include "store/state.h"

enum print_mode {
	PRINT_LINES,   /* path:place:line:text */
	PRINT_HEADING, /* a heading per document, for a terminal */
	PRINT_ONLY,    /* matched parts, in the form of PRINT_LINES */
	PRINT_COUNT,   /* hits per document */
	PRINT_WITH,    /* documents with a hit */
	PRINT_WITHOUT, /* documents without one */
	PRINT_QUIET,
	PRINT_TSV,
	PRINT_JSON
};

struct print {
	/* set by the caller after print_init */
	enum print_mode mode;
	struct pattern *pattern; /* for the matches of a line; lent */
	struct span word;        /* as the user gave it, for PRINT_TSV */
	bool colour, null, no_path, context;
	bool terminal; /* nothing that could steer one may get out */
	const struct state *sources; /* for links to documents; NULL: none */
	uint64_t limit;              /* hits in all; 0: any */
	/* its own */
	struct out *out; /* lent */
	struct buf path, place, text, line;
	const struct search_doc *doc;
	uint64_t hits, before; /* before this document */
	bool headed;           /* the heading of the document is out */
	bool last_near;        /* the last line printed belongs to this place */
	uint64_t last_number;
	struct buf rows; /* of PRINT_TSV, until the count is known */
	size_t widest;
	struct tb_error error;
};

void print_init(struct print *p, struct out *o);
void print_release(struct print *p);
/* The receiver whose arg is p; skip is the caller's. */
void print_receiver(struct print *p, struct search_receiver *r);
/*
 * Appends text, UTF-8, as a terminal may have it: tabs and line ends stay, a
 * line break of a cell is an arrow, and other control characters, escape
 * sequences and what turns the direction of writing are shown as bytes.
 */
void print_safe(struct span text, struct buf *out);
/* What comes at the end. */
void print_end(
    struct print *p, const struct search_result *res, double seconds);

#endif
