#include "stream/relay.h"

#include "stream/rec.h"

void
relay_init(struct relay *r, struct out *o, bool text)
{
	*r = (struct relay){ .out = o, .text = text };
	buf_init(&r->meta);
	buf_init(&r->sheet);
}

void
relay_release(struct relay *r)
{
	buf_release(&r->meta);
	buf_release(&r->sheet);
}

/* May this meta line, without its end, stand inside a document? */
static bool
allowed(struct span line)
{
	struct span name = span_skip(line, sizeof(META_MARK) - 1);
	enum meta_key key;

	if (!span_starts(line, SPAN(META_MARK)))
		return false;
	key = meta_find(span_head(name, span_find(name, '=')));
	return meta_is_place(key) || key == META_TARGET || key == META_HIDDEN ||
	       key == META_EMBED || key == META_NOTE;
}

/*
 * Of places, text shows the names of sheets, which people chose: once for all
 * places of a sheet.
 */
static void
put_sheet(struct relay *r, struct span line)
{
	struct span key = meta_name(META_SHEET), name;
	struct buf decoded = BUF_INIT;

	line = span_skip(line, sizeof(META_MARK) - 1);
	if (!span_starts(line, key) || line.n == key.n || line.p[key.n] != '=')
		return;
	name = meta_decode(span_skip(line, key.n + 1), &decoded);
	if (!span_eq(name, buf_span(&r->sheet))) {
		buf_reset(&r->sheet);
		buf_addspan(&r->sheet, name);
		rec_text(r->out, name);
		out_putc(r->out, '\n');
	}
	buf_release(&decoded);
}

static void
end_meta(struct relay *r)
{
	if (r->text)
		put_sheet(r, buf_span(&r->meta));
	else if (r->meta.len <= RELAY_META_MAX && allowed(buf_span(&r->meta))) {
		out_span(r->out, buf_span(&r->meta));
		out_putc(r->out, '\n');
	}
	buf_reset(&r->meta);
	r->state = RELAY_START;
}

/* Takes the meta line that is open up to its end, or all of s. */
static struct span
take_meta(struct relay *r, struct span s)
{
	size_t n = span_find(s, '\n');

	/* one byte over the limit tells that it is too long */
	if (r->meta.len <= RELAY_META_MAX)
		buf_addspan(
		    &r->meta, span_head(span_head(s, n), RELAY_META_MAX + 1));
	if (n == s.n)
		return span_skip(s, n);
	end_meta(r);
	return span_skip(s, n + 1);
}

/* Bytes at the start of s up to the next line that begins with RS. */
static size_t
body_bytes(const struct relay *r, struct span s)
{
	size_t i = 0;
	bool start;

	for (;;) {
		i += span_find(span_skip(s, i), META_MARK[0]);
		if (i >= s.n)
			return s.n;
		start = i ? s.p[i - 1] == '\n' : r->state == RELAY_START;
		if (start)
			return i;
		i++;
	}
}

void
relay_bytes(struct relay *r, struct span s)
{
	size_t n;

	while (s.n > 0) {
		if (r->state == RELAY_META) {
			s = take_meta(r, s);
			continue;
		}
		n = body_bytes(r, s);
		out_span(r->out, span_head(s, n));
		if (n > 0)
			r->state =
			    s.p[n - 1] == '\n' ? RELAY_START : RELAY_BODY;
		if (n < s.n)
			r->state = RELAY_META;
		s = span_skip(s, n);
	}
}

void
relay_end(struct relay *r)
{
	if (r->state == RELAY_BODY)
		out_putc(r->out, '\n');
	buf_reset(&r->meta);
	buf_reset(&r->sheet);
	r->state = RELAY_START;
}
