#include "doc/embed.h"

#include "doc/booktext.h"
#include "doc/package.h"
#include "text/utf.h"

void
embed_init(struct embed *em, struct opc *o, struct sink *s)
{
	*em = (struct embed){ .opc = o, .sink = s };
	map_init(&em->seen);
	buf_init(&em->lines);
}

void
embed_release(struct embed *em)
{
	map_release(&em->seen);
	buf_release(&em->lines);
}

/* Counts the lines against what is left; false when they are too many. */
static bool
count_lines(struct span lines, size_t left, size_t *units, struct tb_error *e)
{
	/* an LF a line makes the "length + 1" of the rule */
	*units = utf_units(lines);
	return *units <= left || tb_fail(e, TB_ESIZE, "text of embedded files");
}

/* The lines of an opened package, by what it holds. */
static bool
read_package(struct embed *em, struct opc *o, size_t *units, struct tb_error *e)
{
	size_t left = EMBED_UNITS_MAX - em->units;
	struct sink s;
	bool ok;

	if (opc_has(o, SPAN("xl/workbook.xml")))
		return booktext_read(o, left, &em->lines, units, e);
	sink_collect(&s, &em->lines);
	ok = !em->sink->embedded || em->sink->embedded(o, &s, e);
	sink_release(&s);
	return ok && count_lines(buf_span(&em->lines), left, units, e);
}

/* The lines of the embedded file in part, into em->lines. */
static bool
read_part(struct embed *em, struct span part, size_t *units, struct tb_error *e)
{
	struct buf zip = BUF_INIT;
	struct opc *o;
	bool ok;

	ok = opc_part(em->opc, part, &zip, e);
	if (ok && span_starts(buf_span(&zip), SPAN("PK\x03\x04"))) {
		o = opc_open_embedded(em->opc, buf_span(&zip), e);
		ok = o && read_package(em, o, units, e);
		if (o)
			opc_close(o);
	}
	buf_release(&zip);
	return ok;
}

bool
embed_one(struct embed *em, const struct opc_rels *rels, struct span id,
    const struct place *at, struct tb_error *e)
{
	const struct opc_rel *rel = opc_rel_by_id(rels, id);
	struct place place = *at;
	size_t *slot, units = 0;

	if (!em->sink->out || !rel || rel->external ||
	    !opc_rel_is(rel, "/package"))
		return true;
	slot = map_put(&em->seen, rel->target);
	if (*slot != MAP_NONE)
		return true;
	*slot = ++em->count;
	buf_reset(&em->lines);
	if (!read_part(em, rel->target, &units, e))
		return package_lost(em->opc, rel->target, em->sink, e);
	em->units += units;
	if (em->count > PLACE_EMBED_MAX)
		return true;
	place.target = PLACE_EMBED;
	place.embed = em->count;
	sink_place(em->sink, &place);
	package_lines(em->sink, buf_span(&em->lines));
	return true;
}
