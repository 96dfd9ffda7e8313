#include "store/exportset.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "store/content.h"
#include "store/name.h"
#include "stream/kind.h"
#include "text/utf.h"

#define DEPTH_MAX 1000U

void
exportset_init(struct exportset *s)
{
	memset(s, 0, sizeof(*s));
	buf_init(&s->path);
}

void
exportset_release(struct exportset *s)
{
	free(s->part);
	free(s->bad);
	arena_release(&s->arena);
	buf_release(&s->path);
}

/* ---- names ---------------------------------------------------------------- */

/* One part of a path, store.md 12.3. */
static bool
is_portable(struct span part)
{
	return part.n > 0 && part.p[part.n - 1] != ' ' &&
	       name_check(part) == NAME_GOOD && utf_valid(part) == part.n;
}

static bool
is_portable_path(struct span path, char separator)
{
	struct span part;

	while (span_field(&path, separator, &part))
		if (!is_portable(part))
			return false;
	return true;
}

static void
add_bad(struct exportset *s, struct span path)
{
	s->bad = mem_grow(s->bad, &s->bad_cap, s->bads + 1, sizeof(*s->bad));
	s->bad[s->bads++] = arena_dup(&s->arena, path);
}

/* ---- the folders ---------------------------------------------------------- */

/* Reads a part and finds its documents. */
static bool
load_part(int dir, struct span name, struct buf *bytes,
    struct content_file *file, struct tb_error *e)
{
	struct buf copy = BUF_INIT;
	int fd = openat(dir, (const char *)name.p,
	    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	bool ok;

	if (fd < 0)
		return tb_fail_sys(e, (const char *)name.p);
	buf_reset(bytes);
	ok = sys_read_all(fd, (size_t)CONTENT_PART_MAX, bytes, e);
	close(fd);
	buf_addspan(&copy, buf_span(bytes));
	ok = ok && content_file_parse(file, &copy, e);
	buf_release(&copy);
	return ok || tb_context(e, "%.*s", SPAN_ARG(name));
}

/* Its documents whose names no importer takes. */
static bool
check_part(struct exportset *s, int dir, struct span name, struct tb_error *e)
{
	struct content_file file;
	struct buf bytes = BUF_INIT;
	size_t i, had = s->path.len;
	bool ok;

	content_file_init(&file);
	ok = load_part(dir, name, &bytes, &file, e);
	for (i = 0; ok && i < file.n; i++) {
		if (is_portable(file.block[i].name))
			continue;
		if (had > 0)
			buf_addc(&s->path, '/');
		buf_addspan(&s->path, file.block[i].name);
		add_bad(s, buf_span(&s->path));
		buf_cut(&s->path, had, s->path.len - had);
	}
	content_file_release(&file);
	buf_release(&bytes);
	return ok;
}

/* A .tsv that is no content index file: what it tells. */
static bool
refuse(struct span name, struct tb_error *e)
{
	if (span_starts(name, SPAN("content_index.")))
		return tb_fail(e, TB_ESTORE,
		    _("%.*s has no valid number in its name; remove it"),
		    SPAN_ARG(name));
	return tb_fail(e, TB_ESTORE,
	    _("an update is unfinished (%.*s); finish it first"),
	    SPAN_ARG(name));
}

static bool load_folder(
    struct exportset *s, int dir, unsigned depth, struct tb_error *e);

/* A folder below; one whose name no importer takes is bad with all in it. */
static bool
load_below(struct exportset *s, int dir, struct span name, unsigned depth,
    struct tb_error *e)
{
	size_t had = s->path.len;
	bool ok = true;
	int sub;

	if (had > 0)
		buf_addc(&s->path, '/');
	buf_addspan(&s->path, name);
	if (!is_portable(name)) {
		add_bad(s, buf_span(&s->path));
	} else {
		sub = folder_open(dir, name, false, e);
		ok = sub >= 0 && load_folder(s, sub, depth + 1, e);
		if (sub >= 0)
			close(sub);
	}
	buf_cut(&s->path, had, s->path.len - had);
	return ok;
}

static bool
load_folder(struct exportset *s, int dir, unsigned depth, struct tb_error *e)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct partlist parts = { NULL, 0 };
	struct span ext;
	uint32_t number;
	size_t i;
	bool ok;

	ok = depth < DEPTH_MAX && folder_read(dir, &list, e);
	for (i = 0; ok && i < list.n; i++)
		if (list.v[i].is_file &&
		    span_ieq(kind_ext(list.v[i].name), SPAN("tsv")) &&
		    !name_part(list.v[i].name, &ext, &number))
			ok = refuse(list.v[i].name, e);
	if (ok)
		partlist_make(&parts, &list);
	for (i = 0; ok && i < parts.n; i++) {
		s->part =
		    mem_grow(s->part, &s->cap, s->n + 1, sizeof(*s->part));
		s->part[s->n].folder = arena_dup(&s->arena, buf_span(&s->path));
		s->part[s->n++].name = arena_dup(&s->arena, parts.v[i].name);
		ok = check_part(s, dir, parts.v[i].name, e);
	}
	partlist_release(&parts);
	for (i = 0; ok && i < list.n; i++)
		if (list.v[i].is_dir)
			ok = load_below(s, dir, list.v[i].name, depth, e);
	folder_release(&list);
	return ok;
}

/* ---- the list ------------------------------------------------------------- */

/* The row's rel path below the index; false when it is another's. */
static bool
row_path(const struct ingest_row *r, struct span index, struct span *path)
{
	size_t n = index.n;

	if (!r->line.p || !span_starts(r->rel, index) || r->rel.n <= n + 1 ||
	    r->rel.p[n] != '\\')
		return false;
	*path = span_skip(r->rel, n + 1);
	return true;
}

bool
exportset_load(struct exportset *s, int dir, struct span index,
    const struct ingest *list, struct tb_error *e)
{
	struct span path;
	size_t i;

	if (!load_folder(s, dir, 0, e))
		return false;
	for (i = 0; i < list->rows; i++)
		if (row_path(&list->row[i], index, &path) &&
		    !is_portable_path(path, '\\'))
			add_bad(s, path);
	return true;
}

void
exportset_list(const struct ingest *list, struct span index, struct buf *out)
{
	struct span path;
	size_t i;

	buf_adds(out, INGEST_HEADING "\r\n");
	for (i = 0; i < list->rows; i++) {
		if (!row_path(&list->row[i], index, &path) ||
		    !is_portable_path(path, '\\'))
			continue;
		buf_addspan(out, span_skip(list->row[i].line, index.n + 1));
		buf_adds(out, "\r\n");
	}
}

/* ---- the parts ------------------------------------------------------------ */

/* A part of what is left of it. */
static void
rebuild(const struct content_file *file, struct buf *out)
{
	bool any = false;
	size_t i;

	buf_reset(out);
	for (i = 0; i < file->n; i++) {
		if (!is_portable(file->block[i].name))
			continue;
		if (!any)
			content_add_head(out);
		any = true;
		content_add_block(out, file->block[i].bytes);
	}
}

bool
exportset_read(const struct exportset *s, int dir,
    const struct exportset_part *part, struct buf *out, struct tb_error *e)
{
	struct content_file file;
	int sub = folder_open(dir, part->folder, false, e);
	size_t i;
	bool ok;

	if (sub < 0)
		return false;
	content_file_init(&file);
	ok = load_part(sub, part->name, out, &file, e);
	close(sub);
	for (i = 0; ok && s->bads > 0 && i < file.n; i++) {
		if (is_portable(file.block[i].name))
			continue;
		rebuild(&file, out);
		break;
	}
	content_file_release(&file);
	return ok;
}
