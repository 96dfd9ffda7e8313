/* find/units: every kernel finds what the plain loop finds, at every edge. */
#include "find/units.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sys.h"
#include "tap.h"

#define ROUNDS 20000

static uint64_t state;

static unsigned
rnd(unsigned below)
{
	state = state * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(state >> 33) % below;
}

/* A text that ends where its memory does, so that a sanitizer sees beyond. */
static uint16_t *
make(size_t n, unsigned letters)
{
	uint16_t *t = mem_alloc(n * sizeof(*t));
	size_t i;

	for (i = 0; i < n; i++)
		t[i] = (uint16_t)(0x3042 + rnd(letters));
	return t;
}

static bool
round_agrees(enum units_kernel k)
{
	static const unsigned letters[] = { 2, 9, 60, 5000 };
	size_t n = rnd(130), gap = rnd(40), from = rnd((unsigned)n + 1);
	uint16_t *t = make(n + gap, letters[rnd(4)]);
	uint16_t u = (uint16_t)(0x3042 + rnd(3)), a[4], b[4];
	bool good;
	size_t i;

	for (i = 0; i < 4; i++) {
		a[i] = (uint16_t)(0x3042 + (rnd(2) ? 0 : rnd(4)));
		b[i] = (uint16_t)(0x3042 + (rnd(2) ? 1 : rnd(4)));
	}
	good = units_find(k, t, n, from, u) ==
		   units_find(UNITS_SCALAR, t, n, from, u) &&
	       units_count(k, t, n, from, u) ==
		   units_count(UNITS_SCALAR, t, n, from, u) &&
	       units_find_pair(k, t, n, from, gap, a, b) ==
		   units_find_pair(UNITS_SCALAR, t, n, from, gap, a, b);
	free(t);
	return good;
}

int
main(void)
{
	static const char *const names[] = { "scalar", "SSE2", "AVX2", "NEON" };
	enum units_kernel k;
	unsigned i, bad;

	state = sys_random();
	printf("# seed %llu\n", (unsigned long long)state);
	ok(units_can(units_best()), "the best one can run");
	for (k = UNITS_SCALAR; k <= UNITS_NEON; k++) {
		if (!units_can(k))
			continue;
		for (i = bad = 0; i < ROUNDS; i++)
			bad += !round_agrees(k);
		ok(bad == 0, names[k]);
	}
	return done_testing();
}
