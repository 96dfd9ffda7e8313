/*
 * importer.h: an index put in its place from a work folder, so that a failure
 * leaves the store as it was (store.md 12.1, steps 5 to 11).
 *
 *	publish/tb-<host>-<pid>/import/new/       what is unpacked
 *	publish/tb-<host>-<pid>/import/previous/  what it replaces, for a while
 */
#ifndef STORE_IMPORTER_H
#define STORE_IMPORTER_H

#include "base/err.h"
#include "base/span.h"

struct importer {
	int ws;         /* the workspace, lent */
	int work;       /* …/import */
	int fresh;      /* …/import/new */
	char name[160]; /* tb-<host>-<pid> */
};

/* Makes the work folder; false with e filled. */
bool importer_begin(struct importer *im, int ws, struct tb_error *e);
/*
 * Writes the file name in folder ('/' between its parts, "" at the top) of the
 * new index, and sees that it is on the disk.
 */
bool importer_put(struct importer *im, struct span folder, struct span name,
    struct span bytes, struct tb_error *e);
/*
 * Puts the new index in its place: the folder index of the store's content; one
 * that is there (old: its name; empty: none) goes first.  Then the list and the
 * catalog.  When any of it fails, the rest is undone, and e tells both.
 */
bool importer_publish(struct importer *im, int store, struct span index,
    struct span old, struct span source, struct span list, struct tb_error *e);
/* Removes the work folder, and whatever is in it; false with e filled. */
bool importer_end(struct importer *im, struct tb_error *e);

#endif
