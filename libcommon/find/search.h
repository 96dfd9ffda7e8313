/*
 * search.h: every hit of a pattern in a store, in order (search.md 1, 3).
 *
 * Documents, places and lines go to a receiver, which prints them.  Files are
 * read whole; each is searched as it was when it was read.
 */
#ifndef FIND_SEARCH_H
#define FIND_SEARCH_H

#include "find/glob.h"
#include "find/pattern.h"
#include "find/scan.h"

#define SEARCH_FILE_MAX                                                        \
 ((uint64_t)67108864) /* bytes; larger ones are skipped */

/* The document that lines belong to; lent for the call. */
struct search_doc {
	struct span index;
	struct span
	    folder; /* below the index, '/' between parts; "" at its top */
	struct span file;
	enum kind kind;
};

/* A line of a place. */
struct search_line {
	const struct place *place;
	uint64_t number;      /* from 1 */
	const uint16_t *text; /* without its end */
	size_t units;
	bool address; /* it begins with a cell's address and a TAB */
	bool hit;     /* else it stands near one */
};

/* What is done with the results; a function returns false to stop. */
struct search_receiver {
	bool (*begin)(void *arg, const struct search_doc *d);
	bool (*line)(void *arg, const struct search_line *l);
	bool (*end)(void *arg, const struct search_doc *d, uint64_t hits);
	void (*skip)(void *arg, const char *file, const struct tb_error *e);
	void *arg;
};

struct times;

/* A thread's patterns: a line is a hit by find, all of also, none of never. */
struct search_patterns {
	struct pattern *find;
	struct pattern **also, **never;
	size_t alsos, nevers;
};

struct search_options {
	struct glob_set files;
	struct glob_set places; /* on names of places */
	unsigned kinds;         /* 1 << kind of those wanted; 0: all */
	bool no_shapes, no_comments;
	bool no_recursive;      /* folders named: without their subfolders */
	uint64_t max_count;     /* hits of one document; 0: any */
	uint64_t before, after; /* lines near a hit */
	bool all_documents;     /* begin and end also for those without a hit */
	bool count_only;        /* no line is told */
	const struct times *times; /* of the documents wanted; NULL: any */
	uint64_t limit;            /* hits in all; 0: any */
	unsigned jobs;             /* threads that search, at least 1 */
};

struct search_result {
	uint64_t hits, documents; /* documents with a hit */
	uint64_t files, bytes, skipped;
	bool stopped; /* by the receiver */
};

/*
 * Searches the indexes of the store folder for p, which other threads search
 * with clones of.  Files are told in order whatever the number of threads.
 * scope names those wanted, INDEX or
 * INDEX/folder, none means all.  False, with e filled, when nothing can be
 * searched, or an expression took too long.
 */
bool search_store(int store, const struct search_patterns *p,
    const struct search_options *o, const struct span *scope, size_t scopes,
    const struct search_receiver *r, struct search_result *res,
    struct tb_error *e);

#endif
