#include "box/inflate.h"

#include <libdeflate.h>

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

uint32_t
inflate_crc(struct span s)
{
	return libdeflate_crc32(0, s.p, s.n);
}
