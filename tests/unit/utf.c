/* text/utf: well-formed text comes back, ill-formed is U+FFFD, never more. */
#include "text/utf.h"

#include "base/sys.h"
#include "tap.h"

#define FFFD "\xef\xbf\xbd"

static const struct {
	const char *name, *in, *want;
} bad[] = {
	{ "a stray continuation", "a\x80z", "a" FFFD "z" },
	{ "overlong", "\xc0\xaf", FFFD FFFD },
	{ "a surrogate", "\xed\xa0\x80", FFFD FFFD FFFD },
	{ "above 10FFFF", "\xf4\x90\x80\x80", FFFD FFFD FFFD FFFD },
	{ "cut: one mark for the part", "\xe3\x81", FFFD },
	{ "cut, then text", "\xf0\x9f\x8d\x61", FFFD "a" },
	{ "FF", "\xff", FFFD },
};

/* Every character to UTF-16 and back. */
static bool
all_characters(void)
{
	struct buf a = BUF_INIT, b = BUF_INIT, c = BUF_INIT;
	bool good = true;
	uint32_t u;

	for (u = 1; u <= 0x10ffff; u++) {
		if (u >= 0xd800 && u <= 0xdfff)
			continue;
		buf_reset(&a);
		buf_reset(&b);
		buf_reset(&c);
		utf_put(&a, u);
		utf_to16(buf_span(&a), &b);
		utf_from16(buf_span(&b), &c);
		good = good && span_eq(buf_span(&a), buf_span(&c)) &&
		       utf_valid(buf_span(&a)) == a.len &&
		       utf_units(buf_span(&a)) * 2 == b.len;
	}
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
	return good;
}

/* Random bytes: clean output, the same by each road. */
static bool
random_bytes(uint64_t seed)
{
	struct buf in = BUF_INIT, clean = BUF_INIT, w = BUF_INIT, u = BUF_INIT;
	bool good = true;
	int i, k;

	for (i = 0; i < 20000; i++) {
		buf_reset(&in);
		buf_reset(&clean);
		buf_reset(&w);
		buf_reset(&u);
		for (k = 0; k < 20; k++) {
			seed =
			    seed * 6364136223846793005U + 1442695040888963407U;
			buf_addc(&in,
			    (char)((seed >> 60) < 4 ? 'a' + (char)(seed >> 59)
						    : (char)(seed >> 33)));
		}
		utf_clean(buf_span(&in), &clean);
		utf_to16(buf_span(&in), &w);
		utf_from16(buf_span(&w), &u);
		good = good && utf_valid(buf_span(&clean)) == clean.len &&
		       span_eq(buf_span(&clean), buf_span(&u));
	}
	buf_release(&in);
	buf_release(&clean);
	buf_release(&w);
	buf_release(&u);
	return good;
}

int
main(void)
{
	struct buf b = BUF_INIT;
	uint64_t seed = sys_random();
	size_t i;

	printf("# seed %llu\n", (unsigned long long)seed);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		buf_reset(&b);
		utf_clean(span_str(bad[i].in), &b);
		is_str(b.p, bad[i].want, bad[i].name);
	}
	ok(all_characters(), "all characters to UTF-16 and back");
	ok(random_bytes(seed), "20,000 random strings");
	buf_reset(&b);
	utf_from16(span_of("\x3d\xd8\x41\x00\x00\xdc\x01", 7), &b);
	is_str(b.p, FFFD "A" FFFD FFFD, "lone surrogates and an odd byte");
	is_span(utf_trim(SPAN("\xe3\x80\x80 a \xc2\xa0\xe2\x80\xa8")),
	    SPAN("a"), "trim takes U+3000, U+00A0, U+2028");
	is_span(utf_trim(SPAN("\xe2\x80\x8b"
			      "a\xef\xbb\xbf")),
	    SPAN("\xe2\x80\x8b"
		 "a\xef\xbb\xbf"),
	    "but not U+200B and U+FEFF");
	is_num(utf_trim(SPAN("\xe3\x80\x80")).n, 0, "blank");
	buf_release(&b);
	return done_testing();
}
