/*
 * replace.h: a file that is written whole (store.md 0.2): a temporary beside
 * it, fsync, rename, fsync of the folder.
 *
 * A reader sees the old file or the new one, whenever we are killed.
 */
#ifndef STORE_REPLACE_H
#define STORE_REPLACE_H

#include "base/out.h"

struct replace {
	int dir; /* lent */
	struct buf name, tmp;
	struct out out; /* where the new bytes go */
	int fd;
};

/* Begins to write the file name in dir; false with e filled. */
bool replace_begin(
    struct replace *r, int dir, const char *name, struct tb_error *e);
/* Puts it in place; on failure the old file stands.  r is released. */
bool replace_commit(struct replace *r, struct tb_error *e);
/* Drops what was written.  r is released. */
void replace_abort(struct replace *r);
/* All at once. */
bool replace_file(
    int dir, const char *name, struct span bytes, struct tb_error *e);

#endif
