/*
 * inflate.h: raw deflate data ([RFC 1951]): into memory at once by libdeflate,
 * piece by piece by zlib.
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

/* Data too large to be in memory at once; costs some 40 KB. */
struct inflate_stream;

struct inflate_stream *inflate_stream_new(void);
void inflate_stream_free(struct inflate_stream *s);
/*
 * Inflates from *in, which is moved on, up to n bytes into p; *got tells how
 * many, *end that the data are complete.  False, with e filled, when in is no
 * deflate data.
 */
bool inflate_stream_step(struct inflate_stream *s, struct span *in, void *p,
    size_t n, size_t *got, bool *end, struct tb_error *e);

/* The CRC-32 of s behind what crc is of (0: nothing), as zip keeps it. */
uint32_t inflate_crc(uint32_t crc, struct span s);

#endif
