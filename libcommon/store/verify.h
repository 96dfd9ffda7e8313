/*
 * verify.h: does everything in a store fit together?  Reads only.
 */
#ifndef STORE_VERIFY_H
#define STORE_VERIFY_H

#include "store/state.h"

/* Called with each fault: where, and what, in the user's language. */
typedef void verify_fn(void *arg, struct span where, const char *what);

/*
 * Checks the store folder, whose state s is: the catalog against the folders,
 * the ingest list against the documents, every content index file by the
 * format.  *faults counts what was told.  False, with e filled, when the system
 * fails.
 */
bool verify_store(int store, const struct state *s, verify_fn *fn, void *arg,
    uint64_t *faults, struct tb_error *e);

#endif
