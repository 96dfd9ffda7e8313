/*
 * tb-store: what a store holds, as people and programs ask for it.
 */
#include <getopt.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "find/dump.h"
#include "store/folder.h"
#include "store/name.h"
#include "store/partlist.h"
#include "store/state.h"
#include "store/verify.h"
#include "text/fold.h"

enum { HELP_OPT = 256, JSON_OPT, VERSION_OPT };

struct store_opts {
	const char *workspace;
	bool json;
};

/* What the verbs share. */
struct run {
	const struct store_opts *opts;
	int ws, store; /* store: -1 when there is none */
	struct state state;
	struct out out;
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(_("usage: tb-store [-h] [-w DIR] ls [--json] [INDEX...]\n"
		"       tb-store [-w DIR] cat [--json] INDEX[/PATH]...\n"
		"       tb-store [-w DIR] failures [--json] [INDEX...]\n"
		"       tb-store [-w DIR] check\n"
		"Shows what a store holds, and changes nothing.\n\n"
		"  ls        the indexes: state, documents, failures, size, "
		"source folder\n"
		"  cat       an index or a document back as a TSV stream\n"
		"  failures  the documents that could not be read, and why\n"
		"  check     whether everything fits together\n\n"
		"  -h, --help           show this help\n"
		"  -w, --workspace=DIR  the folder that holds store/\n"
		"      --json           one JSON object a line\n"
		"      --version        show the version\n"),
	    to);
	return st;
}

static enum tb_exit
show_version(void)
{
	puts("tb-store " VERSION);
	return tb_finish(TB_DONE);
}

/* ---- JSON ----------------------------------------------------------------- */

static void
set_string(json_t *o, const char *key, struct span s)
{
	json_t *v = json_stringn((const char *)s.p, s.n);

	/* a name on disk may be no UTF-8 */
	if (json_object_set_new(o, key, v ? v : json_null()) < 0)
		mem_exhausted();
}

static void
set_number(json_t *o, const char *key, uint64_t v)
{
	if (json_object_set_new(o, key, json_integer((json_int_t)v)) < 0)
		mem_exhausted();
}

static void
put_json(struct run *r, json_t *o)
{
	char *s = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	if (s) {
		out_puts(&r->out, s);
		out_putc(&r->out, '\n');
		free(s);
	} else {
		mem_exhausted();
	}
}

/* ---- ls ------------------------------------------------------------------- */

static void
ls_one(struct run *r, const struct state_item *it)
{
	struct buf line = BUF_INIT;
	json_t *o;

	if (r->opts->json) {
		o = json_object();
		set_string(o, "index", it->name);
		set_string(o, "state", span_str(state_word(it->state)));
		set_string(o, "source", it->source);
		set_number(o, "documents", it->done);
		set_number(o, "failed", it->failed);
		set_number(o, "waiting", it->waiting);
		set_number(o, "files", it->files);
		set_number(o, "bytes", it->bytes);
		put_json(r, o);
		return;
	}
	tb_printable(it->name, &line);
	buf_printf(&line, ": %s\n", state_text(it->state));
	buf_printf(&line,
	    _("  %llu documents, %llu failed, %llu not read yet; %llu files, "
	      "%llu bytes\n"),
	    (unsigned long long)it->done, (unsigned long long)it->failed,
	    (unsigned long long)it->waiting, (unsigned long long)it->files,
	    (unsigned long long)it->bytes);
	if (it->source.n > 0) {
		buf_adds(&line, "  ");
		tb_printable(it->source, &line);
		buf_addc(&line, '\n');
	}
	out_span(&r->out, buf_span(&line));
	buf_release(&line);
}

/* The index that an operand names; NULL after a message. */
static const struct state_item *
find_index(const struct run *r, struct span name)
{
	const struct state_item *it = state_find(&r->state, name);

	if (!it)
		tb_say(TB_TROUBLE, _("no such index: %.*s"), SPAN_ARG(name));
	return it;
}

static enum tb_exit
ls(struct run *r, int argc, char *argv[])
{
	const struct state_item *it;
	enum tb_exit st = TB_DONE;
	size_t i;
	int k;

	if (r->state.health == CATALOG_BROKEN)
		tb_say(TB_DONE, _("the catalog is damaged: an update makes it "
				  "anew"));
	for (i = 0; argc == 0 && i < r->state.n; i++)
		ls_one(r, &r->state.v[i]);
	for (k = 0; k < argc; k++) {
		it = find_index(r, span_str(argv[k]));
		if (it)
			ls_one(r, it);
		else
			st = TB_TROUBLE;
	}
	return st;
}

/* ---- cat ------------------------------------------------------------------ */

/* What a walk over the parts of an index needs. */
struct cat {
	struct dump dump;
	struct span index;
	enum tb_exit st;
};

static bool
cat_part(void *arg, int dir, struct span folder, struct span name)
{
	struct cat *c = arg;
	struct tb_error e = TB_ERROR_INIT;
	struct buf path = BUF_INIT;

	if (!dump_part(&c->dump, dir, folder, name, &e)) {
		buf_printf(&path, "%.*s/%.*s%s%.*s", SPAN_ARG(c->index),
		    SPAN_ARG(folder), folder.n ? "/" : "", SPAN_ARG(name));
		c->st = tb_report(path.p, &e, TB_TROUBLE);
		buf_release(&path);
	}
	return c->dump.out->error == 0;
}

static enum tb_exit
cat_one(struct run *r, struct span operand)
{
	size_t slash = span_find(operand, '/');
	const struct state_item *it = find_index(r, span_head(operand, slash));
	struct tb_error e = TB_ERROR_INIT;
	struct buf path = BUF_INIT;
	struct cat c = { .st = TB_DONE };
	bool stopped;
	int dir;

	if (!it)
		return TB_TROUBLE;
	buf_adds(&path, "content/");
	buf_addspan(&path, it->name);
	dir = r->store < 0 ? -1
			   : folder_open(r->store, buf_span(&path), false, &e);
	buf_release(&path);
	if (dir < 0) {
		tb_say(TB_TROUBLE, _("%.*s: nothing has been indexed"),
		    SPAN_ARG(it->name));
		return TB_TROUBLE;
	}
	c.index = it->name;
	dump_init(&c.dump, &r->out);
	c.dump.json = r->opts->json;
	c.dump.index = it->name;
	c.dump.source = it->source;
	c.dump.only = span_skip(operand, slash + 1);
	c.dump.list = &r->state.list;
	dump_begin(&c.dump);
	if (!partlist_walk(dir, cat_part, &c, &stopped, &e))
		c.st = tb_report((const char *)it->name.p, &e, TB_TROUBLE);
	dump_end(&c.dump);
	if (c.dump.documents == 0 && c.dump.only.n > 0 && c.st == TB_DONE)
		c.st = tb_say(
		    TB_PARTLY, _("%.*s: no such document"), SPAN_ARG(operand));
	dump_release(&c.dump);
	close(dir);
	return c.st;
}

static enum tb_exit
cat(struct run *r, int argc, char *argv[])
{
	enum tb_exit st, worst = TB_DONE;
	int k;

	if (argc == 0) {
		tb_say(TB_TROUBLE, _("cat: which index?"));
		return tb_try_help();
	}
	for (k = 0; k < argc; k++)
		if ((st = cat_one(r, span_str(argv[k]))) > worst)
			worst = st;
	return worst;
}

/* ---- failures ------------------------------------------------------------- */

static bool
is_wanted(int argc, char *argv[], struct span index)
{
	int k;

	for (k = 0; k < argc; k++)
		if (fold_same(span_str(argv[k]), index))
			return true;
	return argc == 0;
}

static enum tb_exit
failures(struct run *r, int argc, char *argv[])
{
	const struct ingest *g = &r->state.list;
	struct span f[INGEST_FIELDS], index;
	struct buf path = BUF_INIT, line = BUF_INIT;
	size_t i;
	json_t *o;
	int k;

	for (k = 0; k < argc; k++)
		if (!find_index(r, span_str(argv[k])))
			return TB_TROUBLE;
	for (i = 0; i < g->rows; i++) {
		if (!g->row[i].line.p)
			continue;
		ingest_fields(&g->row[i], f);
		index =
		    span_head(f[INGEST_REL], span_find(f[INGEST_REL], '\\'));
		buf_reset(&path);
		buf_reset(&line);
		if (!span_eqs(f[INGEST_STATE], INGEST_FAILED) ||
		    !is_wanted(argc, argv, index) ||
		    !name_unrel(index, f[INGEST_REL], &path))
			continue;
		if (r->opts->json) {
			o = json_object();
			set_string(o, "index", index);
			set_string(o, "path", buf_span(&path));
			set_string(o, "time", f[INGEST_TIME]);
			set_string(o, "reason", f[INGEST_ERROR]);
			put_json(r, o);
			continue;
		}
		tb_printable(index, &line);
		buf_addc(&line, '/');
		tb_printable(buf_span(&path), &line);
		buf_adds(&line, ": ");
		tb_printable(f[INGEST_ERROR], &line);
		buf_addc(&line, '\n');
		out_span(&r->out, buf_span(&line));
	}
	buf_release(&path);
	buf_release(&line);
	return TB_DONE;
}

/* ---- check ---------------------------------------------------------------- */

static void
on_fault(void *arg, struct span where, const char *what)
{
	struct run *r = arg;
	struct buf line = BUF_INIT;

	tb_printable(where, &line);
	buf_printf(&line, ": %s\n", what);
	out_span(&r->out, buf_span(&line));
	buf_release(&line);
}

static enum tb_exit
check(struct run *r, int argc, char *argv[])
{
	struct tb_error e = TB_ERROR_INIT;
	uint64_t faults = 0;

	(void)argv;
	if (argc > 0) {
		tb_say(TB_TROUBLE, _("check: all of the store is checked"));
		return tb_try_help();
	}
	if (r->store >= 0 &&
	    !verify_store(r->store, &r->state, on_fault, r, &faults, &e))
		return tb_report(NULL, &e, TB_TROUBLE);
	return faults > 0 ? TB_PARTLY : TB_DONE;
}

/* ---- the tool ------------------------------------------------------------- */

static enum tb_exit
run(const struct store_opts *opts, int argc, char *argv[])
{
	static const struct {
		const char *name;
		enum tb_exit (*verb)(struct run *r, int argc, char *argv[]);
	} verbs[] = { { "ls", ls }, { "cat", cat }, { "failures", failures },
		{ "check", check } };
	struct run r = { .opts = opts, .store = -1 };
	struct tb_error e = TB_ERROR_INIT;
	char *path = opt_workspace(opts->workspace);
	enum tb_exit st = TB_TROUBLE;
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(argv[0], verbs[i].name) == 0)
			break;
	if (i == sizeof(verbs) / sizeof(verbs[0])) {
		tb_say(TB_TROUBLE, _("'%s' is no command"), argv[0]);
		free(path);
		return tb_try_help();
	}
	r.ws = folder_workspace(path, false, &e);
	if (r.ws < 0) {
		free(path);
		return tb_report(NULL, &e, TB_TROUBLE);
	}
	r.store = folder_open(r.ws, SPAN("store"), false, &e);
	tb_clear(&e);
	out_init(&r.out, STDOUT_FILENO);
	if (!state_load(&r.state, r.ws, &e)) {
		tb_report(path, &e, TB_TROUBLE);
	} else if (r.state.health == CATALOG_NEWER) {
		tb_fail(&e, TB_EVERSION, "format.tsv");
		tb_report(path, &e, TB_TROUBLE);
	} else {
		st = verbs[i].verb(&r, argc - 1, argv + 1);
	}
	st = out_finish(&r.out, st);
	state_release(&r.state);
	if (r.store >= 0)
		close(r.store);
	close(r.ws);
	free(path);
	return st;
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "json", no_argument, NULL, JSON_OPT },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "workspace", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	struct store_opts opts = { .workspace = NULL };
	int ch;

	tb_start("tb-store");
	while ((ch = getopt_long(argc, argv, "hw:", longopts, NULL)) != -1) {
		switch (ch) {
		case 'h':
			return tb_finish(usage(stdout, TB_DONE));
		case 'w':
			opts.workspace = optarg;
			break;
		case JSON_OPT:
			opts.json = true;
			break;
		case VERSION_OPT:
			return show_version();
		default:
			return tb_try_help();
		}
	}
	if (optind == argc) {
		tb_say(TB_TROUBLE, _("which command?"));
		return tb_try_help();
	}
	return run(&opts, argc - optind, argv + optind);
}
