#include "find/pattern.h"

#include <stdlib.h>

#include "base/mem.h"
#include "find/lines.h"
#include "find/regex.h"
#include "text/utf.h"

/* One word, and where it comes next in the text that is being searched. */
struct word {
	struct literal literal;
	size_t next; /* unit; LITERAL_NONE: no more */
};

struct pattern {
	struct unitfold *fold;
	struct word *word;    /* words, or */
	struct regex **regex; /* expressions */
	size_t n;
	/* the text that word.next belongs to */
	const uint16_t *text;
	size_t len, from;
};

struct pattern *
pattern_new(const struct span *word, size_t n, const struct pattern_options *o,
    struct tb_error *e)
{
	struct pattern *p = mem_calloc(1, sizeof(*p));
	size_t i;

	p->fold = unitfold_new(!o->case_sensitive);
	p->word = mem_calloc(n + 1, sizeof(*p->word));
	p->regex = mem_calloc(n + 1, sizeof(struct regex *));
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
		if (!o->regex) {
			literal_init(&p->word[i].literal, word[i], p->fold);
		} else {
			p->regex[i] = regex_new(
			    word[i], o->case_sensitive, o->time_limit, e);
			if (!p->regex[i])
				goto bad;
		}
		p->n++;
	}
	if (!o->regex) {
		free(p->regex);
		p->regex = NULL;
	}
	return p;
bad:
	pattern_free(p);
	return NULL;
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
	free(p->fold);
	free(p->word);
	free(p->regex);
	free(p);
}

void
pattern_reset(struct pattern *p)
{
	p->text = NULL;
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

/* Expressions: line by line. */
static bool
next_regex(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    bool address, struct pattern_match *m, struct tb_error *e)
{
	size_t line = lines_begin(text, from), end, i;
	struct pattern_match one;
	bool found = false;

	for (; line < n && !found; line = end + 1, from = line) {
		end = lines_end(text, n, line);
		if (address)
			line = behind_address(text, n, line);
		if (from < line)
			from = line;
		for (i = 0; i < p->n && from <= end; i++) {
			if (!regex_match(p->regex[i], text + line, end - line,
				from - line, &one.start, &one.end, e)) {
				if (e->code != TB_OK)
					return false;
				continue;
			}
			one.start += line;
			one.end += line;
			if (!found || one.start < m->start ||
			    (one.start == m->start && one.end > m->end))
				*m = one;
			found = true;
		}
	}
	if (found)
		whole_pairs(text, n, m);
	return found;
}

bool
pattern_next(struct pattern *p, const uint16_t *text, size_t n, size_t from,
    bool address, struct pattern_match *m, struct tb_error *e)
{
	if (p->regex)
		return next_regex(p, text, n, from, address, m, e);
	return address ? next_word_behind(p, text, n, from, m)
		       : next_word(p, text, n, from, m);
}
