/*
 * pending.h: store/pending_remove.tsv: documents that are gone but may still
 * stand in a part (store.md 4.2).
 */
#ifndef STORE_PENDING_H
#define STORE_PENDING_H

#include "base/buf.h"
#include "base/err.h"

/* Reads the pending rel paths into lines, each ended by LF; none is no error. */
bool pending_load(int store, struct buf *lines, struct tb_error *e);
/* Writes LF-ended rel paths as the list; with none the file is removed. */
bool pending_save(int store, struct span lines, struct tb_error *e);

#endif
