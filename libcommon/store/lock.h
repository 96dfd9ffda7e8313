/*
 * lock.h: store/lock, which every writer holds from its first read of the list
 * to its last write (store.md 4.4).  It goes with the process.
 */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "base/err.h"

/*
 * Takes the lock of the store folder, waiting up to wait seconds; tool is for
 * people who look into the file.  -1, with e filled: TB_ELOCK, which names who
 * holds it, or TB_ESTORE.  Close the descriptor to give it back.
 */
int lock_take(int store, const char *tool, unsigned wait, struct tb_error *e);

#endif
