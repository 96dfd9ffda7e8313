#include "find/pattern.h"

#include <stdlib.h>
#include <unicode/ubrk.h>

#include "base/mem.h"
#include "find/lines.h"
#include "find/regex.h"
#include "find/sieve.h"
#include "text/utf.h"

/* One word, and where it comes next in the text that is being searched. */
struct word {
	struct literal literal;
	size_t next;        /* unit; LITERAL_NONE: no more */
	struct sieve sieve; /* of lines that are folded */
};

struct pattern {
	struct pattern_options o;
	struct buf source; /* the words as they were given */
	struct span *given;
	struct unitfold *fold;
	struct word *word;    /* words, or */
	struct regex **regex; /* expressions */
	size_t n;
	/* the text that word.next belongs to */
	const uint16_t *text;
	size_t len, from;
	/* the line that was folded last */
	struct foldline line;
	const uint16_t *folded; /* its first unit; NULL: none */
	size_t folded_len;
	bool all_of_it; /* the last match was all of the folded line */
	/* the line that words were looked for in last */
	UBreakIterator *words;
	const uint16_t *broken;
	size_t broken_len;
};

/* Keeps the words, for clones. */
static void
keep_words(struct pattern *p, const struct span *word, size_t n)
{
	size_t i, off = 0;

	buf_init(&p->source);
	for (i = 0; i < n; i++)
		buf_addspan(&p->source, word[i]);
	p->given = mem_calloc(n + 1, sizeof(*p->given));
	for (i = 0; i < n; i++) {
		p->given[i] = span_of(p->source.p + off, word[i].n);
		off += word[i].n;
	}
}

/*
 * A word as the lines are folded.  What folding makes a character of syntax of
 * (＊ is *) is none: in an expression it is escaped.
 */
static void
fold_word(struct pattern *p, struct span word, struct buf *out)
{
	struct buf wide = BUF_INIT, units = BUF_INIT;
	size_t i;

	utf_to16(word, &wide);
	foldline_set(
	    &p->line, (const uint16_t *)(const void *)wide.p, wide.len / 2);
	for (i = 0; i < p->line.n; i++) {
		uint16_t u = p->line.unit[i];
		const char *from = wide.p + 2 * p->line.from[i];

		if (p->o.regex && u < 0x80 && u >= 0x20 &&
		    utf_unit((const uint8_t *)from) >= 0x80)
			buf_add(&units, "\\\0", 2);
		buf_addc(&units, (char)(u & 0xff));
		buf_addc(&units, (char)(u >> 8));
	}
	utf_from16(buf_span(&units), out);
	buf_release(&wide);
	buf_release(&units);
}

/* like: a pattern of the same words, or NULL. */
static bool
add_word(struct pattern *p, struct span word, const struct pattern *like,
    struct tb_error *e)
{
	struct buf text = BUF_INIT, whole = BUF_INIT;
	struct word *w = &p->word[p->n];
	bool ok = true;

	if (p->o.fold)
		fold_word(p, word, &text);
	else
		buf_addspan(&text, word);
	if (!p->o.regex) {
		literal_init(&w->literal, buf_span(&text), p->fold);
		if (p->o.fold && like)
			w->sieve = like->word[p->n].sieve;
		else if (p->o.fold)
			sieve_init(&w->sieve, w->literal.unit, w->literal.n,
			    p->o.fold, p->fold);
	} else {
		/* what is wrong is told of the expression as it was given */
		p->regex[p->n] = regex_new(
		    buf_span(&text), p->o.case_sensitive, p->o.time_limit, e);
		ok = p->regex[p->n] != NULL;
		if (ok && p->o.whole_line) {
			buf_printf(&whole, "^(?:%s)$", text.p);
			regex_free(p->regex[p->n]);
			p->regex[p->n] = regex_new(buf_span(&whole),
			    p->o.case_sensitive, p->o.time_limit, e);
			ok = p->regex[p->n] != NULL;
		}
	}
	p->n += ok;
	buf_release(&text);
	buf_release(&whole);
	return ok;
}

static bool
open_words(struct pattern *p, struct tb_error *e)
{
	UErrorCode err = U_ZERO_ERROR;

	if (!p->o.whole_word)
		return true;
	p->words = ubrk_open(UBRK_WORD, "ja", NULL, 0, &err);
	return U_SUCCESS(err) ||
	       tb_fail(e, TB_EIO, "ICU: %s", u_errorName(err));
}

static struct pattern *
compile(const struct span *word, size_t n, const struct pattern_options *o,
    const struct pattern *like, struct tb_error *e)
{
	struct pattern *p = mem_calloc(1, sizeof(*p));
	size_t i;

	p->o = *o;
	keep_words(p, word, n);
	foldline_init(&p->line, o->fold);
	p->fold = unitfold_new(!o->case_sensitive);
	p->word = mem_calloc(n + 1, sizeof(*p->word));
	p->regex = o->regex ? mem_calloc(n + 1, sizeof(struct regex *)) : NULL;
	if (!open_words(p, e))
		goto bad;
	for (i = 0; i < n; i++) {
		if (word[i].n == 0) {
			tb_fail(e, TB_EUSAGE, "%s", _("an empty pattern"));
			goto bad;
		}
		if (memchr(word[i].p, '\n', word[i].n)) {
			tb_fail(e, TB_EUSAGE, "%s",
			    _("a pattern with a line break"));
			goto bad;
		}
		if (!add_word(p, p->given[i], like, e))
			goto bad;
	}
	return p;
bad:
	pattern_free(p);
	return NULL;
}

struct pattern *
pattern_new(const struct span *word, size_t n, const struct pattern_options *o,
    struct tb_error *e)
{
	return compile(word, n, o, NULL, e);
}

struct pattern *
pattern_clone(const struct pattern *p)
{
	struct tb_error e = TB_ERROR_INIT;
	struct pattern *q = compile(p->given, p->n, &p->o, p, &e);

	if (!q)
		mem_exhausted(); /* it was compiled once already */
	return q;
}

void
pattern_free(struct pattern *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < p->n; i++) {
		if (p->regex)
			regex_free(p->regex[i]);
		else
			literal_release(&p->word[i].literal);
	}
	foldline_release(&p->line);
	ubrk_close(p->words);
	buf_release(&p->source);
	free(p->given);
	free(p->fold);
	free(p->word);
	free(p->regex);
	free(p);
}

void
pattern_reset(struct pattern *p)
{
	p->text = p->folded = p->broken = NULL;
}

/* Where the text of the line that begins at `line` does: behind its first TAB. */
static size_t
behind_address(const uint16_t *text, size_t n, size_t line)
{
	size_t i;

	for (i = line; i < n && text[i] != '\n'; i++)
		if (text[i] == '\t')
			return i + 1;
	return i; /* no TAB, no text */
}

/* Words: each is looked for once from where it was found last. */
static bool
next_word(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    struct pattern_match *m)
{
	bool again = text != p->text || n != p->len || from < p->from;
	bool found = false;
	struct word *w;
	size_t i, end;

	p->text = text;
	p->len = n;
	p->from = from;
	for (i = 0; i < p->n; i++) {
		w = &p->word[i];
		if (again || (w->next != LITERAL_NONE && w->next < from))
			w->next = literal_find(&w->literal, text, n, from);
		if (w->next == LITERAL_NONE)
			continue;
		end = w->next + w->literal.n;
		if (!found || w->next < m->start ||
		    (w->next == m->start && end > m->end)) {
			m->start = w->next;
			m->end = end;
			found = true;
		}
	}
	return found;
}

/* The same, but not in the addresses in front of lines. */
static bool
next_word_behind(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    struct pattern_match *m)
{
	size_t begin;

	while (next_word(p, text, n, from, m)) {
		begin = behind_address(text, n, lines_begin(text, m->start));
		if (m->start >= begin)
			return true;
		from = begin > m->start ? begin : m->start + 1;
	}
	return false;
}

/* A match must not split a surrogate pair; it grows to hold all of it. */
static void
whole_pairs(const uint16_t *text, size_t n, struct pattern_match *m)
{
	if (m->start > 0 && m->start < n && utf_low(text[m->start]) &&
	    utf_high(text[m->start - 1]))
		m->start--;
	if (m->end > 0 && m->end < n && utf_low(text[m->end]) &&
	    utf_high(text[m->end - 1]))
		m->end++;
}

/*
 * The first match in a line of n units, from unit `from` on, by expressions: in
 * the line itself, or as it is folded.
 */
static bool
regex_in_line(struct pattern *p, const uint16_t *line, size_t n, size_t from,
    struct pattern_match *m, struct tb_error *e)
{
	struct pattern_match one;
	bool found = false;
	size_t i;

	for (i = 0; i < p->n; i++) {
		if (!regex_match(
			p->regex[i], line, n, from, &one.start, &one.end, e)) {
			if (e->code != TB_OK)
				return false;
			continue;
		}
		if (!found || one.start < m->start ||
		    (one.start == m->start && one.end > m->end))
			*m = one;
		found = true;
	}
	return found;
}

/* The same by words, in a folded line. */
static bool
words_in_line(const struct pattern *p, const uint16_t *line, size_t n,
    size_t from, struct pattern_match *m)
{
	bool found = false;
	size_t i, at, end;

	for (i = 0; i < p->n; i++) {
		at = literal_find(&p->word[i].literal, line, n, from);
		if (at == LITERAL_NONE)
			continue;
		end = at + p->word[i].literal.n;
		if (!found || at < m->start || (at == m->start && end > m->end))
			*m = (struct pattern_match){ at, end };
		found = true;
	}
	return found;
}

/* A match in the folded line, in units of the line. */
static bool
folded_in_line(struct pattern *p, const uint16_t *line, size_t n, size_t from,
    struct pattern_match *m, struct tb_error *e)
{
	struct foldline *f = &p->line;
	size_t at = 0;

	if (p->folded != line || p->folded_len != n) {
		foldline_set(f, line, n);
		p->folded = line;
		p->folded_len = n;
	}
	while (at < f->n && f->from[at] < from)
		at++;
	if (at == f->n && from < n)
		return false; /* inside of the last piece */
	if (!(p->regex ? regex_in_line(p, f->unit, f->n, at, m, e)
		       : words_in_line(p, f->unit, f->n, at, m)))
		return false;
	p->all_of_it = m->start == 0 && m->end == f->n;
	if (m->start == m->end) {
		m->start = m->end = m->start < f->n ? f->from[m->start] : n;
		return true;
	}
	m->end = f->to[m->end - 1];
	m->start = f->from[m->start];
	return true;
}

/*
 * Where the first line begins, from that at `line` on, that a word may be in
 * once it is folded; n: nowhere.
 */
static size_t
sift(struct pattern *p, const uint16_t *text, size_t n, size_t line)
{
	bool again = text != p->text || n != p->len || line < p->from;
	size_t i, first = n;
	struct word *w;

	if (p->regex)
		return line;
	p->text = text;
	p->len = n;
	p->from = line;
	for (i = 0; i < p->n; i++) {
		w = &p->word[i];
		if (!w->sieve.on)
			return line;
		if (again || w->next < line)
			w->next = sieve_find(&w->sieve, text, n, line);
		if (w->next < first)
			first = w->next;
	}
	if (first == n)
		return n;
	first = lines_begin(text, first);
	return first > line ? first : line;
}

/* Line by line: expressions, and whatever is folded. */
static bool
next_by_line(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    bool address, struct pattern_match *m, struct tb_error *e)
{
	size_t line = lines_begin(text, from), end;
	bool found = false;

	for (; line < n && !found; line = end + 1, from = line) {
		line = sift(p, text, n, line);
		if (line >= n)
			break;
		end = lines_end(text, n, line);
		if (address)
			line = behind_address(text, n, line);
		if (from < line)
			from = line;
		if (from > end)
			continue;
		found = p->o.fold ? folded_in_line(p, text + line, end - line,
					from - line, m, e)
				  : regex_in_line(p, text + line, end - line,
					from - line, m, e);
		if (!found && e->code != TB_OK)
			return false;
		m->start += line;
		m->end += line;
	}
	if (found)
		whole_pairs(text, n, m);
	return found;
}

/* Does it begin and end where words do?  Offsets are of the line. */
static bool
is_word(struct pattern *p, const uint16_t *line, size_t n,
    const struct pattern_match *m)
{
	UErrorCode err = U_ZERO_ERROR;

	if (p->broken != line || p->broken_len != n) {
		ubrk_setText(p->words, line, (int32_t)n, &err);
		p->broken = line;
		p->broken_len = n;
	}
	return U_SUCCESS(err) && m->end > m->start &&
	       ubrk_isBoundary(p->words, (int32_t)m->start) &&
	       ubrk_isBoundary(p->words, (int32_t)m->end);
}

/* Is a match what -w and -x ask for? */
static bool
accepts(struct pattern *p, const uint16_t *text, size_t n, bool address,
    const struct pattern_match *m)
{
	size_t line = lines_begin(text, m->start);
	size_t end = lines_end(text, n, m->start);
	struct pattern_match in;

	if (address)
		line = behind_address(text, n, line);
	/* a match of a part of a folded piece stands for all of the piece */
	if (p->o.whole_line &&
	    (m->start != line || m->end != end || (p->o.fold && !p->all_of_it)))
		return false;
	in = (struct pattern_match){ m->start - line, m->end - line };
	return !p->o.whole_word || is_word(p, text + line, end - line, &in);
}

static bool
next_any(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    bool address, struct pattern_match *m, struct tb_error *e)
{
	if (p->regex || p->o.fold)
		return next_by_line(p, text, n, from, address, m, e);
	return address ? next_word_behind(p, text, n, from, m)
		       : next_word(p, text, n, from, m);
}

bool
pattern_next(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    bool address, struct pattern_match *m, struct tb_error *e)
{
	bool any = !p->o.whole_word && !p->o.whole_line;

	while (from <= n && next_any(p, text, n, from, address, m, e)) {
		if (any || accepts(p, text, n, address, m))
			return true;
		from = m->start >= from ? m->start + 1 : from + 1;
	}
	return false;
}

bool
pattern_in_line(struct pattern *p, const uint16_t *line, size_t n, bool address,
    struct tb_error *e)
{
	struct pattern_match m;

	pattern_reset(p);
	return n > 0 && pattern_next(p, line, n, 0, address, &m, e);
}
