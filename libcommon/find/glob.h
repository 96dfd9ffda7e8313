/*
 * glob.h: conditions on names (search.md 3): *.xlsx;見積;!*old*
 *
 * Several stand side by side, '*' is any run, '?' one character; without either
 * it is a part of the name.  '!' excludes.  Case never counts.
 */
#ifndef FIND_GLOB_H
#define FIND_GLOB_H

#include "base/buf.h"

struct glob_set {
	struct buf in, out; /* folded patterns, each ended by NUL */
	size_t ins, outs;
};

void glob_init(struct glob_set *g);
void glob_release(struct glob_set *g);
/* Adds one pattern; exclude as if it had a '!' in front. */
void glob_add(struct glob_set *g, struct span pattern, bool exclude);
/* Adds a list, separated by ';' or the full-width one. */
void glob_add_list(struct glob_set *g, struct span list);
/* Does one of the including patterns match, if there are any, and no other? */
bool glob_match(const struct glob_set *g, struct span name);

#endif
