/*
 * part.h: which content index file a document goes into (store.md 5.8).
 *
 * The parts of one folder and one extension are gone through by number: a block
 * whose document is gone is dropped, one that is new takes the old one's place,
 * what is left is appended to the last part, or to a new one when that is full.
 * Numbers are never given twice while a higher one exists, files never renamed.
 */
#ifndef STORE_PART_H
#define STORE_PART_H

#include "store/content.h"

struct part_item {
	struct span name;  /* of the document */
	struct span block; /* its bytes; p NULL: it is gone */
	bool placed;       /* out: its block is in a part, or out of all */
	bool refused;      /* out: no part could hold it */
};

struct part_limits {
	uint64_t full; /* bytes from which a part takes no further document */
	uint64_t max;  /* bytes that a part must not pass */
};

extern const struct part_limits part_limits; /* the format's: 4 MB, 64 MB */

struct part_result {
	unsigned written, removed; /* files */
	unsigned bad; /* files that could not be read and are .bad now */
};

/*
 * Brings the parts of ext in the folder dir up to date with n items, sorted by
 * this call.  Every file is replaced whole.  False, with e filled, when the
 * system fails: what was written by then stays good.
 */
bool part_update(int dir, struct span ext, struct part_item *item, size_t n,
    const struct part_limits *limits, struct part_result *res,
    struct tb_error *e);

#endif
