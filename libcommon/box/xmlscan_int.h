/*
 * xmlscan_int.h: what the files of the scanner share.
 *
 *	xmlscan_win	the window, the classes of bytes, references
 *	xmlscan_tag	names, values, namespaces, tags
 *	xmlscan		text, comments, sections; the order of all
 */
#ifndef BOX_XMLSCAN_INT_H
#define BOX_XMLSCAN_INT_H

#include "box/xmlscan.h"

#define XMLSCAN_BLOCK ((size_t)64 << 10) /* bytes read at a time */

/* What a byte can be part of. */
enum {
	CHAR_NAME = 1 << 0,  /* a name, but for ':' */
	CHAR_START = 1 << 1, /* the beginning of one */
	CHAR_BLANK = 1 << 2,
	CHAR_TEXT = 1 << 3, /* character data that stands for itself */
	CHAR_VALUE = 1 << 4 /* the same in an attribute's value, quotes too */
};

/* By byte; 0 has none, so that every loop ends at the window's end. */
extern const uint8_t xmlscan_class[256];

/* What a step of the scanner comes to. */
enum xmlscan_step {
	SCAN_MORE,  /* the window ends too early */
	SCAN_AGAIN, /* nothing to tell: the next step */
	SCAN_EVENT, /* an event stands in *out */
	SCAN_BROKEN /* the error is filled */
};

/* A qualified name; lent from the window. */
struct xmlscan_name {
	struct span s;
	size_t local; /* bytes in front of the local name; 0: no prefix */
	uint64_t key; /* its last 8 bytes: with the length, nearly all of it */
};

struct xmlscan_element {
	struct xmlscan_name name; /* s.p is gone */
	size_t names;             /* where names ended when it opened */
	size_t binds;             /* and the bindings */
	enum pull_ns ns;
};

/* A prefix that a namespace is bound to; len 0: the default one. */
struct xmlscan_bind {
	size_t prefix, len; /* in prefixes */
	enum pull_ns ns;
};

/* A resolved prefix of up to 8 bytes. */
struct xmlscan_cached {
	uint64_t prefix;
	unsigned generation;
	enum pull_ns ns;
};

struct xmlscan {
	struct pull_source *source;
	struct buf win;
	size_t pos;
	uint8_t tail[4]; /* the begun character behind the window */
	size_t tail_len;
	bool accepted; /* the head is in the window */
	bool eof, root, in_cdata, self_closed;
	enum xmlscan_step stop; /* why something that scans came to no end */
	size_t text;            /* bytes of the text node so far */
	unsigned depth;
	struct xmlscan_element open[PULL_DEPTH_MAX + 1]; /* by depth */
	struct buf names; /* of the open elements, those longer than a key */
	struct xmlscan_bind *bind;
	size_t binds, bind_cap;
	struct buf prefixes;
	unsigned generation; /* of the bindings */
	struct xmlscan_cached cache[16];
	struct pull_attr attr[PULL_ATTR_MAX];
	struct xmlscan_name attr_name[PULL_ATTR_MAX];
	size_t attrs;
	struct buf scratch; /* decoded text and values */
	struct tb_error *e;
};

/* Fills the error, and is what to return. */
enum xmlscan_step xmlscan_broken(struct xmlscan *x, const char *why);
/*
 * Takes up n bytes that were put behind the window.  A character that is cut
 * apart at their end waits in the tail; what is none becomes U+FFFD.  False,
 * with the error filled, when there is one that XML has not.
 */
bool xmlscan_accept(struct xmlscan *x, size_t n);
/*
 * Reads on; the window may move.  False, with the error filled, when the source
 * is broken, holds no XML, or has ended.
 */
bool xmlscan_fill(struct xmlscan *x);
/*
 * Decodes the reference at p ('&') into out: where it ends, or NULL, and x->stop
 * is SCAN_MORE when it may go on behind the window.
 */
const uint8_t *xmlscan_reference(
    struct xmlscan *x, const uint8_t *p, struct buf *out);

/* The tag at the window's position; SCAN_MORE when all of it is not there. */
enum xmlscan_step xmlscan_start_tag(struct xmlscan *x, struct pull *out);
enum xmlscan_step xmlscan_end_tag(struct xmlscan *x, struct pull *out);
/* Tells the end of the innermost element; name is its own. */
enum xmlscan_step xmlscan_close(
    struct xmlscan *x, struct span name, struct pull *out);

#endif
