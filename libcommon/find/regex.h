/*
 * regex.h: a regular expression on UTF-16 text, by PCRE2 (16 bit, JIT).
 *
 * Unicode properties are on and UTF checking is off: a line is units, and
 * whoever shows a match mends a pair that was split.
 */
#ifndef FIND_REGEX_H
#define FIND_REGEX_H

#include "base/err.h"

struct regex;

/* Compiles an expression, UTF-8; NULL with e filled: what is wrong and where. */
struct regex *regex_new(struct span expression, bool case_sensitive,
    unsigned time_limit, struct tb_error *e);
void regex_free(struct regex *r);
/*
 * The first match in a line of n units (without its end) from unit `from` on.
 * False without one; with e filled when the limit of time or steps was met.
 */
bool regex_match(struct regex *r, const uint16_t *line, size_t n, size_t from,
    size_t *start, size_t *end, struct tb_error *e);

#endif
