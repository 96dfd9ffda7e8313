/* text/fold: one name in two spellings, and the order of names. */
#include "text/fold.h"

#include "base/sys.h"
#include "tap.h"
#include "text/utf.h"

static const struct {
	const char *a, *b;
	bool same;
	const char *name;
} pairs[] = {
	{ "a.xlsx", "A.XLSX", true, "ASCII case" },
	{ "ａＢ", "Ａｂ", true, "full-width letters" },
	{ "привет", "ПРИВЕТ", true, "Cyrillic" },
	{ "é", "É", true, "one composed letter" },
	{ "é", "e\xcc\x81", false, "NFC and NFD are two names" },
	{ "が", "か\xe3\x82\x99", false, "also in kana" },
	{ "あ", "ア", false, "hiragana and katakana" },
	{ "ア", "ｱ", false, "half and full width" },
	{ "\xc4\xb1", "I", false, "dotless i is no I" },
	{ "\xc5\xbf", "S", false, "long s is no S" },
	{ "\xe2\x84\xaa", "k", false, "the kelvin sign is no k" },
	{ "ß", "SS", false, "no full mapping" },
	{ "ǆ", "Ǆ", true, "a digraph" },
	{ "ǅ", "ǆ", true, "its title case" },
	{ "𐐨", "𐐀", false, "surrogates stay" },
	{ "ab", "abc", false, "a prefix" },
	{ "", "", true, "two empty names" },
};

/* In name order, each strictly before the next. */
static const char *const sorted[] = { "", "1", "A", "a", "A.b", "a.c", "AB",
	"aB", "ab", "B", "_", "あ", "一", "\xf0\x9f\x98\x80", "\xee\x80\x80",
	"Ａ", "ａ", "\xef\xbf\xbd" };

/* What the order says of raw and folded units, by the long way. */
static int
by_units(struct span a, struct span b)
{
	struct buf ka = BUF_INIT, kb = BUF_INIT, u = BUF_INIT, w = BUF_INIT;
	int d = 0, pass;
	size_t i;

	fold_key(a, &ka);
	fold_key(b, &kb);
	for (pass = 0; pass < 2 && d == 0; pass++) {
		buf_reset(&u);
		buf_reset(&w);
		utf_to16(pass ? a : buf_span(&ka), &u);
		utf_to16(pass ? b : buf_span(&kb), &w);
		for (i = 0; d == 0 && i < u.len && i < w.len; i += 2)
			d = utf_unit(buf_span(&u).p + i) -
			    utf_unit(buf_span(&w).p + i);
		if (d == 0 && u.len != w.len)
			d = u.len < w.len ? -1 : 1;
	}
	buf_release(&ka);
	buf_release(&kb);
	buf_release(&u);
	buf_release(&w);
	return d;
}

/* A short string over letters that fold in all sorts of ways. */
static void
random_name(uint64_t *seed, struct buf *b)
{
	static const char *const letters[] = { "a", "A", "é", "É", "ı", "I",
		"ſ", "ａ", "Ａ", "あ", "\xf0\x9f\x98\x80", "\xee\x80\x80",
		"\xff", "ȿ", "Ȿ" };
	int n;

	buf_reset(b);
	for (n = 0; n < 3; n++) {
		*seed = *seed * 6364136223846793005U + 1442695040888963407U;
		buf_adds(b, letters[(*seed >> 33) % 15]);
	}
}

static bool
random_pairs(uint64_t seed)
{
	struct buf a = BUF_INIT, b = BUF_INIT, ka = BUF_INIT, kb = BUF_INIT;
	bool good = true;
	int i, d, model;

	for (i = 0; i < 50000; i++) {
		random_name(&seed, &a);
		random_name(&seed, &b);
		buf_reset(&ka);
		buf_reset(&kb);
		fold_key(buf_span(&a), &ka);
		fold_key(buf_span(&b), &kb);
		d = fold_order(buf_span(&a), buf_span(&b));
		model = by_units(buf_span(&a), buf_span(&b));
		good = good && (d < 0) == (model < 0) &&
		       (d > 0) == (model > 0) &&
		       d == -fold_order(buf_span(&b), buf_span(&a)) &&
		       fold_same(buf_span(&a), buf_span(&b)) ==
			   span_eq(buf_span(&ka), buf_span(&kb));
	}
	buf_release(&a);
	buf_release(&b);
	buf_release(&ka);
	buf_release(&kb);
	return good;
}

int
main(void)
{
	uint64_t seed = sys_random();
	bool good = true;
	size_t i, k, n = sizeof(sorted) / sizeof(sorted[0]);
	int d;

	printf("# seed %llu\n", (unsigned long long)seed);
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		ok(fold_same(span_str(pairs[i].a), span_str(pairs[i].b)) ==
			pairs[i].same,
		    pairs[i].name);
	for (i = 0; i < n; i++)
		for (k = 0; k < n; k++) {
			d = fold_order(
			    span_str(sorted[i]), span_str(sorted[k]));
			if ((d < 0) != (i < k) || (d == 0) != (i == k)) {
				good = false;
				printf(
				    "# %s, %s: %d\n", sorted[i], sorted[k], d);
			}
		}
	ok(good, "name order is by units, case last, and total");
	ok(random_pairs(seed), "50,000 random pairs agree with the long way");
	return done_testing();
}
