#include "doc/pdf/pdfplain.h"

#include <unicode/unorm2.h>

#include "text/utf.h"

/*
 * CJK Radicals Supplement from 2E80 on as unified ideographs
 * (EquivalentUnifiedIdeograph.txt of the Unicode Character Database); 0: none
 * in the basic plane.
 */
static const uint16_t radical[] = {
	/* 2E80 */ 0,
	0x5382,
	0x4e5b,
	0x4e5a,
	0x4e59,
	0x4ebb,
	0x5182,
	0,
	/* 2E88 */ 0x5200,
	0x5202,
	0x535c,
	0,
	0x5c0f,
	0x5c0f,
	0x5140,
	0x5c23,
	/* 2E90 */ 0x5c22,
	0,
	0x5df3,
	0x5e7a,
	0x5f51,
	0x5f50,
	0x5fc4,
	0x5fc3,
	/* 2E98 */ 0x624c,
	0x6535,
	0,
	0x65e1,
	0x65e5,
	0x6708,
	0x6b7a,
	0x6bcd,
	/* 2EA0 */ 0x6c11,
	0x6c35,
	0x6c3a,
	0x706c,
	0x722b,
	0x722b,
	0x4e2c,
	0x725b,
	/* 2EA8 */ 0x72ad,
	0x738b,
	0x758b,
	0x76ee,
	0x793a,
	0x793b,
	0x7af9,
	0x7cf9,
	/* 2EB0 */ 0x7e9f,
	0x7f53,
	0x7f52,
	0,
	0x7f53,
	0,
	0x7f8a,
	0,
	/* 2EB8 */ 0,
	0x8002,
	0x8080,
	0x807f,
	0x8089,
	0,
	0x8279,
	0x8279,
	/* 2EC0 */ 0x8279,
	0x864e,
	0x8864,
	0x8980,
	0x897f,
	0x89c1,
	0x89d2,
	0,
	/* 2EC8 */ 0x8ba0,
	0x8d1d,
	0x8db3,
	0x8f66,
	0x8fb6,
	0x8fb6,
	0x8fb6,
	0x961d,
	/* 2ED0 */ 0x9485,
	0x9577,
	0x9578,
	0x957f,
	0x95e8,
	0,
	0x961d,
	0x96e8,
	/* 2ED8 */ 0x9752,
	0x97e6,
	0x9875,
	0x98ce,
	0x98de,
	0x98df,
	0,
	0x98e0,
	/* 2EE0 */ 0x9963,
	0,
	0x9a6c,
	0x9aa8,
	0x9b3c,
	0x9c7c,
	0x9e1f,
	0x5364,
	/* 2EE8 */ 0x9ea6,
	0x9ec4,
	0x9efe,
	0x6589,
	0x9f50,
	0x6b6f,
	0x9f7f,
	0x7adc,
	/* 2EF0 */ 0x9f99,
	0x9f9c,
	0x4e80,
	0x9f9f,
};

#define RADICAL_END (0x2e80 + sizeof(radical) / sizeof(radical[0]))

/*
 * Kangxi radicals, compatibility ideographs, ligatures, the shapes of Arabic
 * letters; not the full-width forms, which people type.
 */
static bool
has_plain(uint32_t u)
{
	return (u >= 0x2f00 && u < 0x2fe0) || (u >= 0xf900 && u < 0xfe00) ||
	       (u >= 0xfe70 && u < 0xff00) || (u >= 0x2f800 && u < 0x2fa20);
}

/* Appends the compatibility decomposition of u. */
static bool
decompose(uint32_t u, struct buf *out)
{
	UErrorCode err = U_ZERO_ERROR;
	const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&err);
	UChar to[24]; /* the longest has 18 */
	uint8_t le[sizeof(to)];
	int32_t n, i;

	if (U_FAILURE(err))
		return false;
	n = unorm2_getDecomposition(nfkc, (UChar32)u, to, 24, &err);
	if (U_FAILURE(err) || n <= 0)
		return false;
	for (i = 0; i < n; i++) {
		le[2 * i] = (uint8_t)to[i];
		le[2 * i + 1] = (uint8_t)(to[i] >> 8);
	}
	utf_from16(span_of(le, 2 * (size_t)n), out);
	return true;
}

static bool
is_private(uint32_t u)
{
	return (u >= 0xe000 && u < 0xf900) || u >= 0xf0000;
}

bool
pdfplain_put(struct span text, struct buf *out)
{
	size_t off = 0, from = out->len;
	uint32_t u;

	while (off < text.n) {
		u = utf_next(text, &off);
		if (u >= 0x2e80 && u < RADICAL_END && radical[u - 0x2e80] != 0)
			u = radical[u - 0x2e80];
		if (has_plain(u) && decompose(u, out))
			continue;
		if (utf_space(u) && u != 0x3000)
			u = ' ';
		if (u >= 0x20 && !(u >= 0x7f && u < 0xa0) && u != UTF_BAD &&
		    !is_private(u))
			utf_put(out, u);
	}
	return out->len > from;
}

bool
pdfplain_cjk(uint32_t u)
{
	return (u >= 0x2e80 && u < 0xa4d0 && u != 0x3000) ||
	       (u >= 0xf900 && u < 0xfb00) || (u >= 0xfe30 && u < 0xfe50) ||
	       (u >= 0xff01 && u < 0xffe7) || (u >= 0x20000 && u < 0x40000);
}
