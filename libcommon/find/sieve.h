/*
 * sieve.h: lines that a folded word cannot be in are passed over unfolded.
 *
 * Folding a line (-W, -K, --loose) costs far more than reading it.  A sieve
 * knows one unit of the folded word and every unit of a line that folding can
 * make it from: a line without any of them does not hold the word.
 */
#ifndef FIND_SIEVE_H
#define FIND_SIEVE_H

#include "find/unitfold.h"
#include "find/units.h"

struct sieve {
	bool on; /* else no unit of the word is made from few enough */
	uint16_t form[UNITS_FORMS];
};

/*
 * For a word of n units, folded as lines are with flags (foldline.h) and then
 * by fold.
 */
void sieve_init(struct sieve *s, const uint16_t *unit, size_t n, unsigned flags,
    const struct unitfold *fold);
/* The first unit in [from, n) that the word may stand at; n: none. */
size_t sieve_find(
    const struct sieve *s, const uint16_t *text, size_t n, size_t from);

#endif
