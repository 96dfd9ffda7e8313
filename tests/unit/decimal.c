/* text/decimal: 15 digits, as printf has them, and rounding from there. */
#include "text/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/sys.h"
#include "tap.h"

/* d as printf("%.14e") writes it. */
static void
show(const struct decimal *d, char *s, size_t size)
{
	char digits[DECIMAL_DIGITS + 1];
	int i, e = d->n ? d->point - 1 : 0;

	for (i = 0; i < DECIMAL_DIGITS; i++)
		digits[i] = i < d->n ? d->digit[i] : '0';
	digits[i] = '\0';
	snprintf(s, size, "%s%c.%se%c%02d", d->neg ? "-" : "", digits[0],
	    digits + 1, e < 0 ? '-' : '+', abs(e));
}

static bool
as_printf(double v)
{
	char got[40], want[40];
	struct decimal d;

	decimal_of(v, &d);
	show(&d, got, sizeof(got));
	snprintf(want, sizeof(want), "%.14e", v);
	if (strcmp(got, want) != 0)
		printf("# %a: %s, not %s\n", v, got, want);
	return strcmp(got, want) == 0;
}

static bool
random_values(uint64_t seed)
{
	bool good = true;
	int i;

	for (i = 0; i < 200000; i++) {
		double v;

		seed = seed * 6364136223846793005U + 1442695040888963407U;
		if (i & 1) { /* any double; shifted so that it is not NaN */
			uint64_t bits = seed;

			memcpy(&v, &bits, sizeof(v));
			if (!isfinite(v))
				continue;
		} else { /* what sheets hold: few digits */
			v = (double)(int32_t)(seed >> 32) /
			    pow(10, (double)(seed >> 20 & 15));
		}
		good = as_printf(v) && good;
	}
	return good;
}

static const struct {
	double v;
	int places;
	const char *want;
} rounds[] = {
	{ 1.005, 2, "1.01000000000000e+00" },
	{ -2.5, 0, "-3.00000000000000e+00" },
	{ 0.4, 0, "0.00000000000000e+00" },
	{ 0.5, 0, "1.00000000000000e+00" },
	{ 0.05, 0, "0.00000000000000e+00" },
	{ 99.95, 1, "1.00000000000000e+02" },
	{ 1234.5, -2, "1.20000000000000e+03" },
	{ 55, -2, "1.00000000000000e+02" },
	{ 55, -3, "0.00000000000000e+00" },
	{ 1e300, 2, "1.00000000000000e+300" },
	{ 5e-324, 400, "4.94065645841247e-324" },
};

int
main(void)
{
	static const double edges[] = { 0, 1, 0.1, 1e14, 1e15, 1e16,
		999999999999999.0, 99999999999999.9, 0.1 + 0.2, 1e-12,
		9.99999999999999e-13, 123456789012345678.0, 4503599627370496.5,
		1.7976931348623157e308, 5e-324, 0.999999999999999,
		0.9999999999999999, 9.5, 1e22, 1e23, 8.5e-7 };
	uint64_t seed = sys_random();
	struct decimal d;
	char s[40];
	size_t i;

	for (i = 0; i < sizeof(edges) / sizeof(edges[0]); i++)
		ok(as_printf(edges[i]) && as_printf(-edges[i] - (i == 0)),
		    "an edge");
	printf("# seed %llu\n", (unsigned long long)seed);
	ok(random_values(seed), "200,000 random values");
	for (i = 0; i < sizeof(rounds) / sizeof(rounds[0]); i++) {
		decimal_of(rounds[i].v, &d);
		decimal_round(&d, rounds[i].places);
		show(&d, s, sizeof(s));
		is_str(s, rounds[i].want, "rounded half away from zero");
	}
	return done_testing();
}
