/*
 * lines.h: where a line of UTF-16 text begins and ends.
 */
#ifndef FIND_LINES_H
#define FIND_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "find/units.h"

/* The first unit of the line that unit `at` lies in. */
static inline size_t
lines_begin(const uint16_t *text, size_t at)
{
	while (at > 0 && text[at - 1] != '\n')
		at--;
	return at;
}

/* The unit behind that line's last one: its LF, or the end of the text, n. */
static inline size_t
lines_end(const uint16_t *text, size_t n, size_t at)
{
	return units_find(units_best(), text, n, at, '\n');
}

#endif
