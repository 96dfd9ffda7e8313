#include "doc/excel/hdrftr.h"

#include "doc/excel/xstring.h"
#include "doc/package.h"
#include "text/utf.h"

enum section { LEFT, CENTRE, RIGHT, SECTIONS };

void
hdrftr_init(struct hdrftr *h)
{
	size_t i;

	memset(h, 0, sizeof(*h));
	for (i = 0; i < HDRFTR_KINDS; i++)
		buf_init(&h->code[i]);
}

void
hdrftr_release(struct hdrftr *h)
{
	size_t i;

	for (i = 0; i < HDRFTR_KINDS; i++)
		buf_release(&h->code[i]);
}

static bool
is_true(const struct pull *x, const char *name)
{
	struct span v;

	return pull_get(x, NS_NONE, name, &v) &&
	       (span_eqs(v, "1") || span_eqs(v, "true"));
}

enum pull_event
hdrftr_read(struct hdrftr *h, struct pull *x)
{
	static const char *const names[HDRFTR_KINDS] = { "firstHeader",
		"oddHeader", "evenHeader", "firstFooter", "oddFooter",
		"evenFooter" };
	unsigned depth = x->depth;
	struct buf text = BUF_INIT;
	enum pull_event ev;
	size_t i;

	h->first = is_true(x, "differentFirst");
	h->even = is_true(x, "differentOddEven");
	do {
		ev = pull_next(x);
		if (ev != PULL_START)
			continue;
		for (i = 0; i < HDRFTR_KINDS; i++)
			if (pull_is(x, NS_SML, names[i]))
				break;
		if (i == HDRFTR_KINDS)
			continue;
		buf_reset(&text);
		ev = pull_text(x, &text);
		buf_reset(&h->code[i]);
		xstring_decode(buf_span(&text), &h->code[i]);
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	buf_release(&text);
	return ev;
}

static bool
is_digit(struct span s, size_t i)
{
	return i < s.n && s.p[i] >= '0' && s.p[i] <= '9';
}

static bool
is_hex(struct span s, size_t i)
{
	return is_digit(s, i) || (i < s.n && span_lower(s.p[i]) >= 'a' &&
				     span_lower(s.p[i]) <= 'f');
}

/* Digits at i, at most max of them. */
static size_t
digits(struct span s, size_t i, size_t max)
{
	size_t n = 0;

	while (n < max && is_digit(s, i + n))
		n++;
	return n;
}

/* A colour behind "&K": RRGGBB, or theme and tint; its bytes, or 0. */
static size_t
colour(struct span s, size_t i)
{
	size_t n = 0;

	if (digits(s, i, 2) == 2 && i + 2 < s.n &&
	    (s.p[i + 2] == '+' || s.p[i + 2] == '-') &&
	    digits(s, i + 3, 3) == 3)
		return 6;
	while (n < 6 && is_hex(s, i + n))
		n++;
	return n == 6 ? 6 : 0;
}

/*
 * The length of the code at s, which begins with '&', when it is one that
 * leaves no text; 0 when it is not.
 */
static size_t
code_length(struct span s)
{
	static const char plain[] = "NDTZFAGBIUESXYOH";
	size_t n;

	if (s.n < 2)
		return 0;
	if (s.p[1] == 'P') {
		n = 2;
		if (n < s.n && (s.p[n] == '+' || s.p[n] == '-') &&
		    is_digit(s, n + 1))
			n += 1 + digits(s, n + 1, SIZE_MAX);
		return n;
	}
	if (strchr(plain, s.p[1]))
		return 2;
	if (s.p[1] == '"') {
		n = span_find(span_skip(s, 2), '"');
		return n < s.n - 2 ? 2 + n + 1 : 0;
	}
	if (is_digit(s, 1))
		return 1 + digits(s, 1, 3);
	if (s.p[1] == 'K' && (n = colour(s, 2)) > 0)
		return 2 + n;
	return 0;
}

/* The texts of the sections, without codes. */
static void
split(struct span s, struct buf section[SECTIONS])
{
	enum section at = CENTRE;
	size_t n;

	while (s.n > 0) {
		n = span_find(s, '&');
		buf_addspan(&section[at], span_head(s, n));
		s = span_skip(s, n);
		if (s.n == 0)
			break;
		n = 2;
		if (s.n > 1 && s.p[1] == 'L') {
			at = LEFT;
		} else if (s.n > 1 && s.p[1] == 'C') {
			at = CENTRE;
		} else if (s.n > 1 && s.p[1] == 'R') {
			at = RIGHT;
		} else if (s.n > 1 && s.p[1] == '&') {
			buf_addc(&section[at], '&');
		} else if ((n = code_length(s)) == 0) {
			buf_addc(&section[at], '&');
			n = 1;
		}
		s = span_skip(s, n);
	}
}

/* The lines that came before, and where they are kept. */
struct seen {
	struct map map;
	struct arena arena;
};

/* The lines of one section's text. */
static void
add_lines(struct buf *text, struct seen *seen, struct buf *lines)
{
	struct span rest, line;
	char *p;

	for (p = text->p; p < text->p + text->len; p++) {
		if (*p == '\t')
			*p = ' ';
		else if (*p == '\r')
			*p = '\n';
	}
	rest = buf_span(text);
	while (rest.n > 0 && span_field(&rest, '\n', &line)) {
		line = utf_trim(line);
		if (line.n == 0 || !package_new(&seen->map, &seen->arena, line))
			continue;
		buf_addspan(lines, line);
		buf_addc(lines, '\n');
	}
}

void
hdrftr_lines(const struct hdrftr *h, struct buf *lines)
{
	struct buf section[SECTIONS] = { BUF_INIT, BUF_INIT, BUF_INIT };
	struct seen seen = { .arena = ARENA_INIT };
	size_t i, k;

	map_init(&seen.map);
	for (i = 0; i < HDRFTR_KINDS; i++) {
		if ((i == HDRFTR_FIRST_HEADER || i == HDRFTR_FIRST_FOOTER) &&
		    !h->first)
			continue;
		if ((i == HDRFTR_EVEN_HEADER || i == HDRFTR_EVEN_FOOTER) &&
		    !h->even)
			continue;
		for (k = 0; k < SECTIONS; k++)
			buf_reset(&section[k]);
		split(buf_span(&h->code[i]), section);
		for (k = 0; k < SECTIONS; k++)
			add_lines(&section[k], &seen, lines);
	}
	map_release(&seen.map);
	arena_release(&seen.arena);
	for (k = 0; k < SECTIONS; k++)
		buf_release(&section[k]);
}

void
hdrftr_write(const struct hdrftr *h, struct span name, struct sink *s)
{
	struct place at = {
		.base = PLACE_SHEET, .target = PLACE_HEADER_FOOTER, .name = name
	};
	struct buf lines = BUF_INIT;

	hdrftr_lines(h, &lines);
	sink_place(s, &at);
	package_lines(s, buf_span(&lines));
	buf_release(&lines);
}
