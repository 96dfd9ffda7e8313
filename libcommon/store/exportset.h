/*
 * exportset.h: what of an index goes into an archive, and what cannot (store.md
 * 11.3, portability.md 4).
 */
#ifndef STORE_EXPORTSET_H
#define STORE_EXPORTSET_H

#include "store/ingest.h"
#include "store/partlist.h"

struct exportset_part {
	struct span folder, name; /* folder: below the index */
};

struct exportset {
	struct exportset_part *part; /* in walk order */
	size_t n, cap;
	struct span *bad; /* folders and documents that no importer takes */
	size_t bads, bad_cap;
	/* its own */
	struct arena arena;
	struct tb_error *e;
	struct buf path;
};

void exportset_init(struct exportset *s);
void exportset_release(struct exportset *s);
/*
 * Looks at the index in the folder dir and at its rows.  False, with e filled:
 * a file that is no content index file tells that an update is unfinished, or a
 * part cannot be read.
 */
bool exportset_load(struct exportset *s, int dir, struct span index,
    const struct ingest *list, struct tb_error *e);
/*
 * The bytes of a part as they go into the archive, into out: without documents
 * that no importer takes.  Empty when none is left.
 */
bool exportset_read(const struct exportset *s, int dir,
    const struct exportset_part *part, struct buf *out, struct tb_error *e);
/* Appends the ingest list of the archive: the heading, the index's rows. */
void exportset_list(
    const struct ingest *list, struct span index, struct buf *out);

#endif
