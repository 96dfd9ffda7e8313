#include "doc/excel/biffrec.h"

#include "text/codepage.h"
#include "text/cp1252.h"
#include "text/enc.h"
#include "text/utf.h"

#define SHIFT_JIS     932U
#define SHIFT_JIS_MAC 10001U
#define HIGH_BYTE     0x01U /* fHighByte: two bytes a character */
#define EXT_ST        0x04U /* fExtSt: phonetic data follow */
#define RICH_ST       0x08U /* fRichSt: formatting runs follow */

/* On to the next Continue record, when there is one. */
static bool
more(struct biffrun *run)
{
	struct cur look = *run->stream;
	struct biffrec r;

	if (!biffrec_next(&look, &r) || r.type != BIFF_CONTINUE)
		return false;
	*run->stream = look;
	run->piece = r.body;
	return true;
}

bool
biffrec_skip(struct biffrun *run, size_t n)
{
	size_t k;

	while (n > 0) {
		k = cur_left(&run->piece);
		if (k == 0 && !more(run))
			return false;
		k = cur_left(&run->piece);
		if (k > n)
			k = n;
		cur_skip(&run->piece, k);
		n -= k;
	}
	return true;
}

static uint8_t
u8(struct biffrun *run)
{
	while (cur_left(&run->piece) == 0)
		if (!more(run)) {
			run->piece.bad = true;
			return 0;
		}
	return cur_u8(&run->piece);
}

uint16_t
biffrec_u16(struct biffrun *run)
{
	unsigned lo = u8(run);

	return (uint16_t)(lo | (unsigned)u8(run) << 8);
}

uint32_t
biffrec_u32(struct biffrun *run)
{
	uint32_t lo = biffrec_u16(run);

	return lo | (uint32_t)biffrec_u16(run) << 16;
}

/* n units of one byte each: their high bytes are 0. */
static void
add_low(struct cur *c, size_t n, struct buf *out)
{
	const uint8_t *p = cur_take(c, n);
	size_t i;

	for (i = 0; p && i < n; i++)
		utf_put(out, p[i]);
}

bool
biffrec_chars(struct biffrun *run, size_t cch, unsigned flags, struct buf *out)
{
	struct buf wide = BUF_INIT; /* joined, for pairs that are cut apart */
	size_t n, size;
	bool ok = true;

	while (cch > 0 && ok) {
		size = flags & HIGH_BYTE ? 2 : 1;
		n = cur_left(&run->piece) / size;
		if (n > cch)
			n = cch;
		cch -= n;
		if (size == 2) {
			buf_add(&wide, cur_take(&run->piece, 2 * n), 2 * n);
		} else {
			utf_from16(buf_span(&wide), out);
			buf_reset(&wide);
			add_low(&run->piece, n, out);
		}
		if (cch == 0)
			break;
		ok = more(run);
		if (ok)
			flags = cur_u8(&run->piece);
	}
	utf_from16(buf_span(&wide), out);
	buf_release(&wide);
	return ok;
}

bool
biffrec_rich(struct biffrun *run, struct buf *out)
{
	size_t cch = biffrec_u16(run), runs = 0, ext = 0;
	unsigned flags = u8(run);

	if (flags & RICH_ST)
		runs = biffrec_u16(run);
	if (flags & EXT_ST)
		ext = biffrec_u32(run);
	return !run->piece.bad && biffrec_chars(run, cch, flags, out) &&
	       biffrec_skip(run, runs * 4) && biffrec_skip(run, ext);
}

void
biffrec_codepage(struct biffrec_text *text, unsigned number)
{
	text->japanese = number == SHIFT_JIS || number == SHIFT_JIS_MAC;
	text->page_set = codepage_table(number, text->page);
}

/* Appends bytes of the code page. */
static void
put_bytes(const struct biffrec_text *text, struct span s, struct buf *out)
{
	size_t i;

	if (text->japanese) {
		enc_to_utf8(ENC_SJIS, s, out);
		return;
	}
	for (i = 0; i < s.n; i++)
		utf_put(out,
		    text->page_set ? text->page[s.p[i]] : cp1252_char(s.p[i]));
}

bool
biffrec_string(struct biffrun *run, const struct biffrec_text *text,
    unsigned len_bytes, struct buf *out)
{
	size_t n = len_bytes == 1 ? u8(run) : biffrec_u16(run);
	struct buf bytes = BUF_INIT;
	unsigned flags;

	if (run->piece.bad)
		return false;
	if (text->biff8) {
		flags = n > 0 || cur_left(&run->piece) > 0 ? u8(run) : 0;
		return biffrec_chars(run, n, flags, out);
	}
	while (n-- > 0 && (cur_left(&run->piece) > 0 || more(run)))
		buf_addc(&bytes, (char)cur_u8(&run->piece));
	put_bytes(text, buf_span(&bytes), out);
	buf_release(&bytes);
	return true;
}
