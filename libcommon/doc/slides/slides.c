/*
 * slides.c: slides_read of doc/reader.h: a .pptx, slide by slide (extraction.md
 * 8).
 */
#include <stdlib.h>

#include "base/mem.h"
#include "doc/embed.h"
#include "doc/package.h"
#include "doc/reader.h"
#include "doc/slides/remark.h"
#include "doc/slides/slide.h"

#define MAIN_PART "ppt/presentation.xml"

struct slides {
	struct opc *opc;
	struct sink *sink;
	enum pull_parser parser;
	struct opc_rels rels; /* of the presentation */
	struct span *id;      /* relationships of the slides, in order */
	size_t n, cap;
	struct map seen;            /* slide parts */
	struct docobj_list objects; /* of one slide */
	struct buf lines;
	struct buf footers;     /* lines of one slide */
	struct buf all_footers; /* lines of the file, each once */
	struct map footer_seen;
	struct embed embed;
};

/* ---- the presentation ----------------------------------------------------- */

/* The children of p:sldIdLst, whose START x stands at. */
static enum pull_event
read_list(struct slides *d, struct pull *x)
{
	unsigned depth = x->depth;
	enum pull_event ev;
	struct span id;

	do {
		ev = pull_next(x);
		if (ev != PULL_START || x->depth != depth + 1 ||
		    !pull_is(x, NS_PML, "sldId"))
			continue;
		(void)pull_get(x, NS_REL, "id", &id);
		d->id = mem_grow(d->id, &d->cap, d->n + 1, sizeof(*d->id));
		d->id[d->n++] = arena_dup(opc_arena(d->opc), id);
	} while (ev != PULL_BAD && ev != PULL_EOF &&
		 !(ev == PULL_END && x->depth == depth));
	return ev;
}

static bool
read_presentation(struct slides *d, struct span part, struct tb_error *e)
{
	bool root = false, presentation = true;
	enum pull_event ev;
	struct pull x;

	if (!pull_open(&x, d->opc, part, PULL_COLD, e))
		return false;
	do {
		ev = pull_next(&x);
		if (ev != PULL_START)
			continue;
		if (!root)
			presentation = pull_is(&x, NS_PML, "presentation");
		root = true;
		if (pull_is(&x, NS_PML, "sldIdLst"))
			ev = read_list(d, &x);
	} while (presentation && ev != PULL_EOF && ev != PULL_BAD);
	if (!pull_close(&x, e))
		return false;
	return presentation || tb_fail(e, TB_EPPTX, "%.*s", SPAN_ARG(part));
}

/* ---- one slide ------------------------------------------------------------ */

static bool
write_shapes(struct slides *d, const struct opc_rels *rels, struct place at,
    struct tb_error *e)
{
	size_t i;

	at.target = PLACE_SHAPE;
	sink_place(d->sink, &at);
	for (i = 0; i < d->objects.n; i++) {
		if (!docobj_line(
			d->opc, rels, &d->objects.v[i], d->sink, &d->lines, e))
			return false;
		if (d->lines.len > 0)
			sink_line(d->sink, buf_span(&d->lines));
	}
	return true;
}

static bool
write_comments(struct slides *d, const struct opc_rels *rels, struct place at,
    struct tb_error *e)
{
	size_t i;

	at.target = PLACE_COMMENT;
	sink_place(d->sink, &at);
	for (i = 0; i < rels->n; i++) {
		const struct opc_rel *rel = &rels->rel[i];

		if (rel->external || !opc_rel_is(rel, "/comments") ||
		    !opc_has(d->opc, rel->target))
			continue;
		if (!remark_read(d->opc, rel->target, &d->lines, e) &&
		    !package_lost(d->opc, rel->target, d->sink, e))
			return false;
		package_lines(d->sink, buf_span(&d->lines));
	}
	return true;
}

static bool
write_notes(struct slides *d, const struct opc_rels *rels, struct place at,
    struct tb_error *e)
{
	const struct opc_rel *rel =
	    opc_rel_by_kind(d->opc, rels, "/notesSlide");

	if (!rel)
		return true;
	if (!slide_notes(d->opc, rel->target, &d->lines, e) &&
	    !package_lost(d->opc, rel->target, d->sink, e))
		return false;
	at.target = PLACE_NOTES;
	at.hidden = false; /* notes are never marked */
	sink_place(d->sink, &at);
	package_lines(d->sink, buf_span(&d->lines));
	return true;
}

static bool
write_embedded(struct slides *d, const struct opc_rels *rels,
    const struct place *at, struct tb_error *e)
{
	size_t i;

	for (i = 0; i < d->objects.n; i++)
		if (d->objects.v[i].kind == DOCOBJ_EMBED &&
		    !embed_one(&d->embed, rels, d->objects.v[i].s, at, e))
			return false;
	return true;
}

/* Takes up the footers of one slide. */
static void
add_footers(struct slides *d)
{
	struct span rest = buf_span(&d->footers), line;

	while (rest.n > 0 && span_field(&rest, '\n', &line)) {
		if (!package_new(&d->footer_seen, opc_arena(d->opc), line))
			continue;
		buf_addspan(&d->all_footers, line);
		buf_addc(&d->all_footers, '\n');
	}
}

static bool
read_slide(
    struct slides *d, struct span part, uint32_t number, struct tb_error *e)
{
	struct place at = { .base = PLACE_SLIDE, .number = number };
	struct opc_rels rels = { NULL, 0 };

	docobj_reset(&d->objects);
	buf_reset(&d->footers);
	if (!slide_read(d->opc, part, d->parser, d->sink, &at, &d->objects,
		&d->footers, e))
		return false;
	add_footers(d);
	if (!opc_rels(d->opc, part, &rels, e)) {
		rels.n = 0;
		if (!package_lost(d->opc, part, d->sink, e))
			return false;
	}
	return write_shapes(d, &rels, at, e) &&
	       write_comments(d, &rels, at, e) &&
	       write_notes(d, &rels, at, e) && write_embedded(d, &rels, &at, e);
}

/* The slide of the i-th entry; one without part is noted and nothing. */
static bool
read_entry(struct slides *d, size_t i, struct tb_error *e)
{
	struct span part;
	size_t *slot;

	if (!package_part(&d->rels, d->id[i], &part) ||
	    !opc_has(d->opc, part)) {
		tb_fail(e, TB_EGONE, "slide %zu", i + 1);
		return package_lost(d->opc, SPAN(MAIN_PART), d->sink, e);
	}
	slot = map_put(&d->seen, part);
	if (*slot != MAP_NONE)
		return true;
	*slot = i;
	return i >= PLACE_NUMBER_MAX ||
	       read_slide(d, part, (uint32_t)(i + 1), e);
}

static bool
read_all(struct slides *d, struct tb_error *e)
{
	struct place place = { .base = PLACE_PART,
		.target = PLACE_BODY,
		.name = SPAN_INIT("ヘッダー・フッター") };
	struct span part;
	size_t i;

	if (!package_main(d->opc, MAIN_PART, &part))
		return tb_fail(e, TB_EPPTX, NULL);
	if (!read_presentation(d, part, e) ||
	    !opc_rels(d->opc, part, &d->rels, e))
		return false;
	for (i = 0; i < d->n; i++)
		if (!read_entry(d, i, e))
			return false;
	sink_place(d->sink, &place);
	package_lines(d->sink, buf_span(&d->all_footers));
	return true;
}

bool
slides_read(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e)
{
	struct slides d = { .opc = o,
		.sink = s,
		.parser = parser,
		.objects = DOCOBJ_LIST_INIT,
		.lines = BUF_INIT,
		.footers = BUF_INIT,
		.all_footers = BUF_INIT };
	bool ok;

	map_init(&d.seen);
	map_init(&d.footer_seen);
	embed_init(&d.embed, o, s);
	ok = read_all(&d, e);
	embed_release(&d.embed);
	map_release(&d.footer_seen);
	map_release(&d.seen);
	docobj_release(&d.objects);
	buf_release(&d.lines);
	buf_release(&d.footers);
	buf_release(&d.all_footers);
	free(d.id);
	return ok;
}
