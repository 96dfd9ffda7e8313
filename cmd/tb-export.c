/*
 * tb-export: an index as a zip that another workspace imports.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <jansson.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sys.h"
#include "box/zipwrite.h"
#include "store/catalog.h"
#include "store/exportset.h"
#include "store/folder.h"
#include "store/lock.h"
#include "store/name.h"
#include "store/srcfolder.h"

#define MANIFEST  "tebunko-index.json"
#define LOCK_WAIT 10 /* seconds */

enum { SKIP_OPT = 256, VERSION_OPT };

struct export_opts {
	const char *workspace;
	bool skip_bad;
};

/* The archive being written. */
struct archive {
	struct zipwrite zip;
	struct out out;
	json_t *files;
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(_("usage: tb-export [-h] [-w DIR] [--skip-bad] INDEX [FILE.zip]\n"
		"Writes an index as a zip that tebunko and tb-import take; '-' "
		"is standard output.\n\n"
		"  -h, --help           show this help\n"
		"  -w, --workspace=DIR  the folder that holds store/\n"
		"      --skip-bad       leave out documents whose names no "
		"importer takes\n"
		"      --version        show the version\n"),
	    to);
	return st;
}

static enum tb_exit
show_version(void)
{
	puts("tb-export " VERSION);
	return tb_finish(TB_DONE);
}

/* ---- the archive ---------------------------------------------------------- */

static void
set(json_t *o, const char *key, json_t *value)
{
	if (!value || json_object_set_new(o, key, value) < 0)
		mem_exhausted();
}

/* The SHA-256 of data in capital hexadecimal digits. */
static json_t *
hash_of(struct span data)
{
	unsigned char md[EVP_MAX_MD_SIZE];
	char hex[2 * EVP_MAX_MD_SIZE + 1];
	unsigned n = 0, i;

	if (EVP_Digest(data.p, data.n, md, &n, EVP_sha256(), NULL) != 1)
		mem_exhausted();
	for (i = 0; i < n; i++)
		snprintf(hex + (size_t)2 * i, 3, "%02X", md[i]);
	return json_string(hex);
}

static void
add_entry(struct archive *a, struct span path, struct span data)
{
	json_t *o = json_object();

	zipwrite_add(&a->zip, path, data);
	set(o, "path", json_stringn((const char *)path.p, path.n));
	set(o, "size", json_integer((json_int_t)data.n));
	set(o, "sha256", hash_of(data));
	if (json_array_append_new(a->files, o) < 0)
		mem_exhausted();
}

/* "2026-09-27T10:00:00+09:00" */
static void
stamp(time_t now, char s[40])
{
	struct tm tm;
	char zone[8] = "+0000";

	s[0] = '\0';
	if (!localtime_r(&now, &tm))
		return;
	strftime(s, 32, "%Y-%m-%dT%H:%M:%S", &tm);
	strftime(zone, sizeof(zone), "%z", &tm);
	snprintf(s + strlen(s), 8, "%.3s:%.2s", zone, zone + 3);
}

static void
add_manifest(
    struct archive *a, struct span index, struct span source, time_t now)
{
	json_t *o = json_object();
	char when[40], *text;

	stamp(now, when);
	set(o, "format", json_string("tebunko-index"));
	set(o, "formatVersion", json_integer(2));
	set(o, "appVersion", json_string("tebunko-tools " VERSION));
	set(o, "exportedAt", json_string(when));
	set(o, "indexName", json_stringn((const char *)index.p, index.n));
	set(o, "sourceFolder", json_stringn((const char *)source.p, source.n));
	set(o, "files", a->files);
	text = json_dumps(o, JSON_INDENT(2));
	json_decref(o);
	if (!text)
		mem_exhausted();
	zipwrite_add(&a->zip, SPAN(MANIFEST), span_str(text));
	free(text);
}

/* Writes all of it to fd; false, with e filled. */
static bool
write_archive(int fd, int dir, const struct exportset *set_,
    const struct ingest *list, struct span index, struct span source,
    struct tb_error *e)
{
	struct buf data = BUF_INIT, path = BUF_INIT;
	struct archive a;
	time_t now = time(NULL);
	bool ok = true;
	size_t i;

	out_init(&a.out, fd);
	zipwrite_init(&a.zip, &a.out, now);
	a.files = json_array();
	exportset_list(list, index, &data);
	add_entry(&a, SPAN(INGEST_FILE), buf_span(&data));
	for (i = 0; ok && i < set_->n; i++) {
		ok = exportset_read(set_, dir, &set_->part[i], &data, e);
		if (!ok || data.len == 0)
			continue;
		buf_reset(&path);
		buf_adds(&path, "content_index/");
		buf_addspan(&path, set_->part[i].folder);
		if (set_->part[i].folder.n > 0)
			buf_addc(&path, '/');
		buf_addspan(&path, set_->part[i].name);
		add_entry(&a, buf_span(&path), buf_span(&data));
	}
	add_manifest(&a, index, source, now);
	zipwrite_end(&a.zip);
	if (ok && !out_flush(&a.out)) {
		errno = a.out.error;
		ok = tb_fail_sys(e, "write");
	}
	zipwrite_release(&a.zip);
	out_release(&a.out);
	buf_release(&data);
	buf_release(&path);
	return ok;
}

/* ---- the file ------------------------------------------------------------- */

/* Beside the file under another name, then in its place. */
static bool
write_file(const char *file, int dir, const struct exportset *s,
    const struct ingest *list, struct span index, struct span source,
    struct tb_error *e)
{
	struct buf tmp = BUF_INIT;
	bool ok;
	int fd;

	buf_printf(&tmp, "%s.tmp", file);
	(void)unlink(tmp.p); /* of a run that was killed */
	fd = open(tmp.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0) {
		tb_fail_sys(e, tmp.p);
		buf_release(&tmp);
		return false;
	}
	ok = write_archive(fd, dir, s, list, index, source, e);
	if (ok && fsync(fd) < 0)
		ok = tb_fail_sys(e, "fsync");
	if (close(fd) < 0 && ok)
		ok = tb_fail_sys(e, "close");
	if (ok && rename(tmp.p, file) < 0)
		ok = tb_fail_sys(e, file);
	if (!ok)
		(void)unlink(tmp.p);
	buf_release(&tmp);
	return ok;
}

/* INDEX_インデックス_20260927.zip, or with (2) when that is taken. */
static void
default_name(struct span index, struct buf *out)
{
	time_t now = time(NULL);
	struct stat st;
	struct tm tm;
	char day[16] = "";
	unsigned n = 1;
	size_t base;

	if (localtime_r(&now, &tm))
		strftime(day, sizeof(day), "%Y%m%d", &tm);
	name_from_folder(index, out);
	buf_printf(out, "_インデックス_%s", day);
	base = out->len;
	buf_adds(out, ".zip");
	while (lstat(out->p, &st) == 0) {
		buf_cut(out, base, out->len - base);
		buf_printf(out, "(%u).zip", ++n);
	}
}

/* ---- the index ------------------------------------------------------------ */

/* Names that no importer takes; false when they are in the way. */
static bool
tell_bad(const struct exportset *s, const struct export_opts *opts)
{
	struct buf name = BUF_INIT;
	size_t i;

	for (i = 0; i < s->bads; i++) {
		buf_reset(&name);
		tb_printable(s->bad[i], &name);
		tb_say(TB_PARTLY,
		    opts->skip_bad
			? _("%s: left out, no importer takes this name")
			: _("%s: no importer takes this name"),
		    name.p);
	}
	buf_release(&name);
	if (s->bads > 0 && !opts->skip_bad)
		tb_say(TB_TROUBLE, _("nothing was written; --skip-bad leaves "
				     "them out"));
	return s->bads == 0 || opts->skip_bad;
}

static enum tb_exit
export_index(int store, struct span index, const char *file,
    const struct export_opts *opts, struct tb_error *e)
{
	struct ingest list = { 0 };
	struct exportset s;
	struct buf path = BUF_INIT, name = BUF_INIT;
	struct span source;
	enum tb_exit st = TB_TROUBLE;
	int dir;

	exportset_init(&s);
	buf_adds(&path, "content/");
	buf_addspan(&path, index);
	dir = folder_open(store, buf_span(&path), false, e);
	if (dir < 0) {
		if (e->code == TB_EGONE)
			tb_fail(
			    e, TB_EUSAGE, _("no index %.*s"), SPAN_ARG(index));
		goto out;
	}
	if (!ingest_load(&list, store, e))
		goto out;
	if (!ingest_get_source(&list, index, &source)) {
		tb_fail(e, TB_EUSAGE, _("%.*s is not in the ingest list"),
		    SPAN_ARG(index));
		goto out;
	}
	if (!exportset_load(&s, dir, index, &list, e))
		goto out;
	if (!tell_bad(&s, opts))
		goto out;
	st = s.bads > 0 ? TB_PARTLY : TB_DONE;
	if (file && strcmp(file, "-") == 0) {
		if (!write_archive(
			STDOUT_FILENO, dir, &s, &list, index, source, e))
			st = TB_TROUBLE;
		goto out;
	}
	if (!file)
		default_name(index, &name);
	if (!write_file(file ? file : name.p, dir, &s, &list, index, source, e))
		st = TB_TROUBLE;
	else if (!file)
		printf("%s\n", name.p);
out:
	if (dir >= 0)
		close(dir);
	exportset_release(&s);
	ingest_release(&list);
	buf_release(&path);
	buf_release(&name);
	return st;
}

static enum tb_exit
run(const struct export_opts *opts, const char *index, const char *file)
{
	struct tb_error e = TB_ERROR_INIT;
	struct catalog c = { .health = CATALOG_NONE };
	char *path = opt_workspace(opts->workspace);
	int ws = folder_workspace(path, false, &e), store = -1, lock = -1;
	enum tb_exit st = TB_TROUBLE;

	buf_init(&c.text);
	if (ws >= 0)
		store = folder_open(ws, SPAN("store"), false, &e);
	if (store >= 0 && catalog_load(&c, store, &e) &&
	    (c.health != CATALOG_NEWER ||
		tb_fail(&e, TB_EVERSION, "format.tsv")))
		lock = lock_take(store, "tb-export", LOCK_WAIT, &e);
	if (lock >= 0)
		st = export_index(store, span_str(index), file, opts, &e);
	if (e.code != TB_OK)
		st = tb_report(index, &e, TB_TROUBLE);
	if (lock >= 0)
		close(lock);
	if (store >= 0)
		close(store);
	if (ws >= 0)
		close(ws);
	catalog_release(&c);
	free(path);
	return st;
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "skip-bad", no_argument, NULL, SKIP_OPT },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "workspace", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	struct export_opts opts = { .workspace = NULL };
	int ch;

	tb_start("tb-export");
	while ((ch = getopt_long(argc, argv, "hw:", longopts, NULL)) != -1) {
		switch (ch) {
		case 'h':
			return tb_finish(usage(stdout, TB_DONE));
		case 'w':
			opts.workspace = optarg;
			break;
		case SKIP_OPT:
			opts.skip_bad = true;
			break;
		case VERSION_OPT:
			return show_version();
		default:
			return tb_try_help();
		}
	}
	if (argc - optind < 1 || argc - optind > 2) {
		tb_say(TB_TROUBLE, _("one index and one file, please"));
		return tb_try_help();
	}
	return tb_finish(run(
	    &opts, argv[optind], argc - optind == 2 ? argv[optind + 1] : NULL));
}
