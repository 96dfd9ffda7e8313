/*
 * xmlscan.h: our own XML scanner, for the large parts: UTF-8, streamed, without
 * a copy where the window allows.
 *
 *	read, discarded | pos ... unread ... | NUL	the window
 *
 * The window holds only bytes that have passed as characters of XML, so that a
 * NUL is its end and the loops need no other bound.  What libxml2 calls not
 * well-formed is not well-formed here, with four exceptions: control characters
 * written as references, which real files have, and bad UTF-8, which the
 * original decodes to U+FFFD (extraction.md 4.1); what stands inside of
 * "<?...?>"; and which letters beyond ASCII a name has.
 */
#ifndef BOX_XMLSCAN_H
#define BOX_XMLSCAN_H

#include "box/pull_int.h"

#define XMLSCAN_TAG_MAX ((size_t)16 << 20) /* bytes of one tag */

/*
 * s, in UTF-8, is lent until xmlscan_free; head are bytes that were read from
 * it.
 */
struct xmlscan *xmlscan_new(struct pull_source *s, struct span head);
void xmlscan_free(struct xmlscan *x);
/* The next event into *out; PULL_BAD with e filled. */
enum pull_event xmlscan_next(
    struct xmlscan *x, struct pull *out, struct tb_error *e);

#endif
