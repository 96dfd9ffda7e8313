#include "doc/excel/biff12.h"

#include "text/utf.h"

#define BLOCK ((size_t)64 << 10) /* bytes read at a time */

bool
biff12_open(
    struct biff12 *b, struct opc *o, struct span part, struct tb_error *e)
{
	memset(b, 0, sizeof(*b));
	buf_init(&b->win);
	b->stream = opc_stream_open(o, part, OPC_STREAM_MAX, e);
	return b->stream != NULL;
}

void
biff12_close(struct biff12 *b)
{
	opc_stream_close(b->stream);
	buf_release(&b->win);
}

/* Reads until n bytes are there, or the part ends. */
static bool
fill(struct biff12 *b, size_t n, struct tb_error *e)
{
	size_t got;

	while (b->win.len - b->pos < n && !b->eof) {
		if (b->pos > 0) {
			buf_cut(&b->win, 0, b->pos);
			b->pos = 0;
		}
		if (!opc_stream_read(
			b->stream, buf_room(&b->win, BLOCK), BLOCK, &got, e))
			return false;
		buf_used(&b->win, got);
		b->eof = got == 0;
	}
	return true;
}

/* A number of at most max bytes. */
static size_t
number(struct cur *c, unsigned max)
{
	size_t v = 0;
	unsigned i;
	uint8_t byte;

	for (i = 0; i < max; i++) {
		byte = cur_u8(c);
		v |= (size_t)(byte & 0x7f) << (7 * i);
		if (!(byte & 0x80))
			break;
	}
	return v;
}

bool
biff12_next(struct biff12 *b, bool *more, struct tb_error *e)
{
	struct cur head;
	size_t len;

	if (!fill(b, 2 + 4, e))
		return false;
	head = cur_of(span_skip(buf_span(&b->win), b->pos));
	*more = head.len > 0;
	if (!*more)
		return true;
	b->type = (unsigned)number(&head, 2);
	len = number(&head, 4);
	if (head.bad || len > BIFF12_RECORD_MAX)
		return tb_fail(e, TB_EBROKEN, "record %u", b->type);
	b->pos += head.pos;
	if (!fill(b, len, e))
		return false;
	b->body = cur_of(span_head(span_skip(buf_span(&b->win), b->pos), len));
	b->pos += b->body.len;
	return b->body.len == len ||
	       tb_fail(e, TB_EBROKEN, "record %u is cut", b->type);
}

void
biff12_string(struct cur *c, struct buf *out)
{
	size_t units = cur_u32(c);
	const uint8_t *p =
	    units <= cur_left(c) / 2 ? cur_take(c, units * 2) : NULL;

	if (p)
		utf_from16(span_of(p, units * 2), out);
	else
		c->bad = true;
}
