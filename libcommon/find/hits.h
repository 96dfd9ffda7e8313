/*
 * hits.h: what one content index file holds of a pattern: its documents with
 * hits, and their lines, kept until it is the file's turn to be told.
 *
 * A file is searched by one thread and told by another.
 */
#ifndef FIND_HITS_H
#define FIND_HITS_H

#include "base/arena.h"
#include "find/search.h"

struct hits_event;
struct hits_place;

/* The job, and its result. */
struct hits {
	/* the job */
	int fd; /* the file; -1 when it cannot be opened: skip tells, or gone */
	struct buf index, folder, name; /* folder: below the index */
	/* the result */
	struct tb_error skip;  /* code not TB_OK: the file cannot be searched */
	struct tb_error fatal; /* an expression took too long */
	bool gone;             /* the file went meanwhile */
	uint64_t bytes;
	/* its own */
	struct buf text;    /* of the file; lines are lent from it */
	size_t head;        /* bytes of it in front of the text */
	struct arena arena; /* names */
	struct hits_event *event;
	size_t events, cap;
	struct hits_place *place;
	size_t places, place_cap;
	struct scan scan;
};

void hits_init(struct hits *h);
void hits_release(struct hits *h);
/* Sets the job: the file name in the folder dir, which is opened. */
void hits_open(struct hits *h, int dir, struct span index, struct span folder,
    struct span name);
/*
 * Searches the file, and closes it, with a thread's own patterns; limit is how
 * many hits anybody wants to see, 0: all.  The file is read into spare, the
 * thread's own buffer, which is in its cache after the file before; a file with
 * lines to tell keeps it, and the thread gets h's in exchange.
 */
void hits_search(struct hits *h, const struct search_patterns *p,
    const struct search_options *o, uint64_t limit, struct buf *spare);
/* Tells what was found; false when the receiver wants no more. */
bool hits_tell(const struct hits *h, const struct search_receiver *r,
    struct search_result *res);

#endif
