/*
 * source.h: opening the files that are to be read, and nothing else.
 *
 * Only regular files are opened, read only: a pipe, a device or a folder is
 * never touched.  Below the folder of a plan no link is followed
 * (portability.md 9); a name that the user gave is followed as always.
 */
#ifndef RUN_SOURCE_H
#define RUN_SOURCE_H

#include <sys/stat.h>

#include "base/err.h"

struct source {
	int root;        /* the folder that names are relative to */
	int dir;         /* the folder opened last, below root; -1: none */
	struct buf path; /* its path, with a '/' at its end */
};

/* The folder at path.  False, with e filled, when it is none. */
bool source_open(struct source *s, const char *path, struct tb_error *e);
void source_close(struct source *s);
/*
 * The file that the user named, from the root on.  The descriptor is the
 * caller's, *st its state; -1 with e filled.
 */
int source_named(
    struct source *s, const char *path, struct stat *st, struct tb_error *e);
/*
 * The file at path of a plan: its parts joined by '/', below the root, no link
 * on the way.  -1 with e filled: TB_EBADNAME for a path that leaves the root,
 * TB_EGONE when it is not there.
 */
int source_below(
    struct source *s, struct span path, struct stat *st, struct tb_error *e);

#endif
