/*
 * pack.h: a TSV stream into the store (store.md 9).
 *
 * The plan at the head of the stream says which documents are to come and which
 * are gone; each folder's parts are written when none of its documents is
 * outstanding.  The order of writes makes a kill harmless: content, then the
 * ingest list, then the catalog.
 */
#ifndef STORE_PACK_H
#define STORE_PACK_H

#include "base/err.h"

#define PACK_MEMORY ((size_t)256 << 20) /* bytes of documents that wait */

struct pack_options {
	const char *workspace;
	const char *index;  /* NULL: the one that the stream names */
	const char *source; /* NULL: the same for the source folder */
	unsigned wait;      /* seconds for the lock */
	size_t memory;      /* bytes of documents before they are written */
};

/* What happened. */
struct pack_result {
	uint64_t done, failed, removed; /* documents */
	bool whole;                     /* the stream came to its end */
};

/* Something went wrong with one document or file, and the rest goes on. */
typedef void pack_say_fn(void *arg, const char *what, const struct tb_error *e);

/*
 * Packs the stream from fd.  False, with e filled, when it had to stop; what was
 * published by then is good, and the next run goes on from there.
 */
bool pack_stream(int fd, const struct pack_options *o, pack_say_fn *say,
    void *arg, struct pack_result *res, struct tb_error *e);

#endif
