/*
 * tb-import: an index from a zip that nobody vouches for.
 */
#include <fcntl.h>
#include <getopt.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "box/inflate.h"
#include "box/zipdir.h"
#include "find/scan.h"
#include "store/content.h"
#include "store/folder.h"
#include "store/importer.h"
#include "store/importlist.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "store/name.h"
#include "store/removetree.h"
#include "store/state.h"
#include "text/fold.h"
#include "text/utf.h"

#define LOCK_WAIT  10                    /* seconds */
#define SPARE      ((uint64_t)1 << 30)   /* bytes of the disk that stay free */
#define PACKED_MAX ((uint64_t)257 << 20) /* bytes of an entry in the zip */
#define NAME_UNITS 255

enum conflict { CONFLICT_CANCEL, CONFLICT_RENAME, CONFLICT_OVERWRITE };

enum {
	CONFLICT_OPT = 256,
	DRY_OPT,
	LIST_OPT,
	NAME_OPT,
	SOURCE_OPT,
	VERSION_OPT
};

struct import_opts {
	const char *workspace, *name, *source;
	enum conflict conflict;
	bool dry_run, list;
};

/* The archive, and what it says of itself. */
struct archive {
	int fd;
	struct zipdir dir;
	struct map names; /* entry by its name */
	struct inflate *inflate;
	struct manifest manifest;
	struct buf packed, data;
};

struct import {
	const struct import_opts *opts;
	struct archive zip;
	int ws, store;
	struct state state;
	struct span name, source;
	struct buf old; /* the folder of that name, which goes */
	struct buf renamed, list;
	bool cancelled; /* the name is taken, and nothing was to be done */
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(_("usage: tb-import [-h] [-w DIR] [--name=NAME] "
		"[--source=DIR]\n"
		"                 [--on-conflict=cancel|rename|overwrite] "
		"[--dry-run] FILE.zip\n"
		"       tb-import --list FILE.zip\n"
		"Puts the index in a zip of tb-export or tebunko into a "
		"workspace.\n\n"
		"  -h, --help              show this help\n"
		"  -w, --workspace=DIR     the folder that holds store/\n"
		"      --dry-run           check all of it, change nothing\n"
		"      --list              show what the zip says of itself\n"
		"      --name=NAME         the name of the index here\n"
		"      --on-conflict=WHAT  when the name is taken: cancel "
		"(default),\n"
		"                          rename, overwrite\n"
		"      --source=DIR        where the documents are\n"
		"      --version           show the version\n"),
	    to);
	return st;
}

static enum tb_exit
show_version(void)
{
	puts("tb-import " VERSION);
	return tb_finish(TB_DONE);
}

/* ---- the archive ---------------------------------------------------------- */

/* Every name once, also as other systems compare them. */
static bool
index_entries(struct archive *a, struct tb_error *e)
{
	struct arena arena = ARENA_INIT;
	struct buf key = BUF_INIT;
	struct map seen;
	size_t i, *slot;
	bool ok = true;

	if (a->dir.n > MANIFEST_FILES)
		return tb_fail(
		    e, TB_ESTORE, _("over the limit: %zu entries"), a->dir.n);
	map_init(&seen);
	for (i = 0; ok && i < a->dir.n; i++) {
		struct span name = a->dir.entry[i].name;

		buf_reset(&key);
		fold_key(name, &key);
		slot = map_put(&seen, arena_dup(&arena, buf_span(&key)));
		ok = *slot == MAP_NONE ||
		     tb_fail(
			 e, TB_ESTORE, _("%.*s occurs twice"), SPAN_ARG(name));
		*slot = i;
		*map_put(&a->names, name) = i;
	}
	map_release(&seen);
	arena_release(&arena);
	buf_release(&key);
	return ok;
}

/*
 * The data of an entry into a->data: at most max bytes, which are counted as
 * they come, whatever the archive says.
 */
static bool
read_entry(struct archive *a, size_t i, size_t max, struct tb_error *e)
{
	const struct zipdir_entry *x = &a->dir.entry[i];
	struct span packed;
	uint64_t off;

	buf_reset(&a->packed);
	buf_reset(&a->data);
	if (x->encrypted ||
	    (x->method != ZIPDIR_STORED && x->method != ZIPDIR_DEFLATED))
		return tb_fail(e, TB_ESTORE,
		    _("not a tebunko index zip, or damaged (%s)"),
		    x->encrypted ? "encrypted" : "compression");
	if (x->packed > PACKED_MAX)
		return tb_fail(e, TB_ESIZE, NULL);
	if (!zipdir_data(&a->dir, x, &off, e) ||
	    !zipdir_read(&a->dir, off, buf_room(&a->packed, (size_t)x->packed),
		(size_t)x->packed, e))
		return false;
	buf_used(&a->packed, (size_t)x->packed);
	packed = buf_span(&a->packed);
	if (x->method == ZIPDIR_DEFLATED)
		return inflate_all(a->inflate, packed, max, &a->data, e);
	if (packed.n > max)
		return tb_fail(e, TB_ESIZE, NULL);
	buf_addspan(&a->data, packed);
	return true;
}

/* Is each entry in the manifest, and each of the manifest's in the archive? */
static bool
match_entries(struct archive *a, struct tb_error *e)
{
	const struct manifest *m = &a->manifest;
	size_t i;

	for (i = 0; i < m->n; i++)
		if (map_get(&a->names, m->file[i].path) == MAP_NONE)
			return tb_fail(e, TB_ESTORE, _("%.*s is missing"),
			    SPAN_ARG(m->file[i].path));
	if (a->dir.n == m->n + 1)
		return true; /* no name occurs twice on either side */
	for (i = 0; i < a->dir.n; i++) {
		struct span name = a->dir.entry[i].name;
		size_t k;

		for (k = 0; k < m->n; k++)
			if (span_eq(m->file[k].path, name))
				break;
		if (k == m->n && !span_eqs(name, MANIFEST_NAME))
			return tb_fail(e, TB_ESTORE,
			    _("%.*s is not in the manifest"), SPAN_ARG(name));
	}
	return true;
}

static bool
open_archive(struct archive *a, const char *file, struct tb_error *e)
{
	size_t i;

	map_init(&a->names);
	a->inflate = inflate_new();
	a->fd = open(file, O_RDONLY | O_CLOEXEC);
	if (a->fd < 0)
		return tb_fail_sys(e, "open");
	if (!zipdir_init(&a->dir, a->fd, SPAN(""), e) || !index_entries(a, e))
		return false;
	i = map_get(&a->names, SPAN(MANIFEST_NAME));
	if (i == MAP_NONE)
		return tb_fail(e, TB_ESTORE,
		    _("not a tebunko index zip, or damaged (%s)"),
		    MANIFEST_NAME);
	return read_entry(a, i, MANIFEST_MAX, e) &&
	       manifest_parse(&a->manifest, buf_span(&a->data), e) &&
	       match_entries(a, e);
}

static void
close_archive(struct archive *a)
{
	zipdir_release(&a->dir);
	map_release(&a->names);
	inflate_free(a->inflate);
	manifest_release(&a->manifest);
	buf_release(&a->packed);
	buf_release(&a->data);
	if (a->fd >= 0)
		close(a->fd);
}

/* ---- one file of it ------------------------------------------------------- */

/* Reads it by both rules of the format: of an update, and of a search. */
static bool
check_part(struct span bytes, struct tb_error *e)
{
	struct content_file file;
	struct buf copy = BUF_INIT;
	struct scan scan;
	enum scan_event ev;
	bool ok;

	buf_addspan(&copy, bytes);
	content_normalize(&copy);
	scan_init(&scan);
	scan_begin(&scan, (const uint16_t *)(const void *)copy.p, copy.len / 2);
	do
		ev = scan_next(&scan, e);
	while (ev != SCAN_END && ev != SCAN_BAD);
	ok = ev == SCAN_END;
	scan_release(&scan);
	buf_reset(&copy);
	buf_addspan(&copy, bytes);
	content_file_init(&file);
	ok = ok && content_file_parse(&file, &copy, e);
	content_file_release(&file);
	buf_release(&copy);
	return ok;
}

/* The file's bytes into a->data, of the size and hash that it must have. */
static bool
read_file(struct archive *a, const struct manifest_file *f, struct tb_error *e)
{
	size_t i = map_get(&a->names, f->path);
	unsigned char md[EVP_MAX_MD_SIZE];
	unsigned n = 0;

	if (!read_entry(a, i, (size_t)f->size, e))
		return tb_context(e, "%.*s", SPAN_ARG(f->path));
	if (EVP_Digest(a->data.p, a->data.len, md, &n, EVP_sha256(), NULL) != 1)
		mem_exhausted();
	if (a->data.len != f->size || n != sizeof(f->sha256) ||
	    memcmp(md, f->sha256, n) != 0)
		return tb_fail(e, TB_ESTORE, _("size or hash differs: %.*s"),
		    SPAN_ARG(f->path));
	if (f->name.n == 0)
		return importlist_check(buf_span(&a->data), e);
	if (check_part(buf_span(&a->data), e))
		return true;
	return tb_fail(e, TB_ESTORE, _("not a readable content index: %.*s"),
	    SPAN_ARG(f->path));
}

/* Steps 5: every file checked, and with im written to the work folder. */
static bool
unpack(struct import *p, struct importer *im, struct tb_error *e)
{
	struct archive *a = &p->zip;
	size_t i;

	for (i = 0; i < a->manifest.n; i++) {
		const struct manifest_file *f = &a->manifest.file[i];

		if (!read_file(a, f, e))
			return false;
		if (f->name.n == 0) {
			buf_reset(&p->list);
			buf_addspan(&p->list, buf_span(&a->data));
		} else if (im && !importer_put(im, f->folder, f->name,
				     buf_span(&a->data), e)) {
			return false;
		}
	}
	return true;
}

/* ---- the name and the source folder --------------------------------------- */

/* Is the name taken: by an index, or by a folder that holds none? */
static bool
is_used(const struct import *p, struct span name, struct buf *old)
{
	const struct state_item *it = state_find(&p->state, name);
	struct folder_list list = FOLDER_LIST_INIT;
	struct tb_error none = TB_ERROR_INIT;
	bool used = it != NULL;
	size_t i;
	int dir;

	if (old)
		buf_reset(old);
	dir = folder_open(p->store, SPAN("content"), false, &none);
	if (dir < 0)
		return used;
	if (folder_read(dir, &list, &none)) {
		for (i = 0; i < list.n; i++) {
			if (!fold_same(list.v[i].name, name))
				continue;
			used = true;
			if (old)
				buf_addspan(old, list.v[i].name);
		}
	}
	folder_release(&list);
	close(dir);
	return used;
}

/* name(2), name(3) and so on, cut so that it fits (store.md 8.2). */
static void
make_name(const struct import *p, struct span base, struct buf *out)
{
	char tail[32];
	struct span head;
	unsigned n = 1;

	do {
		snprintf(tail, sizeof(tail), "(%u)", ++n);
		head = base;
		while (utf_units(head) + strlen(tail) > NAME_UNITS) {
			do
				head.n--;
			while (head.n > 0 && (head.p[head.n] & 0xc0) == 0x80);
		}
		buf_reset(out);
		buf_addspan(out, head);
		buf_adds(out, tail);
	} while (is_used(p, buf_span(out), NULL));
}

static bool
choose_name(struct import *p, struct tb_error *e)
{
	enum name_fault fault;

	p->name =
	    p->opts->name ? span_str(p->opts->name) : p->zip.manifest.name;
	fault = name_check(p->name);
	if (fault != NAME_GOOD)
		return tb_fail(e, TB_EUSAGE, _("unusable name (%s): %.*s"),
		    name_fault_text(fault), SPAN_ARG(p->name));
	if (!is_used(p, p->name, &p->old))
		return true;
	switch (p->opts->conflict) {
	case CONFLICT_OVERWRITE:
		return true;
	case CONFLICT_RENAME:
		make_name(p, p->name, &p->renamed);
		p->name = buf_span(&p->renamed);
		return true;
	default:
		p->cancelled = true;
		return tb_fail(e, TB_EUSAGE,
		    _("there is an index %.*s already (--on-conflict)"),
		    SPAN_ARG(p->name));
	}
}

/* A path for comparing: '/' between parts, none at its end, case folded. */
static void
path_key(struct span path, struct buf *out)
{
	struct buf key = BUF_INIT;
	size_t i;

	fold_key(path, &key);
	for (i = 0; i < key.len; i++)
		if (key.p[i] == '\\')
			key.p[i] = '/';
	buf_reset(out);
	buf_addspan(out, buf_span(&key));
	while (out->len > 0 && out->p[out->len - 1] == '/')
		buf_cut(out, out->len - 1, 1);
	buf_addc(out, '/');
	buf_release(&key);
}

static bool
choose_source(struct import *p, struct tb_error *e)
{
	struct buf mine = BUF_INIT, other = BUF_INIT;
	bool ok = true;
	size_t i;

	p->source = p->opts->source ? span_str(p->opts->source)
				    : p->zip.manifest.source;
	if (p->source.n == 0)
		return tb_fail(
		    e, TB_EUSAGE, "%s", _("give the source folder (--source)"));
	if (!manifest_full_path(p->source))
		return tb_fail(e, TB_EUSAGE,
		    _("the source folder is no full path: %.*s"),
		    SPAN_ARG(p->source));
	path_key(p->source, &mine);
	for (i = 0; ok && i < p->state.n; i++) {
		const struct state_item *it = &p->state.v[i];

		if (it->source.n == 0 || fold_same(it->name, p->name))
			continue;
		path_key(it->source, &other);
		if (span_starts(buf_span(&mine), buf_span(&other)) ||
		    span_starts(buf_span(&other), buf_span(&mine)))
			ok = tb_fail(e, TB_EUSAGE,
			    _("the source folder equals, lies in or contains "
			      "that of %.*s (%.*s)"),
			    SPAN_ARG(it->name), SPAN_ARG(it->source));
	}
	buf_release(&mine);
	buf_release(&other);
	return ok;
}

static bool
check_space(const struct import *p, struct tb_error *e)
{
	uint64_t need = p->zip.manifest.total + SPARE;
	struct statvfs v;

	if (fstatvfs(p->ws, &v) < 0)
		return true; /* it is not known: go on */
	return (uint64_t)v.f_bavail * v.f_frsize >= need ||
	       tb_fail(e, TB_ESTORE,
		   _("not enough space (about %llu MB "
		     "needed)"),
		   (unsigned long long)(need >> 20));
}

/* ---- the import ----------------------------------------------------------- */

/* What the format before left, and the grams of the name; a warning at most. */
static void
clean(const struct import *p)
{
	struct tb_error e = TB_ERROR_INIT, none = TB_ERROR_INIT;
	char *name = mem_dup(p->name.p, p->name.n);
	int gram;

	if (!removetree(p->ws, "system_index", &e) ||
	    !removetree(p->ws, "system_index_state.tsv", &e))
		tb_report(NULL, &e, TB_DONE);
	gram = folder_open(p->store, SPAN("gram"), false, &none);
	if (gram >= 0) {
		tb_clear(&e);
		if (!removetree(gram, name, &e))
			tb_report(NULL, &e, TB_DONE);
		close(gram);
	}
	free(name);
}

static bool
import(struct import *p, struct tb_error *e)
{
	struct tb_error left = TB_ERROR_INIT;
	struct importer im;
	bool ok;

	if (!choose_name(p, e) || !choose_source(p, e) || !check_space(p, e))
		return false;
	if (p->opts->dry_run)
		return unpack(p, NULL, e);
	ok = importer_begin(&im, p->ws, e) && unpack(p, &im, e) &&
	     importer_publish(&im, p->store, p->name,
		 p->opts->conflict == CONFLICT_OVERWRITE ? buf_span(&p->old)
							 : SPAN(""),
		 p->source, buf_span(&p->list), e);
	if (!importer_end(&im, &left))
		tb_report(NULL, &left, TB_DONE);
	if (ok)
		clean(p);
	return ok;
}

static void
show(const struct manifest *m)
{
	struct buf line = BUF_INIT;

	buf_adds(&line, _("index: "));
	tb_printable(m->name, &line);
	buf_adds(&line, _("\nsource folder: "));
	tb_printable(m->source, &line);
	buf_adds(&line, _("\nexported: "));
	tb_printable(m->exported, &line);
	buf_adds(&line, " (");
	tb_printable(m->app, &line);
	buf_printf(&line, _(")\nfiles: %zu, %llu bytes\n"), m->n,
	    (unsigned long long)m->total);
	fputs(line.p, stdout);
	buf_release(&line);
}

/* Opens the workspace, whose store need not be there yet, and locks it. */
static bool
open_store(struct import *p, int *lock, struct tb_error *e)
{
	char *path = opt_workspace(p->opts->workspace);

	p->ws = folder_workspace(path, !p->opts->dry_run, e);
	free(path);
	if (p->ws < 0)
		return false;
	p->store = folder_open(p->ws, SPAN("store"), !p->opts->dry_run, e);
	if (p->store < 0)
		return false;
	*lock = lock_take(p->store, "tb-import", LOCK_WAIT, e);
	return *lock >= 0 && state_load(&p->state, p->ws, e) &&
	       (p->state.health != CATALOG_NEWER ||
		   tb_fail(e, TB_EVERSION, "format.tsv"));
}

static enum tb_exit
run(const struct import_opts *opts, const char *file)
{
	struct import p = { .opts = opts, .ws = -1, .store = -1 };
	struct tb_error e = TB_ERROR_INIT;
	enum tb_exit st = TB_TROUBLE;
	int lock = -1;
	bool ok;

	buf_init(&p.old);
	buf_init(&p.renamed);
	buf_init(&p.list);
	buf_init(&p.zip.packed);
	buf_init(&p.zip.data);
	buf_init(&p.state.catalog.text);
	p.zip.fd = -1;
	ok = open_archive(&p.zip, file, &e);
	if (ok && opts->list) {
		show(&p.zip.manifest);
		st = TB_DONE;
	} else if (ok && open_store(&p, &lock, &e) && import(&p, &e)) {
		st = TB_DONE;
		tb_say(TB_DONE,
		    opts->dry_run ? _("%.*s could be imported")
				  : _("%.*s imported"),
		    SPAN_ARG(p.name));
	}
	if (e.code != TB_OK)
		st = tb_report(file, &e, TB_TROUBLE);
	if (p.cancelled)
		st = TB_PARTLY; /* nothing is wrong, and nothing was done */
	if (lock >= 0)
		close(lock);
	if (p.store >= 0)
		close(p.store);
	if (p.ws >= 0)
		close(p.ws);
	state_release(&p.state);
	close_archive(&p.zip);
	buf_release(&p.old);
	buf_release(&p.renamed);
	buf_release(&p.list);
	return st;
}

static bool
set_conflict(struct import_opts *o, const char *arg)
{
	static const char *const words[] = { "cancel", "rename", "overwrite" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(arg, words[i]) == 0) {
			o->conflict = (enum conflict)i;
			return true;
		}
	}
	tb_say(TB_TROUBLE,
	    _("--on-conflict: '%s' is not cancel, rename or overwrite"), arg);
	return false;
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "dry-run", no_argument, NULL, DRY_OPT },
		{ "help", no_argument, NULL, 'h' },
		{ "list", no_argument, NULL, LIST_OPT },
		{ "name", required_argument, NULL, NAME_OPT },
		{ "on-conflict", required_argument, NULL, CONFLICT_OPT },
		{ "source", required_argument, NULL, SOURCE_OPT },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "workspace", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	struct import_opts opts = { .workspace = NULL };
	int ch;

	tb_start("tb-import");
	while ((ch = getopt_long(argc, argv, "hw:", longopts, NULL)) != -1) {
		switch (ch) {
		case 'h':
			return tb_finish(usage(stdout, TB_DONE));
		case 'w':
			opts.workspace = optarg;
			break;
		case CONFLICT_OPT:
			if (!set_conflict(&opts, optarg))
				return tb_try_help();
			break;
		case DRY_OPT:
			opts.dry_run = true;
			break;
		case LIST_OPT:
			opts.list = true;
			break;
		case NAME_OPT:
			opts.name = optarg;
			break;
		case SOURCE_OPT:
			opts.source = optarg;
			break;
		case VERSION_OPT:
			return show_version();
		default:
			return tb_try_help();
		}
	}
	if (argc - optind != 1) {
		tb_say(TB_TROUBLE, _("one zip, please"));
		return tb_try_help();
	}
	return tb_finish(run(&opts, argv[optind]));
}
