/*
 * pull_int.h: what stands behind pull.h: two parsers of one shape, and the
 * names that both know.
 */
#ifndef BOX_PULL_INT_H
#define BOX_PULL_INT_H

#include "box/pull.h"

struct xmlscan;
struct xmlsax;

/* Where the bytes come from: a part's stream, or memory. */
struct pull_source {
	struct opc_stream *stream; /* NULL: it is in memory */
	struct span all, rest;     /* of what is in memory; still unread */
	size_t block; /* at most so many bytes at a time; 0: as asked (tests) */
};

struct pull_impl {
	struct pull_source source;
	struct buf part;      /* a part that is in memory as a whole */
	struct buf utf8;      /* the same, changed */
	char *what;           /* for messages */
	struct xmlscan *scan; /* one of the two */
	struct xmlsax *sax;
	bool started; /* the parser has been chosen */
	bool bad;
	enum pull_parser parser;
	struct tb_error error;
};

/*
 * Up to n bytes of the source into p; *got is 0 at its end.  False, with e
 * filled, when it is broken.
 */
bool pull_source_read(
    struct pull_source *s, void *p, size_t n, size_t *got, struct tb_error *e);

/* The value of a hexadecimal digit, 16 when it is none. */
static inline unsigned
pull_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - (unsigned)'0';
	c = span_lower(c);
	return c >= 'a' && c <= 'f' ? c - (unsigned)'a' + 10 : 16;
}

/* The namespace of a URI, NS_OTHER for one that we do not know. */
enum pull_ns pull_ns_find(struct span uri);

#endif
