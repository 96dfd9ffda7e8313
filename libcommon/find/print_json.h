/*
 * print_json.h: hits as JSON, one object a line (search.md 4).
 */
#ifndef FIND_PRINT_JSON_H
#define FIND_PRINT_JSON_H

#include "find/print.h"

/* A hit is of type "match", a line near one "context". */
void print_json_line(struct print *p, const struct search_line *l);
/* The summary. */
void print_json_end(
    struct print *p, const struct search_result *res, double seconds);

#endif
