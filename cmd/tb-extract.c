/*
 * tb-extract: files become a cell stream.  See tb-extract(1).
 */
#include <errno.h>
#include <getopt.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sys.h"
#include "doc/reader.h"
#include "run/pool.h"
#include "run/sandbox.h"
#include "run/source.h"
#include "stream/plan.h"
#include "stream/relay.h"
#include "text/enc.h"
#include "text/utf.h"

#define TIMEOUT 600 /* seconds a document may take, as the original's */
#define BOM     "\xef\xbb\xbf"
#define MEMORY  512 /* MiB that a worker may allocate */

/* A document under way. */
struct doc {
	struct buf name; /* as it was given, for messages */
	struct buf path, file, time, size;
	struct buf failed; /* 失敗 of the plan: passed on */
	bool known;        /* failed counts; it was told by tb-crawl */
	bool gone;         /* it left its folder since the crawl */
	bool opened;
};

/* What the whole run shares. */
struct run {
	/* options */
	bool text, verbose, nul, libxml2;
	const char *folder, *list;
	uint64_t jobs, timeout, memory;
	/* where files come from: operands, then the list; or the plan */
	char *const *operand; /* NULL at its end */
	FILE *names;
	bool listed; /* the list has begun */
	struct buf line;
	bool planned, whole;
	struct plan plan;
	struct source source;
	const char *root; /* its folder */
	/* where they go */
	struct out out;
	struct relay relay;
	struct doc docs[POOL_AHEAD]; /* used by turns */
	uint64_t given, documents;
	enum tb_exit worst;
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(
	    _("usage: tb-extract [-0hv] [-C DIR] [-j N] [-T LIST] "
	      "[--text] [FILE...]\n"
	      "Reads documents into a cell stream; without FILE and LIST, the "
	      "files of the plan\n(tb-crawl) on standard input.\n\n"
	      "  -0, --null             names in LIST end in NUL, not in LF\n"
	      "  -C, --directory=DIR    names are relative to DIR\n"
	      "  -h, --help             show this help\n"
	      "  -j, --jobs=N           read N files at a time (default: as "
	      "many as processors)\n"
	      "  -T, --files-from=LIST  also read the files named in LIST "
	      "('-': standard input)\n"
	      "  -v, --verbose          name each file when it is done\n"
	      "      --memory=MIB       memory that a file may take "
	      "(default: 512)\n"
	      "      --text             text only, no meta lines\n"
	      "      --timeout=SEC      time that a file may take "
	      "(default: 600)\n"
	      "      --version          show the version\n"
	      "      --xml=PARSER       auto, or libxml2 for all parts\n"),
	    to);
	return st;
}

static void
worse(struct run *r, enum tb_exit st)
{
	if (st > r->worst)
		r->worst = st;
}

/* ---- where files come from ---- */

static struct doc *
new_doc(struct run *r)
{
	struct doc *d = &r->docs[r->given++ % POOL_AHEAD];

	buf_reset(&d->name);
	buf_reset(&d->path);
	buf_reset(&d->file);
	buf_reset(&d->time);
	buf_reset(&d->size);
	buf_reset(&d->failed);
	d->known = d->gone = d->opened = false;
	return d;
}

/*
 * The path that the stream gets for a name of the user's: as it is, without
 * "./" and doubled '/'.
 */
static void
tidy(struct span name, struct buf *path)
{
	struct span rest = name, part;

	if (name.n > 0 && name.p[0] == '/')
		buf_addc(path, '/');
	while (span_field(&rest, '/', &part)) {
		if (part.n == 0 || span_eqs(part, "."))
			continue;
		if (path->len > 0 && path->p[path->len - 1] != '/')
			buf_addc(path, '/');
		buf_addspan(path, part);
	}
}

/*
 * Makes a path fit for a list (portability.md 3): true when it had to be
 * changed, which means that the file cannot be taken in.
 */
static bool
unlistable(struct buf *path)
{
	struct buf b = BUF_INIT;
	bool bad = utf_valid(buf_span(path)) < path->len;
	size_t i;

	utf_clean(buf_span(path), &b);
	buf_reset(path);
	for (i = 0; i < b.len; i++) {
		uint8_t c = (uint8_t)b.p[i];

		if (c == '\\')
			buf_adds(path, "￥");
		else if (c < 0x20 || c == 0x7f)
			buf_adds(path, "\xef\xbf\xbd");
		else
			buf_addc(path, (char)c);
		bad = bad || c == '\\' || c < 0x20 || c == 0x7f;
	}
	buf_release(&b);
	return bad;
}

/* The next line of the list into r->line; false at its end. */
static bool
next_line(struct run *r)
{
	int c, end = r->nul ? '\0' : '\n';

	buf_reset(&r->line);
	while ((c = getc(r->names)) != EOF && c != end)
		buf_addc(&r->line, (char)c);
	if (c == EOF && r->line.len == 0)
		return false;
	if (!r->nul) { /* a list from Windows */
		if (!r->listed && span_starts(buf_span(&r->line), SPAN(BOM)))
			buf_cut(&r->line, 0, sizeof(BOM) - 1);
		if (span_ends(buf_span(&r->line), SPAN("\r")))
			buf_cut(&r->line, r->line.len - 1, 1);
	}
	r->listed = true;
	return true;
}

/* The next operand, or the next name of the list; NULL: no more. */
static const char *
next_name(struct run *r)
{
	if (*r->operand)
		return *r->operand++;
	while (r->names && next_line(r))
		if (r->line.len > 0)
			return r->line.p;
	return NULL;
}

static bool
next_named(struct run *r, struct pool_task *t)
{
	const char *name = next_name(r);
	struct stat st;
	struct doc *d;
	char stamp[SYS_STAMP];
	size_t slash;

	if (!name)
		return false;
	d = new_doc(r);
	buf_adds(&d->name, name);
	tidy(buf_span(&d->name), &d->path);
	if (unlistable(&d->path) && !r->text)
		tb_fail(&t->e, TB_EBADNAME, NULL);
	else
		t->fd = source_named(&r->source, name, &st, &t->e);
	if (t->fd >= 0) {
		t->size = (uint64_t)st.st_size;
		sys_stamp(st.st_mtime, stamp);
		buf_adds(&d->time, stamp);
		buf_printf(&d->size, "%llu", (unsigned long long)t->size);
	}
	slash = span_rfind(buf_span(&d->path), '/');
	buf_addspan(&d->file, span_skip(buf_span(&d->path),
				  slash == d->path.len ? 0 : slash + 1));
	t->doc = d;
	return true;
}

/*
 * A file of the plan is not there: did it leave alone (true), or is its folder
 * gone, which says nothing about the files?
 */
static bool
left_alone(struct run *r)
{
	struct tb_error e = TB_ERROR_INIT;
	struct stat st;

	if (stat(r->root, &st) == 0)
		return true;
	tb_fail_sys(&e, "stat");
	worse(r, tb_report(r->root, &e, TB_TROUBLE));
	return false;
}

static bool
next_planned(struct run *r, struct pool_task *t)
{
	struct tb_error e = TB_ERROR_INIT;
	struct plan_item item;
	struct stat st;
	struct doc *d;
	bool more;

	if (r->worst == TB_TROUBLE)
		return false;
	if (!plan_next(&r->plan, &item, &more, &e)) {
		worse(r, tb_report(NULL, &e, TB_TROUBLE));
		return false;
	}
	if (!more)
		return false;
	d = new_doc(r);
	buf_addspan(&d->name, item.path);
	buf_addspan(&d->path, item.path);
	buf_addspan(&d->file, item.file);
	buf_addspan(&d->time, item.time);
	buf_addspan(&d->size, item.size);
	if (item.failed.p) {
		d->known = true;
		buf_addspan(&d->failed, item.failed);
		tb_unreason(item.failed, &t->e);
	} else {
		t->fd = source_below(&r->source, item.path, &st, &t->e);
		if (t->fd >= 0)
			t->size = (uint64_t)st.st_size;
		else if (t->e.code == TB_EGONE || t->e.code == TB_EIO) {
			if (!left_alone(r))
				return false;
			d->gone = t->e.code == TB_EGONE;
		}
	}
	t->doc = d;
	return true;
}

/* A pool_ops' next. */
static bool
next_file(void *ctx, struct pool_task *t)
{
	struct run *r = ctx;

	if (!(r->planned ? next_planned(r, t) : next_named(r, t)))
		return false;
	t->file = buf_span(&((struct doc *)t->doc)->file);
	((struct doc *)t->doc)->opened = t->fd >= 0;
	return true;
}

/* ---- where documents go ---- */

/* A line of the document's head, when there is something to say. */
static void
head_line(struct run *r, enum meta_key key, struct span value)
{
	if (value.n > 0)
		rec_meta(&r->out, key, value);
}

static void
begin(void *ctx, void *doc)
{
	struct run *r = ctx;
	struct doc *d = doc;

	if (r->text || d->gone)
		return;
	if (r->planned && d->opened)
		rec_meta(&r->out, META_BEGIN, buf_span(&d->path));
	rec_meta(&r->out, META_FILE, buf_span(&d->file));
	rec_meta(&r->out, META_PATH, buf_span(&d->path));
	head_line(r, META_TIME, buf_span(&d->time));
	head_line(r, META_SIZE, buf_span(&d->size));
	head_line(r, META_KIND, kind_name(kind_of(buf_span(&d->file))));
}

static void
body(void *ctx, void *doc, struct span bytes)
{
	struct run *r = ctx;

	(void)doc;
	relay_bytes(&r->relay, bytes);
}

/* 失敗, and the message. */
static void
fail_doc(struct run *r, const struct doc *d, const struct tb_error *e)
{
	struct buf why = BUF_INIT;

	if (d->known)
		buf_addspan(&why, buf_span(&d->failed));
	else
		tb_reason(e, &why);
	if (!r->text)
		rec_meta(&r->out, META_FAILED, buf_span(&why));
	buf_release(&why);
	worse(r, d->known ? TB_PARTLY : tb_report(d->name.p, e, TB_PARTLY));
}

static void
end(void *ctx, void *doc, const struct pool_result *res)
{
	struct run *r = ctx;
	struct doc *d = doc;
	struct buf name = BUF_INIT;

	relay_end(&r->relay);
	if (d->gone) {
		if (!r->text)
			rec_meta(&r->out, META_GONE, buf_span(&d->path));
		return;
	}
	r->documents++;
	if (res->e.code != TB_OK) {
		fail_doc(r, d, &res->e);
		return;
	}
	if (!r->text)
		rec_meta_u64(&r->out, META_END, res->places);
	if (r->verbose) {
		tb_printable(buf_span(&d->name), &name);
		tb_say(TB_DONE, _("%s: %u places, %llu ms"), name.p,
		    res->places, (unsigned long long)res->ms);
		buf_release(&name);
	}
}

static void
idle(void *ctx)
{
	struct run *r = ctx;

	out_flush(&r->out);
}

static bool
wanted(void *ctx)
{
	const struct run *r = ctx;

	return r->out.error == 0;
}

/* ---- all of it ---- */

/* Reads one document.  Runs in a worker. */
static bool
read_doc(void *arg, const struct worker_task *t, struct out *out,
    uint32_t *places, struct tb_error *e)
{
	const struct run *r = arg;
	struct doc_input in = { t->fd, t->size, t->file, r->libxml2 };
	struct sink s;
	bool ok;

	sink_init(&s, out);
	ok = doc_read(&in, &s, e);
	*places = s.places;
	sink_release(&s);
	return ok;
}

static void
extract(struct run *r)
{
	const struct pool_conf conf = { read_doc, r, (unsigned)r->jobs,
		r->timeout * 1000, r->memory << 20 };
	const struct pool_ops ops = { r, next_file, begin, body, end, idle,
		wanted };
	struct tb_error e = TB_ERROR_INIT;
	bool filtered;

	enc_preload();
	relay_init(&r->relay, &r->out, r->text);
	if (!pool_run(&conf, &ops, &filtered, &e))
		worse(r, tb_report(NULL, &e, TB_TROUBLE));
	relay_release(&r->relay);
	if (!filtered && !SANDBOX_CHECKED)
		tb_say(TB_DONE, _("system calls of workers are not filtered "
				  "on this machine"));
}

/* The last line of the stream, when it is whole. */
static void
total(struct run *r)
{
	if (r->worst < TB_TROUBLE && !r->text)
		rec_meta_u64(&r->out, META_TOTAL, r->documents);
}

/* The files of the plan on standard input. */
static void
from_plan(struct run *r)
{
	struct tb_error e = TB_ERROR_INIT;
	struct out none;

	out_init(&none, -1);
	if (!r->text)
		rec_head(&r->out, "セル");
	if (!plan_open(&r->plan, STDIN_FILENO, r->text ? &none : &r->out,
		&r->whole, &e)) {
		worse(r, tb_report(NULL, &e, TB_TROUBLE));
	} else {
		r->root = r->folder ? r->folder : plan_source(&r->plan);
		if (!*r->root)
			r->root = ".";
		if (!source_open(&r->source, r->root, &e))
			worse(r, tb_report(r->root, &e, TB_TROUBLE));
		else
			extract(r);
		source_close(&r->source);
		if (!r->whole) {
			tb_fail(&e, TB_ECUT, NULL);
			worse(r, tb_report(NULL, &e, TB_TROUBLE));
		}
		total(r);
	}
	plan_close(&r->plan);
	out_release(&none);
}

/* Operands and the list. */
static void
from_names(struct run *r)
{
	struct tb_error e = TB_ERROR_INIT;
	const char *root = r->folder ? r->folder : ".";
	bool std = r->list && strcmp(r->list, "-") == 0;

	if (r->list) {
		r->names = std ? stdin : fopen(r->list, "rbe");
		if (!r->names) {
			tb_fail_sys(&e, "open");
			worse(r, tb_report(r->list, &e, TB_TROUBLE));
			return;
		}
	}
	if (!source_open(&r->source, root, &e)) {
		worse(r, tb_report(root, &e, TB_TROUBLE));
	} else {
		if (!r->text)
			rec_head(&r->out, "セル");
		extract(r);
	}
	source_close(&r->source);
	if (r->names && ferror(r->names)) {
		tb_fail(&e, TB_EIO, "%s", strerror(EIO));
		worse(r, tb_report(r->list, &e, TB_TROUBLE));
	}
	if (r->names && !std)
		fclose(r->names); /* read only: nothing to lose */
	total(r);
}

static bool
set_parser(struct run *r, const char *arg)
{
	r->libxml2 = strcmp(arg, "libxml2") == 0;
	if (r->libxml2 || strcmp(arg, "auto") == 0)
		return true;
	tb_say(TB_TROUBLE, _("--xml: '%s' is neither auto nor libxml2"), arg);
	return false;
}

enum { MEMORY_OPT = 256, TEXT_OPT, TIMEOUT_OPT, VERSION_OPT, XML_OPT };

/* Takes up one option; false: it is wrong, and was told. */
static bool
option(struct run *r, int ch)
{
	switch (ch) {
	case '0':
		r->nul = true;
		return true;
	case 'C':
		r->folder = optarg;
		return true;
	case 'j':
		return opt_num("-j", optarg, 1, 256, &r->jobs);
	case 'T':
		r->list = optarg;
		return true;
	case 'v':
		r->verbose = true;
		return true;
	case MEMORY_OPT:
		return opt_num(
		    "--memory", optarg, 16, (uint64_t)1 << 20, &r->memory);
	case TEXT_OPT:
		r->text = true;
		return true;
	case TIMEOUT_OPT:
		return opt_num("--timeout", optarg, 1, 86400, &r->timeout);
	case XML_OPT:
		return set_parser(r, optarg);
	default:
		return false;
	}
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "directory", required_argument, NULL, 'C' },
		{ "files-from", required_argument, NULL, 'T' },
		{ "help", no_argument, NULL, 'h' },
		{ "jobs", required_argument, NULL, 'j' },
		{ "memory", required_argument, NULL, MEMORY_OPT },
		{ "null", no_argument, NULL, '0' },
		{ "text", no_argument, NULL, TEXT_OPT },
		{ "timeout", required_argument, NULL, TIMEOUT_OPT },
		{ "verbose", no_argument, NULL, 'v' },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "xml", required_argument, NULL, XML_OPT },
		{ NULL, 0, NULL, 0 },
	};
	static struct run r = { .timeout = TIMEOUT, .memory = MEMORY };
	size_t i;
	int ch;

	tb_start("tb-extract");
	r.jobs = sys_cpus();
	while (
	    (ch = getopt_long(argc, argv, "0C:hj:T:v", longopts, NULL)) != -1) {
		if (ch == 'h')
			return tb_finish(usage(stdout, TB_DONE));
		if (ch == VERSION_OPT) {
			printf("tb-extract %s\n", VERSION);
			return tb_finish(TB_DONE);
		}
		if (!option(&r, ch))
			return tb_try_help();
	}
	if (r.nul && !r.list) {
		tb_say(TB_TROUBLE, _("-0 needs -T"));
		return tb_try_help();
	}
	r.operand = argv + optind;
	r.planned = optind == argc && !r.list;
	for (i = 0; i < POOL_AHEAD; i++)
		r.docs[i] = (struct doc){ BUF_INIT, BUF_INIT, BUF_INIT,
			BUF_INIT, BUF_INIT, BUF_INIT };
	buf_init(&r.line);
	out_init(&r.out, STDOUT_FILENO);
	if (r.planned)
		from_plan(&r);
	else
		from_names(&r);
	return out_finish(&r.out, r.worst);
}
