/*
 * pattern.h: what is searched for: words, or regular expressions, any of which
 * makes a line a hit (search.md 2).
 */
#ifndef FIND_PATTERN_H
#define FIND_PATTERN_H

#include "base/err.h"
#include "find/foldline.h"
#include "find/literal.h"

#define PATTERN_LINE_MS 5000U /* for one line and expression */

struct pattern;

struct pattern_options {
	bool regex;
	bool case_sensitive;
	bool whole_word;     /* begins and ends where words do, by ICU */
	bool whole_line;     /* is all of the line */
	unsigned fold;       /* enum foldline_flag */
	unsigned time_limit; /* ms for one line */
};

/* units [start, end) of a text */
struct pattern_match {
	size_t start, end;
};

/*
 * Compiles n patterns, UTF-8.  NULL, with e filled: an expression is wrong (the
 * detail shows where), a pattern is empty, or holds a line break.
 */
struct pattern *pattern_new(const struct span *word, size_t n,
    const struct pattern_options *o, struct tb_error *e);
/* The same once more, for another thread. */
struct pattern *pattern_clone(const struct pattern *p);
void pattern_free(struct pattern *p);
/*
 * Another text is searched from here on: what is known of the old one is
 * forgotten, even when the new one lies at the same address.
 */
void pattern_reset(struct pattern *p);
/*
 * The first match in text (n units, of one or more lines ended by LF), from unit
 * `from` on; of those that begin together the longest.  No match crosses a line.
 * With address each line begins with a cell's address and a TAB, which are no
 * text of it: it begins behind them.
 * False when there is none; with e filled (its code not TB_OK) when an
 * expression took too long.
 */
bool pattern_next(struct pattern *p, const uint16_t *text, size_t n,
    size_t from, bool address, struct pattern_match *m, struct tb_error *e);
/* Does the line (n units, without its end) hold a match? */
bool pattern_in_line(struct pattern *p, const uint16_t *line, size_t n,
    bool address, struct tb_error *e);

#endif
