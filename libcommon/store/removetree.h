/*
 * removetree.h: a folder of ours removed with all that is in it; links are
 * removed, never followed.
 */
#ifndef STORE_REMOVETREE_H
#define STORE_REMOVETREE_H

#include "base/err.h"

/*
 * Removes the file or folder name in dir.  True when it is not there.  False,
 * with e filled, when something of it stays; the rest goes all the same.
 */
bool removetree(int dir, const char *name, struct tb_error *e);

#endif
