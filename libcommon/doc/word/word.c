/*
 * word.c: word_read of doc/reader.h: the parts of a .docx in the order of
 * extraction.md 7.1.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "doc/embed.h"
#include "doc/package.h"
#include "doc/para.h"
#include "doc/reader.h"
#include "doc/word/body.h"
#include "doc/word/comment.h"

#define MAIN_PART "word/document.xml"
/* Names header1.xml, header2.xml ... are tried until so many are missing. */
#define NAME_GAP  16

struct word {
	struct opc *opc;
	struct sink *sink;
	struct span main; /* the main part */
	struct opc_rels rels;
	bool usual; /* the parts may go by Office's names */
	struct docobj_list objects;
	struct buf lines;
};

/* ---- parts ---------------------------------------------------------------- */

/* The part of that kind, or by Office's name for it; false: none. */
static bool
find_part(const struct word *w, const char *kind, const char *fixed,
    struct span *part)
{
	const struct opc_rel *rel = opc_rel_by_kind(w->opc, &w->rels, kind);

	*part = rel ? rel->target : span_str(fixed);
	return rel || (w->usual && opc_has(w->opc, *part));
}

struct names {
	struct span *v;
	size_t n, cap;
};

static void
add_name(struct names *names, struct span name)
{
	names->v =
	    mem_grow(names->v, &names->cap, names->n + 1, sizeof(*names->v));
	names->v[names->n++] = name;
}

/* By bytes, as text: header10.xml before header2.xml. */
static int
by_name(const void *va, const void *vb)
{
	const struct span *a = va, *b = vb;
	size_t n = a->n < b->n ? a->n : b->n;
	int d = n ? memcmp(a->p, b->p, n) : 0;

	return d ? d : a->n < b->n ? -1 : a->n > b->n;
}

/*
 * All header or footer parts: those related to the document, and those with
 * Office's names.
 */
static void
find_names(const struct word *w, const char *what, struct names *names)
{
	char kind[16], part[32];
	unsigned i, missing;
	size_t k, n;

	snprintf(kind, sizeof(kind), "/%s", what);
	for (k = 0; k < w->rels.n; k++)
		if (!w->rels.rel[k].external &&
		    opc_rel_is(&w->rels.rel[k], kind) &&
		    opc_has(w->opc, w->rels.rel[k].target))
			add_name(names, w->rels.rel[k].target);
	for (i = missing = 0; w->usual && missing < NAME_GAP; i++) {
		snprintf(part, sizeof(part), "word/%s%.0u.xml", what, i);
		missing = opc_has(w->opc, span_str(part)) ? 0 : missing + 1;
		if (!missing)
			add_name(names,
			    arena_dup(opc_arena(w->opc), span_str(part)));
	}
	if (names->n == 0)
		return;
	qsort(names->v, names->n, sizeof(*names->v), by_name);
	for (k = n = 1; k < names->n; k++)
		if (!span_eq(names->v[k], names->v[n - 1]))
			names->v[n++] = names->v[k];
	names->n = n;
}

/* ---- headers, footers, notes ---------------------------------------------- */

/* Is x a note that only separates notes from the text? */
static bool
is_separator(const struct pull *x)
{
	struct span type;

	if (!pull_is(x, NS_WML, "footnote") && !pull_is(x, NS_WML, "endnote"))
		return false;
	return pull_get(x, NS_WML, "type", &type) &&
	       (span_eqs(type, "separator") ||
		   span_eqs(type, "continuationSeparator"));
}

/* All lines of a part into w->lines. */
static bool
read_lines(struct word *w, struct span part, struct tb_error *e)
{
	enum pull_event ev;
	struct para p;
	struct pull x;
	bool ok;

	buf_reset(&w->lines);
	if (!pull_open(&x, w->opc, part, PULL_COLD, e))
		return false;
	para_init(&p, NS_WML);
	p.line = para_collect;
	p.arg = &w->lines;
	while ((ev = pull_next(&x)) != PULL_EOF) {
		if (ev == PULL_START && is_separator(&x))
			ev = pull_skip(&x);
		if (!para_feed(&p, &x, ev))
			break;
	}
	para_release(&p);
	ok = pull_close(&x, e);
	if (!ok)
		buf_reset(&w->lines);
	return ok || package_lost(w->opc, part, w->sink, e);
}

/* Writes the lines that did not come before. */
static void
write_distinct(struct word *w, struct map *seen)
{
	struct span rest = buf_span(&w->lines), line;

	while (rest.n > 0 && span_field(&rest, '\n', &line))
		if (line.n > 0 && package_new(seen, &w->objects.arena, line))
			sink_line(w->sink, line);
}

static bool
read_headers(struct word *w, struct tb_error *e)
{
	static const char *const kinds[] = { "header", "footer" };
	struct place place = { .base = PLACE_PART,
		.target = PLACE_BODY,
		.name = SPAN_INIT("ヘッダー・フッター") };
	struct names names = { NULL, 0, 0 };
	struct map seen;
	bool ok = true;
	size_t i, k;

	map_init(&seen);
	sink_place(w->sink, &place);
	for (k = 0; ok && k < 2; k++) {
		names.n = 0;
		find_names(w, kinds[k], &names);
		for (i = 0; ok && i < names.n; i++) {
			ok = read_lines(w, names.v[i], e);
			if (ok)
				write_distinct(w, &seen);
		}
	}
	map_release(&seen);
	free(names.v);
	return ok;
}

static bool
read_notes(struct word *w, struct tb_error *e)
{
	static const char *const kinds[][2] = {
		{ "/footnotes", "word/footnotes.xml" },
		{ "/endnotes", "word/endnotes.xml" },
	};
	struct place place = { .base = PLACE_PART,
		.target = PLACE_BODY,
		.name = SPAN_INIT("脚注") };
	struct span part;
	size_t k;

	sink_place(w->sink, &place);
	for (k = 0; k < 2; k++) {
		if (!find_part(w, kinds[k][0], kinds[k][1], &part))
			continue;
		if (!read_lines(w, part, e))
			return false;
		package_lines(w->sink, buf_span(&w->lines));
	}
	return true;
}

/* ---- objects -------------------------------------------------------------- */

static bool
write_shapes(struct word *w, struct tb_error *e)
{
	struct place place = { .base = PLACE_PAGE, .target = PLACE_SHAPE };
	size_t i;

	for (i = 0; i < w->objects.n; i++) {
		const struct docobj *obj = &w->objects.v[i];

		if (!docobj_line(w->opc, &w->rels, obj, w->sink, &w->lines, e))
			return false;
		if (w->lines.len == 0)
			continue;
		if (place.number != obj->page) {
			place.number = obj->page;
			sink_place(w->sink, &place);
		}
		sink_line(w->sink, buf_span(&w->lines));
	}
	return true;
}

static bool
write_comments(struct word *w, struct tb_error *e)
{
	struct comment_set set;
	struct span part;
	bool ok = true;

	if (!find_part(w, "/comments", "word/comments.xml", &part))
		return true;
	comment_init(&set);
	if (!comment_read(w->opc, part, &set, e))
		ok = package_lost(w->opc, part, w->sink, e);
	if (ok)
		comment_write(&set, &w->objects, w->sink);
	comment_release(&set);
	return ok;
}

static bool
write_embedded(struct word *w, struct tb_error *e)
{
	struct place at = { .base = PLACE_PAGE };
	struct embed em;
	bool ok = true;
	size_t i;

	embed_init(&em, w->opc, w->sink);
	for (i = 0; ok && i < w->objects.n; i++) {
		const struct docobj *obj = &w->objects.v[i];

		if (obj->kind != DOCOBJ_EMBED)
			continue;
		at.number = obj->page;
		ok = embed_one(&em, &w->rels, obj->s, &at, e);
	}
	embed_release(&em);
	return ok;
}

bool
word_read(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e)
{
	struct word w = { .opc = o,
		.sink = s,
		.objects = DOCOBJ_LIST_INIT,
		.lines = BUF_INIT };
	bool ok;

	if (!package_main(o, MAIN_PART, &w.main))
		return tb_fail(e, TB_EDOCX, NULL);
	w.usual = span_ieq(w.main, SPAN(MAIN_PART));
	ok = body_read(o, w.main, parser, s, &w.objects, e);
	if (ok && !opc_rels(o, w.main, &w.rels, e)) {
		w.rels.n = 0;
		ok = package_lost(o, w.main, s, e);
	}
	if (ok) {
		docobj_sort(&w.objects);
		ok = write_shapes(&w, e) && write_comments(&w, e) &&
		     read_headers(&w, e) && read_notes(&w, e) &&
		     write_embedded(&w, e);
	}
	docobj_release(&w.objects);
	buf_release(&w.lines);
	return ok;
}
