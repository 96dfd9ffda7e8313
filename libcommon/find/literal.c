#include "find/literal.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

unsigned
literal_commonness(uint16_t u)
{
	if (u < 0x80)
		return u == ' ' || (u >= '0' && u <= '9') ? 9 : 8;
	if (u >= 0x3000 && u < 0x3040)
		return 7;
	if (u >= 0x3040 && u < 0x30a0)
		return 6; /* hiragana */
	if (u >= 0x30a0 && u < 0x3100)
		return 4;
	if (utf_high(u))
		return 5; /* a block of rare characters shares it */
	return u >= 0x4e00 && u < 0xa000 ? 2 : 3;
}

/* All units that fold to u; false when there are more than fit. */
static bool
forms_of(const struct unitfold *fold, uint16_t u, uint16_t form[UNITS_FORMS])
{
	size_t n = 0, i;
	uint32_t c;

	for (c = 0; c < 65536; c++) {
		if (fold->to[c] != u)
			continue;
		if (n == UNITS_FORMS)
			return false;
		form[n++] = (uint16_t)c;
	}
	for (i = n; i < UNITS_FORMS; i++)
		form[i] = form[n - 1];
	return true;
}

/*
 * The rarest unit but that at index `not`; its forms into form.  `not` when no
 * other has few enough forms.
 */
static size_t
rarest(const struct literal *l, size_t not_this, uint16_t form[UNITS_FORMS])
{
	uint16_t f[UNITS_FORMS];
	unsigned best = UINT32_MAX, c;
	size_t i, at = not_this;

	for (i = 0; i < l->n; i++) {
		c = literal_commonness(l->unit[i]);
		if (i == not_this || c >= best ||
		    !forms_of(l->fold, l->unit[i], f))
			continue;
		best = c;
		at = i;
		memcpy(form, f, sizeof(f));
	}
	return at;
}

static void
choose_rare(struct literal *l)
{
	uint16_t form[UNITS_FORMS] = { 0 };
	size_t i;

	l->first = rarest(l, LITERAL_NONE, l->first_form);
	if (l->first == LITERAL_NONE)
		return; /* no unit has few enough forms */
	l->second = l->first;
	memcpy(l->second_form, l->first_form, sizeof(form));
	i = rarest(l, l->first, form);
	if (i > l->first) {
		l->second = i;
		memcpy(l->second_form, form, sizeof(form));
	} else if (i < l->first) {
		l->first = i;
		memcpy(l->first_form, form, sizeof(form));
	}
}

void
literal_init(struct literal *l, struct span word, const struct unitfold *fold)
{
	struct buf wide = BUF_INIT;
	size_t i;

	utf_to16(word, &wide);
	l->fold = fold;
	l->n = wide.len / 2;
	l->unit = mem_alloc(wide.len);
	for (i = 0; i < l->n; i++)
		l->unit[i] = fold->to[utf_unit((uint8_t *)wide.p + 2 * i)];
	buf_release(&wide);
	l->kernel = units_best();
	choose_rare(l);
}

void
literal_release(struct literal *l)
{
	free(l->unit);
	l->unit = NULL;
}

/* Does it stand at unit `at`, and begin there no half of a pair? */
static bool
is_at(const struct literal *l, const uint16_t *text, size_t at)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		if (l->fold->to[text[at + i]] != l->unit[i])
			return false;
	return !(at > 0 && utf_low(text[at]) && utf_high(text[at - 1]));
}

size_t
literal_find(
    const struct literal *l, const uint16_t *text, size_t n, size_t from)
{
	size_t at, end, start;

	if (l->n > n || from > n - l->n)
		return LITERAL_NONE;
	if (l->first == LITERAL_NONE) {
		for (at = from; at <= n - l->n; at++)
			if (is_at(l, text, at))
				return at;
		return LITERAL_NONE;
	}
	/* where the first of the two can stand: up to the last occurrence */
	end = n - l->n + l->first + 1;
	for (at = from + l->first; at < end; at++) {
		at = units_find_pair(l->kernel, text, end, at,
		    l->second - l->first, l->first_form, l->second_form);
		if (at == end)
			break;
		start = at - l->first;
		if (is_at(l, text, start))
			return start;
	}
	return LITERAL_NONE;
}
