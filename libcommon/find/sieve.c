#include "find/sieve.h"

#include <stdlib.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

#include "base/mem.h"
#include "find/foldline.h"
#include "find/literal.h"

#define BEYOND 0x30000 /* no character from here on has a compatibility form */

/* One unit of the word, and what it is made from. */
struct cell {
	uint16_t unit;
	uint16_t form[UNITS_FORMS];
	size_t n; /* SIZE_MAX: too many */
};

/* Unified Han characters of the first set: no normal form makes or joins one. */
static bool
is_han(uint16_t u)
{
	return u >= 0x4e00 && u < 0x9fa6;
}

static void
add_form(struct cell *c, uint16_t from)
{
	size_t i;

	if (c->n == SIZE_MAX)
		return;
	for (i = 0; i < c->n; i++)
		if (c->form[i] == from)
			return;
	if (c->n == UNITS_FORMS)
		c->n = SIZE_MAX;
	else
		c->form[c->n++] = from;
}

/* Folding makes u from `from`, with what may stand around it. */
static void
add_made(struct cell *c, size_t n, uint16_t u, uint16_t from)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (c[i].unit == u)
			add_form(&c[i], from);
}

/* Width and kana: a unit depends on itself and a half-width mark behind it. */
static void
forms_of_units(
    struct cell *c, size_t n, unsigned flags, const struct unitfold *fold)
{
	static const uint16_t behind[] = { 0, 0xff9e, 0xff9f };
	struct foldline f;
	uint16_t line[2];
	uint32_t u;
	size_t i;

	foldline_init(&f, flags);
	for (u = 0; u < 65536; u++) {
		for (i = 0; i < 3; i++) {
			line[0] = (uint16_t)u;
			line[1] = behind[i];
			foldline_set(&f, line, 2);
			add_made(c, n, fold->to[f.unit[0]], line[0]);
		}
	}
	foldline_release(&f);
}

/*
 * Compatibility forms: a Han character comes from itself and from characters
 * whose decomposition has it, wherever they stand.  Others may be composed of
 * several and are left alone.  Of a pair the low half is looked for.
 */
static void
forms_of_han(struct cell *c, size_t n)
{
	UErrorCode err = U_ZERO_ERROR;
	const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&err);
	UChar to[64];
	UChar32 u;
	int32_t got, k;

	for (u = 0; u < (UChar32)n; u++)
		if (is_han(c[u].unit))
			add_form(&c[u], c[u].unit);
		else
			c[u].n = SIZE_MAX;
	for (u = 0; u < BEYOND && nfkc; u++) {
		err = U_ZERO_ERROR;
		got = unorm2_getDecomposition(nfkc, u, to, 64, &err);
		for (k = 0; k < got && U_SUCCESS(err); k++)
			if (is_han(to[k]))
				add_made(c, n, to[k],
				    u < 0x10000 ? (uint16_t)u : U16_TRAIL(u));
	}
}

void
sieve_init(struct sieve *s, const uint16_t *unit, size_t n, unsigned flags,
    const struct unitfold *fold)
{
	struct cell *c = mem_calloc(n + 1, sizeof(*c));
	unsigned best = UINT32_MAX, common;
	size_t i, k;

	s->on = false;
	for (i = 0; i < n; i++)
		c[i].unit = unit[i];
	if (flags & FOLDLINE_NFKC)
		forms_of_han(c, n);
	else
		forms_of_units(c, n, flags, fold);
	for (i = 0; i < n; i++) {
		common = literal_commonness(unit[i]);
		if (c[i].n == 0 || c[i].n > UNITS_FORMS || common >= best)
			continue;
		best = common;
		s->on = true;
		for (k = 0; k < UNITS_FORMS; k++)
			s->form[k] = c[i].form[k < c[i].n ? k : c[i].n - 1];
	}
	free(c);
}

size_t
sieve_find(const struct sieve *s, const uint16_t *text, size_t n, size_t from)
{
	return units_find_pair(
	    units_best(), text, n, from, 0, s->form, s->form);
}
