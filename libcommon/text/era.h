/*
 * era.h: years of the Japanese calendar, as Excel counts them.
 */
#ifndef TEXT_ERA_H
#define TEXT_ERA_H

#include <stdbool.h>

/* One era; its names as the formats g, gg and ggg print them, UTF-8. */
struct era {
	const char *letter, *kanji, *name;
	int year, month, day; /* its first day */
};

/*
 * The era of a day and the year in it, from 1.  Days before Meiji count as
 * Meiji, whose years then are 0 or less; dates of Excel begin in Meiji 33.
 */
const struct era *era_of(int year, int month, int day, int *in_era);

#endif
