#include "doc/word/docprop.h"

#include <stdlib.h>

#include "base/mem.h"

#define PAGE    512U
#define NO_SEPX 0xffffffffU

/* Single property modifiers, [MS-DOC] 2.6. */
#define SPRM_C_RMARK_DEL         0x0800U
#define SPRM_P_PAGE_BREAK_BEFORE 0x2407U
#define SPRM_P_IN_TABLE          0x2416U
#define SPRM_P_TTP               0x2417U
#define SPRM_S_BKC               0x3009U
#define SPRM_P_CHG_TABS          0xc615U
#define SPRM_T_DEF_TABLE         0xd608U

/* The operand of a sprm, 2.2.5.1; c stands behind the sprm. */
static struct cur
operand(struct cur *c, unsigned sprm)
{
	static const uint8_t sizes[8] = { 1, 1, 2, 4, 2, 2, 0, 3 };
	size_t n = sizes[sprm >> 13];

	if (n > 0)
		return cur_sub(c, n);
	if (sprm == SPRM_T_DEF_TABLE) {
		n = cur_u16(c); /* one more than what follows */
		return cur_sub(c, n > 0 ? n - 1 : 0);
	}
	n = cur_u8(c);
	if (sprm == SPRM_P_CHG_TABS && n == 255)
		return cur_sub(c, cur_left(c)); /* longer than can be told */
	return cur_sub(c, n);
}

/*
 * The modifiers of Word 6 and 95 have a byte, which a table gives the operand's
 * length by; VAR: a byte in front of it says it, VAR2: two.
 */
#define OLD_P_PAGE_BREAK_BEFORE 9U
#define OLD_P_CHG_TABS          23U
#define OLD_P_IN_TABLE          24U
#define OLD_P_TTP               25U
#define OLD_C_RMARK_DEL         65U

enum { VAR = 0xff, VAR2 = 0xfe };

static const uint8_t old_size[256] = { [2] = 2,
	[3] = VAR,
	[4] = 1,
	[5] = 1,
	[6] = 1,
	[7] = 1,
	[8] = 1,
	[9] = 1,
	[10] = 1,
	[11] = 1,
	[12] = VAR,
	[13] = 1,
	[14] = 1,
	[15] = VAR,
	[16] = 2,
	[17] = 2,
	[18] = 2,
	[19] = 2,
	[20] = 4,
	[21] = 2,
	[22] = 2,
	[23] = VAR,
	[24] = 1,
	[25] = 1,
	[26] = 2,
	[27] = 2,
	[28] = 2,
	[29] = 1,
	[30] = 2,
	[31] = 2,
	[32] = 2,
	[33] = 2,
	[34] = 2,
	[35] = 2,
	[36] = 2,
	[37] = 1,
	[38] = 2,
	[39] = 2,
	[40] = 2,
	[41] = 2,
	[42] = 2,
	[43] = 2,
	[44] = 1,
	[45] = 2,
	[46] = 2,
	[47] = 2,
	[48] = 2,
	[49] = 2,
	[50] = 1,
	[51] = 1,
	[65] = 1,
	[66] = 1,
	[67] = 1,
	[68] = VAR,
	[69] = 2,
	[70] = 4,
	[71] = 1,
	[72] = 2,
	[73] = 3,
	[74] = VAR,
	[75] = 1,
	[80] = 2,
	[81] = VAR,
	[82] = VAR,
	[85] = 1,
	[86] = 1,
	[87] = 1,
	[88] = 1,
	[89] = 1,
	[90] = 1,
	[91] = 1,
	[92] = 1,
	[93] = 2,
	[94] = 1,
	[95] = 3,
	[96] = 2,
	[97] = 2,
	[98] = 1,
	[99] = 1,
	[100] = 1,
	[101] = 1,
	[102] = 1,
	[103] = VAR,
	[104] = 1,
	[105] = VAR,
	[106] = VAR,
	[107] = 2,
	[108] = VAR,
	[109] = 2,
	[110] = 2,
	[117] = 1,
	[118] = 1,
	[119] = 1,
	[120] = VAR,
	[121] = 2,
	[122] = 2,
	[123] = 2,
	[124] = 2,
	[182] = 2,
	[183] = 2,
	[184] = 2,
	[185] = 1,
	[186] = 1,
	[187] = 12,
	[188] = VAR2,
	[189] = 2,
	[190] = VAR2,
	[191] = VAR,
	[192] = 4,
	[193] = 5,
	[194] = 4,
	[195] = 2,
	[196] = 4,
	[197] = 2,
	[198] = 2,
	[199] = 5,
	[200] = 4 };

static struct cur
old_operand(struct cur *c, unsigned sprm)
{
	size_t n = old_size[sprm & 0xff];

	if (n == VAR2) {
		n = cur_u16(c); /* one more than what follows */
		n -= n > 0;
	} else if (n == VAR) {
		n = cur_u8(c);
		if (sprm == OLD_P_CHG_TABS && n == 255)
			n = cur_left(c);
	}
	return cur_sub(c, n);
}

/* The first byte of the last modifier of that kind; fallback without one. */
static unsigned
modifier(bool old, struct cur grpprl, unsigned sprm, unsigned fallback)
{
	unsigned id, v = fallback;
	struct cur op;

	while (cur_left(&grpprl) >= 2) {
		id = old ? cur_u8(&grpprl) : cur_u16(&grpprl);
		op = old ? old_operand(&grpprl, id) : operand(&grpprl, id);
		if (grpprl.bad)
			break;
		if (id == sprm)
			v = cur_u8(&op);
	}
	return v;
}

static void
add(struct docprop_runs *r, uint32_t from, uint32_t to, unsigned flags)
{
	if (from >= to)
		return;
	r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
	r->v[r->n++] = (struct docprop_run){ from, to, flags };
}

/* PapxInFkp, 2.9.174: a length in words, then style and modifiers. */
static unsigned
para_flags(bool old, struct cur page, size_t off)
{
	unsigned flags = 0;
	struct cur g;
	size_t n;

	if (off == 0)
		return 0;
	cur_seek(&page, off);
	n = cur_u8(&page);
	if (old)
		n = n * 2;
	else
		n = n == 0 ? (size_t)cur_u8(&page) * 2 : n * 2 - 1;
	g = cur_sub(&page, n < cur_left(&page) ? n : cur_left(&page));
	cur_u16(&g); /* istd */
	if (modifier(old, g, old ? OLD_P_IN_TABLE : SPRM_P_IN_TABLE, 0))
		flags |= DOCPROP_TABLE;
	if (modifier(old, g, old ? OLD_P_TTP : SPRM_P_TTP, 0))
		flags |= DOCPROP_ROW_END;
	if (modifier(old, g,
		old ? OLD_P_PAGE_BREAK_BEFORE : SPRM_P_PAGE_BREAK_BEFORE, 0))
		flags |= DOCPROP_PAGE_BREAK;
	return flags;
}

/* Chpx, 2.9.32. */
static bool
is_deleted(bool old, struct cur page, size_t off)
{
	size_t n;

	if (off == 0)
		return false;
	cur_seek(&page, off);
	n = cur_u8(&page);
	return modifier(old, cur_sub(&page, n),
		   old ? OLD_C_RMARK_DEL : SPRM_C_RMARK_DEL, 0) != 0;
}

/* One page: n + 1 offsets, n entries of size bytes, n in the last byte. */
static void
read_page(struct docprop *p, bool old, struct cur page, bool paras)
{
	struct cur c = page, e = page;
	size_t size = !paras ? 1 : old ? 7 : 13, n, i, off;
	uint32_t from, to;

	cur_seek(&c, PAGE - 1);
	n = cur_u8(&c);
	cur_seek(&c, 0);
	from = cur_u32(&c);
	for (i = 0; i < n; i++, from = to) {
		to = cur_u32(&c);
		cur_seek(&e, (n + 1) * 4 + i * size);
		off = (size_t)cur_u8(&e) * 2;
		if (c.bad || e.bad)
			return;
		if (!paras && is_deleted(old, page, off))
			add(&p->deleted, from, to, 0);
		else if (paras)
			add(&p->para, from, to, para_flags(old, page, off));
	}
}

static int
compare(const void *pa, const void *pb)
{
	const struct docprop_run *a = pa, *b = pb;

	return a->from < b->from ? -1 : a->from > b->from;
}

/* All pages that a PlcBte names, each once. */
static void
read_pages(struct docprop *p, const struct fib *f, bool paras)
{
	struct fib_plc plc =
	    fib_plc(fib_block(f, paras ? FIB_PLCFBTEPAPX : FIB_PLCFBTECHPX),
		f->old ? 2 : 4);
	struct docprop_runs *runs = paras ? &p->para : &p->deleted;
	struct cur main = cur_of(buf_span(&f->main)), item;
	size_t pages = f->main.len / PAGE, i, pn;
	uint8_t *seen = mem_calloc(pages + 1, 1);

	for (i = 0; i < plc.n; i++) {
		item = fib_plc_item(&plc, i);
		pn = f->old ? cur_u16(&item) : cur_u32(&item) & 0x3fffff;
		if (pn >= pages || seen[pn])
			continue;
		seen[pn] = 1;
		cur_seek(&main, pn * PAGE);
		read_page(p, f->old, cur_sub(&main, PAGE), paras);
	}
	free(seen);
	if (runs->n > 1)
		qsort(runs->v, runs->n, sizeof(*runs->v), compare);
}

void
docprop_read(struct docprop *p, const struct fib *f)
{
	memset(p, 0, sizeof(*p));
	read_pages(p, f, false);
	read_pages(p, f, true);
}

void
docprop_release(struct docprop *p)
{
	free(p->para.v);
	free(p->deleted.v);
}

/* The run that fc lies in, or NULL. */
static const struct docprop_run *
find(const struct docprop_runs *r, uint32_t fc)
{
	size_t lo = 0, hi = r->n, mid;

	while (lo < hi) { /* the first run that begins behind fc */
		mid = lo + (hi - lo) / 2;
		if (r->v[mid].from <= fc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo > 0 && fc < r->v[lo - 1].to ? &r->v[lo - 1] : NULL;
}

unsigned
docprop_para(const struct docprop *p, uint32_t fc)
{
	const struct docprop_run *r = find(&p->para, fc);

	return r ? r->flags : 0;
}

bool
docprop_deleted(const struct docprop *p, uint32_t fc)
{
	return p->deleted.n > 0 && find(&p->deleted, fc) != NULL;
}

bool
docprop_new_page(const struct fib *f, uint32_t fc)
{
	struct cur main = cur_of(buf_span(&f->main));
	size_t n;

	if (f->old || fc == NO_SEPX || fc > main.len)
		return true; /* the old Sepx is another one */
	cur_seek(&main, fc);
	n = cur_u16(&main);
	return modifier(false, cur_sub(&main, n), SPRM_S_BKC, 2) != 0;
}
