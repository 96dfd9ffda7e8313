#include "doc/package.h"

bool
package_main(struct opc *o, const char *fixed, struct span *part)
{
	const struct opc_rel *rel = NULL;
	struct opc_rels rels = { NULL, 0 };

	if (opc_rels(o, SPAN(""), &rels, NULL))
		rel = opc_rel_by_kind(o, &rels, "/officeDocument");
	*part = rel ? rel->target : span_str(fixed);
	return opc_has(o, *part);
}

bool
package_part(const struct opc_rels *rels, struct span id, struct span *part)
{
	const struct opc_rel *rel = opc_rel_by_id(rels, id);

	if (!rel || rel->external)
		return false;
	*part = rel->target;
	return true;
}

bool
package_lost(
    struct opc *o, struct span part, struct sink *s, struct tb_error *e)
{
	char name[512];

	if (e->code == TB_ESIZE && opc_full(o))
		return false;
	snprintf(name, sizeof(name), "%.*s", SPAN_ARG(part));
	sink_note(s, name, e);
	tb_clear(e);
	return true;
}

void
package_lines(struct sink *s, struct span lines)
{
	struct span line;

	while (lines.n > 0 && span_field(&lines, '\n', &line))
		if (line.n > 0)
			sink_line(s, line);
}

bool
package_new(struct map *seen, struct arena *a, struct span line)
{
	size_t *slot;

	if (map_get(seen, line) != MAP_NONE)
		return false;
	slot = map_put(seen, arena_dup(a, line));
	*slot = 0;
	return true;
}
