/*
 * times.h: documents by the time of their original file, as the ingest list has
 * it (--newer, --older).
 */
#ifndef FIND_TIMES_H
#define FIND_TIMES_H

#include "store/ingest.h"

#define TIMES_STAMP 20 /* yyyy/MM/dd HH:mm:ss and a NUL */

struct times {
	struct ingest list;
	char newer[TIMES_STAMP]; /* not before; "": any */
	char older[TIMES_STAMP]; /* before; "": any */
};

/*
 * Reads a date as people write one, 2025-01-31, 2025/1/31 or with a time behind
 * it, 12:34 or 12:34:56, into the form of the list.  False when it is none.
 */
bool times_parse(struct span s, char stamp[TIMES_STAMP]);
/*
 * Is the document wanted?  One that the list does not know is not.  Threads may
 * ask at the same time.
 */
bool times_match(const struct times *t, struct span index, struct span folder,
    struct span file);

#endif
