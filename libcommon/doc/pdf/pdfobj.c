#include "doc/pdf/pdfobj.h"

#include "base/mem.h"

const struct pdfobj pdfobj_null = { .type = PDF_NULL };

enum { REGULAR, SPACE, DELIM };

/* [ISO 32000-1] 7.2.2 */
static const uint8_t class_of[256] = {
	[0] = SPACE,
	['\t'] = SPACE,
	['\n'] = SPACE,
	['\f'] = SPACE,
	['\r'] = SPACE,
	[' '] = SPACE,
	['('] = DELIM,
	[')'] = DELIM,
	['<'] = DELIM,
	['>'] = DELIM,
	['['] = DELIM,
	[']'] = DELIM,
	['{'] = DELIM,
	['}'] = DELIM,
	['/'] = DELIM,
	['%'] = DELIM,
};

bool
pdfobj_space(int c)
{
	return class_of[(uint8_t)c] == SPACE;
}

void
pdfobj_lex(
    struct pdflex *l, struct span in, struct arena *mem, bool lend, bool refs)
{
	*l =
	    (struct pdflex){ .in = in, .mem = mem, .lend = lend, .refs = refs };
}

void
pdfobj_lex_end(struct pdflex *l)
{
	free(l->stack);
	l->stack = NULL;
	l->cap = l->used = 0;
}

/* The byte at the position, or -1 at the end. */
static int
peek(const struct pdflex *l)
{
	return l->pos < l->in.n ? l->in.p[l->pos] : -1;
}

static void
skip_space(struct pdflex *l)
{
	int c;

	while ((c = peek(l)) >= 0) {
		if (c == '%')
			while ((c = peek(l)) >= 0 && c != '\n' && c != '\r')
				l->pos++;
		else if (class_of[c] != SPACE)
			return;
		else
			l->pos++;
	}
}

static struct span
keep(struct pdflex *l, struct span s)
{
	return l->lend ? s : arena_dup(l->mem, s);
}

static int
hex_digit(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ---- text ---- */

static struct span
regular_run(struct pdflex *l)
{
	size_t from = l->pos;

	while (l->pos < l->in.n && class_of[l->in.p[l->pos]] == REGULAR)
		l->pos++;
	return span_of(l->in.p + from, l->pos - from);
}

/* After the slash. */
static void
lex_name(struct pdflex *l, struct pdfobj *o)
{
	struct span raw = regular_run(l);
	size_t i, n = 0;
	uint8_t *to;

	o->type = PDF_NAME;
	if (span_find(raw, '#') == raw.n) {
		o->text = keep(l, raw);
		return;
	}
	to = arena_alloc(l->mem, raw.n + 1);
	for (i = 0; i < raw.n; i++) {
		int hi = -1, lo = -1;

		if (raw.p[i] == '#' && raw.n - i > 2) {
			hi = hex_digit(raw.p[i + 1]);
			lo = hex_digit(raw.p[i + 2]);
		}
		if (hi >= 0 && lo >= 0) {
			to[n++] = (uint8_t)(hi << 4 | lo);
			i += 2;
		} else {
			to[n++] = raw.p[i];
		}
	}
	o->text = span_of(to, n);
}

/* After the '<'. */
static void
lex_hex(struct pdflex *l, struct pdfobj *o)
{
	size_t end = l->pos, n = 0;
	uint8_t *to;
	int half = -1, d;

	while (end < l->in.n && l->in.p[end] != '>')
		end++;
	to = arena_alloc(l->mem, (end - l->pos) / 2 + 1);
	for (; l->pos < end; l->pos++) {
		d = hex_digit(l->in.p[l->pos]);
		if (d < 0)
			continue;
		if (half < 0) {
			half = d;
		} else {
			to[n++] = (uint8_t)(half << 4 | d);
			half = -1;
		}
	}
	if (half >= 0)
		to[n++] = (uint8_t)(half << 4);
	if (l->pos < l->in.n)
		l->pos++;
	o->type = PDF_STRING;
	o->text = span_of(to, n);
}

/* After a backslash: the byte it gives, or -1 for none. */
static int
escape(struct pdflex *l)
{
	int c = peek(l), v = 0, i;

	if (c < 0)
		return -1;
	if (c >= '0' && c <= '7') {
		for (i = 0; i < 3 && (c = peek(l)) >= '0' && c <= '7'; i++) {
			v = v * 8 + (c - '0');
			l->pos++;
		}
		return v & 0xff;
	}
	l->pos++;
	switch (c) {
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case '\r':
		if (peek(l) == '\n')
			l->pos++;
		return -1;
	case '\n':
		return -1;
	default:
		return c;
	}
}

/*
 * Where the string that begins at the position ends: at its ')' or at the end
 * of the input.  *plain: it has no escape and no CR.
 */
static size_t
string_end(const struct pdflex *l, bool *plain)
{
	size_t i, open = 0;

	*plain = true;
	for (i = l->pos; i < l->in.n; i++) {
		switch (l->in.p[i]) {
		case '\\':
			*plain = false;
			i++;
			break;
		case '\r':
			*plain = false;
			break;
		case '(':
			open++;
			break;
		case ')':
			if (open-- == 0)
				return i;
			break;
		default:
			break;
		}
	}
	return l->in.n;
}

/* After the '('. */
static void
lex_string(struct pdflex *l, struct pdfobj *o)
{
	bool plain;
	size_t end = string_end(l, &plain), n = 0;
	uint8_t *to;
	int c;

	o->type = PDF_STRING;
	if (plain) {
		o->text = keep(l, span_of(l->in.p + l->pos, end - l->pos));
		l->pos = end < l->in.n ? end + 1 : end;
		return;
	}
	to = arena_alloc(l->mem, end - l->pos + 1);
	while (l->pos < end) {
		c = l->in.p[l->pos++];
		if (c == '\\') {
			c = escape(l);
		} else if (c == '\r') {
			c = '\n';
			if (peek(l) == '\n')
				l->pos++;
		}
		if (c >= 0)
			to[n++] = (uint8_t)c;
	}
	if (l->pos < l->in.n)
		l->pos++;
	o->text = span_of(to, n);
}

/* ---- numbers and words ---- */

/*
 * A number: digits with at most one point; also what writers make of it
 * ("--5", "1.-5", "+.5"): a sign counts at the start only.
 */
static bool
number(struct span s, struct pdfobj *o)
{
	size_t i = 0, digits = 0;
	double v = 0, unit = 0;
	bool minus = false;

	for (; i < s.n && (s.p[i] == '+' || s.p[i] == '-'); i++)
		minus = minus || s.p[i] == '-';
	for (; i < s.n; i++) {
		unsigned d = (unsigned)s.p[i] - '0';

		if (d <= 9) {
			digits++;
			if (unit > 0) {
				v += d * unit;
				unit /= 10;
			} else {
				v = v * 10 + d;
			}
		} else if (s.p[i] == '.' && unit <= 0) {
			unit = 0.1;
		} else if (s.p[i] == '-' && digits > 0) {
			break;
		} else {
			return false;
		}
	}
	if (digits == 0 && unit <= 0)
		return false;
	o->type = unit > 0 ? PDF_REAL : PDF_INT;
	o->v = minus ? -v : v;
	return true;
}

static void
lex_word(struct pdflex *l, struct pdfobj *o)
{
	struct span s = regular_run(l);

	if (s.n == 0) {
		/* a delimiter out of place */
		s = span_of(l->in.p + l->pos, 1);
		l->pos++;
	}
	if (number(s, o))
		return;
	if (span_eq(s, SPAN("null"))) {
		o->type = PDF_NULL;
	} else if (span_eq(s, SPAN("true")) || span_eq(s, SPAN("false"))) {
		o->type = PDF_BOOL;
		o->v = s.n == 4;
	} else {
		o->type = PDF_WORD;
		o->text = keep(l, s);
	}
}

/* ---- containers ---- */

/* Ends every container: it was never closed. */
static bool
ends_all(const struct pdfobj *o)
{
	return pdfobj_is_word(o, "endobj") || pdfobj_is_word(o, "stream") ||
	       pdfobj_is_word(o, "endstream") || pdfobj_is_word(o, "obj");
}

/* "5 0 R": the two numbers on the stack become a reference. */
static void
make_ref(struct pdflex *l, size_t from)
{
	struct pdfobj *a;
	int64_t num, gen;

	if (l->used - from < 2)
		return;
	a = &l->stack[l->used - 2];
	num = pdfobj_int(&a[0], 0, UINT32_MAX, -1);
	gen = pdfobj_int(&a[1], 0, UINT16_MAX, -1);
	if (a[0].type != PDF_INT || a[1].type != PDF_INT || num < 0 || gen < 0)
		return;
	l->used--;
	*a = (struct pdfobj){
		.type = PDF_REF, .num = (uint32_t)num, .gen = (uint32_t)gen
	};
}

/* Keeps the pairs whose key is a name; returns their number. */
static uint32_t
pair_up(struct pdfobj *item, size_t n)
{
	size_t i = 0, pairs = 0;

	while (i < n) {
		if (item[i].type != PDF_NAME) {
			i++;
		} else if (i + 1 == n) {
			break;
		} else {
			item[2 * pairs] = item[i];
			item[2 * pairs + 1] = item[i + 1];
			pairs++;
			i += 2;
		}
	}
	return (uint32_t)pairs;
}

/* After "[" or "<<". */
static void
lex_container(struct pdflex *l, struct pdfobj *o, enum pdf_type type)
{
	size_t from = l->used, start;
	struct pdfobj e, *to;

	if (l->depth++ >= PDF_DEPTH_MAX) {
		l->pos = l->in.n;
		goto out;
	}
	for (;;) {
		skip_space(l);
		start = l->pos;
		if (type == PDF_ARRAY && peek(l) == ']') {
			l->pos++;
			break;
		}
		if (type == PDF_DICT && peek(l) == '>') {
			l->pos++;
			if (peek(l) == '>')
				l->pos++;
			break;
		}
		if (!pdfobj_next(l, &e))
			break;
		if (ends_all(&e)) {
			l->pos = start;
			break;
		}
		if (l->refs && pdfobj_is_word(&e, "R")) {
			make_ref(l, from);
			continue;
		}
		l->stack =
		    mem_grow(l->stack, &l->cap, l->used + 1, sizeof(*l->stack));
		l->stack[l->used++] = e;
	}
out:
	l->depth--;
	o->type = type;
	o->n = (uint32_t)(l->used - from);
	if (type == PDF_DICT)
		o->n = pair_up(l->stack + from, l->used - from);
	to = arena_alloc(
	    l->mem, (size_t)o->n * (type == PDF_DICT ? 2 : 1) * sizeof(*to));
	if (o->n > 0)
		memcpy(to, l->stack + from,
		    (size_t)o->n * (type == PDF_DICT ? 2 : 1) * sizeof(*to));
	o->item = to;
	l->used = from;
}

bool
pdfobj_next(struct pdflex *l, struct pdfobj *o)
{
	*o = pdfobj_null;
	skip_space(l);
	switch (peek(l)) {
	case -1:
		return false;
	case '/':
		l->pos++;
		lex_name(l, o);
		return true;
	case '(':
		l->pos++;
		lex_string(l, o);
		return true;
	case '[':
		l->pos++;
		lex_container(l, o, PDF_ARRAY);
		return true;
	case '<':
		l->pos++;
		if (peek(l) == '<') {
			l->pos++;
			lex_container(l, o, PDF_DICT);
		} else {
			lex_hex(l, o);
		}
		return true;
	default:
		lex_word(l, o);
		return true;
	}
}

/* ---- questions ---- */

const struct pdfobj *
pdfobj_get(const struct pdfobj *dict, const char *key)
{
	size_t i, n = strlen(key);

	if (dict->type != PDF_DICT && dict->type != PDF_STREAM)
		return &pdfobj_null;
	for (i = 0; i < dict->n; i++)
		if (dict->item[2 * i].text.n == n &&
		    memcmp(dict->item[2 * i].text.p, key, n) == 0)
			return &dict->item[2 * i + 1];
	return &pdfobj_null;
}

bool
pdfobj_is_name(const struct pdfobj *o, const char *name)
{
	return o->type == PDF_NAME && span_eqs(o->text, name);
}

bool
pdfobj_is_word(const struct pdfobj *o, const char *word)
{
	return o->type == PDF_WORD && span_eqs(o->text, word);
}

int64_t
pdfobj_int(const struct pdfobj *o, int64_t lo, int64_t hi, int64_t other)
{
	if (!pdfobj_is_number(o) || !(o->v >= (double)lo) ||
	    !(o->v <= (double)hi))
		return other;
	return (int64_t)o->v;
}
