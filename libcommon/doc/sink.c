#include "doc/sink.h"

#include "stream/rec.h"

void
sink_init(struct sink *s, struct out *o)
{
	*s = (struct sink){ .out = o };
	buf_init(&s->name);
}

void
sink_collect(struct sink *s, struct buf *lines)
{
	*s = (struct sink){ .lines = lines };
	buf_init(&s->name);
}

void
sink_release(struct sink *s)
{
	buf_release(&s->name);
}

void
sink_place(struct sink *s, const struct place *p)
{
	buf_reset(&s->name);
	buf_addspan(&s->name, p->name);
	s->place = *p;
	s->place.name = buf_span(&s->name);
	s->open = false;
}

/* The meta lines, in front of the first body line. */
static void
open_place(struct sink *s)
{
	if (s->open)
		return;
	s->open = true;
	s->places++;
	if (s->out)
		place_write(s->out, &s->place);
}

void
sink_line(struct sink *s, struct span text)
{
	open_place(s);
	if (s->out) {
		rec_text(s->out, text);
		out_putc(s->out, '\n');
	} else {
		buf_addspan(s->lines, text);
		buf_addc(s->lines, '\n');
	}
}

void
sink_cell(struct sink *s, uint32_t row, uint32_t col, struct span text)
{
	char a1[16], *p = a1 + sizeof(a1);
	uint32_t r = row + 1, c = col + 1;

	*--p = '\t';
	for (; r > 0; r /= 10)
		*--p = (char)('0' + r % 10);
	for (; c > 0; c = (c - 1) / 26)
		*--p = (char)('A' + (c - 1) % 26);
	open_place(s);
	if (s->out) {
		out_write(s->out, p, (size_t)(a1 + sizeof(a1) - p));
		rec_text(s->out, text);
		out_putc(s->out, '\n');
	} else {
		buf_addspan(s->lines, text);
		buf_addc(s->lines, '\n');
	}
}

void
sink_note(struct sink *s, const char *part, const struct tb_error *e)
{
	struct buf b = BUF_INIT;

	if (part && *part)
		buf_printf(&b, "%s: ", part);
	tb_reason(e, &b);
	sink_remark(s, buf_span(&b));
	buf_release(&b);
}

void
sink_remark(struct sink *s, struct span words)
{
	if (s->out) /* else the parent document notes the loss as a whole */
		rec_meta(s->out, META_NOTE, words);
}
