/*
 * literal.h: a word, found directly in UTF-16LE text.
 *
 * A filter looks for the word's rarest unit, in whichever cases it has; what it
 * finds is verified unit by unit through the fold table.
 */
#ifndef FIND_LITERAL_H
#define FIND_LITERAL_H

#include "base/span.h"
#include "find/unitfold.h"

#define LITERAL_NONE  SIZE_MAX
#define LITERAL_FORMS 4 /* units that one unit may stand for in the filter */

struct literal {
	const struct unitfold *fold; /* lent */
	uint16_t *unit;              /* folded */
	size_t n;
	size_t rare;                  /* which unit the filter looks for */
	uint16_t form[LITERAL_FORMS]; /* what it looks like; the last repeats */
};

/* Compiles word, UTF-8, not empty; fold is lent until literal_release. */
void literal_init(
    struct literal *l, struct span word, const struct unitfold *fold);
void literal_release(struct literal *l);
/*
 * The first unit, from unit `from` on, of an occurrence in text (n units), or
 * LITERAL_NONE.  No occurrence begins inside a surrogate pair.
 */
size_t literal_find(
    const struct literal *l, const uint16_t *text, size_t n, size_t from);

#endif
