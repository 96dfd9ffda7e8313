/*
 * xmlsax.h: XML by libxml2 (SAX2, hardened), as events.
 *
 * The push parser is fed block by block; the events of a block lie on a tape
 * until they are asked for.
 */
#ifndef BOX_XMLSAX_H
#define BOX_XMLSAX_H

#include "box/pull_int.h"

/* s is lent until xmlsax_free; head are bytes that were read from it. */
struct xmlsax *xmlsax_new(struct pull_source *s, struct span head);
void xmlsax_free(struct xmlsax *x);
/* The next event into *out; PULL_BAD with e filled. */
enum pull_event xmlsax_next(
    struct xmlsax *x, struct pull *out, struct tb_error *e);

#endif
