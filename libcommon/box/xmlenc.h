/*
 * xmlenc.h: in which encoding a piece of XML is.
 *
 * The mark or the zeros of UTF-16 decide, else what the declaration names; and
 * that may be wrong, as "UTF-16" is where there are no zeros.
 */
#ifndef BOX_XMLENC_H
#define BOX_XMLENC_H

#include "text/enc.h"

#define XMLENC_LOOK 256U /* bytes of the start that are looked at */

/*
 * The encoding of XML that begins so; ENC_NONE for any other that the
 * declaration names, by *name, lent from head.
 */
enum enc xmlenc_find(struct span head, struct span *name);

#endif
