/*
 * foldline.h: lines as a search sees them that takes more for equal than upper
 * and lower case: full and half width, hiragana and katakana, compatibility
 * forms (search.md 2: -W, -K, --loose).
 *
 * Folding may change the length (ｶﾞ is ガ, ㈱ is (株)), so that every unit
 * remembers which units of the line it stands for.
 */
#ifndef FIND_FOLDLINE_H
#define FIND_FOLDLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum foldline_flag {
	FOLDLINE_WIDTH = 1 << 0,
	FOLDLINE_KANA = 1 << 1,
	FOLDLINE_NFKC = 1 << 2 /* with the other two: loose */
};

struct foldline {
	unsigned flags;
	uint16_t *unit; /* folded; case is not this module's */
	size_t n, cap;
	uint32_t *from, *to; /* units of the line that each stands for */
	size_t map_cap;
};

void foldline_init(struct foldline *f, unsigned flags);
void foldline_release(struct foldline *f);
/* Folds a line of n units, without its end; f->unit and f->n are set. */
void foldline_set(struct foldline *f, const uint16_t *line, size_t n);

#endif
