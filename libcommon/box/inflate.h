/*
 * inflate.h: raw deflate data ([RFC 1951]) into memory, at once.
 */
#ifndef BOX_INFLATE_H
#define BOX_INFLATE_H

#include "base/buf.h"
#include "base/err.h"

/* The state of one thread; costs some 10 KB, so it is kept. */
struct inflate;

struct inflate *inflate_new(void);
void inflate_free(struct inflate *i);
/*
 * Inflates all of in into out, which is reset and gets at most max bytes.
 * False, with e filled: TB_ESIZE when there is more, TB_EBROKEN when in is no
 * deflate data or is cut.
 */
bool inflate_all(struct inflate *i, struct span in, size_t max, struct buf *out,
    struct tb_error *e);
/* The CRC-32 of s, as a zip archive keeps it. */
uint32_t inflate_crc(struct span s);

#endif
