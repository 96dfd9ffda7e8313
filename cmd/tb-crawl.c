/*
 * tb-crawl: compares a source folder with what is indexed of it and prints the
 * plan: what is to be read, what is gone.
 */
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sys.h"
#include "store/catalog.h"
#include "store/decide.h"
#include "store/folder.h"
#include "store/name.h"
#include "store/srcfolder.h"
#include "stream/rec.h"
#include "text/fold.h"

enum { ACCEPT_OPT = 256, HIDDEN_OPT, RETRY_OPT, VERSION_OPT };

struct options {
	const char *workspace, *index, *folder;
	bool accept, hidden, retry, verbose;
};

struct crawl {
	const struct options *o;
	int ws, store, content;
	struct ingest list;
	bool loaded;
	struct buf index;
	char *source; /* absolute */
	struct decide decide;
	struct out out;
	/* parts of the stream that go last: retried files, then documents */
	struct buf later, failed;
	uint64_t gone, read;
	enum tb_exit worst;
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(
	    _("usage: tb-crawl [-hv] [-i NAME] [-w DIR] [FOLDER]\n"
	      "Compares a source folder with its index and prints the plan "
	      "for tb-extract.\n\n"
	      "      --accept-times    read all again, though it may be the "
	      "zone\n"
	      "  -h, --help            show this help\n"
	      "      --hidden          also take in hidden files and folders\n"
	      "  -i, --index=NAME      the index; without FOLDER, at its "
	      "known folder\n"
	      "      --retry-failed    also read again what has failed\n"
	      "  -v, --verbose         tell what was found\n"
	      "      --version         show the version\n"
	      "  -w, --workspace=DIR   the folder that holds store/\n"),
	    to);
	return st;
}

/* ---- the plan ------------------------------------------------------------- */

static void
put_meta(struct crawl *c, enum meta_key key, const char *value)
{
	rec_meta(&c->out, key, span_str(value));
}

/* A file whose name no list can hold: a document that has failed. */
static void
put_bad_name(struct crawl *c, const struct walk_file *f, const char *stamp)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf why = BUF_INIT;
	char *path = mem_dup(f->path.p, f->path.n), size[24];

	tb_fail(&e, TB_EBADNAME, NULL);
	tb_reason(&e, &why);
	snprintf(size, sizeof(size), "%llu", (unsigned long long)f->size);
	rec_put(&c->failed, META_FILE, name_file(f->path));
	rec_put(&c->failed, META_PATH, f->path);
	rec_put(&c->failed, META_TIME, span_str(stamp));
	rec_put(&c->failed, META_SIZE, span_str(size));
	rec_put(&c->failed, META_FAILED, buf_span(&why));
	c->worst = tb_report(path, &e, TB_PARTLY);
	free(path);
	buf_release(&why);
}

static void
put_plan(struct buf *out, const struct walk_file *f, const char *stamp)
{
	char size[24];

	snprintf(size, sizeof(size), "%llu", (unsigned long long)f->size);
	rec_put(out, META_PLAN, f->path);
	rec_put(out, META_TIME, span_str(stamp));
	rec_put(out, META_SIZE, span_str(size));
}

static void
on_file(void *arg, const struct walk_file *f)
{
	struct crawl *c = arg;
	enum decide_why why = decide_file(&c->decide, f);
	struct buf lines = BUF_INIT;
	char stamp[SYS_STAMP];

	if (!decide_reads(why))
		return;
	sys_stamp(f->time, stamp);
	c->read++;
	if (f->bad_name) {
		put_bad_name(c, f, stamp);
	} else if (why == DECIDE_RETRIED) {
		put_plan(&c->later, f, stamp);
	} else {
		put_plan(&lines, f, stamp);
		out_span(&c->out, buf_span(&lines));
	}
	buf_release(&lines);
}

static void
on_skip(void *arg, struct span path, const struct tb_error *e)
{
	struct crawl *c = arg;
	char *name = mem_dup(path.p, path.n);

	c->worst = tb_report(*name ? name : c->source, e, TB_PARTLY);
	free(name);
}

static void
on_gone(void *arg, struct span path)
{
	struct crawl *c = arg;

	c->gone++;
	rec_meta(&c->out, META_GONE, path);
}

/* ---- which index, which folder -------------------------------------------- */

/* The folder as it is written down: absolute, as the user gave it. */
static char *
absolute(const char *folder)
{
	struct buf b = BUF_INIT;
	char *cwd, *p;

	if (folder[0] != '/') {
		cwd = getcwd(NULL, 0);
		buf_printf(&b, "%s/", cwd ? cwd : "");
		free(cwd);
	}
	buf_adds(&b, folder);
	buf_addc(&b, '/'); /* so that each part ends in one */
	while ((p = strstr(b.p, "/./")) != NULL)
		buf_cut(&b, (size_t)(p - b.p), 2);
	while ((p = strstr(b.p, "//")) != NULL)
		buf_cut(&b, (size_t)(p - b.p), 1);
	if (b.len > 1)
		buf_cut(&b, b.len - 1, 1);
	return buf_take(&b);
}

/* Is a the same folder as b, or one around it? */
static bool
contains(const char *a, const char *b)
{
	size_t n = strlen(a);

	return strncmp(a, b, n) == 0 &&
	       (b[n] == '\0' || b[n] == '/' || strcmp(a, "/") == 0);
}

/* A source folder must not lie in, or around, that of another index (8.5). */
static bool
check_nested(struct crawl *c, struct tb_error *e)
{
	char *own = realpath(c->source, NULL), *other, *path;
	bool ok = true;
	size_t i;

	for (i = 0; own && ok && i < c->list.sources; i++) {
		const struct ingest_source *s = &c->list.source[i];

		if (fold_same(s->index, buf_span(&c->index)))
			continue;
		path = mem_dup(s->path.p, s->path.n);
		other = realpath(path, NULL);
		if (other && (contains(own, other) || contains(other, own)))
			ok = tb_fail(e, TB_EUSAGE,
			    _("%s and the folder of index %.*s lie in each "
			      "other"),
			    c->source, SPAN_ARG(s->index));
		free(path);
		free(other);
	}
	free(own);
	return ok;
}

static bool
is_used(struct crawl *c, const struct catalog *cat, struct span name)
{
	struct span path;
	struct buf folder = BUF_INIT;
	bool used = ingest_get_source(&c->list, name, &path) ||
		    catalog_get(cat, name) != CATALOG_ABSENT;
	int fd;

	if (!used && c->store >= 0) {
		buf_adds(&folder, "content/");
		buf_addspan(&folder, name);
		fd = folder_open(c->store, buf_span(&folder), false, NULL);
		used = fd >= 0;
		if (fd >= 0)
			close(fd);
	}
	buf_release(&folder);
	return used;
}

/* Is it the same folder, by its name or by what lies there? */
static bool
is_same_folder(struct span path, const char *source)
{
	char *other = mem_dup(path.p, path.n);
	struct stat a, b;
	bool same =
	    strcmp(other, source) == 0 ||
	    (other[0] == '/' && stat(other, &a) == 0 && stat(source, &b) == 0 &&
		a.st_dev == b.st_dev && a.st_ino == b.st_ino);

	free(other);
	return same;
}

/* The name that the list has for the folder, else a new one (8.4, 8.2). */
static bool
name_index(struct crawl *c, struct tb_error *e)
{
	struct catalog cat = { CATALOG_NONE, BUF_INIT };
	struct buf base = BUF_INIT;
	unsigned n;
	size_t i;

	for (i = 0; i < c->list.sources; i++) {
		if (!is_same_folder(c->list.source[i].path, c->source))
			continue;
		buf_addspan(&c->index, c->list.source[i].index);
		return true;
	}
	if (c->store >= 0 && !catalog_load(&cat, c->store, e))
		return false;
	name_from_folder(span_str(c->source), &base);
	buf_addspan(&c->index, buf_span(&base));
	for (n = 2; is_used(c, &cat, buf_span(&c->index)); n++) {
		buf_reset(&c->index);
		buf_printf(&c->index, "%s(%u)", base.p, n);
	}
	buf_release(&base);
	catalog_release(&cat);
	return true;
}

/* The known folder of the index: what the later source says wins (4.3). */
static bool
find_source(struct crawl *c, struct tb_error *e)
{
	struct buf path = BUF_INIT;
	struct span s;

	if (ingest_get_source(&c->list, buf_span(&c->index), &s)) {
		buf_addspan(&path, s);
	} else if (c->content < 0 ||
		   !srcfolder_read(c->content, buf_span(&c->index), &path)) {
		return tb_fail(e, TB_EUSAGE,
		    _("index %s has no source folder; name one"), c->index.p);
	}
	c->source = buf_take(&path);
	if (c->source[0] != '/')
		return tb_fail(e, TB_EGONE, "%s",
		    _("a folder of another system; name where it is here"));
	return true;
}

static bool
open_content(struct crawl *c, struct tb_error *e)
{
	struct buf path = BUF_INIT;

	buf_adds(&path, "content/");
	buf_addspan(&path, buf_span(&c->index));
	if (c->store >= 0)
		c->content = folder_open(c->store, buf_span(&path), false, e);
	buf_release(&path);
	if (c->content < 0 && c->store >= 0 && e->code != TB_EGONE)
		return false;
	tb_clear(e);
	return true;
}

/* Reads what there is of the store; nothing is created. */
static bool
open_store(struct crawl *c, struct tb_error *e)
{
	struct catalog cat;
	bool ok;

	c->ws = folder_workspace(c->o->workspace, false, e);
	if (c->ws >= 0)
		c->store = folder_open(c->ws, SPAN("store"), false, e);
	if (c->store < 0) {
		if (e->code != TB_EGONE)
			return false;
		tb_clear(e); /* a new store */
		map_init(&c->list.exact);
		map_init(&c->list.same);
		return true;
	}
	ok = catalog_load(&cat, c->store, e) &&
	     (cat.health != CATALOG_NEWER ||
		 tb_fail(e, TB_EVERSION, "format.tsv"));
	catalog_release(&cat);
	return ok && ingest_load(&c->list, c->store, e);
}

static bool
settle(struct crawl *c, struct tb_error *e)
{
	enum name_fault fault;

	if (c->o->folder)
		c->source = absolute(c->o->folder);
	if (c->o->index)
		buf_adds(&c->index, c->o->index);
	else if (!c->source)
		return tb_fail(
		    e, TB_EUSAGE, "%s", _("name a folder, or an index by -i"));
	else if (!name_index(c, e))
		return false;
	fault = name_check(buf_span(&c->index));
	if (fault != NAME_GOOD)
		return tb_fail(e, TB_EUSAGE, "'%s': %s", c->index.p,
		    name_fault_text(fault));
	if (!open_content(c, e) || (!c->source && !find_source(c, e)))
		return false;
	if (strpbrk(c->source, "\t\r\n"))
		return tb_fail(e, TB_EBADNAME, NULL);
	return check_nested(c, e);
}

/* ---- the run -------------------------------------------------------------- */

static void
tell(struct crawl *c)
{
	const uint64_t *n = c->decide.count;

	tb_say(TB_DONE,
	    _("%llu done, %llu new, %llu updated, %llu pending, %llu failed, "
	      "%llu gone"),
	    (unsigned long long)n[DECIDE_DONE],
	    (unsigned long long)n[DECIDE_NEW],
	    (unsigned long long)(n[DECIDE_UPDATED] + n[DECIDE_OUTDATED]),
	    (unsigned long long)(n[DECIDE_PENDING] + n[DECIDE_LOST] +
				 n[DECIDE_RETRIED]),
	    (unsigned long long)n[DECIDE_FAILED], (unsigned long long)c->gone);
}

/*
 * Only the times have changed, and all by the same: it is the zone, and nobody
 * wants to read a share again for that (portability.md 7).
 */
static bool
check_zone(struct crawl *c, struct tb_error *e)
{
	int64_t sec = c->o->accept ? 0 : decide_shift(&c->decide);
	int64_t min = (sec < 0 ? -sec : sec) / 60;

	if (sec == 0)
		return true;
	return tb_fail(e, TB_EUSAGE,
	    _("the times of all files differ by %c%d:%02d hours from those of "
	      "the index: is TZ another? --accept-times reads them again"),
	    sec < 0 ? '-' : '+', (int)(min / 60), (int)(min % 60));
}

/* The whole plan into c->out. */
static bool
make_plan(struct crawl *c, struct tb_error *e)
{
	struct walk_options w = { .hidden = c->o->hidden,
		.workspace = c->ws,
		.file = on_file,
		.skip = on_skip,
		.arg = c };
	struct walk_result res;

	rec_head(&c->out, "計画");
	rec_meta(&c->out, META_INDEX, buf_span(&c->index));
	put_meta(c, META_SOURCE, c->source);
	if (!walk_folder(c->source, &w, &res, e) || !check_zone(c, e))
		return false;
	if (res.incomplete)
		c->worst = TB_PARTLY; /* told, and nothing is gone */
	else
		decide_gone(&c->decide, on_gone, c);
	out_span(&c->out, buf_span(&c->later));
	out_span(&c->out, buf_span(&c->failed));
	rec_meta_u64(&c->out, META_TOTAL, 0);
	if (res.links > 0 && c->o->verbose)
		tb_say(TB_DONE, _("%llu links not followed"),
		    (unsigned long long)res.links);
	return true;
}

/* What was held back goes to standard output. */
static bool
send_plan(struct crawl *c, int spool, struct tb_error *e)
{
	char block[1 << 14];
	ssize_t n;

	if (!out_flush(&c->out) || lseek(spool, 0, SEEK_SET) != 0)
		return tb_fail_sys(e, "write");
	out_release(&c->out);
	out_init(&c->out, STDOUT_FILENO);
	while ((n = read(spool, block, sizeof(block))) > 0)
		out_write(&c->out, block, (size_t)n);
	return n == 0 || tb_fail_sys(e, "read");
}

/*
 * The plan of a new index goes out as it is made.  That of an update is held
 * back until check_zone has seen all of it: what has gone out is read.
 */
static bool
run(struct crawl *c, struct tb_error *e)
{
	bool ok, update = c->list.rows > 0 && !c->o->accept;
	int spool = update ? sys_tmpfile(e) : -1;

	if (update && spool < 0)
		return false;
	out_release(&c->out);
	out_init(&c->out, update ? spool : STDOUT_FILENO);
	decide_init(&c->decide, &c->list, buf_span(&c->index), c->content);
	c->decide.retry_failed = c->o->retry;
	ok = make_plan(c, e);
	if (ok && update)
		ok = send_plan(c, spool, e);
	else if (update)
		out_release(&c->out); /* nothing of it is said */
	if (!ok && update)
		out_init(&c->out, STDOUT_FILENO);
	if (spool >= 0)
		close(spool);
	if (ok && c->o->verbose)
		tell(c);
	return ok;
}

static enum tb_exit
crawl(const struct options *o)
{
	struct crawl c = { .o = o,
		.ws = -1,
		.store = -1,
		.content = -1,
		.index = BUF_INIT,
		.later = BUF_INIT,
		.failed = BUF_INIT };
	struct tb_error e = TB_ERROR_INIT;
	enum tb_exit st;

	out_init(&c.out, STDOUT_FILENO);
	if (open_store(&c, &e) && settle(&c, &e) && run(&c, &e))
		st = c.worst;
	else
		st = tb_report(c.source, &e, TB_TROUBLE);
	st = out_finish(&c.out, st);
	decide_release(&c.decide);
	ingest_release(&c.list);
	buf_release(&c.index);
	buf_release(&c.later);
	buf_release(&c.failed);
	free(c.source);
	if (c.content >= 0)
		close(c.content);
	if (c.store >= 0)
		close(c.store);
	if (c.ws >= 0)
		close(c.ws);
	return st;
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "accept-times", no_argument, NULL, ACCEPT_OPT },
		{ "help", no_argument, NULL, 'h' },
		{ "hidden", no_argument, NULL, HIDDEN_OPT },
		{ "index", required_argument, NULL, 'i' },
		{ "retry-failed", no_argument, NULL, RETRY_OPT },
		{ "verbose", no_argument, NULL, 'v' },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "workspace", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	struct options o = { .index = NULL };
	const char *dir = NULL;
	char *workspace;
	enum tb_exit st;
	int ch;

	tb_start("tb-crawl");
	while ((ch = getopt_long(argc, argv, "hi:vw:", longopts, NULL)) != -1) {
		switch (ch) {
		case ACCEPT_OPT:
			o.accept = true;
			break;
		case 'h':
			return tb_finish(usage(stdout, TB_DONE));
		case HIDDEN_OPT:
			o.hidden = true;
			break;
		case 'i':
			o.index = optarg;
			break;
		case RETRY_OPT:
			o.retry = true;
			break;
		case 'v':
			o.verbose = true;
			break;
		case VERSION_OPT:
			puts("tb-crawl " VERSION);
			return tb_finish(TB_DONE);
		case 'w':
			dir = optarg;
			break;
		default:
			return tb_try_help();
		}
	}
	if (argc - optind > 1)
		return usage(stderr, TB_TROUBLE);
	if (optind < argc)
		o.folder = argv[optind];
	workspace = opt_workspace(dir);
	o.workspace = workspace;
	st = crawl(&o);
	free(workspace);
	return st;
}
