#include "find/literal.h"

#include <stdlib.h>
#if defined(__SSE2__)
# include <emmintrin.h>
#endif

#include "base/mem.h"
#include "text/utf.h"

/* How common a unit is in Japanese office text, roughly; less is rarer. */
static unsigned
commonness(uint16_t u)
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
forms_of(const struct unitfold *fold, uint16_t u, uint16_t form[LITERAL_FORMS])
{
	size_t n = 0, i;
	uint32_t c;

	for (c = 0; c < 65536; c++) {
		if (fold->to[c] != u)
			continue;
		if (n == LITERAL_FORMS)
			return false;
		form[n++] = (uint16_t)c;
	}
	for (i = n; i < LITERAL_FORMS; i++)
		form[i] = form[n - 1];
	return true;
}

static void
choose_rare(struct literal *l)
{
	unsigned best = UINT32_MAX, c;
	uint16_t form[LITERAL_FORMS];
	size_t i;

	for (i = 0; i < l->n; i++) {
		c = commonness(l->unit[i]);
		if (c >= best || !forms_of(l->fold, l->unit[i], form))
			continue;
		best = c;
		l->rare = i;
		memcpy(l->form, form, sizeof(form));
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
	choose_rare(l);
}

void
literal_release(struct literal *l)
{
	free(l->unit);
	l->unit = NULL;
}

/* The first of [from, n) that is one of the forms; n when there is none. */
static size_t
find_unit(const uint16_t form[LITERAL_FORMS], const uint16_t *text, size_t n,
    size_t from)
{
	size_t i = from;
#if defined(__SSE2__)
	const __m128i a = _mm_set1_epi16((short)form[0]);
	const __m128i b = _mm_set1_epi16((short)form[1]);
	const __m128i c = _mm_set1_epi16((short)form[2]);
	const __m128i d = _mm_set1_epi16((short)form[3]);
	__m128i v, m;
	int mask;

	for (; i + 8 <= n; i += 8) {
		v = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
		m = _mm_or_si128(
		    _mm_or_si128(_mm_cmpeq_epi16(v, a), _mm_cmpeq_epi16(v, b)),
		    _mm_or_si128(_mm_cmpeq_epi16(v, c), _mm_cmpeq_epi16(v, d)));
		mask = _mm_movemask_epi8(m);
		if (mask)
			return i + (size_t)__builtin_ctz((unsigned)mask) / 2;
	}
#endif
	for (; i < n; i++)
		if (text[i] == form[0] || text[i] == form[1] ||
		    text[i] == form[2] || text[i] == form[3])
			return i;
	return n;
}

static bool
matches_at(const struct literal *l, const uint16_t *text)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		if (l->fold->to[text[i]] != l->unit[i])
			return false;
	return true;
}

size_t
literal_find(
    const struct literal *l, const uint16_t *text, size_t n, size_t from)
{
	size_t at = from + l->rare, start;

	if (l->n > n || from > n - l->n)
		return LITERAL_NONE;
	/* the rare unit of the last possible occurrence */
	for (n -= l->n - l->rare - 1; at < n; at++) {
		at = find_unit(l->form, text, n, at);
		if (at == n)
			break;
		start = at - l->rare;
		if (matches_at(l, text + start) &&
		    !(start > 0 && utf_low(text[start]) &&
			utf_high(text[start - 1])))
			return start;
	}
	return LITERAL_NONE;
}
