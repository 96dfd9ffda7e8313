#include "doc/slides/ppttext.h"

#include "text/utf.h"

void
ppttext_init(struct ppttext *t)
{
	buf_init(&t->units);
	t->used = false;
}

void
ppttext_release(struct ppttext *t)
{
	buf_release(&t->units);
}

/* TextBytesAtom: the low bytes of units whose high bytes are 0. */
static void
add_bytes(struct buf *units, struct cur body)
{
	char *to = buf_room(units, 2 * cur_left(&body));
	size_t n = 0;

	while (cur_left(&body) > 0) {
		to[n++] = (char)cur_u8(&body);
		to[n++] = 0;
	}
	buf_used(units, n);
}

/*
 * A field stands as one character, '*', at a position in units.  A slide number
 * shows itself; dates, headers and footers are no text of the slide.
 * Positions count from the text as it was, so fields must come last first, or
 * be of one digit: PowerPoint writes at most one of them into a text.
 */
static void
put_field(struct ppttext *t, struct cur body, bool is_number, uint32_t number)
{
	size_t at = (size_t)cur_u32(&body) * 2;
	struct buf tail = BUF_INIT, digits = BUF_INIT;
	size_t i;

	if (body.bad || at + 2 > t->units.len || t->units.p[at] != '*' ||
	    t->units.p[at + 1] != 0)
		return;
	buf_add(&tail, t->units.p + at + 2, t->units.len - at - 2);
	buf_cut(&t->units, at, t->units.len - at);
	if (is_number)
		buf_printf(&digits, "%u", (unsigned)number);
	for (i = 0; i < digits.len; i++) {
		buf_addc(&t->units, digits.p[i]);
		buf_addc(&t->units, 0);
	}
	buf_addspan(&t->units, buf_span(&tail));
	buf_release(&tail);
	buf_release(&digits);
}

bool
ppttext_atom(struct ppttext *t, const struct pptrec *r, uint32_t number)
{
	struct cur body = r->body;

	switch (r->type) {
	case RT_TextCharsAtom:
		if (t->units.len == 0)
			buf_add(&t->units, body.base, body.len & ~(size_t)1);
		return true;
	case RT_TextBytesAtom:
		if (t->units.len == 0)
			add_bytes(&t->units, body);
		return true;
	case RT_SlideNumberMetaCharAtom:
	case RT_DateTimeMetaCharAtom:
	case RT_GenericDateMetaCharAtom:
	case RT_HeaderMetaCharAtom:
	case RT_FooterMetaCharAtom:
	case RT_RtfDateTimeMetaCharAtom:
		put_field(
		    t, body, r->type == RT_SlideNumberMetaCharAtom, number);
		return true;
	default:
		return false;
	}
}

static void
add_lines(struct span units, char end, struct buf *out)
{
	struct buf line = BUF_INIT;
	size_t at = 0, from;
	struct span text;
	uint16_t u = 0;
	char *p;

	while (at + 2 <= units.n) {
		from = at;
		for (; at + 2 <= units.n; at += 2)
			if ((u = utf_unit(units.p + at)) == '\r')
				break;
		buf_reset(&line);
		utf_from16(span_of(units.p + from, at - from), &line);
		at += 2;
		for (p = line.p; p < line.p + line.len; p++)
			if (*p == '\t' || *p == '\n' || *p == '\v')
				*p = ' ';
		text = utf_trim(buf_span(&line));
		if (text.n == 0)
			continue;
		buf_addspan(out, text);
		buf_addc(out, end);
	}
	buf_release(&line);
}

void
ppttext_lines(struct span units, struct buf *out)
{
	add_lines(units, '\n', out);
}

void
ppttext_joined(struct span units, struct buf *out)
{
	size_t had = out->len;

	add_lines(units, ' ', out);
	if (out->len > had)
		buf_cut(out, out->len - 1, 1);
}
