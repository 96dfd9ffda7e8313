#include "store/manifest.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/mem.h"
#include "store/content.h"
#include "store/ingest.h"
#include "store/name.h"
#include "text/fold.h"
#include "text/utf.h"

#define DEPTH_MAX 16 /* of JSON */
#define TOP       "content_index/"

void
manifest_release(struct manifest *m)
{
	free(m->file);
	arena_release(&m->arena);
}

/* ---- JSON ----------------------------------------------------------------- */

/* How deep the brackets outside of strings go, at most. */
static bool
is_deep(struct span s)
{
	bool in_string = false;
	int depth = 0;
	size_t i;

	for (i = 0; i < s.n; i++) {
		uint8_t c = s.p[i];

		if (in_string) {
			if (c == '\\')
				i++;
			else if (c == '"')
				in_string = false;
		} else if (c == '"') {
			in_string = true;
		} else if (c == '[' || c == '{') {
			if (++depth > DEPTH_MAX)
				return true;
		} else if (c == ']' || c == '}') {
			depth--;
		}
	}
	return false;
}

static bool
refuse(struct tb_error *e, const char *detail)
{
	return tb_fail(e, TB_ESTORE,
	    _("not a tebunko index zip, or damaged (%s)"), detail);
}

/* A string's bytes, kept; false when it is none. */
static bool
get_string(struct manifest *m, const json_t *o, const char *key, struct span *s)
{
	const json_t *v = json_object_get(o, key);

	if (!json_is_string(v))
		return false;
	*s = arena_dup(
	    &m->arena, span_of(json_string_value(v), json_string_length(v)));
	return true;
}

/* An integer not below 0; also as a string of digits. */
static bool
get_number(const json_t *o, const char *key, uint64_t *v)
{
	const json_t *j = json_object_get(o, key);

	if (json_is_string(j))
		return span_u64(
		    span_of(json_string_value(j), json_string_length(j)),
		    INT64_MAX, v);
	if (!json_is_integer(j) || json_integer_value(j) < 0)
		return false;
	*v = (uint64_t)json_integer_value(j);
	return true;
}

/* ---- paths ---------------------------------------------------------------- */

bool
manifest_safe(struct span path, char separator)
{
	struct span part;

	if (path.n == 0 || utf_valid(path) != path.n)
		return false;
	while (span_field(&path, separator, &part))
		if (part.n == 0 || part.p[part.n - 1] == ' ' ||
		    name_check(part) != NAME_GOOD)
			return false;
	return true;
}

static bool
is_letter(uint8_t c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

bool
manifest_full_path(struct span path)
{
	size_t i;

	for (i = 0; i < path.n; i++)
		if (path.p[i] < 0x20)
			return false;
	if (path.n >= 3 && is_letter(path.p[0]) && path.p[1] == ':' &&
	    path.p[2] == '\\')
		return true;
	return span_starts(path, SPAN("\\\\")) || span_starts(path, SPAN("/"));
}

/* A path of the archive: the list, or a part below content_index. */
static bool
check_path(struct manifest_file *f, struct tb_error *e)
{
	struct span rest, ext;
	uint32_t number;
	size_t slash;

	if (span_eqs(f->path, INGEST_FILE))
		return true;
	rest = span_skip(f->path, sizeof(TOP) - 1);
	if (!span_starts(f->path, SPAN(TOP)) || !manifest_safe(f->path, '/'))
		return tb_fail(
		    e, TB_ESTORE, _("unusable name: %.*s"), SPAN_ARG(f->path));
	slash = span_rfind(rest, '/');
	f->folder = slash < rest.n ? span_head(rest, slash) : SPAN("");
	f->name = slash < rest.n ? span_skip(rest, slash + 1) : rest;
	return name_part(f->name, &ext, &number) ||
	       tb_fail(
		   e, TB_ESTORE, _("unusable name: %.*s"), SPAN_ARG(f->path));
}

/* ---- files ---------------------------------------------------------------- */

static bool
take_hash(struct span hex, uint8_t sha[32])
{
	size_t i;
	int c, v;

	if (hex.n != 64)
		return false;
	for (i = 0; i < 64; i++) {
		c = hex.p[i];
		if (c >= '0' && c <= '9')
			v = c - '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			v = (c | 32) - 'a' + 10;
		else
			return false;
		sha[i / 2] = (uint8_t)(i % 2 ? sha[i / 2] | v : v << 4);
	}
	return true;
}

static bool
take_file(
    struct manifest *m, const json_t *o, struct map *seen, struct tb_error *e)
{
	struct manifest_file *f = &m->file[m->n];
	struct buf key = BUF_INIT;
	struct span hash;
	size_t *slot;

	if (!json_is_object(o) || !get_string(m, o, "path", &f->path))
		return refuse(e, "manifest");
	if (!check_path(f, e))
		return false;
	fold_key(f->path, &key);
	slot = map_put(seen, arena_dup(&m->arena, buf_span(&key)));
	buf_release(&key);
	if (*slot != MAP_NONE)
		return tb_fail(
		    e, TB_ESTORE, _("%.*s occurs twice"), SPAN_ARG(f->path));
	*slot = m->n;
	if (!get_number(o, "size", &f->size) ||
	    !get_string(m, o, "sha256", &hash) || !take_hash(hash, f->sha256))
		return tb_fail(e, TB_ESTORE, _("size or hash missing: %.*s"),
		    SPAN_ARG(f->path));
	if (f->name.n == 0)
		m->list = m->n;
	if (f->size > (f->name.n ? CONTENT_PART_MAX : MANIFEST_LIST_MAX))
		return tb_fail(
		    e, TB_ESTORE, _("over the limit: %.*s"), SPAN_ARG(f->path));
	m->total += f->size;
	m->n++;
	return true;
}

/* Folders whose paths are the same name, and not equal. */
static bool
check_folders(const struct manifest *m, struct tb_error *e)
{
	struct arena arena = ARENA_INIT;
	struct buf key = BUF_INIT;
	struct map seen;
	size_t i, k, *slot;
	bool ok = true;

	map_init(&seen);
	for (i = 0; ok && i < m->n; i++) {
		struct span path = m->file[i].folder;

		/* each folder on the way, and the file's own */
		for (k = 0; ok && k <= path.n; k++) {
			struct span head = span_head(path, k);

			if (k == 0 || (k < path.n && path.p[k] != '/'))
				continue;
			buf_reset(&key);
			fold_key(head, &key);
			slot =
			    map_put(&seen, arena_dup(&arena, buf_span(&key)));
			if (*slot == MAP_NONE)
				*slot = i;
			else if (!span_eq(
				     span_head(m->file[*slot].folder, k), head))
				ok = tb_fail(e, TB_ESTORE,
				    _("%.*s occurs twice"), SPAN_ARG(head));
		}
	}
	map_release(&seen);
	arena_release(&arena);
	buf_release(&key);
	return ok;
}

static bool
take_files(struct manifest *m, const json_t *list, struct tb_error *e)
{
	struct map seen;
	size_t i, n = json_array_size(list);
	bool ok = true;

	if (!json_is_array(list))
		return refuse(e, "manifest: files");
	if (n + 1 > MANIFEST_FILES)
		return tb_fail(
		    e, TB_ESTORE, _("over the limit: %zu entries"), n + 1);
	m->file = mem_calloc(n + 1, sizeof(*m->file));
	m->list = SIZE_MAX;
	map_init(&seen);
	for (i = 0; ok && i < n; i++)
		ok = take_file(m, json_array_get(list, i), &seen, e);
	map_release(&seen);
	if (!ok)
		return false;
	if (m->list == SIZE_MAX)
		return tb_fail(e, TB_ESTORE, _("%s is missing"), INGEST_FILE);
	if (m->total > MANIFEST_SUM_MAX)
		return tb_fail(e, TB_ESTORE, _("over the limit: %llu bytes"),
		    (unsigned long long)m->total);
	return check_folders(m, e);
}

static bool
take_version(const json_t *o, struct tb_error *e)
{
	uint64_t v;

	if (!get_number(o, "formatVersion", &v) || v < 1)
		return refuse(e, "formatVersion");
	if (v > 2)
		return tb_fail(
		    e, TB_EVERSION, "%s", _("made by a newer version"));
	return v == 2 ||
	       tb_fail(e, TB_ESTORE, "%s", _("exported by an older version"));
}

static bool
take_all(struct manifest *m, const json_t *o, struct tb_error *e)
{
	enum name_fault fault;
	struct span format;

	if (!json_is_object(o))
		return refuse(e, "manifest");
	if (!get_string(m, o, "format", &format) ||
	    !span_eqs(format, "tebunko-index"))
		return refuse(e, "format");
	if (!take_version(o, e))
		return false;
	if (!get_string(m, o, "indexName", &m->name))
		return refuse(e, "indexName");
	fault = name_check(m->name);
	if (fault != NAME_GOOD)
		return tb_fail(e, TB_ESTORE, _("unusable name (%s): %.*s"),
		    name_fault_text(fault), SPAN_ARG(m->name));
	(void)get_string(m, o, "appVersion", &m->app);
	(void)get_string(m, o, "exportedAt", &m->exported);
	if (get_string(m, o, "sourceFolder", &m->source) &&
	    !manifest_full_path(m->source))
		m->source = SPAN("");
	return take_files(m, json_object_get(o, "files"), e);
}

bool
manifest_parse(struct manifest *m, struct span json, struct tb_error *e)
{
	json_error_t why;
	json_t *o;
	bool ok;

	memset(m, 0, sizeof(*m));
	if (span_starts(json, SPAN("\xef\xbb\xbf")))
		json = span_skip(json, 3);
	if (is_deep(json))
		return refuse(e, "manifest: nesting");
	o = json_loadb((const char *)json.p, json.n,
	    JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
	if (!o)
		return refuse(e, why.text);
	ok = take_all(m, o, e);
	json_decref(o);
	return ok;
}
