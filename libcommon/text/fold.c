#include "text/fold.h"

#include <unicode/uchar.h>

#include "text/utf.h"

uint32_t
fold_upper(uint32_t u)
{
	uint32_t up;

	if (u < 0x80)
		return u >= 'a' && u <= 'z' ? u - 32 : u;
	if (u > 0xffff)
		return u;
	up = (uint32_t)u_toupper((UChar32)u);
	return up < 0x80 || up > 0xffff ? u : up;
}

/*
 * A weight that orders characters as their UTF-16 units: those above U+FFFF
 * begin with a surrogate and so come before U+E000..U+FFFF.
 */
static uint32_t
weight(uint32_t u)
{
	if (u > 0xffff)
		return u - 0x10000 + 0xd800;
	return u >= 0xe000 ? u + 0x100000 : u;
}

bool
fold_same(struct span a, struct span b)
{
	size_t i = 0, k = 0;

	while (i < a.n && k < b.n)
		if (fold_upper(utf_next(a, &i)) != fold_upper(utf_next(b, &k)))
			return false;
	return i == a.n && k == b.n;
}

int
fold_order(struct span a, struct span b)
{
	size_t i = 0, k = 0;
	int raw = 0;
	uint32_t x, y, ux, uy;

	while (i < a.n && k < b.n) {
		x = utf_next(a, &i);
		y = utf_next(b, &k);
		if (x == y)
			continue;
		ux = fold_upper(x);
		uy = fold_upper(y);
		if (ux != uy)
			return weight(ux) < weight(uy) ? -1 : 1;
		if (raw == 0)
			raw = weight(x) < weight(y) ? -1 : 1;
	}
	if (i < a.n || k < b.n)
		return i < a.n ? 1 : -1;
	return raw;
}

void
fold_key(struct span s, struct buf *out)
{
	size_t i = 0;

	buf_room(out, s.n);
	while (i < s.n) {
		uint32_t u = utf_next(s, &i);

		if (u < 0x80)
			buf_addc(out, (char)fold_upper(u));
		else
			utf_put(out, fold_upper(u));
	}
}
