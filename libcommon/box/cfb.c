#include "box/cfb.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cur.h"
#include "base/mem.h"
#include "text/utf.h"

#define HEADER    512U /* bytes that are looked at; a sector may be longer */
#define IN_HEADER 109U /* FAT sectors that the header names */
#define MINI      64U  /* bytes of a mini sector */
#define ENTRY     128U /* bytes of a directory entry */

struct cfb {
	int fd; /* -1: in memory */
	struct span mem;
	uint64_t size;
	unsigned shift;    /* of a sector: 9 or 12 */
	uint32_t sectors;  /* behind the header, the last may be cut */
	uint32_t *fat;     /* next sector of each */
	uint32_t fat_n;    /* <= sectors */
	uint32_t *minifat; /* NULL until a mini stream is read */
	uint32_t minifat_n;
	uint32_t minifat_start;
	struct buf mini; /* the mini stream */
	struct cfb_entry *entry;
	uint32_t entries;
	struct buf names; /* of the entries */
};

/* The three links of an entry in the tree of its storage. */
struct links {
	uint32_t left, right, child;
};

static const uint8_t signature[8] = { 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a,
	0xe1 };

bool
cfb_is(struct span head)
{
	return span_starts(head, span_of(signature, sizeof(signature)));
}

static uint32_t
sector_size(const struct cfb *c)
{
	return (uint32_t)1 << c->shift;
}

/*
 * The bytes at off: as many of n as the file has are stored; the rest is
 * zeroed.  False, with e filled, when the system fails.
 */
static bool
read_at(const struct cfb *c, uint64_t off, char *p, size_t n, size_t *got,
    struct tb_error *e)
{
	size_t have = 0, want = n;
	ssize_t r;

	if (off >= c->size)
		want = 0;
	else if (want > c->size - off)
		want = (size_t)(c->size - off);
	if (c->fd < 0) {
		if (want)
			memcpy(p, c->mem.p + off, want);
		have = want;
	}
	while (have < want) {
		r = pread(c->fd, p + have, want - have, (off_t)(off + have));
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0)
			return tb_fail_sys(e, "read");
		if (r == 0)
			break; /* became shorter meanwhile */
		have += (size_t)r;
	}
	memset(p + have, 0, n - have);
	*got = have;
	return true;
}

static bool
read_sector(const struct cfb *c, uint32_t sector, char *p, struct tb_error *e)
{
	size_t got;

	return read_at(
	    c, ((uint64_t)sector + 1) << c->shift, p, sector_size(c), &got, e);
}

/*
 * Appends a chain of sectors to out, until it ends or max bytes are there;
 * neighbours are read at once.  *whole tells whether the chain ended by its
 * end mark, or had max bytes.  A chain that meets itself ends by max or, at the
 * latest, when it has as many sectors as the file.
 */
static bool
read_chain(const struct cfb *c, uint32_t at, uint64_t max, struct buf *out,
    bool *whole, struct tb_error *e)
{
	uint32_t seen = 0, run;
	uint64_t want;
	size_t got;

	*whole = false;
	while (max > 0 && at < c->sectors && seen < c->sectors) {
		want = sector_size(c);
		for (run = 1; at + run - 1 < c->fat_n &&
			      c->fat[at + run - 1] == at + run &&
			      at + run < c->sectors && want < max &&
			      seen + run < c->sectors;
		     run++)
			want += sector_size(c);
		if (want > max)
			want = max;
		if (!read_at(c, ((uint64_t)at + 1) << c->shift,
			buf_room(out, (size_t)want), (size_t)want, &got, e))
			return false;
		buf_used(out, got);
		if (got < want)
			return true;
		max -= want;
		seen += run;
		at += run - 1;
		at = at < c->fat_n ? c->fat[at] : CFB_NONE - 1;
	}
	*whole = max == 0 || at > CFB_MAXREG;
	return true;
}

/* Takes the numbers of one FAT sector into the table. */
static bool
load_fat_sector(
    struct cfb *c, uint32_t sector, struct buf *tmp, struct tb_error *e)
{
	uint32_t n = sector_size(c) / 4, i;
	struct cur cur;

	if (sector >= c->sectors || !read_sector(c, sector, tmp->p, e)) {
		/* unknown: chains through here end */
		if (sector < c->sectors)
			return false;
		memset(tmp->p, 0xff, sector_size(c));
	}
	cur = cur_of(span_of(tmp->p, sector_size(c)));
	for (i = 0; i < n && c->fat_n < c->sectors; i++)
		c->fat[c->fat_n++] = cur_u32(&cur);
	return true;
}

/*
 * The whole FAT: the sectors that the header names, then those of the DIFAT
 * chain, [MS-CFB] 2.3 and 2.5.  More than the file has sectors for are not
 * looked at, which bounds both loops.
 */
static bool
load_fat(struct cfb *c, struct cur header, struct tb_error *e)
{
	uint32_t per = sector_size(c) / 4, difat, sector, links = 0, i;
	struct buf tmp = BUF_INIT, list = BUF_INIT;
	struct cur cur;
	bool ok = true;

	c->fat = mem_calloc(c->sectors, sizeof(*c->fat));
	buf_room(&tmp, sector_size(c));
	cur_seek(&header, 68);
	difat = cur_u32(&header);
	cur_u32(&header); /* their number is not needed */
	for (i = 0; ok && i < IN_HEADER && c->fat_n < c->sectors; i++) {
		sector = cur_u32(&header);
		if (sector <= CFB_MAXREG)
			ok = load_fat_sector(c, sector, &tmp, e);
	}
	buf_room(&list, sector_size(c));
	while (ok && difat < c->sectors && c->fat_n < c->sectors &&
	       links++ < c->sectors) {
		ok = read_sector(c, difat, list.p, e);
		cur = cur_of(span_of(list.p, sector_size(c)));
		for (i = 0; ok && i < per - 1 && c->fat_n < c->sectors; i++) {
			sector = cur_u32(&cur);
			if (sector <= CFB_MAXREG)
				ok = load_fat_sector(c, sector, &tmp, e);
		}
		difat = cur_u32(&cur);
	}
	buf_release(&tmp);
	buf_release(&list);
	return ok;
}

/* One directory entry, [MS-CFB] 2.6.1; the name's bytes go into c->names. */
static void
load_entry(struct cfb *c, struct cur cur, struct cfb_entry *t, struct links *l)
{
	const uint8_t *name = cur_take(&cur, 64);
	size_t len = cur_u16(&cur), n;

	t->type = (enum cfb_type)cur_u8(&cur);
	cur_u8(&cur); /* colour of the red-black tree */
	l->left = cur_u32(&cur);
	l->right = cur_u32(&cur);
	l->child = cur_u32(&cur);
	cur_skip(&cur, 16 + 4 + 8 + 8); /* class, state, two times */
	t->start = cur_u32(&cur);
	t->size = cur_u64(&cur);
	if (c->shift == 9) /* version 3: the upper half may be anything */
		t->size &= 0xffffffffU;
	t->parent = CFB_NONE;
	if (t->type != CFB_STORAGE && t->type != CFB_STREAM &&
	    t->type != CFB_ROOT)
		t->type = CFB_UNUSED;
	/* len counts bytes with the NUL; a wrong one is not believed */
	if (len > 64)
		len = 64;
	for (n = 0; name && n + 2 <= len && utf_unit(name + n); n += 2)
		;
	utf_from16(span_of(name, n), &c->names);
	buf_addc(&c->names, '\0');
}

/*
 * Gives every entry its storage: each storage has a tree of its own, and the
 * tree of one that is itself lost is still good.  The marks are the parents
 * themselves, so that a tree that meets itself or another one ends.
 */
static void
hang_trees(struct cfb *c, const struct links *l)
{
	/* an entry is hung once, and leaves two links behind */
	uint32_t *todo = mem_calloc((size_t)c->entries * 2 + 1, sizeof(*todo));
	uint32_t up, at;
	size_t n;

	for (up = 0; up < c->entries; up++) {
		if (c->entry[up].type != CFB_STORAGE && up != 0)
			continue;
		todo[0] = l[up].child;
		for (n = 1; n > 0;) {
			at = todo[--n];
			if (at >= c->entries || at == 0 ||
			    c->entry[at].parent != CFB_NONE)
				continue;
			c->entry[at].parent = up;
			todo[n++] = l[at].left;
			todo[n++] = l[at].right;
		}
	}
	free(todo);
}

/* Reads the directory as far as it goes. */
static bool
load_dir(struct cfb *c, uint32_t start, struct tb_error *e)
{
	uint64_t max = (uint64_t)CFB_DIR_MAX * ENTRY;
	struct buf dir = BUF_INIT;
	struct links *l = NULL;
	const char *name;
	bool whole, ok;
	struct cur cur;
	uint32_t i;

	if (max > (uint64_t)CFB_CHAIN_MAX << c->shift)
		max = (uint64_t)CFB_CHAIN_MAX << c->shift;
	ok = read_chain(c, start, max, &dir, &whole, e);
	if (!ok)
		goto out;
	c->entries = (uint32_t)(dir.len / ENTRY);
	c->entry = mem_calloc(c->entries, sizeof(*c->entry));
	l = mem_calloc(c->entries, sizeof(*l));
	cur = cur_of(buf_span(&dir));
	for (i = 0; i < c->entries; i++)
		load_entry(c, cur_sub(&cur, ENTRY), &c->entry[i], &l[i]);
	name = c->names.p;
	for (i = 0; i < c->entries; i++) {
		c->entry[i].name = span_str(name);
		name += c->entry[i].name.n + 1;
	}
	hang_trees(c, l);
out:
	free(l);
	buf_release(&dir);
	return ok;
}

/* c has its source; reads header, FAT, directory.  On failure c is closed. */
static struct cfb *
load(struct cfb *c, struct tb_error *e)
{
	char head[HEADER];
	uint64_t sectors;
	struct cur cur;
	uint32_t dir;
	size_t got;

	if (!read_at(c, 0, head, sizeof(head), &got, e))
		goto bad;
	if (got < sizeof(head) || !cfb_is(span_of(head, got))) {
		tb_fail(e, TB_EBROKEN, "compound file header");
		goto bad;
	}
	cur = cur_of(span_of(head, got));
	cur_seek(&cur, 30);
	c->shift = cur_u16(&cur);
	if (c->shift != 9 && c->shift != 12) {
		tb_fail(
		    e, TB_EBROKEN, "compound file: sector shift %u", c->shift);
		goto bad;
	}
	cur_seek(&cur, 48);
	dir = cur_u32(&cur);
	cur_seek(&cur, 60);
	c->minifat_start = cur_u32(&cur);
	sectors = (c->size + sector_size(c) - 1) >> c->shift;
	sectors = sectors > 0 ? sectors - 1 : 0; /* the header's own */
	c->sectors = sectors > CFB_MAXREG ? CFB_MAXREG : (uint32_t)sectors;
	if (!load_fat(c, cur, e) || !load_dir(c, dir, e))
		goto bad;
	return c;
bad:
	cfb_close(c);
	return NULL;
}

static struct cfb *
new_cfb(int fd, struct span mem, uint64_t size)
{
	struct cfb *c = mem_calloc(1, sizeof(*c));

	c->fd = fd;
	c->mem = mem;
	c->size = size;
	buf_init(&c->mini);
	buf_init(&c->names);
	return c;
}

struct cfb *
cfb_open(int fd, uint64_t size, struct tb_error *e)
{
	return load(new_cfb(fd, span_of(NULL, 0), size), e);
}

struct cfb *
cfb_open_mem(struct span bytes, struct tb_error *e)
{
	return load(new_cfb(-1, bytes, bytes.n), e);
}

void
cfb_close(struct cfb *c)
{
	if (!c)
		return;
	buf_release(&c->mini);
	buf_release(&c->names);
	free(c->fat);
	free(c->minifat);
	free(c->entry);
	free(c);
}

const struct cfb_entry *
cfb_entries(const struct cfb *c, size_t *n)
{
	*n = c->entries;
	return c->entry;
}

const struct cfb_entry *
cfb_find(const struct cfb *c, const struct cfb_entry *storage, const char *name)
{
	uint32_t up = storage ? (uint32_t)(storage - c->entry) : 0, i;
	const struct cfb_entry *stray = NULL;

	for (i = 1; i < c->entries; i++) {
		const struct cfb_entry *t = &c->entry[i];

		if (t->type == CFB_UNUSED || !span_ieq(t->name, span_str(name)))
			continue;
		if (t->parent == up)
			return t;
		if (t->parent == CFB_NONE && up == 0 && !stray)
			stray = t;
	}
	return stray;
}

/* Reads miniFAT and mini stream once; both may be cut. */
static bool
load_mini(struct cfb *c, struct tb_error *e)
{
	struct buf table = BUF_INIT;
	uint64_t most = (uint64_t)c->sectors << c->shift;
	struct cur cur;
	bool whole, ok;

	if (c->minifat)
		return true;
	ok = read_chain(c, c->minifat_start, most, &table, &whole, e) &&
	     (c->entries == 0 ||
		 read_chain(c, c->entry[0].start,
		     c->entry[0].size < most ? c->entry[0].size : most,
		     &c->mini, &whole, e));
	if (ok) {
		c->minifat = mem_calloc(table.len / 4 + 1, sizeof(uint32_t));
		cur = cur_of(buf_span(&table));
		while (cur_left(&cur) >= 4)
			c->minifat[c->minifat_n++] = cur_u32(&cur);
	} else {
		buf_reset(&c->mini);
	}
	buf_release(&table);
	return ok;
}

/* A stream of less than CFB_CUTOFF bytes, from the mini stream. */
static bool
read_mini(struct cfb *c, uint32_t at, size_t left, struct buf *out,
    struct tb_error *e)
{
	struct span piece;

	if (!load_mini(c, e))
		return false;
	while (left > 0) { /* every turn takes bytes of left */
		piece = span_skip(buf_span(&c->mini), (size_t)at * MINI);
		piece = span_head(piece, left < MINI ? left : MINI);
		if (at > CFB_MAXREG || piece.n == 0)
			break;
		buf_addspan(out, piece);
		left -= piece.n;
		at = at < c->minifat_n ? c->minifat[at] : CFB_NONE;
	}
	return true;
}

bool
cfb_read(struct cfb *c, const struct cfb_entry *stream, uint64_t max,
    struct buf *out, struct tb_error *e)
{
	bool whole;

	buf_reset(out);
	if (stream->size > max)
		return tb_fail(e, TB_ESIZE, "%.*s", SPAN_ARG(stream->name));
	if (stream->size < CFB_CUTOFF && stream->type != CFB_ROOT) {
		if (!read_mini(c, stream->start, (size_t)stream->size, out, e))
			return false;
	} else if (!read_chain(
		       c, stream->start, stream->size, out, &whole, e)) {
		return false;
	}
	if (out->len < stream->size)
		return tb_fail(e, TB_EBROKEN, "%.*s: %zu of %llu bytes",
		    SPAN_ARG(stream->name), out->len,
		    (unsigned long long)stream->size);
	return true;
}
