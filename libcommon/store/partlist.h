/*
 * partlist.h: the content index files of a folder, and of all folders of an
 * index, in the order in which everything is told: by extension, then number
 * (store.md 13).
 */
#ifndef STORE_PARTLIST_H
#define STORE_PARTLIST_H

#include "store/folder.h"

struct partlist_item {
	struct span name, ext; /* lent from the folder's list */
	uint32_t number;
};

struct partlist {
	struct partlist_item *v;
	size_t n;
};

/* Picks the content index files out of a folder's entries. */
void partlist_make(struct partlist *p, const struct folder_list *list);
void partlist_release(struct partlist *p);

/*
 * Called with each content index file of an index: name in the folder dir, which
 * is `folder` below the index ("" at its top).  Returns false to stop.
 */
typedef bool partlist_fn(
    void *arg, int dir, struct span folder, struct span name);
/*
 * Walks the index in the folder dir.  False, with e filled, when a folder cannot
 * be read; *stopped: fn wanted no more.
 */
bool partlist_walk(
    int dir, partlist_fn *fn, void *arg, bool *stopped, struct tb_error *e);

#endif
