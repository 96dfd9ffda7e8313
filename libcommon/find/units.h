/*
 * units.h: UTF-16 units looked for with the vectors that the machine has.
 *
 * Every function is exact with every kernel; which one runs is seen at run time.
 * Nothing outside of [from, n) is read, and of a pair [from, n + gap).
 */
#ifndef FIND_UNITS_H
#define FIND_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNITS_FORMS 4 /* units that are taken for one; the last one repeats */

enum units_kernel { UNITS_SCALAR, UNITS_SSE2, UNITS_AVX2, UNITS_NEON };

/* The best kernel here. */
enum units_kernel units_best(void);
/* Can this kernel run here? */
bool units_can(enum units_kernel k);
/* The first i in [from, n) with text[i] == u; n when there is none. */
size_t units_find(enum units_kernel k, const uint16_t *text, size_t n,
    size_t from, uint16_t u);
/* How many units of [from, n) are u. */
size_t units_count(enum units_kernel k, const uint16_t *text, size_t n,
    size_t from, uint16_t u);
/*
 * The first i in [from, n) where text[i] is one of a, and text[i + gap] one of
 * b; n when there is none.
 */
size_t units_find_pair(enum units_kernel k, const uint16_t *text, size_t n,
    size_t from, size_t gap, const uint16_t a[UNITS_FORMS],
    const uint16_t b[UNITS_FORMS]);

#endif
