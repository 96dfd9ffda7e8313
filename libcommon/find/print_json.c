#include "find/print_json.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/mem.h"
#include "find/label.h"
#include "text/utf.h"

static void
set_span(json_t *o, const char *key, struct span s)
{
	struct buf clean = BUF_INIT;
	json_t *v;

	utf_clean(s, &clean); /* names on disk may be no UTF-8 */
	v = json_stringn(clean.p, clean.len);
	if (!v || json_object_set_new(o, key, v) < 0)
		mem_exhausted();
	buf_release(&clean);
}

static void
set_number(json_t *o, const char *key, uint64_t v)
{
	if (json_object_set_new(o, key, json_integer((json_int_t)v)) < 0)
		mem_exhausted();
}

/* UTF-8 bytes that the first n units of the line are. */
static size_t
bytes_of(const struct search_line *l, size_t n, struct buf *tmp)
{
	buf_reset(tmp);
	utf_from16(span_of(l->text, n * 2), tmp);
	return tmp->len;
}

static json_t *
submatches(struct print *p, const struct search_line *l)
{
	struct buf tmp = BUF_INIT;
	json_t *list = json_array(), *one;
	struct pattern_match m;
	size_t from = 0;

	while (l->hit && from <= l->units &&
	       pattern_next(p->pattern, l->text, l->units, from, l->address, &m,
		   &p->error)) {
		one = json_object();
		set_number(one, "start", bytes_of(l, m.start, &tmp));
		set_number(one, "end", bytes_of(l, m.end, &tmp));
		if (json_array_append_new(list, one) < 0)
			mem_exhausted();
		from = m.end > m.start ? m.end : m.end + 1;
	}
	buf_release(&tmp);
	return list;
}

/* Would it steer a terminal?  C0 is escaped already. */
static bool
steers(uint32_t u)
{
	return (u >= 0x7f && u < 0xa0) || u == 0x61c || u == 0x200e ||
	       u == 0x200f || (u >= 0x2028 && u <= 0x202e) ||
	       (u >= 0x2066 && u <= 0x2069) || u == 0xfeff;
}

/* Writes an object as a terminal may have it; it stays JSON. */
static void
put_safe(struct print *p, struct span s)
{
	struct buf b = BUF_INIT;
	size_t off = 0;
	uint32_t u;

	while (off < s.n) {
		u = utf_next(s, &off);
		if (steers(u))
			buf_printf(&b, "\\u%04x", (unsigned)u);
		else
			utf_put(&b, u);
	}
	out_span(p->out, buf_span(&b));
	buf_release(&b);
}

/* Writes the object on one line and frees it. */
static void
put(struct print *p, json_t *o)
{
	char *s = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	if (s) {
		if (p->terminal)
			put_safe(p, span_str(s));
		else
			out_puts(p->out, s);
		out_putc(p->out, '\n');
		free(s);
	} else {
		mem_exhausted();
	}
}

void
print_json_line(struct print *p, const struct search_line *l)
{
	json_t *o = json_object(), *subs = submatches(p, l);
	json_t *first = json_array_get(subs, 0);
	struct buf b = BUF_INIT;
	struct pattern_match m = { 0, 0 };

	if (first)
		(void)pattern_next(p->pattern, l->text, l->units, 0, l->address,
		    &m, &p->error);
	set_span(o, "type", l->hit ? SPAN("match") : SPAN("context"));
	set_span(o, "index", p->doc->index);
	set_span(o, "path", buf_span(&p->path));
	set_span(o, "folder", p->doc->folder);
	set_span(o, "file", p->doc->file);
	set_span(o, "kind", kind_name(p->doc->kind));
	place_name(l->place, &b);
	set_span(o, "place", buf_span(&b));
	set_span(o, "place_kind", label_kind(l->place));
	set_number(o, "line", l->number);
	buf_reset(&b);
	label_cell(l, m.start, &b);
	if (b.len > 0)
		set_span(o, "cell", buf_span(&b));
	buf_reset(&b);
	utf_from16(span_of(l->text, l->units * 2), &b);
	set_span(o, "text", buf_span(&b));
	if (json_object_set_new(o, "submatches", subs) < 0)
		mem_exhausted();
	put(p, o);
	buf_release(&b);
}

void
print_json_end(struct print *p, const struct search_result *res, double seconds)
{
	json_t *o = json_object();

	set_span(o, "type", SPAN("summary"));
	set_number(o, "hits", p->hits);
	set_number(o, "documents", res->documents);
	set_number(o, "files", res->files);
	set_number(o, "bytes", res->bytes);
	set_number(o, "skipped", res->skipped);
	if (json_object_set_new(o, "seconds", json_real(seconds)) < 0)
		mem_exhausted();
	put(p, o);
}
