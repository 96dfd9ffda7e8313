#include "doc/excel/xstring.h"

#include "text/utf.h"

#define ESCAPE 7 /* bytes of _xHHHH_ */

/* The unit of an escape at s; false when there is none. */
static bool
escape(struct span s, uint32_t *unit)
{
	uint32_t u = 0;
	size_t i;

	if (s.n < ESCAPE || s.p[0] != '_' || s.p[1] != 'x' || s.p[6] != '_')
		return false;
	for (i = 2; i < 6; i++) {
		uint8_t c = span_lower(s.p[i]);

		if (c >= '0' && c <= '9')
			u = u << 4 | (uint32_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			u = u << 4 | (uint32_t)(c - 'a' + 10);
		else
			return false;
	}
	*unit = u;
	return true;
}

void
xstring_decode(struct span s, struct buf *out)
{
	uint32_t u, low;
	size_t i, n;

	while (s.n > 0) {
		i = span_find(s, '_');
		buf_addspan(out, span_head(s, i));
		s = span_skip(s, i);
		if (!escape(s, &u)) {
			n = s.n > 0 ? 1 : 0; /* the '_' itself */
			buf_addspan(out, span_head(s, n));
			s = span_skip(s, n);
			continue;
		}
		s = span_skip(s, ESCAPE);
		if (utf_high(u) && escape(s, &low) && utf_low(low)) {
			u = 0x10000 + ((u - 0xd800) << 10) + (low - 0xdc00);
			s = span_skip(s, ESCAPE);
		} else if (utf_high(u) || utf_low(u)) {
			u = UTF_BAD;
		}
		utf_put(out, u);
	}
}

enum pull_event
xstring_runs(struct pull *x, struct buf *text, struct buf *out)
{
	unsigned depth = x->depth;
	enum pull_event ev;

	for (;;) {
		ev = pull_next(x);
		if (ev == PULL_BAD || ev == PULL_EOF)
			return PULL_BAD;
		if (ev == PULL_END && x->depth == depth)
			return ev;
		if (ev != PULL_START)
			continue;
		if (span_eqs(x->name, "t")) {
			buf_reset(text);
			if (pull_text(x, text) == PULL_BAD)
				return PULL_BAD;
			xstring_decode(buf_span(text), out);
		} else if (span_eqs(x->name, "rPh") &&
			   pull_skip(x) == PULL_BAD) {
			return PULL_BAD;
		}
	}
}
