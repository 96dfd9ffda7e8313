#include "doc/word/fib.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/cp1252.h"
#include "text/utf.h"

#define IDENT      0xa5ecU /* wIdent */
#define NFIB_97    0x00c1U
#define ENCRYPTED  0x0100U /* fEncrypted */
#define TABLE_1    0x0200U /* fWhichTblStm */
#define COMPRESSED 0x40000000U
#define RGLW_CCP   3U /* ccpText in FibRgLw97, 2.5.4 */
#define CP_MAX     0x7fffffffU

/* One stream, whole or cut. */
static bool
load(struct cfb *c, const char *name, struct buf *out, bool *cut,
    struct tb_error *e)
{
	const struct cfb_entry *entry = cfb_find(c, NULL, name);

	if (!entry || entry->type != CFB_STREAM)
		return tb_fail(e, TB_EBROKEN, "no %s stream", name);
	if (cfb_read(c, entry, FIB_STREAM_MAX, out, e))
		return true;
	if (e->code != TB_EBROKEN)
		return false;
	*cut = true;
	tb_clear(e);
	return true;
}

/*
 * Where FibRgFcLcb begins and how many pairs it has: the parts in front of it
 * say their own lengths, 2.5.1.
 */
static struct cur
pairs(const struct fib *f, size_t *n)
{
	struct cur c = cur_of(buf_span(&f->main));

	cur_seek(&c, 32);
	cur_skip(&c, (size_t)cur_u16(&c) * 2); /* csw */
	cur_skip(&c, (size_t)cur_u16(&c) * 4); /* cslw */
	*n = cur_u16(&c);
	return c;
}

struct cur
fib_block(const struct fib *f, enum fib_block block)
{
	struct cur table = cur_of(buf_span(&f->table)), c;
	uint32_t fc, lcb;
	size_t n;

	c = pairs(f, &n);
	cur_skip(&c, (size_t)block * 8);
	fc = cur_u32(&c);
	lcb = cur_u32(&c);
	if (c.bad || (size_t)block >= n || fc > table.len)
		return cur_of(span_of(NULL, 0));
	cur_seek(&table, fc);
	return cur_sub(&table, lcb < cur_left(&table) ? lcb : cur_left(&table));
}

struct fib_plc
fib_plc(struct cur block, size_t size)
{
	struct fib_plc p = { block, 0, size };

	if (block.len >= 4)
		p.n = (block.len - 4) / (4 + size);
	return p;
}

uint32_t
fib_plc_cp(const struct fib_plc *p, size_t i)
{
	struct cur c = p->cur;

	cur_seek(&c, i * 4);
	return cur_u32(&c);
}

struct cur
fib_plc_item(const struct fib_plc *p, size_t i)
{
	struct cur c = p->cur;

	cur_seek(&c, (p->n + 1) * 4 + i * p->size);
	return cur_sub(&c, p->size);
}

/* PlcPcd, 2.8.35.  Pieces must go forward; the first that does not ends them. */
static void
read_pieces(struct fib *f, struct cur block)
{
	struct fib_plc plc = fib_plc(block, 8);
	struct fib_piece *p;
	struct cur item;
	uint32_t fc;
	size_t i;

	f->piece = mem_calloc(plc.n + 1, sizeof(*f->piece));
	for (i = 0; i < plc.n; i++) {
		p = &f->piece[f->pieces];
		p->from = fib_plc_cp(&plc, i);
		p->to = fib_plc_cp(&plc, i + 1);
		item = fib_plc_item(&plc, i);
		cur_u16(&item); /* fNoParaLast */
		fc = cur_u32(&item);
		p->wide = !(fc & COMPRESSED);
		p->off = fc & (COMPRESSED - 1);
		if (!p->wide)
			p->off /= 2;
		if (p->to < p->from || p->to > CP_MAX ||
		    (f->pieces > 0 && p->from != p[-1].to))
			break;
		f->pieces++;
	}
}

/* Clx, 2.9.38: Prc blocks, which are stepped over, then one Pcdt. */
static bool
read_clx(struct fib *f, struct tb_error *e)
{
	struct cur c = fib_block(f, FIB_CLX);
	unsigned kind = 0;
	size_t len;

	while (cur_left(&c) > 0 && (kind = cur_u8(&c)) == 1)
		cur_skip(&c, cur_u16(&c));
	if (c.bad || kind != 2)
		return tb_fail(e, TB_EBROKEN, "piece table");
	len = cur_u32(&c);
	read_pieces(f, cur_sub(&c, len < cur_left(&c) ? len : cur_left(&c)));
	return true;
}

/* FibRgLw97, 2.5.4: how many characters each story has. */
static void
read_stories(struct fib *f)
{
	struct cur c = cur_of(buf_span(&f->main));
	uint32_t n;
	size_t i;

	cur_seek(&c, 32);
	cur_skip(&c, (size_t)cur_u16(&c) * 2);
	cur_u16(&c); /* cslw */
	cur_skip(&c, RGLW_CCP * 4);
	for (i = 0; i < FIB_STORIES; i++) {
		n = cur_u32(&c);
		if (n > CP_MAX - f->begin[i])
			n = 0;
		f->begin[i + 1] = f->begin[i] + n;
	}
}

bool
fib_open(struct fib *f, struct cfb *c, bool *cut, struct tb_error *e)
{
	struct cur head;
	unsigned ident, nfib, flags;

	memset(f, 0, sizeof(*f));
	buf_init(&f->main);
	buf_init(&f->table);
	*cut = false;
	if (!load(c, "WordDocument", &f->main, cut, e))
		return false;
	head = cur_of(buf_span(&f->main));
	ident = cur_u16(&head);
	nfib = cur_u16(&head);
	cur_skip(&head, 6); /* reserved, language, glossary */
	flags = cur_u16(&head);
	if (head.bad || ident != IDENT || nfib < NFIB_97)
		return tb_fail(e, TB_EBROKEN, "Word %s: nFib %u",
		    ident == IDENT ? "6/95" : "document", nfib);
	if (flags & ENCRYPTED)
		return tb_fail(e, TB_EPASSWORD, NULL);
	if (!load(c, flags & TABLE_1 ? "1Table" : "0Table", &f->table, cut, e))
		return false;
	read_stories(f);
	return read_clx(f, e);
}

void
fib_release(struct fib *f)
{
	buf_release(&f->main);
	buf_release(&f->table);
	free(f->piece);
	f->piece = NULL;
	f->pieces = 0;
}

void
fib_walk(struct fib_walk *w, const struct fib *f, uint32_t from, uint32_t end)
{
	size_t lo = 0, hi = f->pieces, mid;

	while (lo < hi) { /* the first piece that ends behind from */
		mid = lo + (hi - lo) / 2;
		if (f->piece[mid].to <= from)
			lo = mid + 1;
		else
			hi = mid;
	}
	w->fib = f;
	w->piece = lo;
	w->cp = from;
	w->end = end;
}

bool
fib_walk_next(struct fib_walk *w, uint16_t *unit, uint32_t *fc)
{
	const struct fib *f = w->fib;
	const struct fib_piece *p;
	uint64_t off;
	size_t size;

	while (w->piece < f->pieces && f->piece[w->piece].to <= w->cp)
		w->piece++;
	if (w->cp >= w->end || w->piece >= f->pieces)
		return false;
	p = &f->piece[w->piece];
	size = p->wide ? 2 : 1;
	off = p->off + (uint64_t)(w->cp - p->from) * size;
	if (off + size > f->main.len)
		return false; /* the stream is cut here */
	*fc = (uint32_t)off;
	*unit = p->wide ? utf_unit((const uint8_t *)f->main.p + off)
			: (uint16_t)cp1252_char((uint8_t)f->main.p[off]);
	w->cp++;
	return true;
}
