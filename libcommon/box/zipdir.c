#include "box/zipdir.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cur.h"
#include "base/mem.h"

/* Signatures and sizes of the fixed parts, [APPNOTE] 4.3. */
#define LOCAL_SIG     0x04034b50U
#define LOCAL_SIZE    30U
#define CENTRAL_SIG   0x02014b50U
#define CENTRAL_SIZE  46U
#define END_SIG       0x06054b50U
#define END_SIZE      22U
#define LOCATOR64_SIG 0x07064b50U
#define LOCATOR64     20U
#define END64_SIG     0x06064b50U
#define END64_SIZE    56U

#define EXTRA_ZIP64 1U
#define ESCAPED16   0xffffU
#define ESCAPED32   0xffffffffU
#define FLAG_CRYPT  (1U << 0 | 1U << 13) /* 4.4.4: encrypted, masked */

/* How far from the end the end record is looked for: its own comment first. */
#define NEAR ((uint64_t)END_SIZE + 65535)
#define FAR  ((uint64_t)1 << 20)

/* What the end records say of the central directory. */
struct end {
	uint64_t n, size, off;
	uint64_t at; /* where the end records begin */
};

/* ---- bytes ---------------------------------------------------------------- */

bool
zipdir_read(
    const struct zipdir *z, uint64_t off, void *p, size_t n, struct tb_error *e)
{
	char *to = p;
	ssize_t r;

	if (off > z->size || n > z->size - off)
		return tb_fail(e, TB_EBROKEN,
		    "zip: byte %llu is behind the end",
		    (unsigned long long)off);
	if (z->fd < 0) {
		if (n > 0)
			memcpy(to, z->mem.p + off, n);
		return true;
	}
	while (n > 0) {
		r = pread(z->fd, to, n, (off_t)off);
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0)
			return tb_fail_sys(e, "read");
		if (r == 0)
			return tb_fail(e, TB_EBROKEN, "zip: cut short");
		to += r;
		off += (uint64_t)r;
		n -= (size_t)r;
	}
	return true;
}

/* The same at a place that may be wrong: is the whole of it there? */
static bool
try_read(const struct zipdir *z, uint64_t off, uint8_t *p, size_t n)
{
	return off <= z->size && n <= z->size - off &&
	       zipdir_read(z, off, p, n, NULL);
}

static bool
has_signature(const struct zipdir *z, uint64_t off, uint32_t sig)
{
	uint8_t p[4];
	struct cur c = cur_of(span_of(p, sizeof(p)));

	return try_read(z, off, p, sizeof(p)) && cur_u32(&c) == sig;
}

/* ---- the end records ------------------------------------------------------ */

/* Zip64 end of central directory record, 4.3.14, in place of the short one. */
static bool
read_end64(const struct zipdir *z, struct end *end)
{
	uint8_t p[END64_SIZE];
	struct cur c = cur_of(span_of(p, LOCATOR64));
	uint64_t at;

	if (end->at < LOCATOR64 + END64_SIZE ||
	    !try_read(z, end->at - LOCATOR64, p, LOCATOR64) ||
	    cur_u32(&c) != LOCATOR64_SIG)
		return false;
	cur_skip(&c, 4); /* number of the disk */
	at = cur_u64(&c);
	if (!has_signature(z, at, END64_SIG)) /* something is in front */
		at = end->at - LOCATOR64 - END64_SIZE;
	c = cur_of(span_of(p, END64_SIZE));
	if (!try_read(z, at, p, END64_SIZE) || cur_u32(&c) != END64_SIG)
		return false;
	cur_seek(&c, 32); /* total entries */
	end->n = cur_u64(&c);
	end->size = cur_u64(&c);
	end->off = cur_u64(&c);
	end->at = at;
	return true;
}

/*
 * Is there a directory as the end record rec at byte at of the archive says?
 * Offsets count from the archive's first byte; when the directory is not there
 * but right in front of the end record, something was put before the archive.
 */
static bool
read_end(struct zipdir *z, uint64_t at, struct span rec, struct end *end)
{
	struct cur c = cur_of(rec);
	uint64_t real;

	cur_skip(&c, 10); /* signature, disks, entries on this disk */
	end->n = cur_u16(&c);
	end->size = cur_u32(&c);
	end->off = cur_u32(&c);
	end->at = at;
	if (c.bad)
		return false;
	if (end->n == ESCAPED16 || end->size == ESCAPED32 ||
	    end->off == ESCAPED32)
		read_end64(z, end);
	z->front = 0;
	if (end->n == 0 && end->size == 0)
		return end->off == end->at && at + END_SIZE == z->size;
	if (end->off < end->at && has_signature(z, end->off, CENTRAL_SIG)) {
		end->size = end->at - end->off; /* .NET does not look at it */
		return true;
	}
	if (end->size > end->at)
		return false;
	real = end->at - end->size;
	if (end->off > real || !has_signature(z, real, CENTRAL_SIG))
		return false;
	z->front = real - end->off;
	return true;
}

/*
 * Looks for the end record from the end of the last n bytes, 4.3.16; what
 * stands behind it may be its comment, garbage, or cut off.
 */
static bool
find_end(struct zipdir *z, uint64_t n, struct end *end, struct tb_error *e)
{
	struct buf tail = BUF_INIT;
	struct span s;
	bool found = false;
	size_t i;

	if (n > z->size)
		n = z->size;
	if (zipdir_read(
		z, z->size - n, buf_room(&tail, (size_t)n), (size_t)n, e)) {
		buf_used(&tail, (size_t)n);
		s = buf_span(&tail);
		for (i = s.n; i >= END_SIZE && !found; i--) {
			struct span rec = span_skip(s, i - END_SIZE);

			found =
			    span_starts(rec, SPAN("PK\5\6")) &&
			    read_end(z, z->size - n + (i - END_SIZE), rec, end);
		}
		if (!found)
			tb_fail(e, TB_EBROKEN, "zip: no central directory");
	}
	buf_release(&tail);
	return found;
}

/* ---- the central directory ------------------------------------------------ */

/* What does not fit into 32 bits, 4.5.3: those fields that are escaped. */
static void
read_extra(struct cur extra, struct zipdir_entry *entry)
{
	uint64_t *const field[] = { &entry->size, &entry->packed,
		&entry->header };
	struct cur body;
	size_t i;

	while (cur_left(&extra) >= 4) {
		unsigned id = cur_u16(&extra);

		body = cur_sub(&extra, cur_u16(&extra));
		if (body.bad)
			return;
		if (id != EXTRA_ZIP64)
			continue;
		for (i = 0; i < 3; i++)
			if (*field[i] == ESCAPED32 && cur_left(&body) >= 8)
				*field[i] = cur_u64(&body);
		return;
	}
}

/* One central directory header, 4.3.12. */
static bool
read_entry(struct cur *c, struct zipdir_entry *entry)
{
	size_t name, extra, comment;

	if (cur_u32(c) != CENTRAL_SIG)
		return false;
	cur_skip(c, 4); /* versions */
	entry->encrypted = cur_u16(c) & FLAG_CRYPT;
	entry->method = cur_u16(c);
	cur_skip(c, 4); /* time and date */
	entry->crc = cur_u32(c);
	entry->packed = cur_u32(c);
	entry->size = cur_u32(c);
	name = cur_u16(c);
	extra = cur_u16(c);
	comment = cur_u16(c);
	cur_skip(c, 8); /* disk, attributes */
	entry->header = cur_u32(c);
	entry->name = span_of(cur_take(c, name), name);
	read_extra(cur_sub(c, extra), entry);
	cur_skip(c, comment);
	return !c->bad;
}

static bool
read_entries(struct zipdir *z, const struct end *end, struct tb_error *e)
{
	struct cur c = cur_of(buf_span(&z->central));
	struct zipdir_entry entry;
	size_t cap = 0;

	while (cur_left(&c) >= CENTRAL_SIZE && read_entry(&c, &entry)) {
		if (z->n == ZIPDIR_ENTRY_MAX)
			return tb_fail(e, TB_ESIZE, "zip: over %d entries",
			    ZIPDIR_ENTRY_MAX);
		z->entry =
		    mem_grow(z->entry, &cap, z->n + 1, sizeof(*z->entry));
		z->entry[z->n++] = entry;
	}
	if (c.bad || z->n != end->n)
		return tb_fail(e, TB_EBROKEN, "zip: %zu entries, not %llu",
		    z->n, (unsigned long long)end->n);
	return true;
}

bool
zipdir_init(struct zipdir *z, int fd, struct span mem, struct tb_error *e)
{
	struct end end;
	struct stat st;

	memset(z, 0, sizeof(*z));
	buf_init(&z->central);
	z->fd = fd;
	z->mem = mem;
	z->size = mem.n;
	if (fd >= 0) {
		if (fstat(fd, &st) < 0)
			return tb_fail_sys(e, "fstat");
		z->size = (uint64_t)st.st_size;
	}
	if (!find_end(z, NEAR, &end, e) &&
	    (z->size <= NEAR || !find_end(z, FAR, &end, e)))
		return false;
	if (end.n > ZIPDIR_ENTRY_MAX || end.size > ZIPDIR_MAX)
		return tb_fail(e, TB_ESIZE, "zip: a directory of %llu entries",
		    (unsigned long long)end.n);
	if (!zipdir_read(z, z->front + end.off,
		buf_room(&z->central, (size_t)end.size), (size_t)end.size, e))
		return false;
	buf_used(&z->central, (size_t)end.size);
	return read_entries(z, &end, e);
}

void
zipdir_release(struct zipdir *z)
{
	buf_release(&z->central);
	free(z->entry);
	z->entry = NULL;
	z->n = 0;
}

/* ---- data ----------------------------------------------------------------- */

bool
zipdir_data(const struct zipdir *z, const struct zipdir_entry *entry,
    uint64_t *off, struct tb_error *e)
{
	uint8_t p[LOCAL_SIZE];
	struct cur c = cur_of(span_of(p, sizeof(p)));
	uint64_t at = entry->header;

	if (at > z->size - z->front ||
	    !try_read(z, z->front + at, p, sizeof(p)) ||
	    cur_u32(&c) != LOCAL_SIG)
		return tb_fail(e, TB_EBROKEN, "zip: no local header");
	cur_seek(&c, 26); /* lengths of name and extra field */
	at += z->front + LOCAL_SIZE;
	at += cur_u16(&c);
	at += cur_u16(&c);
	if (at > z->size || entry->packed > z->size - at)
		return tb_fail(e, TB_EBROKEN, "zip: cut short");
	*off = at;
	return true;
}
