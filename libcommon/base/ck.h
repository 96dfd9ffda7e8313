/*
 * ck.h: sums and products of sizes that cannot overflow unseen.
 *
 * Each returns true and stores the result, or false when it does not fit.
 */
#ifndef BASE_CK_H
#define BASE_CK_H

#include <stdbool.h>
#include <stddef.h>

static inline bool
ck_add(size_t a, size_t b, size_t *r)
{
	return !__builtin_add_overflow(a, b, r);
}

static inline bool
ck_mul(size_t a, size_t b, size_t *r)
{
	return !__builtin_mul_overflow(a, b, r);
}

#endif
