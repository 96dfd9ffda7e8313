/*
 * srcfolder.h: store/content/<index>/source_folder.txt, which says where the
 * source folder of an index is (store.md 4.3).
 */
#ifndef STORE_SRCFOLDER_H
#define STORE_SRCFOLDER_H

#include "base/buf.h"
#include "base/err.h"

/*
 * Appends the source folder that the file in the index's folder dir names; false
 * when there is none, or none that can be read.
 */
bool srcfolder_read(int dir, struct span index, struct buf *path);
/* Writes the file whole. */
bool srcfolder_write(
    int dir, struct span index, struct span path, struct tb_error *e);

#endif
