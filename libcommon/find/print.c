#include "find/print.h"

#include "find/label.h"
#include "find/print_json.h"
#include "find/print_tsv.h"
#include "text/utf.h"

#define RED    "\033[01;31m"
#define PURPLE "\033[35m"
#define GREEN  "\033[32m"
#define PLAIN  "\033[m"

void
print_init(struct print *p, struct out *o)
{
	memset(p, 0, sizeof(*p));
	p->out = o;
	buf_init(&p->path);
	buf_init(&p->place);
	buf_init(&p->text);
	buf_init(&p->line);
	buf_init(&p->rows);
}

void
print_release(struct print *p)
{
	buf_release(&p->path);
	buf_release(&p->place);
	buf_release(&p->text);
	buf_release(&p->line);
	buf_release(&p->rows);
}

/* ---- text ----------------------------------------------------------------- */

void
print_safe(struct span text, struct buf *out)
{
	static const char arrow[] = "\xe2\x86\xb5";
	size_t n;

	while (text.n > 0) {
		for (n = 0; n < text.n; n++)
			if (text.p[n] == '\t' || text.p[n] == '\n' ||
			    span_starts(span_skip(text, n), SPAN("\r\n")) ||
			    span_starts(
				span_skip(text, n), SPAN("\xe2\x80\xa8")))
				break;
		tb_printable(span_head(text, n), out);
		text = span_skip(text, n);
		if (text.n == 0)
			break;
		if (text.p[0] < 0x20)
			buf_addc(out, (char)text.p[0]);
		else
			buf_adds(out, arrow);
		text = span_skip(text, text.p[0] < 0x20 ? 1 : 3);
	}
}

/* Text of the store: as it is, or as a terminal may have it. */
static void
add_text_of(struct print *p, struct span s)
{
	if (p->terminal)
		print_safe(s, &p->line);
	else
		buf_addspan(&p->line, s);
}

static void
coloured(struct print *p, const char *colour, struct span s)
{
	if (p->colour)
		buf_adds(&p->line, colour);
	add_text_of(p, s);
	if (p->colour)
		buf_adds(&p->line, PLAIN);
}

/* Units [from, to) of a line. */
static void
add_units(struct print *p, const struct search_line *l, size_t from, size_t to)
{
	buf_reset(&p->text);
	utf_from16(span_of(l->text + from, (to - from) * 2), &p->text);
	add_text_of(p, buf_span(&p->text));
}

/* Where behind `from` the next match of the line is; false without one. */
static bool
next_match(struct print *p, const struct search_line *l, size_t from,
    struct pattern_match *m)
{
	return from <= l->units && pattern_next(p->pattern, l->text, l->units,
				       from, l->address, m, &p->error);
}

static size_t
behind(const struct pattern_match *m)
{
	return m->end > m->start ? m->end : m->end + 1;
}

/* The text of a line, its matches coloured. */
static void
add_text(struct print *p, const struct search_line *l)
{
	struct pattern_match m;
	size_t at = 0, from = 0;

	while (p->colour && l->hit && next_match(p, l, from, &m)) {
		add_units(p, l, at, m.start);
		buf_adds(&p->line, RED);
		add_units(p, l, m.start, m.end);
		buf_adds(&p->line, PLAIN);
		at = m.end;
		from = behind(&m);
	}
	add_units(p, l, at, l->units);
}

/* "path:place:line:", with '-' for a line that stands near a hit. */
static void
add_prefix(struct print *p, const struct search_line *l)
{
	char mark = l->hit ? ':' : '-';

	buf_reset(&p->place);
	place_name(l->place, &p->place);
	if (!p->no_path) {
		coloured(p, PURPLE, buf_span(&p->path));
		buf_addc(&p->line, p->null ? '\0' : mark);
	}
	coloured(p, GREEN, buf_span(&p->place));
	buf_printf(
	    &p->line, "%c%llu%c", mark, (unsigned long long)l->number, mark);
}

static void
put_line(struct print *p)
{
	buf_addc(&p->line, '\n');
	out_span(p->out, buf_span(&p->line));
	buf_reset(&p->line);
}

/* Lines that do not stand together have "--" between them. */
static void
separate(struct print *p, const struct search_line *l)
{
	buf_reset(&p->text);
	place_name(l->place, &p->text);
	if (p->context && p->last_number > 0 &&
	    (l->number != p->last_number + 1 || !p->last_near ||
		!span_eq(buf_span(&p->text), buf_span(&p->place))))
		out_puts(p->out, "--\n");
	p->last_near = true;
	p->last_number = l->number;
}

static void
print_lines(struct print *p, const struct search_line *l)
{
	separate(p, l);
	add_prefix(p, l);
	add_text(p, l);
	put_line(p);
}

static void
print_only(struct print *p, const struct search_line *l)
{
	struct pattern_match m;
	size_t from = 0;

	while (l->hit && next_match(p, l, from, &m)) {
		from = behind(&m);
		if (m.end == m.start)
			continue;
		add_prefix(p, l);
		if (p->colour)
			buf_adds(&p->line, RED);
		add_units(p, l, m.start, m.end);
		if (p->colour)
			buf_adds(&p->line, PLAIN);
		put_line(p);
	}
}

/* Appends a path as a part of an URL. */
static void
add_url(struct span path, struct buf *out)
{
	size_t i;
	uint8_t c;

	for (i = 0; i < path.n; i++) {
		c = path.p[i];
		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9') || (c && strchr("-._~/", c)))
			buf_addc(out, (char)c);
		else
			buf_printf(out, "%%%02X", c);
	}
}

/* The path of the document, a link to it where its folder is known. */
static void
put_document(struct print *p)
{
	const struct state_item *item =
	    p->sources ? state_find(p->sources, p->doc->index) : NULL;
	bool link = item && span_starts(item->source, SPAN("/"));

	if (link) {
		buf_adds(&p->line, "\033]8;;file://");
		add_url(item->source, &p->line);
		if (!span_ends(item->source, SPAN("/")))
			buf_addc(&p->line, '/');
		add_url(p->doc->folder, &p->line);
		if (p->doc->folder.n > 0)
			buf_addc(&p->line, '/');
		add_url(p->doc->file, &p->line);
		buf_adds(&p->line, "\033\\");
	}
	coloured(p, PURPLE, buf_span(&p->path));
	if (link)
		buf_adds(&p->line, "\033]8;;\033\\");
	put_line(p);
}

/* "[シート]明細!B12: text" */
static void
print_heading(struct print *p, const struct search_line *l)
{
	struct pattern_match m = { 0, 0 };
	struct buf label = BUF_INIT;

	if (!p->headed) {
		if (p->hits > 1)
			out_putc(p->out, '\n');
		put_document(p);
		p->headed = true;
	}
	separate(p, l);
	(void)next_match(p, l, 0, &m);
	buf_reset(&p->place);
	place_name(l->place, &p->place);
	label_place(l->place, &label);
	if (l->place->base == PLACE_SHEET) {
		buf_addc(&label, '!');
		label_cell(l, m.start, &label);
	}
	if (l->place->target != PLACE_BODY) {
		buf_adds(&label, " (");
		buf_addspan(&label, label_kind(l->place));
		buf_addc(&label, ')');
	}
	coloured(p, GREEN, buf_span(&label));
	buf_adds(&p->line, l->hit ? ": " : "- ");
	add_text(p, l);
	put_line(p);
	buf_release(&label);
}

/* ---- the receiver --------------------------------------------------------- */

static bool
on_begin(void *arg, const struct search_doc *d)
{
	struct print *p = arg;

	p->doc = d;
	p->before = p->hits;
	p->headed = p->last_near = false;
	buf_reset(&p->path);
	label_path(d, &p->path);
	return true;
}

static bool
on_line(void *arg, const struct search_line *l)
{
	struct print *p = arg;

	p->hits += l->hit;
	switch (p->mode) {
	case PRINT_LINES:
		print_lines(p, l);
		break;
	case PRINT_HEADING:
		print_heading(p, l);
		break;
	case PRINT_ONLY:
		print_only(p, l);
		break;
	case PRINT_TSV:
		if (l->hit)
			print_tsv_row(p, l);
		break;
	case PRINT_JSON:
		print_json_line(p, l);
		break;
	case PRINT_QUIET:
		return false; /* one hit says all */
	default:
		break;
	}
	return p->error.code == TB_OK && p->out->error == 0 &&
	       (p->limit == 0 || p->hits < p->limit);
}

static bool
on_end(void *arg, const struct search_doc *d, uint64_t hits)
{
	struct print *p = arg;

	(void)d;
	p->hits = p->before + hits; /* also those that were no lines */
	if (p->mode == PRINT_COUNT && hits > 0) {
		if (!p->no_path) {
			coloured(p, PURPLE, buf_span(&p->path));
			buf_addc(&p->line, p->null ? '\0' : ':');
		}
		buf_printf(&p->line, "%llu", (unsigned long long)hits);
		put_line(p);
	} else if ((p->mode == PRINT_WITH && hits > 0) ||
		   (p->mode == PRINT_WITHOUT && hits == 0)) {
		coloured(p, PURPLE, buf_span(&p->path));
		if (p->null) {
			buf_addc(&p->line, '\0');
			out_span(p->out, buf_span(&p->line));
			buf_reset(&p->line);
		} else {
			put_line(p);
		}
	}
	return p->out->error == 0;
}

void
print_receiver(struct print *p, struct search_receiver *r)
{
	r->begin = on_begin;
	r->line = on_line;
	r->end = on_end;
	r->arg = p;
}

void
print_end(struct print *p, const struct search_result *res, double seconds)
{
	if (p->mode == PRINT_TSV)
		print_tsv_end(p);
	else if (p->mode == PRINT_JSON)
		print_json_end(p, res, seconds);
}
