/* find/sieve: no line is passed over whose folded text holds the word. */
#include "find/sieve.h"

#include <stdlib.h>

#include "base/sys.h"
#include "find/foldline.h"
#include "tap.h"

#define ROUNDS  250
#define LONGEST 24

static uint64_t state;

static unsigned
rnd(unsigned below)
{
	state = state * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(state >> 33) % below;
}

/* Units that fold, units that combine, and any unit at all. */
static uint16_t
any_unit(void)
{
	static const uint16_t some[] = { 0x898b, 0xfa0a, 0x2f92, 0x7a4d, 0x3231,
		0x682a, 0x304b, 0x30ab, 0xff76, 0xff9e, 0xff9f, 0x3099, 0x309a,
		0xff21, 'a', 'A', 0xff41, 0x2460, '1', 0xff11, 0x3000, ' ',
		0xd87e, 0xdc00, 0xdc0b, 0xd83c, 0xde10, 0x2028, 0x33a1,
		0x337f };

	return rnd(4) ? some[rnd(sizeof(some) / sizeof(*some))]
		      : (uint16_t)rnd(65536);
}

/* A word out of a folded line: is it looked for in that line? */
static bool
round_holds(unsigned flags, const struct unitfold *fold, unsigned *on)
{
	uint16_t line[LONGEST], word[4 * LONGEST];
	struct foldline f;
	struct sieve s;
	size_t n = 1 + rnd(LONGEST), len, at, i;
	bool good = true;

	for (i = 0; i < n; i++)
		line[i] = any_unit();
	foldline_init(&f, flags);
	foldline_set(&f, line, n);
	len = f.n == 0 ? 0 : 1 + rnd(f.n < 4 ? (unsigned)f.n : 4);
	at = f.n == len ? 0 : rnd((unsigned)(f.n - len));
	for (i = 0; i < len; i++)
		word[i] = fold->to[f.unit[at + i]];
	sieve_init(&s, word, len, flags, fold);
	*on += s.on;
	if (s.on)
		good = sieve_find(&s, line, n, 0) < n;
	foldline_release(&f);
	return good;
}

int
main(void)
{
	static const unsigned modes[] = { FOLDLINE_WIDTH, FOLDLINE_KANA,
		FOLDLINE_WIDTH | FOLDLINE_KANA,
		FOLDLINE_WIDTH | FOLDLINE_KANA | FOLDLINE_NFKC };
	static const char *const names[] = { "-W", "-K", "-W -K", "--loose" };
	struct unitfold *fold = unitfold_new(true);
	unsigned i, k, bad, on;

	state = sys_random();
	printf("# seed %llu\n", (unsigned long long)state);
	for (i = 0; i < 4; i++) {
		for (k = bad = on = 0; k < ROUNDS; k++)
			bad += !round_holds(modes[i], fold, &on);
		ok(bad == 0, names[i]);
		ok(on > 0, "and it is used");
	}
	free(fold);
	return done_testing();
}
