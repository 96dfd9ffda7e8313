#include "doc/word/fib.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/codepage.h"
#include "text/cp1252.h"
#include "text/enc.h"
#include "text/utf.h"

#define IDENT      0xa5ecU /* wIdent */
#define IDENT_OLD  0xa5dcU /* of Word 6 and 95 */
#define IDENT_2    0xa5dbU /* of Word 2 */
#define NFIB_97    0x00c1U
#define NFIB_6     0x0065U
#define COMPLEX    0x0004U /* fComplex: the text is in pieces */
#define EXT_CHAR   0x1000U /* fExtChar */
#define CHS_MAC    256U    /* chs: written on a Macintosh */
#define LID_JAPAN  0x0411U
#define ENCRYPTED  0x0100U /* fEncrypted */
#define TABLE_1    0x0200U /* fWhichTblStm */
#define COMPRESSED 0x40000000U
#define RGLW_CCP   3U /* ccpText in FibRgLw97, 2.5.4 */
#define CP_MAX     0x7fffffffU
/* The FIB of Word 6 and 95, bytes from the start. */
#define OLD_LID    0x06U
#define OLD_CHS    0x14U
#define OLD_FC_MIN 0x18U
#define OLD_CCP    0x34U /* ccpText; the other stories follow */
#define OLD_PAIRS  0x58U /* as FibRgFcLcb97 begins, up to the CLX */

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

	if (f->old) {
		cur_seek(&c, OLD_PAIRS);
		*n = FIB_CLX + 1;
		return c;
	}
	cur_seek(&c, 32);
	cur_skip(&c, (size_t)cur_u16(&c) * 2); /* csw */
	cur_skip(&c, (size_t)cur_u16(&c) * 4); /* cslw */
	*n = cur_u16(&c);
	return c;
}

struct cur
fib_block(const struct fib *f, enum fib_block block)
{
	struct cur table = cur_of(buf_span(f->old ? &f->main : &f->table)), c;
	uint32_t fc, lcb;
	size_t n;

	if (f->flat)
		return cur_of(span_of(NULL, 0));
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
		p->wide = !f->old && !(fc & COMPRESSED);
		p->off = f->old ? fc : fc & (COMPRESSED - 1);
		if (!p->wide && !f->old)
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

	cur_seek(&c, f->old ? OLD_CCP : 32);
	if (!f->old) {
		cur_skip(&c, (size_t)cur_u16(&c) * 2);
		cur_u16(&c); /* cslw */
		cur_skip(&c, RGLW_CCP * 4);
	}
	for (i = 0; i < FIB_STORIES; i++) {
		n = cur_u32(&c);
		if (n > CP_MAX - f->begin[i])
			n = 0;
		f->begin[i + 1] = f->begin[i] + n;
	}
}

/* The code page of a language, [MS-LCID]: Windows' own ones only. */
static unsigned
page_of(unsigned lid)
{
	switch (lid & 0x3ff) {
	case 0x05: /* Czech, Hungarian, Polish, Romanian, Croatian, ... */
	case 0x0e:
	case 0x15:
	case 0x18:
	case 0x1a:
	case 0x1b:
	case 0x1c:
	case 0x24:
		return 1250;
	case 0x02: /* Bulgarian, Russian, Ukrainian, Belarusian, Macedonian */
	case 0x19:
	case 0x22:
	case 0x23:
	case 0x2f:
		return 1251;
	case 0x08:
		return 1253;
	case 0x1f:
		return 1254;
	case 0x0d:
		return 1255;
	case 0x01:
		return 1256;
	case 0x25: /* Estonian, Latvian, Lithuanian */
	case 0x26:
	case 0x27:
		return 1257;
	case 0x1e:
		return 874;
	case 0x2a:
		return 1258;
	default:
		return 1252;
	}
}

/*
 * Word 6 and 95: text that is not in pieces is one, from fcMin on.  Far Eastern
 * ones of Word 95 may have two bytes a character, which its length tells.
 */
static bool
read_old(struct fib *f, unsigned flags, struct tb_error *e)
{
	struct cur c = cur_of(buf_span(&f->main));
	uint32_t min, mac, n = f->begin[FIB_STORIES];
	unsigned lid;
	struct fib_piece *p;

	cur_seek(&c, OLD_LID);
	lid = cur_u16(&c);
	cur_seek(&c, OLD_CHS);
	mac = cur_u16(&c);
	f->japanese = lid == LID_JAPAN;
	codepage_table(mac == CHS_MAC ? CODEPAGE_MAC : page_of(lid), f->page);
	if ((flags & COMPLEX) && fib_block(f, FIB_CLX).len > 0)
		return read_clx(f, e);
	cur_seek(&c, OLD_FC_MIN);
	min = cur_u32(&c);
	mac = cur_u32(&c);
	if (c.bad || min > mac)
		return tb_fail(e, TB_EBROKEN, "FIB");
	f->piece = p = mem_calloc(1, sizeof(*p));
	f->pieces = 1;
	p->to = n;
	p->off = min;
	p->wide = (flags & EXT_CHAR) && (mac - min) / 2 >= n;
	return true;
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
	if (head.bad || (ident != IDENT && ident != IDENT_OLD) || nfib < NFIB_6)
		return tb_fail(e, TB_EBROKEN, "Word document: nFib %u", nfib);
	if (flags & ENCRYPTED)
		return tb_fail(e, TB_EPASSWORD, NULL);
	f->old = nfib < NFIB_97;
	read_stories(f);
	if (f->old)
		return read_old(f, flags, e);
	return load(c, flags & TABLE_1 ? "1Table" : "0Table", &f->table, cut,
		   e) &&
	       read_clx(f, e);
}

bool
fib_is_flat(struct span head)
{
	struct cur c = cur_of(head);

	return cur_u16(&c) == IDENT_2;
}

bool
fib_open_flat(struct fib *f, struct buf *bytes, struct tb_error *e)
{
	struct cur c;
	unsigned flags;

	memset(f, 0, sizeof(*f));
	f->main = *bytes;
	buf_init(bytes);
	buf_init(&f->table);
	f->old = f->flat = true;
	c = cur_of(buf_span(&f->main));
	cur_skip(&c, 10);
	flags = cur_u16(&c);
	if (flags & ENCRYPTED)
		return tb_fail(e, TB_EPASSWORD, NULL);
	read_stories(f);
	return read_old(f, flags & ~EXT_CHAR, e);
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

/* Is b the first of two bytes of a character in code page 932? */
static bool
is_lead(uint8_t b)
{
	return (b >= 0x81 && b <= 0x9f) || (b >= 0xe0 && b <= 0xfc);
}

/* The character of two bytes in code page 932, which the BMP has all of. */
static uint16_t
sjis_unit(const uint8_t *p)
{
	struct buf text = BUF_INIT;
	size_t off = 0;
	uint32_t u = UTF_BAD;

	enc_to_utf8(ENC_SJIS, span_of(p, 2), &text);
	if (text.len > 0)
		u = utf_next(buf_span(&text), &off);
	buf_release(&text);
	return (uint16_t)u;
}

/* The character at p of a piece of bytes; *n is how many it has. */
static uint16_t
byte_unit(const struct fib *f, const uint8_t *p, size_t left, size_t *n)
{
	*n = 1;
	if (!f->old)
		return (uint16_t)cp1252_char(p[0]);
	if (!f->japanese)
		return f->page[p[0]];
	if (is_lead(p[0]) && left > 1) {
		*n = 2;
		return sjis_unit(p);
	}
	/* half-width katakana */
	return p[0] >= 0xa1 && p[0] <= 0xdf ? (uint16_t)(0xff61 - 0xa1 + p[0])
					    : p[0];
}

bool
fib_walk_next(struct fib_walk *w, uint16_t *unit, uint32_t *fc)
{
	const struct fib *f = w->fib;
	const struct fib_piece *p;
	const uint8_t *at;
	uint64_t off;
	size_t size, n = 1;

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
	at = (const uint8_t *)f->main.p + off;
	*unit = p->wide
		    ? utf_unit(at)
		    : byte_unit(f, at,
			  p->to - w->cp < f->main.len - off ? p->to - w->cp
							    : f->main.len - off,
			  &n);
	w->cp += (uint32_t)n;
	return true;
}
