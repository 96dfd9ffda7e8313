/*
 * walk.h: the files of a source folder that may be taken in (store.md 7.1).
 *
 * Depth first, the files of a folder before its subfolders, each in name order.
 * Nothing is opened but folders; no link is followed.
 */
#ifndef STORE_WALK_H
#define STORE_WALK_H

#include <time.h>

#include "base/err.h"

#define WALK_DEPTH_MAX                                                         \
 1000U /* folders in folders; deeper ones are unreadable */

struct walk_file {
	struct span
	    path;      /* below the root, '/' between parts; as it is shown */
	uint64_t size; /* bytes */
	time_t time;   /* of its last change */
	bool bad_name; /* no list can hold its name: path has stand-ins */
	bool
	    twin; /* another path here is the same name, in another case or form */
};

struct walk_options {
	bool hidden;   /* take in what is hidden, too */
	int workspace; /* never walked into; -1: none */
	/* each target, lent for the call */
	void (*file)(void *arg, const struct walk_file *f);
	/* a folder or file that is left out, and why */
	void (*skip)(void *arg, struct span path, const struct tb_error *e);
	void *arg;
};

struct walk_result {
	bool incomplete;    /* something could not be listed: nothing is gone */
	uint64_t links;     /* that were not followed */
	uint64_t bad_names; /* files and folders */
};

/*
 * Walks the folder root.  False, with e filled, when it is not there or no
 * folder; that says nothing of its files.
 */
bool walk_folder(const char *root, const struct walk_options *o,
    struct walk_result *res, struct tb_error *e);

#endif
