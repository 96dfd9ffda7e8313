/* box/rc4: known answers, and a text in two pieces. */
#include "box/rc4.h"
#include "tap.h"

static void
vector(const char *key, const char *plain, const char *cipher)
{
	struct rc4 r;
	uint8_t out[16];
	size_t n = strlen(plain);

	rc4_init(&r, span_str(key));
	rc4_run(&r, (const uint8_t *)plain, out, 1);
	rc4_run(&r, (const uint8_t *)plain + 1, out + 1, n - 1);
	ok(memcmp(out, cipher, n) == 0, key);
}

int
main(void)
{
	vector("Key", "Plaintext", "\xbb\xf3\x16\xe8\xd9\x40\xaf\x0a\xd3");
	vector("Wiki", "pedia", "\x10\x21\xbf\x04\x20");
	vector("Secret", "Attack at dawn",
	    "\x45\xa0\x1f\x64\x5f\xc3\x5b\x38\x35\x52\x54\x4b\x9b\xf5");
	return done_testing();
}
