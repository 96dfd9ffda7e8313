/* numfmt_parse.c: a format code into sections of tokens, extraction.md 6.2-6.6 */
#include "text/numfmt_int.h"

#include <math.h>

#include "base/mem.h"
#include "text/utf.h"

struct parser {
	struct numfmt *f;
	struct numfmt_section *s;
	struct span in; /* the section */
	size_t at;
};

static struct numfmt_tok *
add(struct parser *p, enum numfmt_kind kind, char ch, uint32_t n)
{
	struct numfmt *f = p->f;
	struct numfmt_tok *t;

	f->tok = mem_grow(f->tok, &f->captok, f->ntok + 1, sizeof(*f->tok));
	t = &f->tok[f->ntok++];
	*t = (struct numfmt_tok){ (uint8_t)kind, ch, n, 0 };
	p->s->count++;
	return t;
}

/* Text that is printed as it stands; joins the literal before it. */
static void
literal(struct parser *p, struct span s)
{
	struct numfmt *f = p->f;
	struct numfmt_tok *t;

	if (s.n == 0)
		return;
	t = p->s->count ? &f->tok[f->ntok - 1] : NULL;
	if (!t || t->kind != NF_LIT || t->off + t->n != f->lits.len) {
		t = add(p, NF_LIT, 0, 0);
		t->off = (uint32_t)f->lits.len;
	}
	buf_addspan(&f->lits, s);
	t->n += (uint32_t)s.n;
}

/* The bytes of the character at off, 0 at the end. */
static size_t
char_len(struct span s, size_t off)
{
	size_t end = off;

	if (off >= s.n)
		return 0;
	utf_next(s, &end);
	return end - off;
}

/*
 * Steps over what the date test and the splitting must not look into: quoted
 * text, an escaped character, [brackets].  False when none stands at off.
 */
static bool
skip_quoted(struct span s, size_t *off)
{
	size_t i = *off;
	uint8_t c = s.p[i];

	if (c == '"') {
		i += 1 + span_find(span_skip(s, i + 1), '"');
		*off = i < s.n ? i + 1 : s.n;
		return true;
	}
	if (c == '\\' || c == '_' || c == '*') {
		*off = i + 1 + char_len(s, i + 1);
		return true;
	}
	if (c == '[') {
		i += span_find(span_skip(s, i), ']');
		*off = i < s.n ? i + 1 : s.n;
		return true;
	}
	return false;
}

static bool
looking_at(struct span s, size_t off, const char *word)
{
	struct span w = span_str(word);

	return span_ieq(span_head(span_skip(s, off), w.n), w);
}

static const char *const general_words[] = { "General", "G/標準", "標準" };
static const char *const ampm_words[] = { "AM/PM", "A/P", "午前/午後",
	"上午/下午", "오전/오후" };

/* The bytes of one of the words at off, 0 when none stands there. */
static size_t
word_at(struct span s, size_t off, const char *const *words, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (looking_at(s, off, words[i]))
			return strlen(words[i]);
	return 0;
}

static size_t
general_at(struct span s, size_t off)
{
	return word_at(s, off, general_words,
	    sizeof(general_words) / sizeof(general_words[0]));
}

static size_t
ampm_at(struct span s, size_t off)
{
	return word_at(
	    s, off, ampm_words, sizeof(ampm_words) / sizeof(ampm_words[0]));
}

/* The letters equal to the one at off, in either case. */
static size_t
run_len(struct span s, size_t off)
{
	size_t n = 1;

	while (
	    off + n < s.n && span_lower(s.p[off + n]) == span_lower(s.p[off]))
		n++;
	return n;
}

/* [h] [mm] [s]: elapsed time. */
static bool
is_elapsed(struct span body)
{
	return body.n > 0 && body.p[0] &&
	       strchr("hms", span_lower(body.p[0])) &&
	       run_len(body, 0) == body.n;
}

/* What stands between the brackets at off. */
static struct span
bracket(struct span s, size_t off)
{
	struct span rest = span_skip(s, off + 1);

	return span_head(rest, span_find(rest, ']'));
}

/*
 * True when the section prints a date: it holds a letter of one outside of
 * literals (6.6).  An e, r or b counts only where no digits are ("0E+0",
 * "0 EUR"), and a section with @ is for text, whatever its letters.
 */
static bool
is_date(struct span s)
{
	bool date = false, digits = false, era = false;
	size_t i = 0, n;

	while (i < s.n) {
		uint8_t c = span_lower(s.p[i]);

		if (c == '[' && is_elapsed(bracket(s, i)))
			date = true;
		if (skip_quoted(s, &i))
			continue;
		if ((n = general_at(s, i)) > 0) {
			i += n;
			continue;
		}
		if (ampm_at(s, i) || (c && strchr("ymdhsg", c)) ||
		    (c == 'a' && run_len(s, i) >= 3))
			date = true;
		if (c == '@')
			return false;
		digits = digits || c == '0' || c == '#' || c == '?';
		era = era || c == 'e' || c == 'r' || c == 'b';
		i++;
	}
	return date || (era && !digits);
}

/* ---- brackets ------------------------------------------------------------ */

/* A decimal number; the locale has no say.  False when it is none. */
static bool
number(struct span s, double *v)
{
	bool neg = false, any = false;
	int places = -1;
	size_t i = 0;
	double x = 0;

	if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
		neg = s.p[i++] == '-';
	for (; i < s.n; i++) {
		if (s.p[i] == '.' && places < 0) {
			places = 0;
			continue;
		}
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		any = true;
		x = x * 10 + (s.p[i] - '0');
		if (places >= 0)
			places++;
	}
	if (places > 0)
		x /= pow(10, places);
	*v = neg ? -x : x;
	return any;
}

/* [>=100]: what chooses the section instead of the sign. */
static void
condition(struct numfmt_section *s, struct span body)
{
	static const struct {
		const char *sign;
		enum numfmt_op op;
	} ops[] = { { "<=", NF_LE }, { "<>", NF_NE }, { ">=", NF_GE },
		{ "<", NF_LT }, { ">", NF_GT }, { "=", NF_EQ } };
	size_t i;

	for (i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		struct span sign = span_str(ops[i].sign);

		if (!span_starts(body, sign))
			continue;
		if (number(utf_trim(span_skip(body, sign.n)), &s->limit))
			s->op = ops[i].op;
		return;
	}
}

/* A language by its name or its Windows number in hex, "ja-JP", "1010411". */
static enum numfmt_lang
language(struct span tag)
{
	static const struct {
		const char *name;
		unsigned lcid;
		enum numfmt_lang lang;
	} langs[] = { { "ja", 0x411, NF_JA }, { "zh-TW", 0x404, NF_ZH_TW },
		{ "zh-HK", 0xc04, NF_ZH_TW }, { "zh-Hant", 0x7c04, NF_ZH_TW },
		{ "zh", 0x804, NF_ZH_CN }, { "ko", 0x412, NF_KO } };
	unsigned lcid = 0;
	size_t i;

	for (i = 0; i < sizeof(langs) / sizeof(langs[0]); i++)
		if (looking_at(tag, 0, langs[i].name))
			return langs[i].lang;
	for (i = 0; i < tag.n; i++) {
		uint8_t c = span_lower(tag.p[i]);

		if (c >= '0' && c <= '9')
			lcid = lcid << 4 | (unsigned)(c - '0');
		else if (c >= 'a' && c <= 'f')
			lcid = lcid << 4 | (unsigned)(c - 'a' + 10);
		else
			break;
	}
	/* above stand calendar and digits */
	for (i = 0; i < sizeof(langs) / sizeof(langs[0]); i++)
		if (langs[i].lcid == (lcid & 0xffff))
			return langs[i].lang;
	return NF_OTHER;
}

/* [$¥-411]: a currency sign, which is printed, and a locale. */
static void
locale(struct parser *p, struct span body)
{
	struct span sign, tag;
	size_t i = span_find(body, '-');

	sign = span_head(body, i);
	tag = span_skip(body, i + 1);
	literal(p, sign);
	if (i == body.n)
		return;
	p->s->lang = language(tag);
	p->s->tagged = tag.n > 0;
	for (i = 0; i < tag.n; i++)
		if (looking_at(tag, i, "-x-gannen"))
			p->s->gannen = true;
}

/* Whatever stands in brackets; colours and the unknown print nothing. */
static void
brackets(struct parser *p)
{
	struct span body = bracket(p->in, p->at);

	if (is_elapsed(body)) {
		add(p, NF_ELAPSED, (char)span_lower(body.p[0]),
		    (uint32_t)body.n);
	} else if (body.n > 0 && body.p[0] == '$') {
		locale(p, span_skip(body, 1));
	} else if (looking_at(body, 0, "DBNum") && body.n == 6) {
		if (body.p[5] >= '1' && body.p[5] <= '4')
			p->s->dbnum = (uint8_t)(body.p[5] - '0');
	} else {
		condition(p->s, body);
	}
	skip_quoted(p->in, &p->at);
}

/* Quoted, escaped, padded: what both kinds of section have.  */
static bool
common(struct parser *p)
{
	size_t start = p->at, n;

	if (p->in.p[start] == '[') {
		brackets(p);
		return true;
	}
	if (skip_quoted(p->in, &p->at)) {
		struct span s = span_of(p->in.p + start + 1, p->at - start - 1);

		switch (p->in.p[start]) {
		case '"':
			literal(p, span_head(s, span_find(s, '"')));
			break;
		case '\\':
			literal(p, s);
			break;
		case '_': /* as wide as the character */
			literal(p, s.n ? SPAN(" ") : s);
			break;
		default: /* fills the column */
			break;
		}
		return true;
	}
	n = general_at(p->in, start);
	if (n > 0) {
		add(p, NF_GENERAL, 0, 0);
		p->at += n;
	}
	return n > 0;
}

/* ---- dates --------------------------------------------------------------- */

static bool
is_time(const struct numfmt_tok *t, char which)
{
	return (t->kind == NF_ELAPSED && t->ch == which) ||
	       t->kind == (which == 'h' ? NF_HOUR : NF_SECOND);
}

/*
 * The token of n letters c; NF_LIT when they mean nothing.  An m becomes
 * minutes later, when its neighbours are known.
 */
static enum numfmt_kind
date_kind(uint8_t c, size_t n)
{
	switch (c) {
	case 'y':
		return NF_YEAR;
	case 'm':
		return NF_MONTH;
	case 'd':
		return NF_DAY;
	case 'h':
		return NF_HOUR;
	case 's':
		return NF_SECOND;
	case 'g':
		return NF_ERA;
	case 'e':
		return NF_ERAYEAR;
	case 'b':
		return NF_BUDDHIST;
	case 'a':
		return n >= 3 ? NF_WEEKDAY : NF_LIT;
	default:
		return NF_LIT;
	}
}

static void
date_token(struct parser *p)
{
	uint8_t c = span_lower(p->in.p[p->at]);
	size_t n = ampm_at(p->in, p->at);
	struct numfmt *f = p->f;

	if (n > 0) {
		struct numfmt_tok *t = add(p, NF_AMPM, 0, (uint32_t)n);

		t->off = (uint32_t)f->lits.len;
		buf_add(&f->lits, p->in.p + p->at, n);
		p->at += n;
		return;
	}
	if (c == '.' && p->s->count > 0 && is_time(&f->tok[f->ntok - 1], 's') &&
	    p->at + 1 < p->in.n && p->in.p[p->at + 1] == '0') {
		n = run_len(p->in, p->at + 1);
		add(p, NF_FRACTION, 0, (uint32_t)n);
		p->at += n + 1;
		return;
	}
	n = run_len(p->in, p->at);
	if (c == 'r') { /* r is ee, rr is gggee */
		if (n > 1)
			add(p, NF_ERA, 0, 3);
		add(p, NF_ERAYEAR, 0, 2);
	} else if (date_kind(c, n) != NF_LIT) {
		add(p, date_kind(c, n), 0, (uint32_t)n);
	} else {
		n = char_len(p->in, p->at);
		literal(p, span_of(p->in.p + p->at, n));
	}
	p->at += n;
}

/* m and mm behind hours or before seconds are minutes. */
static void
date_shape(struct numfmt *f, struct numfmt_section *s)
{
	struct numfmt_tok *t = f->tok + s->first, *end = t + s->count, *last,
			  *month = NULL;

	for (last = NULL; t < end; t++) {
		if (t->kind == NF_LIT || t->kind == NF_AMPM)
			continue;
		if (t->kind == NF_FRACTION && (int)t->n > s->decimals)
			s->decimals = t->n > 9 ? 9 : (int)t->n;
		if (month && is_time(t, 's'))
			month->kind = NF_MINUTE;
		month = NULL;
		if (t->kind == NF_MONTH && t->n <= 2) {
			if (last && is_time(last, 'h'))
				t->kind = NF_MINUTE;
			else
				month = t;
		}
		last = t;
	}
}

/* ---- numbers ------------------------------------------------------------- */

/* True when a placeholder comes later in the part of the number at off. */
static bool
digit_follows(struct span s, size_t off)
{
	while (off < s.n) {
		uint8_t c = s.p[off];

		if (c == '0' || c == '#' || c == '?')
			return true;
		if (c == '.' ||
		    ((c == 'E' || c == 'e') && off + 1 < s.n &&
			(s.p[off + 1] == '+' || s.p[off + 1] == '-')))
			return false;
		if (!skip_quoted(s, &off))
			off++;
	}
	return false;
}

/* Counts one placeholder in the part that it belongs to. */
static void
digit(struct parser *p, char c)
{
	struct numfmt_section *s = p->s;

	add(p, NF_DIGIT, c, 0);
	if (s->exponent) {
		s->exps++;
	} else if (s->point) {
		s->fracs++;
		if (c == '0')
			s->minfracs = s->fracs;
	} else {
		s->ints++;
	}
}

/* A denominator that is a number: digits at p->at, the first not 0. */
static bool
denominator(struct parser *p)
{
	uint32_t v = 0;
	size_t i = p->at;

	if (p->s->count == 0 || p->f->tok[p->f->ntok - 1].kind != NF_SLASH)
		return false;
	if (p->in.p[i] < '1' || p->in.p[i] > '9')
		return false;
	for (; i < p->in.n && p->in.p[i] >= '0' && p->in.p[i] <= '9'; i++)
		if (v < 100000000)
			v = v * 10 + (uint32_t)(p->in.p[i] - '0');
	add(p, NF_DENOM, 0, v);
	p->at = i;
	return true;
}

static void
number_token(struct parser *p)
{
	struct numfmt_section *s = p->s;
	char c = (char)p->in.p[p->at];
	char next = p->at + 1 < p->in.n ? (char)p->in.p[p->at + 1] : '\0';
	bool placed = s->ints + s->fracs > 0;
	size_t n = 1;

	if (denominator(p))
		return;
	if (c == '0' || c == '#' || c == '?') {
		digit(p, c);
	} else if (c == '.' && !s->point && !s->exponent) {
		s->point = true;
		add(p, NF_POINT, 0, 0);
	} else if (c == ',' && placed && !s->exponent) {
		if (!digit_follows(p->in, p->at + 1))
			s->scale -= 3;
		else if (!s->point)
			s->group = true;
	} else if (c == '%') {
		s->scale += 2;
		add(p, NF_PERCENT, 0, 0);
	} else if ((c == 'E' || c == 'e') && (next == '+' || next == '-') &&
		   placed && !s->exponent) {
		s->exponent = true;
		add(p, NF_EXP, c, next == '+');
		n = 2;
	} else if (c == '/') {
		add(p, NF_SLASH, 0, 0);
	} else if (c == '@') {
		s->has_text = true;
		add(p, NF_TEXT, 0, 0);
	} else {
		n = char_len(p->in, p->at);
		literal(p, span_of(p->in.p + p->at, n));
	}
	p->at += n;
}

/*
 * Whether the section is a fraction, and where numerator and denominator
 * begin.  Another use of the slash shows as General (6.5).
 */
static void
fraction_shape(struct numfmt *f, struct numfmt_section *s)
{
	struct numfmt_tok *t = f->tok + s->first;
	uint32_t i, k, slash = s->count;

	for (i = 0; i < s->count; i++)
		if (t[i].kind == NF_SLASH) {
			if (slash < s->count)
				return;
			slash = i;
		}
	s->numer = slash;
	while (s->numer > 0 && t[s->numer - 1].kind == NF_DIGIT)
		s->numer--;
	s->denom = slash + 1;
	if (s->numer == slash || s->denom >= s->count || s->point ||
	    (t[s->denom].kind != NF_DIGIT && t[s->denom].kind != NF_DENOM))
		return;
	for (k = s->denom; k < s->count && t[k].kind == NF_DIGIT; k++)
		;
	for (; k < s->count; k++)
		if (t[k].kind == NF_DIGIT)
			return;
	for (s->ints = 0, i = 0; i < s->numer; i++)
		s->ints += t[i].kind == NF_DIGIT;
	s->type = NF_AS_FRACTION;
}

/* The type of a section that is no date, from its tokens. */
static void
number_shape(struct numfmt *f, struct numfmt_section *s)
{
	const struct numfmt_tok *t = f->tok + s->first;
	bool general = s->has_text, slash = false;
	uint32_t i;

	for (i = 0; i < s->count; i++) {
		general = general || t[i].kind == NF_GENERAL;
		slash = slash || t[i].kind == NF_SLASH;
	}
	s->type = general ? NF_AS_GENERAL : NF_AS_NUMBER;
	if (general || !slash)
		return;
	s->type = NF_AS_PLAIN; /* until proved a fraction */
	if (s->ints + s->fracs > 0)
		fraction_shape(f, s);
	else
		s->type = NF_AS_NUMBER; /* a literal slash */
}

/* ---- sections ------------------------------------------------------------ */

/* The code that [$-F800] and [$-F400] stand for: the system's long forms. */
static struct span
system_code(struct span in)
{
	if (looking_at(in, 0, "[$-F800]") || looking_at(in, 0, "[$-x-sysdate]"))
		return SPAN("yyyy\"年\"m\"月\"d\"日\"");
	if (looking_at(in, 0, "[$-F400]") || looking_at(in, 0, "[$-x-systime]"))
		return SPAN("h:mm:ss");
	return in;
}

static void
section(struct numfmt *f, struct numfmt_section *s, struct span in)
{
	struct parser p = { f, s, system_code(in), 0 };
	bool date = is_date(p.in);

	s->first = (uint32_t)f->ntok;
	while (p.at < p.in.n) {
		if (common(&p))
			continue;
		if (date)
			date_token(&p);
		else
			number_token(&p);
	}
	if (date) {
		s->type = NF_AS_DATE;
		date_shape(f, s);
	} else {
		number_shape(f, s);
	}
}

/* The next section of *rest, which ends at a ; outside of literals. */
static struct span
next_section(struct span *rest)
{
	struct span s = *rest;
	size_t i = 0;

	while (i < s.n && s.p[i] != ';')
		if (!skip_quoted(s, &i))
			i++;
	s = span_head(s, i);
	*rest = i < rest->n ? span_skip(*rest, i + 1) : span_of(NULL, 0);
	return s;
}

/* Whether a number below, or one not below, zero passes the condition. */
static void
reach(const struct numfmt_section *s, bool *negative, bool *rest)
{
	double v = s->limit;

	*negative = s->op == NF_LT || s->op == NF_LE || s->op == NF_NE || v < 0;
	*rest = s->op == NF_GT || s->op == NF_GE || s->op == NF_NE || v > 0 ||
		(v == 0 && s->op != NF_LT);
}

/* True when every number that is not below zero passes the condition. */
static bool
takes_positive(const struct numfmt_section *s)
{
	return (s->op == NF_GE && s->limit <= 0) ||
	       (s->op == NF_GT && s->limit < 0) ||
	       (s->op == NF_NE && s->limit < 0);
}

/*
 * The sections that only negative numbers reach print them without a sign: by
 * default the second; with conditions the one whose condition says so, or
 * the one behind a section that takes all the others.
 */
static void
signs(struct numfmt *f)
{
	bool taken = false, neg, rest;
	int i;

	for (i = 0; i < f->nsec; i++) {
		struct numfmt_section *s = &f->sec[i];

		if (s->op != NF_ANY) {
			reach(s, &neg, &rest);
			s->nosign = neg && (taken || !rest);
			taken = taken || takes_positive(s);
		} else {
			s->nosign =
			    taken ||
			    (i == 1 && f->nsec > 1 &&
				(f->nsec == 3 || f->sec[0].op == NF_ANY));
			taken = taken || (i == 0 && f->nsec == 2);
		}
	}
}

void
numfmt_parse_code(struct numfmt *f, struct span code)
{
	const struct numfmt_tok *t;
	struct span rest = code;
	int n = 0;

	/* never NULL, also for a code without tokens */
	f->tok = mem_grow(NULL, &f->captok, 8, sizeof(*f->tok));
	do
		section(f, &f->sec[n++], next_section(&rest));
	while (rest.p && n < 4);
	/* the last one is for text when it holds @, and the fourth is */
	if (n == 4 || f->sec[n - 1].has_text) {
		f->sec[3] = f->sec[n - 1];
		f->has_text = true;
		n--;
	}
	f->nsec = n;
	signs(f);
	t = f->tok + f->sec[0].first;
	f->general = n == 1 && !f->has_text && f->sec[0].count == 1 &&
		     t->kind == NF_GENERAL && f->sec[0].dbnum == 0;
}
