/*
 * arena.h: memory that lives as long as one document.
 *
 * Pieces are handed out from blocks and never given back one by one; all goes
 * at arena_reset (the first block stays for reuse) or arena_release.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/span.h"

struct arena_block;
struct arena {
	struct arena_block *top;
	size_t total; /* bytes handed out since the last reset */
};

#define ARENA_INIT                                                             \
 {                                                                             \
  NULL, 0                                                                      \
 }

/* n bytes, aligned for any type, not cleared; good until reset or release. */
void *arena_alloc(struct arena *a, size_t n);
/* A copy of s with a NUL behind it. */
struct span arena_dup(struct arena *a, struct span s);
void arena_reset(struct arena *a);
void arena_release(struct arena *a);

#endif
