#include "doc/excel/a1.h"

bool
a1_parse(struct span s, uint32_t *row, uint32_t *col)
{
	uint32_t r = 0, c = 0;
	size_t i = 0;
	uint8_t ch;

	i += i < s.n && s.p[i] == '$';
	for (; i < s.n; i++) {
		ch = span_lower(s.p[i]);
		if (ch < 'a' || ch > 'z')
			break;
		c = c * 26 + (uint32_t)(ch - 'a' + 1);
		if (c > A1_COLS)
			return false;
	}
	i += i < s.n && s.p[i] == '$';
	for (; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		r = r * 10 + (uint32_t)(s.p[i] - '0');
		if (r > A1_ROWS)
			return false;
	}
	if (r == 0 || c == 0)
		return false;
	*row = r - 1;
	*col = c - 1;
	return true;
}
