#include "box/opc.h"

#include <stdlib.h>
#include <zip.h>

#include "base/mem.h"
#include "box/inflate.h"
#include "box/zipfd.h"

/* Entries up to this size are inflated at once even when streamed. */
#define WHOLE_MAX ((uint64_t)64 << 20)

struct opc {
	zip_t *zip;
	struct opc *parent; /* NULL: the file itself */
	struct inflate *inflate;
	struct arena arena;
	struct map exact;  /* entry's name -> index */
	struct map folded; /* the same by opc_fold */
	uint64_t total;    /* declared bytes of all parts read; the root's */
	bool full;         /* the root's: total would have gone over */
	struct buf packed; /* compressed bytes, reused */
};

struct opc_stream {
	struct opc *opc;
	struct span part; /* for messages; lent from the archive */
	zip_file_t *file; /* NULL: all is in whole */
	struct buf whole;
	size_t pos;
	uint64_t left; /* bytes that may still come */
};

static struct opc *
root(struct opc *o)
{
	while (o->parent)
		o = o->parent;
	return o;
}

/* ---- the archive ---------------------------------------------------------- */

/* A part's name as it is compared: ASCII lower case, '/', none in front. */
static void
fold(struct span name, struct buf *out)
{
	size_t i;

	buf_reset(out);
	for (i = 0; i < name.n; i++) {
		uint8_t c = span_lower(name.p[i]);

		if (c == '\\')
			c = '/';
		if (c != '/' || out->len > 0)
			buf_addc(out, (char)c);
	}
}

/* Takes up the names of all entries; of two equal ones the first counts. */
static bool
index_entries(struct opc *o, struct tb_error *e)
{
	zip_int64_t n = zip_get_num_entries(o->zip, 0), i;
	struct buf key = BUF_INIT;
	const char *name;
	struct span s;
	size_t *slot;

	if (n > OPC_ENTRY_MAX)
		return tb_fail(e, TB_ESIZE, "zip: %lld entries", (long long)n);
	map_reserve(&o->exact, (size_t)n);
	map_reserve(&o->folded, (size_t)n);
	for (i = 0; i < n; i++) {
		name = zip_get_name(o->zip, (zip_uint64_t)i, ZIP_FL_ENC_RAW);
		if (!name || strlen(name) > OPC_NAME_MAX)
			continue;
		s = arena_dup(&o->arena, span_str(name));
		slot = map_put(&o->exact, s);
		if (*slot == MAP_NONE)
			*slot = (size_t)i;
		fold(s, &key);
		if (map_get(&o->folded, buf_span(&key)) != MAP_NONE)
			continue;
		slot =
		    map_put(&o->folded, arena_dup(&o->arena, buf_span(&key)));
		*slot = (size_t)i;
	}
	buf_release(&key);
	return true;
}

/* Opens the archive in src, which is o's from here on. */
static struct opc *
open_source(
    struct opc *parent, zip_source_t *src, zip_error_t *err, struct tb_error *e)
{
	struct opc *o = mem_calloc(1, sizeof(*o));

	o->parent = parent;
	map_init(&o->exact);
	map_init(&o->folded);
	buf_init(&o->packed);
	o->zip = src ? zip_open_from_source(src, ZIP_RDONLY, err) : NULL;
	if (!o->zip) {
		tb_fail(e, TB_EBROKEN, "zip: %s", zip_error_strerror(err));
		zip_source_free(src);
	}
	zip_error_fini(err);
	if (o->zip && index_entries(o, e)) {
		o->inflate = inflate_new();
		return o;
	}
	opc_close(o);
	return NULL;
}

struct opc *
opc_open(int fd, struct tb_error *e)
{
	zip_error_t err;

	zip_error_init(&err);
	return open_source(NULL, zipfd_source(fd, &err), &err, e);
}

struct opc *
opc_open_embedded(struct opc *parent, struct span zip, struct tb_error *e)
{
	zip_error_t err;

	zip_error_init(&err);
	return open_source(
	    parent, zip_source_buffer_create(zip.p, zip.n, 0, &err), &err, e);
}

void
opc_close(struct opc *o)
{
	if (!o)
		return;
	if (o->zip)
		zip_discard(o->zip);
	inflate_free(o->inflate);
	map_release(&o->exact);
	map_release(&o->folded);
	arena_release(&o->arena);
	buf_release(&o->packed);
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

/* The entry of a part that can be read; its sizes are in *st. */
static bool
stat_part(struct opc *o, struct span part, zip_stat_t *st, struct tb_error *e)
{
	const zip_uint64_t need = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
				  ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC |
				  ZIP_STAT_INDEX;
	size_t i = find(o, part);

	if (i == MAP_NONE)
		return tb_fail(e, TB_EGONE, "%.*s", SPAN_ARG(part));
	if (zip_stat_index(o->zip, i, 0, st) < 0 || (st->valid & need) != need)
		return tb_fail(e, TB_EBROKEN, "%.*s", SPAN_ARG(part));
	if (((st->valid & ZIP_STAT_ENCRYPTION_METHOD) &&
		st->encryption_method != ZIP_EM_NONE) ||
	    (st->comp_method != ZIP_CM_STORE &&
		st->comp_method != ZIP_CM_DEFLATE))
		return tb_fail(e, TB_EBROKEN, "%.*s: zip method %u",
		    SPAN_ARG(part), st->comp_method);
	return true;
}

/* The entry's bytes as they are stored, into o->packed. */
static bool
read_packed(struct opc *o, const zip_stat_t *st, struct tb_error *e)
{
	zip_file_t *f = zip_fopen_index(o->zip, st->index, ZIP_FL_COMPRESSED);
	zip_int64_t got = 0;
	uint64_t left = st->comp_size;
	size_t n;

	buf_reset(&o->packed);
	if (!f)
		return tb_fail(e, TB_EBROKEN, "%s", zip_strerror(o->zip));
	while (left > 0) { /* in steps: the size is only a claim */
		n = left < 1 << 20 ? (size_t)left : 1 << 20;
		got = zip_fread(f, buf_room(&o->packed, n), n);
		if (got <= 0)
			break;
		buf_used(&o->packed, (size_t)got);
		left -= (uint64_t)got;
	}
	zip_fclose(f);
	return left == 0 || tb_fail(e, TB_EBROKEN, "zip entry cut short");
}

/*
 * The whole part into out.  Data that are longer than declared are too large,
 * shorter ones are read as they are (extraction.md 4.1).
 */
static bool
unpack(struct opc *o, const zip_stat_t *st, struct buf *out, struct tb_error *e)
{
	if (!read_packed(o, st, e))
		return false;
	if (st->comp_method == ZIP_CM_STORE) {
		if (o->packed.len > st->size)
			return tb_fail(e, TB_ESIZE, NULL);
		buf_reset(out);
		buf_addspan(out, buf_span(&o->packed));
	} else if (!inflate_all(o->inflate, buf_span(&o->packed),
		       (size_t)st->size, out, e)) {
		return false;
	}
	return inflate_crc(buf_span(out)) == st->crc ||
	       tb_fail(e, TB_EBROKEN, "CRC");
}

bool
opc_part(struct opc *o, struct span part, struct buf *out, struct tb_error *e)
{
	struct opc *all = root(o);
	zip_stat_t st;

	buf_reset(out);
	if (!stat_part(o, part, &st, e))
		return false;
	if (st.size > OPC_PART_MAX)
		return tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(part));
	if (st.size > OPC_TOTAL_MAX - all->total) {
		all->full = true;
		return tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(part));
	}
	all->total += st.size;
	if (unpack(o, &st, out, e))
		return true;
	buf_reset(out);
	return tb_context(e, "%.*s", SPAN_ARG(part));
}

/* ---- streams -------------------------------------------------------------- */

struct opc_stream *
opc_stream_open(
    struct opc *o, struct span part, uint64_t max, struct tb_error *e)
{
	struct opc_stream *s;
	zip_stat_t st;

	if (!stat_part(o, part, &st, e))
		return NULL;
	if (st.size > max) {
		tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(part));
		return NULL;
	}
	s = mem_calloc(1, sizeof(*s));
	buf_init(&s->whole);
	s->opc = o;
	s->part = arena_dup(&o->arena, part);
	s->left = max;
	if (st.size <= WHOLE_MAX) {
		if (unpack(o, &st, &s->whole, e))
			return s;
		tb_context(e, "%.*s", SPAN_ARG(part));
	} else {
		s->file = zip_fopen_index(o->zip, st.index, 0);
		if (s->file)
			return s;
		tb_fail(e, TB_EBROKEN, "%.*s: %s", SPAN_ARG(part),
		    zip_strerror(o->zip));
	}
	opc_stream_close(s);
	return NULL;
}

bool
opc_stream_read(
    struct opc_stream *s, void *p, size_t n, size_t *got, struct tb_error *e)
{
	zip_int64_t r;

	*got = 0;
	if (!s->file) {
		if (n > s->whole.len - s->pos)
			n = s->whole.len - s->pos;
		if (n > 0)
			memcpy(p, s->whole.p + s->pos, n);
		s->pos += n;
		*got = n;
		return true;
	}
	r = zip_fread(s->file, p, n);
	if (r < 0)
		return tb_fail(e, TB_EBROKEN, "%.*s: %s", SPAN_ARG(s->part),
		    zip_file_strerror(s->file));
	if ((uint64_t)r > s->left)
		return tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(s->part));
	s->left -= (uint64_t)r;
	*got = (size_t)r;
	return true;
}

void
opc_stream_close(struct opc_stream *s)
{
	if (!s)
		return;
	if (s->file)
		zip_fclose(s->file);
	buf_release(&s->whole);
	free(s);
}
