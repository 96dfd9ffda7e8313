#include "find/search.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "find/lines.h"
#include "store/catalog.h"
#include "store/content.h"
#include "store/folder.h"
#include "store/name.h"
#include "text/fold.h"

#define DEPTH_MAX 1000U /* folders in folders */

struct search {
	struct pattern *pattern;
	const struct search_options *o;
	const struct search_receiver *r;
	struct search_result *res;
	struct tb_error *e;
	/* where we are */
	struct span index;
	struct buf folder; /* "" at the top of the index */
	struct buf bytes;  /* of the file */
	struct scan scan;
	struct search_doc doc;
	bool in_doc, wanted, told; /* told: the receiver knows the document */
	uint64_t hits;             /* of the document */
};

/* ---- one place ------------------------------------------------------------ */

static bool
place_wanted(const struct search_options *o, const struct place *p)
{
	if (o->no_shapes &&
	    (p->target == PLACE_SHAPE || p->target == PLACE_EMBED))
		return false;
	return !(o->no_comments && p->target == PLACE_COMMENT);
}

/* Shapes and comments of a sheet begin with a cell's address and a TAB. */
static bool
has_address(const struct search *s)
{
	const struct place *p = &s->scan.place;

	return p->base == PLACE_SHEET &&
	       (p->target == PLACE_SHAPE || p->target == PLACE_COMMENT);
}

/* Lines that end in [from, to). */
static uint64_t
count_lines(const uint16_t *text, size_t from, size_t to)
{
	uint64_t n = 0;

	for (; from < to; from++)
		n += text[from] == '\n';
	return n;
}

static bool
tell_document(struct search *s)
{
	if (s->told)
		return true;
	s->told = true;
	return !s->r->begin || s->r->begin(s->r->arg, &s->doc);
}

static bool
tell_line(struct search *s, size_t start, size_t end, uint64_t number, bool hit)
{
	struct search_line l = { .place = &s->scan.place,
		.number = number,
		.text = s->scan.body + start,
		.units = end - start,
		.address = has_address(s),
		.hit = hit };

	return !s->r->line || s->r->line(s->r->arg, &l);
}

/* The lines of a place that have been told, and those that are still owed. */
struct window {
	size_t told;   /* unit behind the last line that was told */
	uint64_t line; /* number of the line that begins at `at` */
	size_t at;
	uint64_t owed; /* lines behind the last hit */
};

/* Tells lines behind the last hit, up to unit `until`. */
static bool
tell_after(struct search *s, struct window *w, size_t until)
{
	size_t start = w->told, end;
	uint64_t number;

	if (w->owed == 0)
		return true;
	number = w->line;
	if (w->at < start)
		number += count_lines(s->scan.body, w->at, start);
	for (; w->owed > 0 && start < until; start = end + 1, number++) {
		end = lines_end(s->scan.body, s->scan.units, start);
		if (!tell_line(s, start, end, number, false))
			return false;
		w->owed--;
		w->told = end + 1;
	}
	return true;
}

/* Tells up to o->before lines in front of the one that begins at start. */
static bool
tell_before(struct search *s, struct window *w, size_t start, uint64_t number)
{
	size_t from = start, end;
	uint64_t n = 0;

	while (n < s->o->before && from > w->told) {
		from = lines_begin(s->scan.body, from - 1);
		n++;
	}
	for (number -= n; from < start; from = end + 1, number++) {
		end = lines_end(s->scan.body, s->scan.units, from);
		if (!tell_line(s, from, end, number, false))
			return false;
	}
	return true;
}

/* One hit: the line [start, end). */
static bool
tell_hit(struct search *s, struct window *w, size_t start, size_t end)
{
	if (!tell_document(s) || !tell_after(s, w, start))
		return false;
	w->line += count_lines(s->scan.body, w->at, start);
	w->at = start;
	w->owed = 0;
	if (!tell_before(s, w, start, w->line) ||
	    !tell_line(s, start, end, w->line, true))
		return false;
	w->told = end + 1;
	w->owed = s->o->after;
	s->res->documents += s->hits++ == 0;
	s->res->hits++;
	return true;
}

/* Searches the body of a place; false to stop. */
static bool
search_place(struct search *s)
{
	const uint16_t *text = s->scan.body;
	size_t n = s->scan.units, from = 0, start, end;
	struct window w = { .line = 1 };
	struct pattern_match m;

	if (n > 0 && text[n - 1] == '\n')
		n--; /* the last line's end begins no line */
	s->scan.units = n;
	pattern_reset(s->pattern);
	while (
	    from <= n && n > 0 &&
	    pattern_next(s->pattern, text, n, from, has_address(s), &m, s->e)) {
		start = lines_begin(text, m.start);
		end = lines_end(text, n, m.start);
		from = end + 1;
		if (text[start] == 0x1e)
			continue; /* a broken meta line */
		if (!tell_hit(s, &w, start, end))
			return false;
		if (s->o->max_count && s->hits >= s->o->max_count)
			break;
	}
	return s->e->code == TB_OK && tell_after(s, &w, n);
}

/* ---- one file ------------------------------------------------------------- */

static bool
end_document(struct search *s)
{
	bool ok = true;

	if (s->in_doc && s->wanted) {
		if (s->hits > 0 || s->o->all_documents)
			ok = tell_document(s) &&
			     (!s->r->end ||
				 s->r->end(s->r->arg, &s->doc, s->hits));
	}
	s->in_doc = false;
	return ok;
}

static void
begin_document(struct search *s)
{
	s->in_doc = true;
	s->told = false;
	s->hits = 0;
	s->doc = (struct search_doc){ s->index, buf_span(&s->folder),
		buf_span(&s->scan.file), s->scan.kind };
	s->wanted = glob_match(&s->o->files, s->doc.file) &&
		    (!s->o->kinds || (s->o->kinds & 1U << s->scan.kind));
}

/* Does the whole file read well?  What is malformed gives no hit at all. */
static bool
check_file(struct search *s, struct tb_error *why)
{
	enum scan_event ev;

	scan_begin(&s->scan, (const uint16_t *)(const void *)s->bytes.p,
	    s->bytes.len / 2);
	do
		ev = scan_next(&s->scan, why);
	while (ev != SCAN_END && ev != SCAN_BAD);
	return ev == SCAN_END;
}

/* Searches the text in s->bytes; false to stop. */
static bool
search_text(struct search *s)
{
	struct tb_error none = TB_ERROR_INIT;
	bool go = true;

	scan_begin(&s->scan, (const uint16_t *)(const void *)s->bytes.p,
	    s->bytes.len / 2);
	while (go) {
		switch (scan_next(&s->scan, &none)) {
		case SCAN_DOCUMENT:
			/* the name is the new one's already */
			go = !s->in_doc || end_document(s);
			begin_document(s);
			break;
		case SCAN_PLACE:
			if (s->wanted && place_wanted(s->o, &s->scan.place) &&
			    !(s->o->max_count && s->hits >= s->o->max_count))
				go = search_place(s);
			break;
		default:
			return end_document(s);
		}
	}
	return false;
}

static void
skip_file(struct search *s, struct span name, const struct tb_error *why)
{
	struct buf path = BUF_INIT;

	buf_addspan(&path, s->index);
	buf_addc(&path, '/');
	if (s->folder.len > 0) {
		buf_addspan(&path, buf_span(&s->folder));
		buf_addc(&path, '/');
	}
	buf_addspan(&path, name);
	s->res->skipped++;
	if (s->r->skip)
		s->r->skip(s->r->arg, path.p, why);
	buf_release(&path);
}

/* Reads and searches one content index file; false to stop. */
static bool
search_file(struct search *s, int dir, struct span name)
{
	struct tb_error why = TB_ERROR_INIT;
	int fd = openat(dir, (const char *)name.p,
	    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	int64_t size = sys_size_at(dir, (const char *)name.p);

	buf_reset(&s->bytes);
	if (fd < 0 && errno == ENOENT)
		return true; /* its last document went meanwhile */
	if (fd < 0)
		tb_fail_sys(&why, "open");
	else if (size > (int64_t)SEARCH_FILE_MAX)
		tb_fail(&why, TB_ESIZE, NULL);
	else if (sys_read_all(fd, SEARCH_FILE_MAX, &s->bytes, &why)) {
		s->res->files++;
		s->res->bytes += s->bytes.len;
		content_normalize(&s->bytes);
	}
	if (fd >= 0)
		close(fd);
	if (why.code != TB_OK || !check_file(s, &why)) {
		skip_file(s, name, &why);
		return true;
	}
	return search_text(s);
}

/* ---- folders -------------------------------------------------------------- */

/* A content index file of a folder. */
struct found {
	struct span name, ext;
	uint32_t number;
};

/* By extension, then number; of one number the name that we write first. */
static int
compare(const void *pa, const void *pb)
{
	const struct found *a = pa, *b = pb;
	int d = fold_order(a->ext, b->ext);

	if (d == 0 || span_ieq(a->ext, b->ext))
		d = a->number < b->number ? -1 : a->number > b->number;
	return d ? d : fold_order(a->name, b->name);
}

static bool
search_files(struct search *s, int dir, const struct folder_list *list)
{
	struct found *f = mem_calloc(list->n + 1, sizeof(*f));
	size_t i, n = 0;
	bool go = true;

	for (i = 0; i < list->n; i++) {
		if (!list->v[i].is_file ||
		    !name_part(list->v[i].name, &f[n].ext, &f[n].number))
			continue;
		f[n++].name = list->v[i].name;
	}
	if (n > 1)
		qsort(f, n, sizeof(*f), compare);
	for (i = 0; i < n && go; i++)
		go = search_file(s, dir, f[i].name);
	free(f);
	return go;
}

/* The folder dir and, when asked for, those below it; false to stop. */
static bool
search_folder(struct search *s, int dir, bool deep, unsigned depth)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct tb_error why = TB_ERROR_INIT;
	size_t i, had = s->folder.len;
	bool go = true;
	int sub;

	if (!folder_read(dir, &list, &why)) {
		skip_file(s, SPAN(""), &why);
		return true;
	}
	go = search_files(s, dir, &list);
	for (i = 0; i < list.n && go && deep && depth < DEPTH_MAX; i++) {
		if (!list.v[i].is_dir)
			continue;
		sub = folder_open(dir, list.v[i].name, false, &why);
		if (sub < 0)
			continue; /* gone, or a link: not ours */
		if (had > 0)
			buf_addc(&s->folder, '/');
		buf_addspan(&s->folder, list.v[i].name);
		go = search_folder(s, sub, deep, depth + 1);
		buf_cut(&s->folder, had, s->folder.len);
		close(sub);
	}
	folder_release(&list);
	return go;
}

/* ---- the store ------------------------------------------------------------ */

/* INDEX or INDEX/folder; false, with e filled, when there is none. */
static bool
search_scope(struct search *s, int content, struct span scope, bool *go)
{
	size_t slash = span_find(scope, '/');
	struct span folder = span_skip(scope, slash + 1);
	int dir;

	while (folder.n > 0 && folder.p[folder.n - 1] == '/')
		folder.n--;
	dir = folder_open(content, scope, false, s->e);
	if (dir < 0) {
		if (s->e->code == TB_EGONE)
			tb_fail(s->e, TB_EUSAGE, _("no such index: %.*s"),
			    SPAN_ARG(scope));
		return false;
	}
	s->index = span_head(scope, slash);
	buf_reset(&s->folder);
	buf_addspan(&s->folder, folder);
	*go =
	    search_folder(s, dir, !(s->o->no_recursive && scope.n > slash), 0);
	close(dir);
	return true;
}

static bool
search_all(struct search *s, int content, const struct span *scope,
    size_t scopes, bool *go)
{
	struct folder_list list = FOLDER_LIST_INIT;
	bool ok = true;
	size_t i;

	if (scopes > 0) {
		for (i = 0; i < scopes && ok && *go; i++)
			ok = search_scope(s, content, scope[i], go);
		return ok;
	}
	ok = folder_read(content, &list, s->e);
	for (i = 0; i < list.n && ok && *go; i++)
		if (list.v[i].is_dir)
			ok = search_scope(s, content, list.v[i].name, go);
	folder_release(&list);
	return ok;
}

static bool
check_version(int store, struct tb_error *e)
{
	struct catalog c;
	bool ok = catalog_load(&c, store, e) &&
		  (c.health != CATALOG_NEWER ||
		      tb_fail(e, TB_EVERSION, "format.tsv"));

	catalog_release(&c);
	return ok;
}

bool
search_store(int store, struct pattern *p, const struct search_options *o,
    const struct span *scope, size_t scopes, const struct search_receiver *r,
    struct search_result *res, struct tb_error *e)
{
	struct search s = { .pattern = p,
		.o = o,
		.r = r,
		.res = res,
		.e = e,
		.folder = BUF_INIT,
		.bytes = BUF_INIT };
	int content;
	bool ok, go = true;

	memset(res, 0, sizeof(*res));
	if (!check_version(store, e))
		return false;
	content = folder_open(store, SPAN("content"), false, e);
	if (content < 0) {
		if (e->code != TB_EGONE || scopes > 0)
			return false;
		tb_clear(e);
		return true; /* a store without an index */
	}
	scan_init(&s.scan);
	ok = search_all(&s, content, scope, scopes, &go);
	res->stopped = !go && e->code == TB_OK;
	scan_release(&s.scan);
	buf_release(&s.folder);
	buf_release(&s.bytes);
	close(content);
	return ok && e->code == TB_OK;
}
