#include "box/inflate.h"

#define ZLIB_CONST
#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/mem.h"

#define RATIO_MAX 1032U /* what one byte of deflate data can become at most */

/* libdeflate's own type, under a name of ours. */
static struct libdeflate_decompressor *
theirs(struct inflate *i)
{
	return (struct libdeflate_decompressor *)(void *)i;
}

struct inflate *
inflate_new(void)
{
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();

	if (!d)
		mem_exhausted();
	return (struct inflate *)(void *)d;
}

void
inflate_free(struct inflate *i)
{
	if (i)
		libdeflate_free_decompressor(theirs(i));
}

bool
inflate_all(struct inflate *i, struct span in, size_t max, struct buf *out,
    struct tb_error *e)
{
	size_t got = 0;

	buf_reset(out);
	/* a claim that the bytes cannot keep is not an allocation's size */
	if (in.n < max / RATIO_MAX)
		max = (in.n + 1) * RATIO_MAX;
	switch (libdeflate_deflate_decompress(
	    theirs(i), in.p, in.n, buf_room(out, max), max, &got)) {
	case LIBDEFLATE_SUCCESS:
		buf_used(out, got);
		return true;
	case LIBDEFLATE_INSUFFICIENT_SPACE:
		return tb_fail(e, TB_ESIZE, NULL);
	default:
		return tb_fail(e, TB_EBROKEN, "deflate");
	}
}

struct inflate_stream {
	z_stream z;
};

struct inflate_stream *
inflate_stream_new(void)
{
	struct inflate_stream *s = mem_calloc(1, sizeof(*s));

	if (inflateInit2(&s->z, -MAX_WBITS) != Z_OK)
		mem_exhausted();
	return s;
}

void
inflate_stream_free(struct inflate_stream *s)
{
	if (!s)
		return;
	inflateEnd(&s->z);
	free(s);
}

bool
inflate_stream_step(struct inflate_stream *s, struct span *in, void *p,
    size_t n, size_t *got, bool *end, struct tb_error *e)
{
	size_t had = in->n < UINT_MAX ? in->n : UINT_MAX;
	int r;

	if (n > UINT_MAX)
		n = UINT_MAX;
	s->z.next_in = in->p;
	s->z.avail_in = (uInt)had;
	s->z.next_out = p;
	s->z.avail_out = (uInt)n;
	r = inflate(&s->z, Z_NO_FLUSH);
	*in = span_skip(*in, had - s->z.avail_in);
	*got = n - s->z.avail_out;
	*end = r == Z_STREAM_END;
	if (r == Z_MEM_ERROR)
		mem_exhausted();
	/* Z_BUF_ERROR: it cannot go on without more input or more room */
	return r == Z_OK || r == Z_STREAM_END || r == Z_BUF_ERROR ||
	       tb_fail(e, TB_EBROKEN, "deflate");
}

uint32_t
inflate_crc(uint32_t crc, struct span s)
{
	return libdeflate_crc32(crc, s.p, s.n);
}
