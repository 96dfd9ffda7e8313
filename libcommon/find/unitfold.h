/*
 * unitfold.h: which UTF-16 units a search takes for the same.
 *
 * A table from unit to unit, so that folding never changes a length.  Ignoring
 * case is .NET's invariant one: the simple upper-case mapping of BMP characters,
 * full-width Latin too; surrogates stay (store.md 0.1).
 */
#ifndef FIND_UNITFOLD_H
#define FIND_UNITFOLD_H

#include <stdbool.h>
#include <stdint.h>

struct unitfold {
	uint16_t to[65536];
};

/* The table; release with free(). */
struct unitfold *unitfold_new(bool ignore_case);

#endif
