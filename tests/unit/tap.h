/*
 * tap.h: Test Anything Protocol for the unit tests in C.
 *
 *	ok(x == 1, "x is 1");  is_str(buf.p, "abc", "name");
 *	return done_testing();
 *
 * One test program includes it once; a failed check prints where it stands.
 */
#ifndef TAP_H
#define TAP_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"

static unsigned tap_count, tap_failed;

static inline bool
tap_ok(bool good, const char *file, int line, const char *name)
{
	tap_count++;
	printf("%sok %u - %s\n", good ? "" : "not ", tap_count, name);
	if (!good) {
		tap_failed++;
		printf("# failed at %s:%d\n", file, line);
	}
	return good;
}

static inline bool
tap_span(struct span got, struct span want, const char *file, int line,
    const char *name)
{
	bool good = span_eq(got, want);

	tap_ok(good, file, line, name);
	if (!good) {
		printf("#  got: %.*s\n# want: %.*s\n", SPAN_ARG(got),
		    SPAN_ARG(want));
	}
	return good;
}

static inline bool
tap_num(
    long long got, long long want, const char *file, int line, const char *name)
{
	bool good = got == want;

	tap_ok(good, file, line, name);
	if (!good)
		printf("#  got: %lld\n# want: %lld\n", got, want);
	return good;
}

#define ok(good, name) tap_ok((good), __FILE__, __LINE__, (name))
#define is_str(got, want, name)                                                \
 tap_span(span_str(got), span_str(want), __FILE__, __LINE__, (name))
#define is_span(got, want, name)                                               \
 tap_span((got), (want), __FILE__, __LINE__, (name))
#define is_num(got, want, name)                                                \
 tap_num((long long)(got), (long long)(want), __FILE__, __LINE__, (name))

/* Prints the plan; the status of main(). */
static inline int
done_testing(void)
{
	printf("1..%u\n", tap_count);
	return tap_failed ? 1 : 0;
}

#endif
