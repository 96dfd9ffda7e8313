/*
 * decide.h: what is to be done with each file that a walk has found, and what is
 * gone (store.md 7.2 to 7.4).
 */
#ifndef STORE_DECIDE_H
#define STORE_DECIDE_H

#include "store/ingest.h"
#include "store/walk.h"

enum decide_why {
	DECIDE_DONE,   /* nothing to do */
	DECIDE_FAILED, /* it failed as it is, and is not tried again */
	DECIDE_NEW,
	DECIDE_UPDATED,  /* time or size differ */
	DECIDE_OUTDATED, /* read by older rules */
	DECIDE_PENDING,  /* a run before did not come to it */
	DECIDE_LOST,     /* its text is not in the store */
	DECIDE_RETRIED,  /* it failed, and is tried again */
	DECIDE_WHYS
};

struct decide {
	struct ingest *list; /* lent */
	struct span index;
	int content; /* the index's folder in the store, lent; -1: none yet */
	bool retry_failed;
	uint64_t count[DECIDE_WHYS];
	/* rows found again; those of them whose time alone differs */
	uint64_t known, retimed;
	int64_t shift; /* by so many seconds, the first of them */
	bool shifts_differ;
	/* which rows a file was found for */
	uint8_t *found;
	/* the parts of the folder and extension asked about last */
	struct buf folder, ext;
	bool has_parts, asked;
	/* rows whose rel path is not composed, by the key of what it composes to */
	struct map uncomposed;
	struct arena keys;
	bool mapped;
};

void decide_init(
    struct decide *d, struct ingest *list, struct span index, int content);
void decide_release(struct decide *d);
/* Is the file to be read?  The decision is counted. */
enum decide_why decide_file(struct decide *d, const struct walk_file *f);
/* Is a file that was decided on so to be read? */
bool decide_reads(enum decide_why why);
/*
 * Calls gone for each row of the index that no file was found for, with the path
 * below the source folder; not to be asked after an incomplete walk.
 */
void decide_gone(
    struct decide *d, void (*gone)(void *arg, struct span path), void *arg);

/*
 * Do nearly all known files seem to have changed by one and the same difference
 * of times, as when the time zone is another (portability.md 7)?  The seconds,
 * later being positive, or 0.  Asked after the walk.
 */
int64_t decide_shift(const struct decide *d);

#endif
