/* Compound files that this test writes itself, whole and damaged. */
#include "box/cfb.h"

#include <stdlib.h>

#include "base/mem.h"
#include "tap.h"

#define FREE 0xffffffffU
#define END  0xfffffffeU

/* A file under construction: sector n begins at (n + 1) << shift. */
struct made {
	uint8_t *p;
	size_t n;
	unsigned shift;
};

static void
put16(uint8_t *p, unsigned v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static void
put32(uint8_t *p, uint32_t v)
{
	put16(p, v & 0xffff);
	put16(p + 2, v >> 16);
}

static uint8_t *
sector(struct made *m, uint32_t n)
{
	return m->p + (((size_t)n + 1) << m->shift);
}

/* Entry n of the directory, which is sector 1. */
static void
put_entry(struct made *m, unsigned n, const char *name, enum cfb_type type,
    const uint32_t links[3], uint32_t start, uint32_t size)
{
	uint8_t *p = sector(m, 1) + (size_t)n * 128;
	size_t i;

	memset(p, 0, 128);
	for (i = 0; name[i]; i++)
		put16(p + 2 * i, (uint8_t)name[i]);
	put16(p + 64, (unsigned)(2 * i + 2));
	p[66] = (uint8_t)type;
	for (i = 0; i < 3; i++)
		put32(p + 68 + 4 * i, links[i]);
	put32(p + 116, start);
	put32(p + 120, size);
}

#define BIG   5000U /* bytes of the stream that lies in sectors */
#define SMALL 130U  /* of the one in mini sectors: three of them */

/*
 * Sector 0 is the FAT, 1 the directory, 2 the miniFAT, 3 the mini stream, 4 and
 * on the big stream, in steps of `step` sectors.
 *
 *	Root -> "WordDocument" (big), "Pool" -> "small"
 */
static struct made
make(unsigned shift, uint32_t step)
{
	static const uint32_t none[3] = { FREE, FREE, FREE };
	uint32_t ssz = (uint32_t)1 << shift, i, at, n = (BIG + ssz - 1) / ssz;
	struct made m = { NULL, 0, shift };
	uint32_t total = 4 + n * step;
	uint8_t *fat, *h;

	m.n = (size_t)(total + 1) << shift;
	m.p = mem_calloc(1, m.n);
	h = m.p;
	memcpy(h, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8);
	put16(h + 24, 0x3e);
	put16(h + 26, shift == 9 ? 3 : 4);
	put16(h + 28, 0xfffe);
	put16(h + 30, shift);
	put16(h + 32, 6);
	put32(h + 44, 1); /* FAT sectors */
	put32(h + 48, 1); /* the directory */
	put32(h + 56, CFB_CUTOFF);
	put32(h + 60, 2); /* the miniFAT */
	put32(h + 64, 1);
	put32(h + 68, END); /* no DIFAT chain */
	memset(h + 76, 0xff, 109 * 4);
	put32(h + 76, 0);

	fat = sector(&m, 0);
	memset(fat, 0xff, ssz);
	put32(fat, 0xfffffffdU);
	put32(fat + 4, END);
	put32(fat + 8, END);
	put32(fat + 12, END);
	for (i = 0; i < n; i++) {
		at = 4 + i * step;
		put32(fat + 4 * at, i + 1 < n ? at + step : END);
		memset(sector(&m, at), (int)('a' + i), ssz);
	}
	memset(sector(&m, 2), 0xff, ssz);
	put32(sector(&m, 2) + 4 * 1, 3); /* mini sectors 1, 3, 0 */
	put32(sector(&m, 2) + 4 * 3, 0);
	put32(sector(&m, 2), END);
	for (i = 0; i < 4; i++)
		memset(sector(&m, 3) + 64 * (size_t)i, (int)('0' + i), 64);
	put_entry(&m, 0, "Root Entry", CFB_ROOT,
	    (const uint32_t[3]){ FREE, FREE, 1 }, 3, 256);
	put_entry(&m, 1, "WordDocument", CFB_STREAM,
	    (const uint32_t[3]){ FREE, 2, FREE }, 4, BIG);
	put_entry(&m, 2, "Pool", CFB_STORAGE,
	    (const uint32_t[3]){ FREE, FREE, 3 }, 0, 0);
	put_entry(&m, 3, "small", CFB_STREAM, none, 1, SMALL);
	return m;
}

static bool
read_name(struct cfb *c, const struct cfb_entry *in, const char *name,
    struct buf *out, struct tb_error *e)
{
	const struct cfb_entry *t = cfb_find(c, in, name);

	buf_reset(out);
	return t && cfb_read(c, t, 1 << 20, out, e);
}

static void
whole(unsigned shift, uint32_t step, const char *name)
{
	struct made m = make(shift, step);
	struct tb_error e = TB_ERROR_INIT;
	struct cfb *c = cfb_open_mem(span_of(m.p, m.n), &e);
	struct buf b = BUF_INIT, want = BUF_INIT;
	size_t i;

	ok(c != NULL, name);
	if (!c)
		goto out;
	for (i = 0; i < BIG; i++)
		buf_addc(&want, (char)('a' + (i >> shift)));
	ok(read_name(c, NULL, "WordDocument", &b, &e), "the big stream");
	is_span(buf_span(&b), buf_span(&want), "its bytes");
	ok(read_name(c, NULL, "WORDDOCUMENT", &b, &e), "case is forgiven");
	ok(!cfb_find(c, NULL, "small"), "a stream belongs to its storage");
	ok(read_name(c, cfb_find(c, NULL, "pool"), "small", &b, &e),
	    "the small stream");
	buf_reset(&want);
	for (i = 0; i < SMALL; i++)
		buf_addc(&want, "130"[i / 64]);
	is_span(buf_span(&b), buf_span(&want), "its bytes, by the miniFAT");
	ok(!cfb_read(c, cfb_find(c, NULL, "WordDocument"), BIG - 1, &b, &e) &&
		e.code == TB_ESIZE,
	    "one byte over the limit");
	ok(cfb_read(c, cfb_find(c, NULL, "WordDocument"), BIG, &b, &e),
	    "at the limit");
out:
	cfb_close(c);
	buf_release(&b);
	buf_release(&want);
	free(m.p);
}

/* What happens to the file before it is opened, and what then can be read. */
struct damage {
	const char *name;
	size_t sector; /* of a 32-bit number */
	size_t off;
	uint32_t value;
	bool big, small; /* still read whole? */
};

static const struct damage damages[] = {
	{ "a chain that meets itself", 0, 4 * 5, 4, true, true },
	{ "a chain that leaves the file", 0, 4 * 5, 0x00ffffff, false, true },
	{ "a chain that ends early", 0, 4 * 5, END, false, true },
	{ "a directory that meets itself", 0, 4, 1, true, true },
	{ "a mini chain that leaves the stream", 2, 4, 99, true, false },
	{ "a mini chain that ends early", 2, 4, END, true, false },
	{ "a tree that meets itself", 1, 128 * 2 + 72, 1, true, true },
	{ "a tree that leaves the directory", 1, 128 + 72, 77, true, true },
	{ "a root without child", 1, 76, FREE, true, true },
	{ "a stream that claims to be huge", 1, 128 + 120, 1000000, false,
	    true },
	{ "a start outside", 1, 128 + 116, 0x7fffffff, false, true },
};

static void
damaged(const struct damage *d)
{
	struct made m = make(9, 1);
	struct tb_error e = TB_ERROR_INIT;
	const struct cfb_entry *pool;
	struct buf b = BUF_INIT;
	struct cfb *c;

	put32(sector(&m, (uint32_t)d->sector) + d->off, d->value);
	c = cfb_open_mem(span_of(m.p, m.n), &e);
	ok(c != NULL, d->name);
	if (c) {
		is_num(read_name(c, NULL, "WordDocument", &b, &e), d->big,
		    "the big stream");
		ok(d->big || e.code == TB_EBROKEN, "or it is called broken");
		pool = cfb_find(c, NULL, "Pool");
		ok(pool != NULL, "the storage is found");
		is_num(read_name(c, pool, "small", &b, &e), d->small,
		    "the small stream");
	}
	cfb_close(c);
	buf_release(&b);
	free(m.p);
}

/* Cut at any length: no crash, and what opens can be asked. */
static void
cut(void)
{
	struct made m = make(9, 1);
	size_t need = ((4 + BIG / 512 + 1) << 9) + BIG % 512;
	unsigned opened = 0, read = 0;
	struct tb_error e = TB_ERROR_INIT;
	struct buf b = BUF_INIT;
	uint8_t *copy;
	struct cfb *c;
	size_t n;

	for (n = 0; n < need; n += 37) {
		copy = mem_alloc(n); /* so that a read behind it is seen */
		memcpy(copy, m.p, n);
		c = cfb_open_mem(span_of(copy, n), &e);
		if (c) {
			opened++;
			read += read_name(c, NULL, "WordDocument", &b, &e);
		}
		cfb_close(c);
		free(copy);
	}
	ok(opened > 0, "a file with a header opens");
	is_num(read, 0, "and a cut stream is never called whole");
	buf_release(&b);
	free(m.p);
}

/* More FAT sectors than the header has room for: the DIFAT chain. */
static void
long_file(void)
{
	enum { FATS = 112, TOTAL = FATS * 128 };
	struct made m = { NULL, (size_t)(TOTAL + 1) << 9, 9 };
	struct tb_error e = TB_ERROR_INIT;
	struct made small = make(9, 1);
	uint32_t i, last = TOTAL - 10;
	struct buf b = BUF_INIT;
	struct cfb *c;

	m.p = mem_calloc(1, m.n);
	memcpy(m.p, small.p, small.n);
	/* FAT sectors 100, 101, ...; the chain of their list is sector 99 */
	for (i = 0; i < 109; i++)
		put32(m.p + 76 + 4 * (size_t)i, 100 + i);
	put32(m.p + 68, 99);
	put32(m.p + 72, 1);
	memset(sector(&m, 99), 0xff, 512);
	for (i = 109; i < FATS; i++)
		put32(sector(&m, 99) + 4 * (size_t)(i - 109), 100 + i);
	for (i = 0; i < FATS; i++)
		memset(sector(&m, 100 + i), 0xff, 512);
	memcpy(sector(&m, 100), sector(&small, 0), 512);
	/* the big stream goes on at the file's end */
	put32(sector(&m, 100) + 4 * (size_t)4, last);
	for (i = 0; i < 9; i++) {
		put32(
		    sector(&m, 100 + FATS - 1) + 4 * (size_t)((last + i) % 128),
		    last + i + 1);
		memset(sector(&m, last + i), 'z', 512);
	}
	c = cfb_open_mem(span_of(m.p, m.n), &e);
	ok(c && read_name(c, NULL, "WordDocument", &b, &e),
	    "a chain through the DIFAT");
	ok(b.len == BIG && b.p[511] == 'a' && b.p[512] == 'z' &&
		b.p[BIG - 1] == 'z',
	    "its bytes");
	cfb_close(c);
	buf_release(&b);
	free(m.p);
	free(small.p);
}

int
main(void)
{
	struct tb_error e = TB_ERROR_INIT;
	size_t i;

	whole(9, 1, "version 3");
	whole(9, 3, "version 3, scattered");
	whole(12, 1, "version 4");
	for (i = 0; i < sizeof(damages) / sizeof(damages[0]); i++)
		damaged(&damages[i]);
	cut();
	long_file();
	ok(!cfb_open_mem(SPAN("PK\003\004"), &e) && e.code == TB_EBROKEN,
	    "no compound file");
	return done_testing();
}
