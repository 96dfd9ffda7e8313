#include "text/nfc.h"

#include <stdlib.h>
#include <unicode/unorm2.h>

#include "base/mem.h"
#include "text/utf.h"

#define BYTES_MAX ((size_t)256 << 20)

/* Text below U+0300 is composed, and that is most of it. */
static bool
is_plain(struct span s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.p[i] >= 0xcc)
			return false;
	return true;
}

/* As ICU's units, in the machine's byte order; never more than bytes. */
static int32_t
to_units(struct span s, UChar *u)
{
	size_t off = 0;
	int32_t n = 0;
	uint32_t c;

	while (off < s.n) {
		c = utf_next(s, &off);
		if (c > 0xffff) {
			u[n++] = (UChar)(0xd7c0 + (c >> 10));
			c = 0xdc00 | (c & 0x3ff);
		}
		u[n++] = (UChar)c;
	}
	return n;
}

static void
from_units(const UChar *u, int32_t n, struct buf *out)
{
	int32_t i;

	for (i = 0; i < n; i++) {
		uint32_t c = u[i];

		if (utf_high(c) && i + 1 < n)
			c = 0x10000 + ((c & 0x3ff) << 10) + (u[++i] & 0x3ff);
		utf_put(out, c);
	}
}

bool
nfc_compose(struct span s, struct buf *out)
{
	UErrorCode code = U_ZERO_ERROR;
	const UNormalizer2 *nfc;
	UChar *u, *composed;
	int32_t n, len;
	bool changed = false;

	if (is_plain(s) || s.n > BYTES_MAX || utf_valid(s) != s.n)
		return false;
	u = mem_calloc(s.n, sizeof(*u));
	n = to_units(s, u);
	nfc = unorm2_getNFCInstance(&code);
	if (U_SUCCESS(code) && unorm2_spanQuickCheckYes(nfc, u, n, &code) < n &&
	    U_SUCCESS(code)) {
		/* composing makes at most three units of one */
		composed = mem_calloc((size_t)n * 3, sizeof(*composed));
		len = unorm2_normalize(nfc, u, n, composed, n * 3, &code);
		changed = U_SUCCESS(code) &&
			  (len != n ||
			      memcmp(u, composed, (size_t)n * sizeof(*u)) != 0);
		if (changed)
			from_units(composed, len, out);
		free(composed);
	}
	free(u);
	return changed;
}
