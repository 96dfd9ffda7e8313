#include "doc/pdf/pdfcmap.h"

#include <stdlib.h>
#include <unicode/ucnv.h>

#include "base/arena.h"
#include "base/mem.h"
#include "doc/pdf/pdfcid.h"
#include "doc/pdf/pdfobj.h"
#include "text/utf.h"

#define CODE_MAX     4U      /* bytes of a code */
#define TEXT_MAX     512U    /* bytes of what one code stands for */
#define RANGES_MAX   1000000 /* of one CMap */
#define ORDERING_MAX 16

/* What the codes are that no table of the file explains. */
enum charset {
	CHARSET_NONE,
	CHARSET_IDENTITY, /* the CID itself */
	CHARSET_UTF8,
	CHARSET_UTF16,
	CHARSET_UTF32,
	CHARSET_SJIS,
	CHARSET_EUC,
	CHARSET_JIS, /* EUC-JP without the high bits */
	CHARSET_GBK,
	CHARSET_BIG5,
	CHARSET_UHC,
	CHARSET_CID /* CIDs of a collection: Adobe-Japan1-UCS2 */
};

struct space { /* a codespace range: each byte from lo's to hi's */
	uint32_t lo, hi;
	unsigned len;
};

enum meaning { MEANS_CID, MEANS_UNIT, MEANS_TEXT };

struct range {
	uint32_t lo, hi;
	uint32_t to; /* CID or UTF-16 unit of lo; TEXT: byte in pool */
	uint16_t n;  /* TEXT: bytes, UTF-16BE, of which the last counts up */
	uint8_t len; /* bytes of the codes */
	uint8_t meaning;
	uint32_t order;
};

struct pdfcmap {
	enum charset charset;
	char ordering[ORDERING_MAX]; /* CHARSET_CID: of the collection */
	bool vertical;
	struct space *space;
	size_t spaces, space_cap;
	struct range *range;
	size_t ranges, range_cap;
	struct buf pool;
};

static struct pdfcmap *
cmap_new(void)
{
	struct pdfcmap *c = mem_calloc(1, sizeof(*c));

	buf_init(&c->pool);
	return c;
}

void
pdfcmap_free(struct pdfcmap *c)
{
	if (!c)
		return;
	free(c->space);
	free(c->range);
	buf_release(&c->pool);
	free(c);
}

bool
pdfcmap_vertical(const struct pdfcmap *c)
{
	return c->vertical;
}

bool
pdfcmap_identity(const struct pdfcmap *c)
{
	return c->charset == CHARSET_IDENTITY && c->ranges == 0;
}

static void
add_space(struct pdfcmap *c, uint32_t lo, uint32_t hi, unsigned len)
{
	c->space =
	    mem_grow(c->space, &c->space_cap, c->spaces + 1, sizeof(*c->space));
	c->space[c->spaces++] = (struct space){ lo, hi, len };
}

/* ---- predefined ---- */

/* The codespaces of a charset. */
static void
add_spaces(struct pdfcmap *c)
{
	switch (c->charset) {
	case CHARSET_UTF8:
		add_space(c, 0x00, 0x7f, 1);
		add_space(c, 0xc080, 0xdfbf, 2);
		add_space(c, 0xe08080, 0xefbfbf, 3);
		add_space(c, 0xf0808080, 0xf7bfbfbf, 4);
		break;
	case CHARSET_UTF16:
		add_space(c, 0xd800dc00, 0xdbffdfff, 4);
		add_space(c, 0x0000, 0xd7ff, 2);
		add_space(c, 0xe000, 0xffff, 2);
		break;
	case CHARSET_UTF32:
		add_space(c, 0, 0x0010ffff, 4);
		break;
	case CHARSET_SJIS:
		add_space(c, 0x8140, 0x9ffc, 2);
		add_space(c, 0xe040, 0xfcfc, 2);
		add_space(c, 0x00, 0x80, 1);
		add_space(c, 0xa0, 0xdf, 1);
		break;
	case CHARSET_EUC:
		add_space(c, 0x8ea0, 0x8edf, 2);
		add_space(c, 0xa1a1, 0xfefe, 2);
		add_space(c, 0x00, 0x80, 1);
		break;
	case CHARSET_GBK:
	case CHARSET_BIG5:
	case CHARSET_UHC:
		add_space(c, 0x8130, 0xfefe, 2);
		add_space(c, 0x00, 0x80, 1);
		break;
	default:
		add_space(c, 0x0000, 0xffff, 2);
		break;
	}
}

/* By what the name holds, -H or -V left out. */
static enum charset
charset_of(struct span name)
{
	static const struct {
		const char *part;
		enum charset charset;
	} known[] = {
		{ "Identity", CHARSET_IDENTITY },
		{ "UTF16", CHARSET_UTF16 },
		{ "UCS2", CHARSET_UTF16 },
		{ "UTF8", CHARSET_UTF8 },
		{ "UTF32", CHARSET_UTF32 },
		{ "RKSJ", CHARSET_SJIS },
		{ "GB", CHARSET_GBK },
		{ "B5", CHARSET_BIG5 },
		{ "HKscs", CHARSET_BIG5 },
		{ "KSC", CHARSET_UHC },
		{ "EUC", CHARSET_EUC },
	};
	static const char *const jis[] = { "H", "78", "Add", "Ext", "NWP",
		"Hojo" };
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (name.n > 0 && memmem(name.p, name.n, known[i].part,
				      strlen(known[i].part)))
			return known[i].charset;
	for (i = 0; i < sizeof(jis) / sizeof(jis[0]); i++)
		if (span_eqs(name, jis[i]))
			return CHARSET_JIS;
	return CHARSET_NONE;
}

/* "Adobe-Japan1-UCS2" maps CIDs; false when name is none of these. */
static bool
set_collection(struct pdfcmap *c, struct span name)
{
	const struct span head = SPAN("Adobe-"), tail = SPAN("-UCS2");

	if (!span_starts(name, head) || !span_ends(name, tail) ||
	    name.n <= head.n + tail.n ||
	    name.n - head.n - tail.n >= ORDERING_MAX)
		return false;
	memcpy(c->ordering, name.p + head.n, name.n - head.n - tail.n);
	c->charset = CHARSET_CID;
	return true;
}

struct pdfcmap *
pdfcmap_named(struct span name)
{
	struct pdfcmap *c;
	enum charset charset;
	bool vertical = span_ends(name, SPAN("-V")) || span_eqs(name, "V");

	c = cmap_new();
	if (set_collection(c, name)) {
		add_spaces(c);
		return c;
	}
	if (name.n > 2 && name.p[name.n - 2] == '-')
		name.n -= 2;
	charset = charset_of(span_eqs(name, "V") ? SPAN("H") : name);
	if (charset == CHARSET_NONE) {
		pdfcmap_free(c);
		return NULL;
	}
	c->charset = charset;
	c->vertical = vertical;
	add_spaces(c);
	return c;
}

/* The code's bytes by an ICU converter, as UTF-8. */
static bool
convert(const char *converter, const uint8_t *p, unsigned n, struct buf *out)
{
	UErrorCode err = U_ZERO_ERROR;
	UConverter *cnv = ucnv_open(converter, &err);
	UChar u[8];
	int32_t got, i;
	bool good;

	if (U_FAILURE(err))
		return false;
	got = ucnv_toUChars(cnv, u, 8, (const char *)p, (int32_t)n, &err);
	ucnv_close(cnv);
	good = U_SUCCESS(err) && got > 0;
	for (i = 0; good && i < got; i++)
		good = u[i] != 0xfffd && u[i] != 0x1a;
	if (good) {
		uint8_t le[sizeof(u)];

		for (i = 0; i < got; i++) {
			le[2 * i] = (uint8_t)u[i];
			le[2 * i + 1] = (uint8_t)(u[i] >> 8);
		}
		utf_from16(span_of(le, 2 * (size_t)got), out);
	}
	return good;
}

static bool
put_char(uint32_t u, struct buf *out)
{
	if (u == 0 || u > 0x10ffff || (u & 0xfffff800) == 0xd800 ||
	    (u >= 0xfffd && u <= 0xffff))
		return false;
	utf_put(out, u);
	return true;
}

static bool
charset_text(
    const struct pdfcmap *c, uint32_t code, unsigned len, struct buf *out)
{
	uint8_t b[CODE_MAX] = { 0 };
	unsigned i;
	size_t off = 0;

	for (i = 0; i < len && i < CODE_MAX; i++)
		b[i] = (uint8_t)(code >> (8 * (len - 1 - i)));
	switch (c->charset) {
	case CHARSET_UTF8:
		return put_char(utf_next(span_of(b, len), &off), out);
	case CHARSET_UTF16:
		if (len == 4)
			code = 0x10000 + ((code >> 16 & 0x3ff) << 10) +
			       (code & 0x3ff);
		return put_char(code, out);
	case CHARSET_UTF32:
		return put_char(code, out);
	case CHARSET_SJIS:
		return convert("ibm-943_P15A-2003", b, len, out);
	case CHARSET_JIS:
		b[0] |= 0x80;
		b[1] |= 0x80;
		return convert("EUC-JP", b, len, out);
	case CHARSET_EUC:
		return convert("EUC-JP", b, len, out);
	case CHARSET_GBK:
		return convert("GBK", b, len, out);
	case CHARSET_BIG5:
		return convert("Big5-HKSCS", b, len, out);
	case CHARSET_UHC:
		return convert("windows-949", b, len, out);
	case CHARSET_CID:
		return pdfcid_text(span_str(c->ordering), code, out);
	default:
		return false;
	}
}

/* ---- embedded ---- */

/* A code as a number; false when it is no string of 1 to 4 bytes. */
static bool
code_of(const struct pdfobj *o, uint32_t *code)
{
	size_t i;

	if (o->type != PDF_STRING || o->text.n < 1 || o->text.n > CODE_MAX)
		return false;
	*code = 0;
	for (i = 0; i < o->text.n; i++)
		*code = *code << 8 | o->text.p[i];
	return true;
}

static struct range *
add_range(struct pdfcmap *c, uint32_t lo, uint32_t hi, size_t len)
{
	struct range *r;

	if (c->ranges >= RANGES_MAX || hi < lo)
		return NULL;
	c->range =
	    mem_grow(c->range, &c->range_cap, c->ranges + 1, sizeof(*c->range));
	r = &c->range[c->ranges];
	*r = (struct range){ .lo = lo,
		.hi = hi,
		.len = (uint8_t)len,
		.order = (uint32_t)c->ranges };
	c->ranges++;
	return r;
}

/* Codes lo to hi are CIDs from cid on. */
static void
add_cids(struct pdfcmap *c, const struct pdfobj *lo, const struct pdfobj *hi,
    const struct pdfobj *cid)
{
	struct range *r;
	uint32_t a, b;

	if (!code_of(lo, &a) || !code_of(hi, &b) || !pdfobj_is_number(cid))
		return;
	r = add_range(c, a, b, lo->text.n);
	if (r) {
		r->meaning = MEANS_CID;
		r->to = (uint32_t)pdfobj_int(cid, 0, UINT16_MAX, 0);
	}
}

/* Codes lo to hi are the text dst, UTF-16BE, whose last unit counts up. */
static void
add_text(struct pdfcmap *c, uint32_t lo, uint32_t hi, size_t len,
    const struct pdfobj *dst)
{
	struct range *r;
	struct span t = dst->text;

	if (dst->type == PDF_NAME || dst->type != PDF_STRING || t.n == 0)
		return;
	r = add_range(c, lo, hi, len);
	if (!r)
		return;
	if (t.n <= 2) {
		r->meaning = MEANS_UNIT;
		r->to = t.n == 1 ? t.p[0] : (uint32_t)t.p[0] << 8 | t.p[1];
		return;
	}
	t = span_head(t, TEXT_MAX);
	r->meaning = MEANS_TEXT;
	r->to = (uint32_t)c->pool.len;
	r->n = (uint16_t)(t.n & ~(size_t)1);
	buf_add(&c->pool, t.p, r->n);
}

/* The objects between "beginbfrange" and "endbfrange". */
static void
read_bfrange(struct pdfcmap *c, struct pdflex *l)
{
	struct pdfobj lo, hi, dst;
	uint32_t a, b, i;

	while (pdfobj_next(l, &lo) && lo.type != PDF_WORD &&
	       pdfobj_next(l, &hi) && hi.type != PDF_WORD &&
	       pdfobj_next(l, &dst) && dst.type != PDF_WORD) {
		if (!code_of(&lo, &a) || !code_of(&hi, &b))
			continue;
		if (dst.type != PDF_ARRAY) {
			add_text(c, a, b, lo.text.n, &dst);
			continue;
		}
		for (i = 0; i < dst.n && a + i <= b && a + i >= a; i++)
			add_text(c, a + i, a + i, lo.text.n, &dst.item[i]);
	}
}

static void
read_bfchar(struct pdfcmap *c, struct pdflex *l)
{
	struct pdfobj code, dst;
	uint32_t a;

	while (pdfobj_next(l, &code) && code.type != PDF_WORD &&
	       pdfobj_next(l, &dst) && dst.type != PDF_WORD)
		if (code_of(&code, &a))
			add_text(c, a, a, code.text.n, &dst);
}

static void
read_cids(struct pdfcmap *c, struct pdflex *l, bool range)
{
	struct pdfobj lo, hi, cid;

	while (pdfobj_next(l, &lo) && lo.type != PDF_WORD) {
		hi = lo;
		if (range && (!pdfobj_next(l, &hi) || hi.type == PDF_WORD))
			break;
		if (!pdfobj_next(l, &cid) || cid.type == PDF_WORD)
			break;
		add_cids(c, &lo, &hi, &cid);
	}
}

static void
read_spaces(struct pdfcmap *c, struct pdflex *l)
{
	struct pdfobj lo, hi;
	uint32_t a, b;

	while (pdfobj_next(l, &lo) && lo.type != PDF_WORD &&
	       pdfobj_next(l, &hi) && hi.type != PDF_WORD)
		if (code_of(&lo, &a) && code_of(&hi, &b) &&
		    lo.text.n == hi.text.n)
			add_space(c, a, b, (unsigned)lo.text.n);
}

/* A word of the CMap's program; before is what stood before it. */
static void
run_word(struct pdfcmap *c, struct pdflex *l, const struct pdfobj *word,
    const struct pdfobj before[2])
{
	if (pdfobj_is_word(word, "begincodespacerange"))
		read_spaces(c, l);
	else if (pdfobj_is_word(word, "beginbfchar"))
		read_bfchar(c, l);
	else if (pdfobj_is_word(word, "beginbfrange"))
		read_bfrange(c, l);
	else if (pdfobj_is_word(word, "begincidchar"))
		read_cids(c, l, false);
	else if (pdfobj_is_word(word, "begincidrange"))
		read_cids(c, l, true);
	else if (pdfobj_is_word(word, "def") &&
		 pdfobj_is_name(&before[1], "WMode"))
		c->vertical = before[0].v > 0;
	else if (pdfobj_is_word(word, "usecmap") &&
		 before[0].type == PDF_NAME &&
		 !set_collection(c, before[0].text))
		c->charset = charset_of(before[0].text);
}

/* By code; of the same code, the later one first. */
static int
range_order(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	return x->order > y->order ? -1 : x->order < y->order;
}

struct pdfcmap *
pdfcmap_parse(struct span data)
{
	struct pdfcmap *c = cmap_new();
	struct arena mem = ARENA_INIT;
	struct pdfobj o, before[2] = { pdfobj_null, pdfobj_null };
	struct pdflex l;

	pdfobj_lex(&l, data, &mem, true, false);
	while (pdfobj_next(&l, &o)) {
		if (o.type == PDF_WORD)
			run_word(c, &l, &o, before);
		before[1] = before[0];
		before[0] = o;
	}
	pdfobj_lex_end(&l);
	arena_release(&mem);
	if (c->spaces == 0)
		add_spaces(c);
	if (c->ranges > 0)
		qsort(c->range, c->ranges, sizeof(*c->range), range_order);
	return c;
}

/* ---- codes ---- */

/* Are the len bytes of code, each by itself, between those of r? */
static bool
in_space(const struct space *r, uint32_t code)
{
	unsigned i;

	for (i = 0; i < r->len; i++) {
		uint8_t b = (uint8_t)(code >> (8 * i));

		if (b < (uint8_t)(r->lo >> (8 * i)) ||
		    b > (uint8_t)(r->hi >> (8 * i)))
			return false;
	}
	return true;
}

unsigned
pdfcmap_next(
    const struct pdfcmap *c, struct span s, size_t *pos, uint32_t *code)
{
	unsigned len, shortest = CODE_MAX;
	size_t i;

	*code = 0;
	for (len = 1; len <= CODE_MAX && *pos + len <= s.n; len++) {
		*code = *code << 8 | s.p[*pos + len - 1];
		for (i = 0; i < c->spaces; i++) {
			if (c->space[i].len == len &&
			    in_space(&c->space[i], *code)) {
				*pos += len;
				return len;
			}
		}
	}
	/* no code: as long as the shortest one, [ISO 32000-1] 9.7.6.3 */
	for (i = 0; i < c->spaces; i++)
		if (c->space[i].len < shortest)
			shortest = c->space[i].len;
	*code = 0;
	for (len = 0; len < shortest && *pos < s.n; len++)
		*code = *code << 8 | s.p[(*pos)++];
	return len;
}

/* The range that holds code, or NULL. */
static const struct range *
find_range(const struct pdfcmap *c, uint32_t code, unsigned len, bool cid)
{
	size_t lo = 0, hi = c->ranges, mid, i;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (c->range[mid].lo <= code)
			lo = mid + 1;
		else
			hi = mid;
	}
	/* ranges may overlap, though hardly any do */
	for (i = lo; i > 0 && lo - i < 16; i--) {
		const struct range *r = &c->range[i - 1];

		if (r->hi >= code && (len == 0 || r->len == len) &&
		    (r->meaning == MEANS_CID) == cid)
			return r;
	}
	return NULL;
}

bool
pdfcmap_cid(const struct pdfcmap *c, uint32_t code, unsigned len, uint32_t *cid)
{
	const struct range *r = find_range(c, code, len, true);

	if (r) {
		*cid = r->to + (code - r->lo);
		return true;
	}
	*cid = code;
	return c->charset == CHARSET_IDENTITY;
}

/* The text of a range, its last unit counted up by more. */
static bool
range_text(const struct pdfcmap *c, const struct range *r, uint32_t more,
    struct buf *out)
{
	uint8_t le[TEXT_MAX];
	size_t i, from = out->len;
	uint32_t last;

	for (i = 0; i + 1 < r->n; i += 2) {
		le[i] = (uint8_t)c->pool.p[r->to + i + 1];
		le[i + 1] = (uint8_t)c->pool.p[r->to + i];
	}
	last = utf_unit(le + r->n - 2) + more;
	le[r->n - 2] = (uint8_t)last;
	le[r->n - 1] = (uint8_t)(last >> 8);
	utf_from16(span_of(le, r->n), out);
	return out->len > from &&
	       memchr(out->p + from, 0, out->len - from) == NULL;
}

bool
pdfcmap_text(
    const struct pdfcmap *c, uint32_t code, unsigned len, struct buf *out)
{
	const struct range *r = find_range(c, code, len, false);

	if (!r)
		return charset_text(c, code, len, out);
	if (r->meaning == MEANS_UNIT)
		return put_char(r->to + (code - r->lo), out);
	return range_text(c, r, code - r->lo, out);
}
