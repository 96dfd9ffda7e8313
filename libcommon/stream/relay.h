/*
 * relay.h: what a worker wrote of a document, on its way into the stream.
 *
 * A worker that a hostile file has taken over may write anything.  Its lines go
 * on, but of meta lines only those that belong inside a document: it can lie
 * about its own document, not end it, begin another or close the stream.
 */
#ifndef STREAM_RELAY_H
#define STREAM_RELAY_H

#include "base/out.h"

#define RELAY_META_MAX ((size_t)64 << 10) /* bytes of a meta line */

enum relay_state { RELAY_START, RELAY_BODY, RELAY_META };

struct relay {
	struct out *out;
	bool text; /* no meta lines; a sheet's name is a line of text */
	enum relay_state state;
	struct buf meta;  /* a meta line that has not ended */
	struct buf sheet; /* the name that text has shown last */
};

void relay_init(struct relay *r, struct out *o, bool text);
void relay_release(struct relay *r);
/* Bytes of the document, in pieces of any size. */
void relay_bytes(struct relay *r, struct span bytes);
/* The document is over: ends a line that was cut off. */
void relay_end(struct relay *r);

#endif
