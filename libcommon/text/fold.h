/*
 * fold.h: when two names are the same, and which comes first (store.md 0.1).
 *
 * Names are UTF-8; what is said of units is said of UTF-16 units.  An
 * ill-formed part counts as U+FFFD.  This is .NET's OrdinalIgnoreCase, the
 * comparison of index names, rel paths, document names, catalog rows and zip
 * entries.  Searching folds more than this: that is find/'s business.
 */
#ifndef TEXT_FOLD_H
#define TEXT_FOLD_H

#include "base/buf.h"

/*
 * The simple upper-case mapping of u.  Characters above U+FFFF stay as they
 * are, and so does a non-ASCII one whose upper case is ASCII (U+0131, U+017F).
 */
uint32_t fold_upper(uint32_t u);
/* Same name: as many units, each equal after fold_upper. */
bool fold_same(struct span a, struct span b);
/*
 * Name order: <0, 0, >0.  Folded units as numbers from the left, the shorter
 * first, equal names by their raw units; so 0 means the same spelling.  Kept
 * free of collation tables, whose versions would order one store in two ways.
 */
int fold_order(struct span a, struct span b);
/*
 * Appends the key of s: keys are equal bytes exactly when names are the same.
 * For maps; a key is no name and goes into no file.
 */
void fold_key(struct span s, struct buf *out);

#endif
