/*
 * scan.h: a content index file as search sees it: documents, places, lines
 * (store.md 5.9, "for search").
 *
 * The text stays UTF-16LE; only names are turned into UTF-8.
 */
#ifndef FIND_SCAN_H
#define FIND_SCAN_H

#include "base/err.h"
#include "stream/place.h"

enum scan_event {
	SCAN_DOCUMENT, /* file, kind */
	SCAN_PLACE,    /* place, name, body */
	SCAN_END,
	SCAN_BAD /* malformed: the error is filled */
};

struct scan {
	/* of the document */
	struct buf file; /* its name */
	enum kind kind;
	/* of the place */
	struct place place;
	struct buf place_name; /* owns place.name */
	const uint16_t *body;  /* lent from the text */
	size_t units;          /* of the body */
	/* its own */
	const uint16_t *text;
	size_t n, pos;
	bool version;  /* a version line was seen */
	bool in_place; /* a place is open; its body begins at body */
	struct buf line, value;
};

void scan_init(struct scan *s);
void scan_release(struct scan *s);
/* Begins with the text of a file, without its mark: n units, lent. */
void scan_begin(struct scan *s, const uint16_t *text, size_t n);
enum scan_event scan_next(struct scan *s, struct tb_error *e);

#endif
