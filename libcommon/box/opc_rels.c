/*
 * opc_rels.c: the relationships of opc.h.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "box/pull_int.h"

/*
 * The target of a relationship of part as a part's name (extraction.md 4.1):
 * "/" in front is from the root, else from the part's folder; "." and ".." are
 * resolved, never above the root.  '\' is taken for '/'.
 */
static void
resolve(struct span part, struct span target, struct buf *out)
{
	size_t slash = span_rfind(part, '/'), i = 0, from;

	buf_reset(out);
	if (target.n > 0 && target.p[0] != '/' && target.p[0] != '\\' &&
	    slash < part.n)
		buf_addspan(out, span_head(part, slash));
	while (i < target.n) {
		from = i;
		while (
		    i < target.n && target.p[i] != '/' && target.p[i] != '\\')
			i++;
		if (i - from == 2 && memcmp(target.p + from, "..", 2) == 0) {
			slash = span_rfind(buf_span(out), '/');
			buf_cut(out, slash < out->len ? slash : 0, out->len);
		} else if (i > from &&
			   !(i - from == 1 && target.p[from] == '.')) {
			if (out->len > 0)
				buf_addc(out, '/');
			buf_add(out, target.p + from, i - from);
		}
		i++;
	}
}

/* %XX as the bytes that they mean. */
static void
unescape(struct span s, struct buf *out)
{
	unsigned hi, lo;
	size_t i;

	buf_reset(out);
	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '%' && i + 2 < s.n) {
			hi = pull_digit(s.p[i + 1]);
			lo = pull_digit(s.p[i + 2]);
			if (hi < 16 && lo < 16) {
				buf_addc(out, (char)(hi << 4 | lo));
				i += 2;
				continue;
			}
		}
		buf_addc(out, (char)s.p[i]);
	}
}

/* How a target may be meant, in the order of trial. */
enum reading {
	AS_IT_STANDS,
	UNESCAPED,        /* "%20" is a blank */
	WITHOUT_FRAGMENT, /* "#A1" is no part of it */
	FROM_ROOT,        /* "xl/a.xml" of xl/workbook.xml: '/' was left out */
	READINGS
};

static void
read_target(
    enum reading how, struct span part, struct span target, struct buf *out)
{
	struct buf plain = BUF_INIT;

	switch (how) {
	case UNESCAPED:
		unescape(target, &plain);
		target = buf_span(&plain);
		break;
	case WITHOUT_FRAGMENT:
		target = span_head(target, span_find(target, '#'));
		break;
	case FROM_ROOT:
		part = span_of(NULL, 0);
		break;
	default:
		break;
	}
	resolve(part, target, out);
	buf_release(&plain);
}

/*
 * The name of the part that a target means: the first reading that is there,
 * else as it stands.
 */
static struct span
target_part(struct opc *o, struct span part, struct span target)
{
	struct buf name = BUF_INIT;
	struct span found;
	int how = AS_IT_STANDS;

	do
		read_target((enum reading)how, part, target, &name);
	while (!opc_has(o, buf_span(&name)) && ++how < READINGS);
	if (how == READINGS)
		read_target(AS_IT_STANDS, part, target, &name);
	found = arena_dup(opc_arena(o), buf_span(&name));
	buf_release(&name);
	return found;
}

static void
add(struct opc *o, struct opc_rels *rels, size_t *cap, struct span part,
    const struct pull *x)
{
	struct span id, type, target, mode;
	struct opc_rel *rel;

	(void)pull_get(x, NS_NONE, "Id", &id);
	(void)pull_get(x, NS_NONE, "Type", &type);
	(void)pull_get(x, NS_NONE, "Target", &target);
	(void)pull_get(x, NS_NONE, "TargetMode", &mode);
	rels->rel = mem_grow(rels->rel, cap, rels->n + 1, sizeof(*rels->rel));
	rel = &rels->rel[rels->n++];
	rel->id = arena_dup(opc_arena(o), id);
	rel->type = arena_dup(opc_arena(o), type);
	rel->external = span_ieq(mode, SPAN("External"));
	rel->target = rel->external ? arena_dup(opc_arena(o), target)
				    : target_part(o, part, target);
}

/* "a/b.xml" -> "a/_rels/b.xml.rels" */
static void
rels_name(struct span part, struct buf *out)
{
	size_t slash = span_rfind(part, '/'), file = 0;

	if (slash < part.n) {
		file = slash + 1;
		buf_addspan(out, span_head(part, file));
	}
	buf_adds(out, "_rels/");
	buf_addspan(out, span_skip(part, file));
	buf_adds(out, ".rels");
}

bool
opc_rels(
    struct opc *o, struct span part, struct opc_rels *rels, struct tb_error *e)
{
	struct opc_rels got = { NULL, 0 };
	struct buf name = BUF_INIT;
	enum pull_event ev;
	struct pull x;
	size_t cap = 0;
	bool ok;

	rels->rel = NULL;
	rels->n = 0;
	rels_name(part, &name);
	if (!opc_has(o, buf_span(&name))) {
		buf_release(&name);
		return true;
	}
	ok = pull_open(&x, o, buf_span(&name), PULL_COLD, e);
	if (ok) {
		while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD)
			if (ev == PULL_START &&
			    span_eqs(x.name, "Relationship"))
				add(o, &got, &cap, part, &x);
		ok = pull_close(&x, e);
	}
	if (ok && got.n > 0) {
		rels->rel = arena_alloc(opc_arena(o), got.n * sizeof(*got.rel));
		memcpy(rels->rel, got.rel, got.n * sizeof(*got.rel));
		rels->n = got.n;
	}
	free(got.rel);
	buf_release(&name);
	return ok;
}

const struct opc_rel *
opc_rel_by_id(const struct opc_rels *r, struct span id)
{
	size_t i;

	for (i = 0; i < r->n; i++)
		if (span_eq(r->rel[i].id, id))
			return &r->rel[i];
	return NULL;
}

bool
opc_rel_is(const struct opc_rel *rel, const char *kind)
{
	size_t n = strlen(kind);

	return rel->type.n >= n &&
	       span_ieq(span_skip(rel->type, rel->type.n - n), span_str(kind));
}

const struct opc_rel *
opc_rel_by_kind(const struct opc *o, const struct opc_rels *r, const char *kind)
{
	size_t i;

	for (i = 0; i < r->n; i++)
		if (!r->rel[i].external && opc_rel_is(&r->rel[i], kind) &&
		    opc_has(o, r->rel[i].target))
			return &r->rel[i];
	return NULL;
}
