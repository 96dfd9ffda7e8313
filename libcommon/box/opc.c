#include "box/opc.h"

#include <stdlib.h>

#include "base/mem.h"
#include "box/inflate.h"
#include "box/zipdir.h"

/* Entries up to this size are inflated at once even when streamed. */
#define WHOLE_MAX    ((uint64_t)64 << 20)
/* Deflate data that grow by more than this do not mean to be small. */
#define PACKED_SPARE ((uint64_t)1 << 20)
#define BLOCK        ((size_t)64 << 10) /* packed bytes read at a time */

struct opc {
	struct zipdir zip;
	struct opc *parent; /* NULL: the file itself */
	struct inflate *inflate;
	struct arena arena;
	struct map exact;  /* entry's name -> index */
	struct map folded; /* the same by fold() */
	uint64_t total;    /* declared bytes of all parts read; the root's */
	bool full;         /* the root's: total would have gone over */
	struct buf packed; /* compressed bytes, reused */
	struct buf spare;  /* memory of a stream that is closed, reused */
};

struct opc_stream {
	struct opc *opc;
	struct span part; /* for messages; in the package's arena */
	struct buf whole; /* all of it, when it is small */
	size_t pos;       /* in whole */
	bool large;       /* the rest is for parts that are not in whole */
	uint32_t crc;     /* as declared, and of what was read */
	uint32_t crc_read;
	uint64_t off, packed_left;      /* packed bytes still in the archive */
	uint64_t left;                  /* bytes that may still come */
	struct inflate_stream *inflate; /* NULL: stored */
	struct buf block;
	struct span packed; /* what is left of block */
	bool end;
};

static struct opc *
root(struct opc *o)
{
	while (o->parent)
		o = o->parent;
	return o;
}

/* ---- the archive ---------------------------------------------------------- */

/*
 * A part's name as it is compared: ASCII lower case, '/' for '\', neither "/"
 * nor "./" in front.
 */
static void
fold(struct span name, struct buf *out)
{
	size_t i;

	buf_reset(out);
	for (i = 0; i < name.n; i++) {
		uint8_t c = span_lower(name.p[i]);

		if (c == '\\')
			c = '/';
		buf_addc(out, (char)c);
		if (span_eqs(buf_span(out), "/") ||
		    span_eqs(buf_span(out), "./"))
			buf_reset(out);
	}
}

/* Takes up the names of all entries; of two equal ones the first counts. */
static void
index_entries(struct opc *o)
{
	struct buf key = BUF_INIT;
	struct span name;
	size_t *slot, i;

	map_reserve(&o->exact, o->zip.n);
	map_reserve(&o->folded, o->zip.n);
	for (i = 0; i < o->zip.n; i++) {
		name = o->zip.entry[i].name;
		if (name.n > OPC_NAME_MAX)
			continue;
		slot = map_put(&o->exact, name);
		if (*slot == MAP_NONE)
			*slot = i;
		fold(name, &key);
		if (map_get(&o->folded, buf_span(&key)) != MAP_NONE)
			continue;
		slot =
		    map_put(&o->folded, arena_dup(&o->arena, buf_span(&key)));
		*slot = i;
	}
	buf_release(&key);
}

static struct opc *
open_zip(struct opc *parent, int fd, struct span mem, struct tb_error *e)
{
	struct opc *o = mem_calloc(1, sizeof(*o));

	o->parent = parent;
	map_init(&o->exact);
	map_init(&o->folded);
	buf_init(&o->packed);
	buf_init(&o->spare);
	if (!zipdir_init(&o->zip, fd, mem, e)) {
		opc_close(o);
		return NULL;
	}
	index_entries(o);
	o->inflate = inflate_new();
	return o;
}

struct opc *
opc_open(int fd, struct tb_error *e)
{
	return open_zip(NULL, fd, span_of(NULL, 0), e);
}

struct opc *
opc_open_embedded(struct opc *parent, struct span zip, struct tb_error *e)
{
	return open_zip(parent, -1, zip, e);
}

void
opc_close(struct opc *o)
{
	if (!o)
		return;
	zipdir_release(&o->zip);
	inflate_free(o->inflate);
	map_release(&o->exact);
	map_release(&o->folded);
	arena_release(&o->arena);
	buf_release(&o->packed);
	buf_release(&o->spare);
	free(o);
}

struct arena *
opc_arena(struct opc *o)
{
	return &o->arena;
}

bool
opc_full(const struct opc *o)
{
	while (o->parent)
		o = o->parent;
	return o->full;
}

/* ---- parts ---------------------------------------------------------------- */

/* The entry of a part; MAP_NONE when there is none. */
static size_t
find(const struct opc *o, struct span part)
{
	size_t i = map_get(&o->exact, part);
	struct buf key = BUF_INIT;

	if (i != MAP_NONE)
		return i;
	fold(part, &key);
	i = map_get(&o->folded, buf_span(&key));
	buf_release(&key);
	return i;
}

bool
opc_has(const struct opc *o, struct span part)
{
	return find(o, part) != MAP_NONE;
}

/* The entry of a part that can be read; NULL, with e filled, without one. */
static const struct zipdir_entry *
find_entry(struct opc *o, struct span part, struct tb_error *e)
{
	const struct zipdir_entry *entry;
	size_t i = find(o, part);

	if (i == MAP_NONE) {
		tb_fail(e, TB_EGONE, "%.*s", SPAN_ARG(part));
		return NULL;
	}
	entry = &o->zip.entry[i];
	if (!entry->encrypted && (entry->method == ZIPDIR_STORED ||
				     entry->method == ZIPDIR_DEFLATED))
		return entry;
	tb_fail(e, TB_EBROKEN, "%.*s: zip: %s %u", SPAN_ARG(part),
	    entry->encrypted ? "encrypted, method" : "method", entry->method);
	return NULL;
}

/* Deflate data into out, by way of o->packed unless they are in memory. */
static bool
unpack_deflated(struct opc *o, const struct zipdir_entry *entry, uint64_t off,
    struct buf *out, struct tb_error *e)
{
	size_t n = (size_t)entry->packed;
	struct span in;

	if (o->zip.fd < 0) {
		in = span_of(o->zip.mem.p + off, n);
	} else {
		buf_reset(&o->packed);
		if (!zipdir_read(&o->zip, off, buf_room(&o->packed, n), n, e))
			return false;
		buf_used(&o->packed, n);
		in = buf_span(&o->packed);
	}
	return inflate_all(o->inflate, in, (size_t)entry->size, out, e);
}

/*
 * The whole part into out.  Data that are longer than declared are too large,
 * shorter ones are read as they are (extraction.md 4.1).
 */
static bool
unpack(struct opc *o, const struct zipdir_entry *entry, struct buf *out,
    struct tb_error *e)
{
	uint64_t off;

	if (!zipdir_data(&o->zip, entry, &off, e))
		return false;
	if (entry->packed > entry->size + PACKED_SPARE)
		return tb_fail(e, TB_ESIZE, NULL);
	if (entry->method == ZIPDIR_STORED) {
		size_t n = (size_t)entry->packed;

		if (entry->packed > entry->size)
			return tb_fail(e, TB_ESIZE, NULL);
		buf_reset(out);
		if (!zipdir_read(&o->zip, off, buf_room(out, n), n, e))
			return false;
		buf_used(out, n);
	} else if (!unpack_deflated(o, entry, off, out, e)) {
		return false;
	}
	return inflate_crc(0, buf_span(out)) == entry->crc ||
	       tb_fail(e, TB_EBROKEN, "CRC");
}

bool
opc_part(struct opc *o, struct span part, struct buf *out, struct tb_error *e)
{
	const struct zipdir_entry *entry;
	struct opc *all = root(o);

	buf_reset(out);
	entry = find_entry(o, part, e);
	if (!entry)
		return false;
	if (entry->size > OPC_PART_MAX)
		return tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(part));
	if (entry->size > OPC_TOTAL_MAX - all->total) {
		all->full = true;
		return tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(part));
	}
	all->total += entry->size;
	if (unpack(o, entry, out, e))
		return true;
	buf_reset(out);
	return tb_context(e, "%.*s", SPAN_ARG(part));
}

/* ---- streams -------------------------------------------------------------- */

/* Makes ready to inflate a large part piece by piece. */
static bool
open_large(
    struct opc_stream *s, const struct zipdir_entry *entry, struct tb_error *e)
{
	if (!zipdir_data(&s->opc->zip, entry, &s->off, e))
		return false;
	s->large = true;
	s->packed_left = entry->packed;
	s->left = entry->size;
	s->crc = entry->crc;
	if (entry->method == ZIPDIR_DEFLATED)
		s->inflate = inflate_stream_new();
	return true;
}

struct opc_stream *
opc_stream_open(
    struct opc *o, struct span part, uint64_t max, struct tb_error *e)
{
	const struct zipdir_entry *entry = find_entry(o, part, e);
	struct opc_stream *s;
	bool ok;

	if (!entry)
		return NULL;
	if (entry->size > max) {
		tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(part));
		return NULL;
	}
	s = mem_calloc(1, sizeof(*s));
	s->opc = o;
	s->part = arena_dup(&o->arena, part);
	s->whole = o->spare;
	buf_init(&o->spare);
	buf_init(&s->block);
	ok = entry->size <= WHOLE_MAX ? unpack(o, entry, &s->whole, e)
				      : open_large(s, entry, e);
	if (ok)
		return s;
	tb_context(e, "%.*s", SPAN_ARG(part));
	opc_stream_close(s);
	return NULL;
}

/* The next packed bytes into s->packed, which is empty. */
static bool
read_packed(struct opc_stream *s, struct tb_error *e)
{
	size_t n = s->packed_left < BLOCK ? (size_t)s->packed_left : BLOCK;

	buf_reset(&s->block);
	if (!zipdir_read(&s->opc->zip, s->off, buf_room(&s->block, n), n, e))
		return false;
	buf_used(&s->block, n);
	s->off += n;
	s->packed_left -= n;
	s->packed = buf_span(&s->block);
	return true;
}

/* Some bytes of a large part; none at its end alone. */
static bool
read_large(
    struct opc_stream *s, uint8_t *p, size_t n, size_t *got, struct tb_error *e)
{
	while (*got == 0 && !s->end) {
		if (s->packed.n == 0 && s->packed_left > 0 &&
		    !read_packed(s, e))
			return false;
		if (s->inflate) {
			if (!inflate_stream_step(
				s->inflate, &s->packed, p, n, got, &s->end, e))
				return false;
			if (*got == 0 && !s->end && s->packed.n == 0 &&
			    s->packed_left == 0)
				return tb_fail(e, TB_EBROKEN, "deflate");
			continue;
		}
		*got = n < s->packed.n ? n : s->packed.n;
		if (*got > 0)
			memcpy(p, s->packed.p, *got);
		s->packed = span_skip(s->packed, *got);
		s->end = *got == 0;
	}
	s->crc_read = inflate_crc(s->crc_read, span_of(p, *got));
	return !s->end || s->crc_read == s->crc ||
	       tb_fail(e, TB_EBROKEN, "CRC");
}

bool
opc_stream_read(
    struct opc_stream *s, void *p, size_t n, size_t *got, struct tb_error *e)
{
	*got = 0;
	if (!s->large) {
		if (n > s->whole.len - s->pos)
			n = s->whole.len - s->pos;
		if (n > 0)
			memcpy(p, s->whole.p + s->pos, n);
		s->pos += n;
		*got = n;
		return true;
	}
	if (n == 0 || read_large(s, p, n, got, e)) {
		if (*got <= s->left) {
			s->left -= *got;
			return true;
		}
		tb_fail(e, TB_ESIZE, NULL); /* longer than declared */
	}
	*got = 0;
	return tb_context(e, "%.*s", SPAN_ARG(s->part));
}

void
opc_stream_close(struct opc_stream *s)
{
	if (!s)
		return;
	buf_release(&s->opc->spare);
	s->opc->spare = s->whole;
	inflate_stream_free(s->inflate);
	buf_release(&s->block);
	free(s);
}
