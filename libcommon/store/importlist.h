/*
 * importlist.h: the ingest list of an archive, row by row (store.md 12.4).
 */
#ifndef STORE_IMPORTLIST_H
#define STORE_IMPORTLIST_H

#include "store/ingest.h"

/* Checks the list; false, with e filled, with the number of the bad line. */
bool importlist_check(struct span text, struct tb_error *e);
/*
 * Puts the rows of a checked list into g as rows of the index, in the place of
 * those that it has.
 */
void importlist_put(
    struct ingest *g, struct span index, struct span source, struct span text);

#endif
