/*
 * packtree.h: a TSV tree (store.md 6, tb-tsv -d) as a TSV stream.
 *
 *	2024/A社.xlsx/明細.tsv		a place of the document 2024/A社.xlsx
 *
 * A folder is a document when its name is that of a target and it has no folder
 * in it; one without files is a document without text.
 */
#ifndef STORE_PACKTREE_H
#define STORE_PACKTREE_H

#include "base/out.h"

/*
 * Writes the documents of the tree whose folder is dir (lent), in name order,
 * with all lines of a stream.  Times and sizes are those of the files below
 * source; without it, or without the file, they are empty, so that the next
 * crawl reads them.  A place of 0 bytes is damage: its document fails.  False,
 * with e filled, when the tree cannot be read.
 */
bool packtree_write(
    int dir, const char *source, struct out *out, struct tb_error *e);

#endif
