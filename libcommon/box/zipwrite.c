#include "box/zipwrite.h"

#include <libdeflate.h>

#include "base/mem.h"

#define LEVEL      3      /* of libdeflate: as small as zip -6, and faster */
#define UTF8       0x0800 /* flag: the name is UTF-8 */
#define VERSION_N  20     /* needed to extract: deflate */
#define VERSION_64 45
#define MAX16      0xffffU
#define MAX32      0xffffffffU

void
zipwrite_init(struct zipwrite *z, struct out *out, time_t now)
{
	struct tm tm;

	memset(z, 0, sizeof(*z));
	z->out = out;
	buf_init(&z->central);
	buf_init(&z->packed);
	z->deflate = libdeflate_alloc_compressor(LEVEL);
	if (!z->deflate)
		mem_exhausted();
	if (!localtime_r(&now, &tm) || tm.tm_year < 80)
		return;
	z->date = (uint16_t)((tm.tm_year - 80) << 9 | (tm.tm_mon + 1) << 5 |
			     tm.tm_mday);
	z->time = (uint16_t)(tm.tm_hour << 11 | tm.tm_min << 5 | tm.tm_sec / 2);
}

void
zipwrite_release(struct zipwrite *z)
{
	buf_release(&z->central);
	buf_release(&z->packed);
	libdeflate_free_compressor(z->deflate);
}

/* Numbers are little-endian. */
static void
put(struct buf *b, uint64_t v, unsigned bytes)
{
	for (; bytes > 0; bytes--, v >>= 8)
		buf_addc(b, (char)(v & 0xff));
}

static void
write_buf(struct zipwrite *z, const struct buf *b)
{
	out_span(z->out, buf_span(b));
	z->off += b->len;
}

/* What local header and central directory have in common, 4.3.7. */
static void
put_common(struct buf *b, const struct zipwrite *z, unsigned method,
    uint32_t crc, size_t packed, struct span name, size_t size, size_t extra)
{
	put(b, UTF8, 2);
	put(b, method, 2);
	put(b, z->time, 2);
	put(b, z->date, 2);
	put(b, crc, 4);
	put(b, packed, 4);
	put(b, size, 4);
	put(b, name.n, 2);
	put(b, extra, 2);
}

/* The entry in the central directory, 4.3.12; its place may need ZIP64. */
static void
put_central(struct zipwrite *z, unsigned method, uint32_t crc, size_t packed,
    struct span name, size_t size, uint64_t off)
{
	bool far = off >= MAX32;
	struct buf *b = &z->central;

	put(b, 0x02014b50, 4);
	put(b, 3 << 8 | VERSION_64, 2); /* made on Unix */
	put(b, far ? VERSION_64 : VERSION_N, 2);
	put_common(b, z, method, crc, packed, name, size, far ? 12 : 0);
	put(b, 0, 2); /* comment */
	put(b, 0, 2); /* disk */
	put(b, 0, 2); /* internal attributes */
	put(b, 0100644U << 16, 4);
	put(b, far ? MAX32 : off, 4);
	buf_addspan(b, name);
	if (far) { /* 4.5.3 */
		put(b, 1, 2);
		put(b, 8, 2);
		put(b, off, 8);
	}
}

/* Deflates data into z->packed; false when that is not smaller. */
static bool
pack(struct zipwrite *z, struct span data)
{
	size_t n;

	buf_reset(&z->packed);
	if (data.n < 2)
		return false;
	n = libdeflate_deflate_compress(z->deflate, data.p, data.n,
	    buf_room(&z->packed, data.n), data.n - 1);
	buf_used(&z->packed, n);
	return n > 0;
}

void
zipwrite_add(struct zipwrite *z, struct span name, struct span data)
{
	uint32_t crc = libdeflate_crc32(0, data.p, data.n);
	uint64_t off = z->off;
	struct buf head = BUF_INIT;
	bool packed = pack(z, data);
	unsigned method = packed ? 8 : 0;
	size_t n = packed ? z->packed.len : data.n;

	put(&head, 0x04034b50, 4);
	put(&head, VERSION_N, 2);
	put_common(&head, z, method, crc, n, name, data.n, 0);
	buf_addspan(&head, name);
	write_buf(z, &head);
	buf_release(&head);
	if (packed) {
		write_buf(z, &z->packed);
	} else {
		out_span(z->out, data);
		z->off += data.n;
	}
	put_central(z, method, crc, n, name, data.n, off);
	z->n++;
}

/* The ZIP64 end record and its locator, 4.3.14 and 4.3.15. */
static void
put_end64(const struct zipwrite *z, uint64_t size, uint64_t off, struct buf *b)
{
	put(b, 0x06064b50, 4);
	put(b, 44, 8); /* bytes that follow */
	put(b, 3 << 8 | VERSION_64, 2);
	put(b, VERSION_64, 2);
	put(b, 0, 4);
	put(b, 0, 4);
	put(b, z->n, 8);
	put(b, z->n, 8);
	put(b, size, 8);
	put(b, off, 8);
	put(b, 0x07064b50, 4);
	put(b, 0, 4);
	put(b, off + size, 8);
	put(b, 1, 4);
}

void
zipwrite_end(struct zipwrite *z)
{
	uint64_t off = z->off, size = z->central.len;
	struct buf end = BUF_INIT;

	write_buf(z, &z->central);
	if (z->n > MAX16 - 1 || off >= MAX32 || size >= MAX32)
		put_end64(z, size, off, &end);
	put(&end, 0x06054b50, 4);
	put(&end, 0, 4); /* disks */
	put(&end, z->n < MAX16 ? z->n : MAX16, 2);
	put(&end, z->n < MAX16 ? z->n : MAX16, 2);
	put(&end, size < MAX32 ? size : MAX32, 4);
	put(&end, off < MAX32 ? off : MAX32, 4);
	put(&end, 0, 2);
	write_buf(z, &end);
	buf_release(&end);
}
