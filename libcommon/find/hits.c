#include "find/hits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "find/lines.h"
#include "find/times.h"
#include "store/content.h"

enum event_kind { EVENT_BEGIN, EVENT_LINE, EVENT_END };

struct hits_event {
	enum event_kind kind;
	bool hit, address;
	size_t place;
	uint64_t number;   /* LINE: of the line; END: hits */
	size_t off, units; /* LINE: in the text */
	struct span file;  /* BEGIN */
	enum kind doc_kind;
};

struct hits_place {
	struct place place; /* its name lies in the arena */
};

/* The search of a file, while it goes on. */
struct state {
	struct hits *h;
	const struct search_patterns *p;
	const struct search_options *o;
	uint64_t limit, all; /* hits wanted and found, of the file */
	bool in_doc, wanted, told;
	bool place_told;
	uint64_t hits; /* of the document */
	struct span file;
	enum kind kind;
};

void
hits_init(struct hits *h)
{
	memset(h, 0, sizeof(*h));
	h->fd = -1;
	buf_init(&h->index);
	buf_init(&h->folder);
	buf_init(&h->name);
	buf_init(&h->text);
	scan_init(&h->scan);
}

void
hits_release(struct hits *h)
{
	if (h->fd >= 0)
		close(h->fd);
	buf_release(&h->index);
	buf_release(&h->folder);
	buf_release(&h->name);
	buf_release(&h->text);
	arena_release(&h->arena);
	free(h->event);
	free(h->place);
	scan_release(&h->scan);
}

static const uint16_t *
units_of(const struct hits *h)
{
	return (const uint16_t *)(const void *)(h->text.p + h->head);
}

/* ---- what is found -------------------------------------------------------- */

static struct hits_event *
add_event(struct hits *h, enum event_kind kind)
{
	struct hits_event *ev;

	h->event =
	    mem_grow(h->event, &h->cap, h->events + 1, sizeof(*h->event));
	ev = &h->event[h->events++];
	*ev = (struct hits_event){ .kind = kind };
	return ev;
}

static void
add_begin(struct state *s)
{
	struct hits_event *ev;

	if (s->told)
		return;
	s->told = true;
	ev = add_event(s->h, EVENT_BEGIN);
	ev->file = arena_dup(&s->h->arena, s->file);
	ev->doc_kind = s->kind;
}

/* Shapes and comments of a sheet begin with a cell's address and a TAB. */
static bool
has_address(const struct place *p)
{
	return p->base == PLACE_SHEET &&
	       (p->target == PLACE_SHAPE || p->target == PLACE_COMMENT);
}

/* The place that the scan stands at, kept once it has a line. */
static void
keep_place(struct state *s)
{
	struct hits *h = s->h;
	struct place *to;

	if (s->place_told)
		return;
	s->place_told = true;
	h->place =
	    mem_grow(h->place, &h->place_cap, h->places + 1, sizeof(*h->place));
	to = &h->place[h->places++].place;
	*to = h->scan.place;
	to->name = arena_dup(&h->arena, h->scan.place.name);
}

static void
add_line(struct state *s, size_t start, size_t end, uint64_t number, bool hit)
{
	struct hits *h = s->h;
	struct hits_event *ev;

	if (s->o->count_only)
		return;
	keep_place(s);
	ev = add_event(h, EVENT_LINE);
	ev->hit = hit;
	ev->address = has_address(&h->scan.place);
	ev->place = h->places - 1;
	ev->number = number;
	ev->off = (size_t)(h->scan.body - units_of(h)) + start;
	ev->units = end - start;
}

/* ---- one place ------------------------------------------------------------ */

/* Lines that end in [from, to). */
static uint64_t
count_lines(const uint16_t *text, size_t from, size_t to)
{
	return units_count(units_best(), text, to, from, '\n');
}

/* The lines of a place that have been added, and those that are still owed. */
struct window {
	size_t told;   /* unit behind the last line that was added */
	uint64_t line; /* number of the line that begins at `at` */
	size_t at;
	uint64_t owed; /* lines behind the last hit */
};

/* Adds lines behind the last hit, up to unit `until`. */
static void
add_after(struct state *s, struct window *w, size_t until)
{
	const struct scan *sc = &s->h->scan;
	size_t start = w->told, end;
	uint64_t number;

	if (w->owed == 0)
		return;
	number = w->line;
	if (w->at < start)
		number += count_lines(sc->body, w->at, start);
	for (; w->owed > 0 && start < until; start = end + 1, number++) {
		end = lines_end(sc->body, sc->units, start);
		add_line(s, start, end, number, false);
		w->owed--;
		w->told = end + 1;
	}
}

/* Adds up to o->before lines in front of the one that begins at start. */
static void
add_before(struct state *s, struct window *w, size_t start, uint64_t number)
{
	const struct scan *sc = &s->h->scan;
	size_t from = start, end;
	uint64_t n = 0;

	while (n < s->o->before && from > w->told) {
		from = lines_begin(sc->body, from - 1);
		n++;
	}
	for (number -= n; from < start; from = end + 1, number++) {
		end = lines_end(sc->body, sc->units, from);
		add_line(s, from, end, number, false);
	}
}

/* One hit: the line [start, end). */
static void
add_hit(struct state *s, struct window *w, size_t start, size_t end)
{
	add_begin(s);
	s->hits++;
	s->all++;
	if (s->o->count_only)
		return;
	add_after(s, w, start);
	w->line += count_lines(s->h->scan.body, w->at, start);
	w->at = start;
	w->owed = 0;
	add_before(s, w, start, w->line);
	add_line(s, start, end, w->line, true);
	w->told = end + 1;
	w->owed = s->o->after;
}

/* Do the other patterns agree with the line? */
static bool
is_hit(struct state *s, const uint16_t *line, size_t n, bool address)
{
	const struct search_patterns *p = s->p;
	struct tb_error *e = &s->h->fatal;
	size_t i;

	if (n > 0 && line[0] == 0x1e)
		return false; /* a broken meta line */
	for (i = 0; i < p->alsos; i++)
		if (!pattern_in_line(p->also[i], line, n, address, e))
			return false;
	for (i = 0; i < p->nevers; i++)
		if (pattern_in_line(p->never[i], line, n, address, e))
			return false;
	return e->code == TB_OK;
}

/* Enough: of the document, or in all. */
static bool
is_enough(const struct state *s)
{
	return (s->o->max_count && s->hits >= s->o->max_count) ||
	       (s->limit && s->all >= s->limit);
}

static void
search_place(struct state *s)
{
	struct scan *sc = &s->h->scan;
	const uint16_t *text = sc->body;
	bool address = has_address(&sc->place);
	size_t n = sc->units, from = 0, start, end;
	struct window w = { .line = 1 };
	struct pattern_match m;

	if (n > 0 && text[n - 1] == '\n')
		n--; /* the last line's end begins no line */
	sc->units = n;
	s->place_told = false;
	pattern_reset(s->p->find);
	while (from <= n && n > 0 &&
	       pattern_next(
		   s->p->find, text, n, from, address, &m, &s->h->fatal)) {
		start = lines_begin(text, m.start);
		end = lines_end(text, n, m.start);
		from = end + 1;
		if (!is_hit(s, text + start, end - start, address)) {
			if (s->h->fatal.code != TB_OK)
				return;
			continue;
		}
		add_hit(s, &w, start, end);
		if (is_enough(s))
			break;
	}
	if (s->h->fatal.code == TB_OK)
		add_after(s, &w, n);
}

static bool
place_wanted(const struct state *s)
{
	const struct search_options *o = s->o;
	const struct place *p = &s->h->scan.place;
	struct buf name = BUF_INIT;
	bool wanted;

	if (o->no_shapes &&
	    (p->target == PLACE_SHAPE || p->target == PLACE_EMBED))
		return false;
	if (o->no_comments && p->target == PLACE_COMMENT)
		return false;
	if (o->places.ins + o->places.outs == 0)
		return true;
	place_name(p, &name);
	wanted = glob_match(&o->places, buf_span(&name));
	buf_release(&name);
	return wanted;
}

/* ---- one file ------------------------------------------------------------- */

static void
end_document(struct state *s)
{
	struct hits_event *ev;

	if (s->in_doc && s->wanted && (s->hits > 0 || s->o->all_documents)) {
		add_begin(s);
		ev = add_event(s->h, EVENT_END);
		ev->number = s->hits;
	}
	s->in_doc = false;
}

static void
begin_document(struct state *s)
{
	const struct scan *sc = &s->h->scan;

	s->in_doc = true;
	s->told = false;
	s->hits = 0;
	s->file = arena_dup(&s->h->arena, buf_span(&sc->file));
	s->kind = sc->kind;
	s->wanted =
	    glob_match(&s->o->files, s->file) &&
	    (!s->o->kinds || (s->o->kinds & 1U << sc->kind)) &&
	    (!s->o->times || times_match(s->o->times, buf_span(&s->h->index),
				 buf_span(&s->h->folder), s->file));
}

/*
 * What is malformed anywhere gives no hit at all; but behind all the hits that
 * are wanted nothing is looked at.
 */
static void
search_text(struct state *s)
{
	struct hits *h = s->h;

	scan_begin(&h->scan, units_of(h), (h->text.len - h->head) / 2);
	while (h->fatal.code == TB_OK) {
		if (s->limit && s->all >= s->limit) {
			end_document(s);
			return;
		}
		switch (scan_next(&h->scan, &h->skip)) {
		case SCAN_DOCUMENT:
			/* the scan's name is the new one's already */
			end_document(s);
			begin_document(s);
			break;
		case SCAN_PLACE:
			if (s->wanted && !is_enough(s) && place_wanted(s))
				search_place(s);
			break;
		case SCAN_BAD:
			h->events = 0;
			return;
		default:
			end_document(s);
			return;
		}
	}
}

void
hits_open(struct hits *h, int dir, struct span index, struct span folder,
    struct span name)
{
	buf_reset(&h->index);
	buf_addspan(&h->index, index);
	buf_reset(&h->folder);
	buf_addspan(&h->folder, folder);
	buf_reset(&h->name);
	buf_addspan(&h->name, name);
	tb_clear(&h->skip);
	tb_clear(&h->fatal);
	h->gone = false;
	h->fd = openat(
	    dir, h->name.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (h->fd >= 0)
		return;
	h->gone = errno == ENOENT; /* its last document went meanwhile */
	if (!h->gone)
		tb_fail_sys(&h->skip, "open");
}

static bool
read_text(struct hits *h)
{
	if (h->fd < 0)
		return false;
	if (sys_read_all(h->fd, SEARCH_FILE_MAX, &h->text, &h->skip)) {
		h->bytes = h->text.len;
		h->head = content_normalize_head(&h->text);
	}
	close(h->fd);
	h->fd = -1;
	return h->skip.code == TB_OK;
}

static void
exchange(struct buf *a, struct buf *b)
{
	struct buf t = *a;

	*a = *b;
	*b = t;
}

void
hits_search(struct hits *h, const struct search_patterns *p,
    const struct search_options *o, uint64_t limit, struct buf *spare)
{
	struct state s = { .h = h, .p = p, .o = o, .limit = limit };

	exchange(&h->text, spare);
	buf_reset(&h->text);
	arena_reset(&h->arena);
	h->events = h->places = 0;
	h->bytes = h->head = 0;
	if (read_text(h))
		search_text(&s);
	if (h->places == 0) /* no line is lent from it */
		exchange(&h->text, spare);
}

/* ---- telling -------------------------------------------------------------- */

static void
tell_skip(const struct hits *h, const struct search_receiver *r)
{
	struct buf path = BUF_INIT;

	buf_addspan(&path, buf_span(&h->index));
	buf_addc(&path, '/');
	if (h->folder.len > 0) {
		buf_addspan(&path, buf_span(&h->folder));
		buf_addc(&path, '/');
	}
	buf_addspan(&path, buf_span(&h->name));
	if (r->skip)
		r->skip(r->arg, path.p, &h->skip);
	buf_release(&path);
}

static bool
tell_line(const struct hits *h, const struct hits_event *ev,
    const struct search_receiver *r)
{
	struct search_line l = { .place = &h->place[ev->place].place,
		.number = ev->number,
		.text = units_of(h) + ev->off,
		.units = ev->units,
		.address = ev->address,
		.hit = ev->hit };

	return !r->line || r->line(r->arg, &l);
}

bool
hits_tell(const struct hits *h, const struct search_receiver *r,
    struct search_result *res)
{
	struct search_doc doc = { .index = buf_span(&h->index),
		.folder = buf_span(&h->folder) };
	const struct hits_event *ev;
	uint64_t told = 0; /* hits of the document that were lines */
	bool go = true;
	size_t i;

	if (h->gone)
		return true;
	if (h->skip.code != TB_OK) {
		res->skipped++;
		tell_skip(h, r);
		return true;
	}
	res->files++;
	res->bytes += h->bytes;
	for (i = 0; i < h->events && go; i++) {
		ev = &h->event[i];
		switch (ev->kind) {
		case EVENT_BEGIN:
			doc.file = ev->file;
			doc.kind = ev->doc_kind;
			told = 0;
			go = !r->begin || r->begin(r->arg, &doc);
			break;
		case EVENT_LINE:
			res->hits += ev->hit;
			told += ev->hit;
			go = tell_line(h, ev, r);
			break;
		case EVENT_END:
			res->documents += ev->number > 0;
			res->hits += ev->number - told;
			go = !r->end || r->end(r->arg, &doc, ev->number);
			break;
		default:
			break;
		}
	}
	return go;
}
