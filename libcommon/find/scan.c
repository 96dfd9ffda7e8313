#include "find/scan.h"

#include "find/units.h"
#include "text/utf.h"

#define RS 0x1eU

void
scan_init(struct scan *s)
{
	memset(s, 0, sizeof(*s));
	buf_init(&s->file);
	buf_init(&s->place_name);
	buf_init(&s->line);
	buf_init(&s->value);
}

void
scan_release(struct scan *s)
{
	buf_release(&s->file);
	buf_release(&s->place_name);
	buf_release(&s->line);
	buf_release(&s->value);
}

void
scan_begin(struct scan *s, const uint16_t *text, size_t n)
{
	s->text = text;
	s->n = n;
	s->pos = 0;
	s->version = s->in_place = false;
	buf_reset(&s->file);
	s->kind = KIND_NONE;
}

/*
 * Reads the meta line whose RS is at unit i, as UTF-8, into s->line; returns the
 * unit behind it.  The unit behind RS is skipped, whatever it is.
 */
static size_t
read_line(struct scan *s, size_t i)
{
	size_t from = i + 2 < s->n ? i + 2 : s->n, end = i;

	while (end < s->n && s->text[end] != '\n')
		end++;
	if (from > end)
		from = end;
	buf_reset(&s->line);
	utf_from16(span_of(s->text + from, (end - from) * 2), &s->line);
	return end < s->n ? end + 1 : end;
}

/* The key of s->line and its value, decoded; META_OTHER for none. */
static enum meta_key
split(struct scan *s, struct span *value)
{
	struct span line = buf_span(&s->line);
	size_t eq = span_find(line, '=');

	*value = SPAN("");
	if (eq == 0 || eq == line.n)
		return META_OTHER;
	*value = meta_decode(span_skip(line, eq + 1), &s->value);
	return meta_find(span_head(line, eq));
}

/* Is the line at pos one without '=': it then stays a line of the body. */
static bool
is_meta(const struct scan *s)
{
	struct span line = buf_span(&s->line);
	size_t eq = span_find(line, '=');

	return eq > 0 && eq < line.n;
}

static bool
take_version(struct scan *s, struct span value, struct tb_error *e)
{
	if (!span_eqs(value, "2"))
		return tb_fail(e, TB_EVERSION, "版=%.*s", SPAN_ARG(value));
	s->version = true;
	return true;
}

/* The place that is open ends at unit `end` and is told. */
static enum scan_event
close_place(struct scan *s, size_t end)
{
	s->units = end - (size_t)(s->body - s->text);
	s->in_place = false;
	return SCAN_PLACE;
}

static void
open_document(struct scan *s, struct span file)
{
	buf_reset(&s->file);
	buf_addspan(&s->file, file);
	s->kind = kind_of(file);
}

/* A key of a place; false with e filled when it is malformed. */
static bool
place_key(struct scan *s, enum meta_key key, struct span value, size_t behind,
    struct tb_error *e)
{
	if (meta_is_place(key)) {
		buf_reset(&s->place_name);
		buf_addspan(&s->place_name, value);
		s->in_place = true;
		value = buf_span(&s->place_name);
	}
	if (!s->in_place)
		return true;
	s->body = s->text + behind;
	return place_meta(&s->place, key, value, e) ||
	       tb_fail(e, TB_EBROKEN, "%.*s", SPAN_ARG(value));
}

enum scan_event
scan_next(struct scan *s, struct tb_error *e)
{
	size_t at, behind;
	enum meta_key key;
	struct span value;

	for (;;) {
		at = units_find(units_best(), s->text, s->n, s->pos, RS);
		if (at == s->n) {
			if (s->in_place)
				return close_place(s, s->n);
			if (s->n > 0 && !s->version) {
				tb_fail(
				    e, TB_EBROKEN, "%s", _("no version line"));
				return SCAN_BAD;
			}
			return SCAN_END;
		}
		behind = read_line(s, at);
		key = split(s, &value);
		if (s->in_place && (key == META_FILE || meta_is_place(key))) {
			s->pos = at; /* read again, without a place */
			return close_place(s, at);
		}
		s->pos = behind;
		if (!is_meta(s))
			continue;
		if (key == META_VERSION) {
			if (!take_version(s, value, e))
				return SCAN_BAD;
		} else if (key == META_FILE) {
			open_document(s, value);
			return SCAN_DOCUMENT;
		}
		if (!place_key(s, key, value, behind, e))
			return SCAN_BAD;
	}
}
