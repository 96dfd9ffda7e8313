/*
 * literal.h: a word, found directly in UTF-16LE text.
 *
 * A filter looks for the word's two rarest units, in whichever cases they have;
 * what it finds is verified unit by unit through the fold table.
 */
#ifndef FIND_LITERAL_H
#define FIND_LITERAL_H

#include "base/span.h"
#include "find/unitfold.h"
#include "find/units.h"

#define LITERAL_NONE SIZE_MAX

struct literal {
	const struct unitfold *fold; /* lent */
	uint16_t *unit;              /* folded */
	size_t n;
	/*
	 * The units that the filter looks for, in their order; may be the
	 * same.  LITERAL_NONE: no filter.
	 */
	size_t first, second;
	uint16_t first_form[UNITS_FORMS], second_form[UNITS_FORMS];
	enum units_kernel kernel;
};

/* How common a unit is in Japanese office text, roughly; less is rarer. */
unsigned literal_commonness(uint16_t u);
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
