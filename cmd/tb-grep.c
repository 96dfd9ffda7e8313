/*
 * tb-grep: searches the content index files of a store.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sys.h"
#include "find/print.h"
#include "find/times.h"
#include "find/words.h"
#include "store/folder.h"

enum {
	AND_OPT = 256,
	COLOR_OPT,
	EXCLUDE_OPT,
	FILES_OPT,
	HELP_OPT,
	INCLUDE_OPT,
	JSON_OPT,
	KIND_OPT,
	LIMIT_OPT,
	LOOSE_OPT,
	NEWER_OPT,
	NO_COMMENTS_OPT,
	NO_RECURSIVE_OPT,
	NO_SHAPES_OPT,
	NOT_OPT,
	OLDER_OPT,
	PLACE_OPT,
	STATS_OPT,
	TIME_LIMIT_OPT,
	TSV_OPT,
	VERSION_OPT,
	WORKSPACE_OPT
};

struct grep {
	const char *workspace;
	struct words words, also, never;
	struct search_patterns patterns;
	struct times times;
	struct pattern_options pattern;
	struct search_options search;
	struct print print;
	struct out out;
	bool stats, heading, no_heading;
	const char *colour;
	enum tb_exit worst;
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(
	    _("usage: tb-grep [-0cEFHhiKLloqsWwx] [-A N] [-B N] [-C N] "
	      "[-e WORD] [-f FILE]\n"
	      "               [-j N] [-m N] [PATTERN] [INDEX[/FOLDER]...]\n"
	      "Searches a store: a line of a sheet, page, slide or comment "
	      "is a hit when it\n"
	      "holds the word.\n\n"
	      "  -0, --null               NUL behind the path, not ':'\n"
	      "  -A, --after-context=N    also N lines behind a hit\n"
	      "  -B, --before-context=N   also N lines in front of it\n"
	      "  -C, --context=N          both\n"
	      "  -c, --count              hits of each document\n"
	      "  -E, --regexp-extended    the pattern is a regular "
	      "expression\n"
	      "  -e, --regexp=WORD        a pattern; any of several is a "
	      "hit\n"
	      "  -F, --fixed-strings      the pattern is a word (default)\n"
	      "  -f, --file=FILE          patterns, one a line\n"
	      "  -H, --with-filename      lines begin with the path "
	      "(default)\n"
	      "  -h, --no-filename        they do not\n"
	      "  -i, --ignore-case        upper and lower case are the same "
	      "(default)\n"
	      "  -j, --jobs=N             threads that search (default: one a "
	      "processor)\n"
	      "  -K, --kana               hiragana and katakana are the same\n"
	      "  -L, --files-without-match  documents without a hit\n"
	      "  -l, --files-with-matches   documents with a hit\n"
	      "  -m, --max-count=N        at most N hits of a document\n"
	      "  -o, --only-matching      only the part that matches\n"
	      "  -q, --quiet              the exit status alone\n"
	      "  -s, --case-sensitive     upper and lower case differ\n"
	      "  -W, --width              full and half width are the same\n"
	      "  -w, --word-regexp        matches are whole words\n"
	      "  -x, --line-regexp        matches are whole lines\n"
	      "      --and=WORD           the line holds this one, too\n"
	      "      --color=WHEN         auto, always or never\n"
	      "      --exclude=GLOB       not documents of that name\n"
	      "      --files=LIST         names: *.xlsx;part;!*old*\n"
	      "      --help               show this help\n"
	      "      --include=GLOB       only documents of that name\n"
	      "      --json               one JSON object a line\n"
	      "      --kind=LIST          excel,word,powerpoint,text,pdf\n"
	      "      --limit=N            at most N hits in all\n"
	      "      --loose              -W, -K, and compatible characters\n"
	      "      --newer=DATE         documents of that time or later\n"
	      "      --no-comments        leave out comments\n"
	      "      --no-recursive       named folders without those below\n"
	      "      --no-shapes          leave out shapes and embedded "
	      "files\n"
	      "      --not=WORD           the line does not hold this one\n"
	      "      --older=DATE         documents before that time\n"
	      "      --place=GLOB         only sheets, pages of that name\n"
	      "      --stats              tell what was searched\n"
	      "      --time-limit=SEC     for one line and expression "
	      "(default: 5)\n"
	      "      --tsv                a result file to open in Excel\n"
	      "      --version            show the version\n"
	      "      --workspace=DIR      the folder that holds store/\n"),
	    to);
	return st;
}

static enum tb_exit
show_version(void)
{
	puts("tb-grep " VERSION);
	return TB_DONE;
}

static bool
add_file(struct words *w, const char *path)
{
	struct tb_error e = TB_ERROR_INIT;

	if (words_add_file(w, path, &e))
		return true;
	tb_report(path, &e, TB_TROUBLE);
	return false;
}

static bool
set_kinds(struct grep *g, const char *list)
{
	static const struct {
		const char *name;
		enum kind kind;
	} names[] = { { "excel", KIND_EXCEL }, { "word", KIND_WORD },
		{ "powerpoint", KIND_POWERPOINT }, { "text", KIND_TEXT },
		{ "pdf", KIND_PDF } };
	struct span rest = span_str(list), one;
	size_t i;

	while (span_field(&rest, ',', &one)) {
		for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (span_ieq(one, span_str(names[i].name)))
				break;
		if (i == sizeof(names) / sizeof(names[0])) {
			tb_say(TB_TROUBLE, _("--kind: '%.*s' is no kind"),
			    SPAN_ARG(one));
			return false;
		}
		g->search.kinds |= 1U << names[i].kind;
	}
	return true;
}

static bool
set_colour(struct grep *g, const char *when)
{
	g->colour = when ? when : "auto";
	if (strcmp(g->colour, "auto") == 0 ||
	    strcmp(g->colour, "always") == 0 || strcmp(g->colour, "never") == 0)
		return true;
	tb_say(
	    TB_TROUBLE, _("--color: '%s' is not auto, always or never"), when);
	return false;
}

/* An option that chooses the form of the output; the last one counts. */
static bool
set_mode(struct grep *g, int ch)
{
	switch (ch) {
	case 'L':
		g->print.mode = PRINT_WITHOUT;
		g->search.all_documents = true;
		return true;
	case 'c':
		g->print.mode = PRINT_COUNT;
		return true;
	case 'l':
		g->print.mode = PRINT_WITH;
		return true;
	case 'o':
		g->print.mode = PRINT_ONLY;
		return true;
	case 'q':
		g->print.mode = PRINT_QUIET;
		return true;
	case JSON_OPT:
		g->print.mode = PRINT_JSON;
		return true;
	case TSV_OPT:
		g->print.mode = PRINT_TSV;
		return true;
	default:
		return false;
	}
}

/* An option that takes a number. */
static bool
set_number(struct grep *g, int ch, const char *arg, bool *known)
{
	uint64_t v = 0;

	*known = true;
	switch (ch) {
	case 'A':
		return opt_num("-A", arg, 0, UINT32_MAX, &g->search.after);
	case 'B':
		return opt_num("-B", arg, 0, UINT32_MAX, &g->search.before);
	case 'C':
		if (!opt_num("-C", arg, 0, UINT32_MAX, &v))
			return false;
		g->search.before = g->search.after = v;
		return true;
	case 'm':
		return opt_num("-m", arg, 1, UINT64_MAX, &g->search.max_count);
	case 'j':
		if (!opt_num("-j", arg, 1, 1024, &v))
			return false;
		g->search.jobs = (unsigned)v;
		return true;
	case LIMIT_OPT:
		return opt_num("--limit", arg, 1, UINT64_MAX, &g->print.limit);
	case TIME_LIMIT_OPT:
		if (!opt_num("--time-limit", arg, 1, 86400, &v))
			return false;
		g->pattern.time_limit = (unsigned)v * 1000;
		return true;
	default:
		*known = false;
		return true;
	}
}

static bool
set_date(const char *option, const char *arg, char stamp[TIMES_STAMP])
{
	if (times_parse(span_str(arg), stamp))
		return true;
	tb_say(
	    TB_TROUBLE, _("%s: '%s' is no date like 2025-01-31"), option, arg);
	return false;
}

/* An option on what a match is, or which lines count; *known: it is one. */
static bool
set_match(struct grep *g, int ch, char *arg, bool *known)
{
	struct pattern_options *o = &g->pattern;

	*known = true;
	switch (ch) {
	case 'E':
	case 'F':
		o->regex = ch == 'E';
		return true;
	case 'K':
		o->fold |= FOLDLINE_KANA;
		return true;
	case 'W':
		o->fold |= FOLDLINE_WIDTH;
		return true;
	case 'e':
		words_add(&g->words, span_str(arg));
		return true;
	case 'f':
		return add_file(&g->words, arg);
	case 'i':
	case 's':
		o->case_sensitive = ch == 's';
		return true;
	case 'w':
		o->whole_word = true;
		return true;
	case 'x':
		o->whole_line = true;
		return true;
	case AND_OPT:
		words_add(&g->also, span_str(arg));
		return true;
	case LOOSE_OPT:
		o->fold = FOLDLINE_WIDTH | FOLDLINE_KANA | FOLDLINE_NFKC;
		o->case_sensitive = false;
		return true;
	case NOT_OPT:
		words_add(&g->never, span_str(arg));
		return true;
	default:
		*known = false;
		return true;
	}
}

/* Any other option; false when it is wrong. */
static bool
set_other(struct grep *g, int ch, char *arg)
{
	switch (ch) {
	case '0':
		g->print.null = true;
		return true;
	case 'H':
	case 'h':
		g->print.no_path = ch == 'h';
		return true;
	case STATS_OPT:
		g->stats = true;
		return true;
	case WORKSPACE_OPT:
		g->workspace = arg;
		return true;
	case COLOR_OPT:
		return set_colour(g, arg);
	case EXCLUDE_OPT:
	case INCLUDE_OPT:
		glob_add(&g->search.files, span_str(arg), ch == EXCLUDE_OPT);
		return true;
	case FILES_OPT:
		glob_add_list(&g->search.files, span_str(arg));
		return true;
	case KIND_OPT:
		return set_kinds(g, arg);
	case NEWER_OPT:
		return set_date("--newer", arg, g->times.newer);
	case NO_COMMENTS_OPT:
		g->search.no_comments = true;
		return true;
	case NO_RECURSIVE_OPT:
		g->search.no_recursive = true;
		return true;
	case NO_SHAPES_OPT:
		g->search.no_shapes = true;
		return true;
	case OLDER_OPT:
		return set_date("--older", arg, g->times.older);
	case PLACE_OPT:
		glob_add_list(&g->search.places, span_str(arg));
		return true;
	default:
		tb_try_help();
		return false;
	}
}

/* ---- the search ----------------------------------------------------------- */

static void
on_skip(void *arg, const char *file, const struct tb_error *e)
{
	struct grep *g = arg;

	g->worst = tb_report(file, e, TB_TROUBLE);
}

/* print's receiver, with skipping ours. */
struct relay {
	struct search_receiver print;
	struct grep *grep;
};

static bool
relay_begin(void *arg, const struct search_doc *d)
{
	struct relay *r = arg;

	return r->print.begin(r->print.arg, d);
}

static bool
relay_line(void *arg, const struct search_line *l)
{
	struct relay *r = arg;

	return r->print.line(r->print.arg, l);
}

static bool
relay_end(void *arg, const struct search_doc *d, uint64_t hits)
{
	struct relay *r = arg;

	return r->print.end(r->print.arg, d, hits);
}

static void
relay_skip(void *arg, const char *file, const struct tb_error *e)
{
	struct relay *r = arg;

	on_skip(r->grep, file, e);
}

/* Terminal or pipe: what was not asked for follows from that. */
static void
settle_output(struct grep *g)
{
	bool tty = isatty(STDOUT_FILENO) == 1;
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (tty && g->print.mode == PRINT_LINES && !g->print.null &&
	    !g->print.no_path)
		g->print.mode = PRINT_HEADING;
	g->print.colour =
	    strcmp(g->colour, "always") == 0 ||
	    (strcmp(g->colour, "auto") == 0 && tty && !(no && *no) && term &&
		strcmp(term, "dumb") != 0);
	g->print.terminal = tty;
	g->print.context = g->search.before > 0 || g->search.after > 0;
	g->search.count_only =
	    (g->print.mode == PRINT_COUNT || g->print.mode == PRINT_WITH ||
		g->print.mode == PRINT_WITHOUT) &&
	    g->print.limit == 0;
	g->search.limit = g->print.mode == PRINT_QUIET ? 1 : g->print.limit;
	/* one hit of a document says all */
	if ((g->print.mode == PRINT_WITH || g->print.mode == PRINT_WITHOUT) &&
	    g->search.max_count == 0)
		g->search.max_count = 1;
}

/* The ingest list, when times are asked for. */
static bool
load_times(struct grep *g, int store, struct tb_error *e)
{
	if (!g->times.newer[0] && !g->times.older[0])
		return true;
	g->search.times = &g->times;
	return ingest_load(&g->times.list, store, e);
}

static bool
search(struct grep *g, const struct span *scope, size_t scopes,
    struct search_result *res, struct tb_error *e)
{
	struct relay relay = { .grep = g };
	struct search_receiver r = { relay_begin, relay_line, relay_end,
		relay_skip, &relay };
	uint64_t begin = sys_now_ms();
	char *path = opt_workspace(g->workspace);
	struct buf word = BUF_INIT;
	struct state sources;
	struct tb_error none = TB_ERROR_INIT;
	int ws, store = -1;
	bool ok, links;

	print_receiver(&g->print, &relay.print);
	words_join(&g->words, &word); /* for the head of --tsv */
	g->print.word = buf_span(&word);
	ws = folder_workspace(path, false, e);
	if (ws >= 0)
		store = folder_open(ws, SPAN("store"), false, e);
	links = store >= 0 && g->print.mode == PRINT_HEADING && g->print.colour;
	if (links && state_load(&sources, ws, &none))
		g->print.sources = &sources; /* else no links, no more */
	ok = store >= 0 && load_times(g, store, e) &&
	     search_store(
		 store, &g->patterns, &g->search, scope, scopes, &r, res, e);
	if (store < 0)
		tb_context(e, "%s", path);
	if (ok && g->print.error.code != TB_OK) {
		*e = g->print.error;
		ok = false;
	}
	print_end(&g->print, res, (double)(sys_now_ms() - begin) / 1000);
	if (store >= 0)
		close(store);
	if (ws >= 0)
		close(ws);
	if (links)
		state_release(&sources);
	g->print.sources = NULL;
	buf_release(&word);
	free(path);
	return ok;
}

/* One pattern for each of the words, since all of them count. */
static bool
compile_each(const struct grep *g, const struct words *w, struct pattern ***to,
    size_t *n, struct tb_error *e)
{
	size_t i;

	*to = mem_calloc(w->n + 1, sizeof(struct pattern *));
	for (i = 0; i < w->n; i++) {
		(*to)[i] = pattern_new(&w->v[i], 1, &g->pattern, e);
		if (!(*to)[i])
			return false;
		*n = i + 1;
	}
	return true;
}

/* Without a pattern the first of --and is it. */
static bool
compile(struct grep *g, struct tb_error *e)
{
	struct words also = g->also;

	if (g->words.n == 0 && also.n > 0) {
		words_add(&g->words, also.v[0]);
		also.v++;
		also.n--;
	}
	g->print.pattern = pattern_new(g->words.v, g->words.n, &g->pattern, e);
	g->patterns.find = g->print.pattern;
	return g->print.pattern &&
	       compile_each(
		   g, &also, &g->patterns.also, &g->patterns.alsos, e) &&
	       compile_each(
		   g, &g->never, &g->patterns.never, &g->patterns.nevers, e);
}

static void
free_patterns(struct grep *g)
{
	size_t i;

	for (i = 0; i < g->patterns.alsos; i++)
		pattern_free(g->patterns.also[i]);
	for (i = 0; i < g->patterns.nevers; i++)
		pattern_free(g->patterns.never[i]);
	free(g->patterns.also);
	free(g->patterns.never);
	pattern_free(g->print.pattern);
}

static enum tb_exit
run(struct grep *g, int argc, char *argv[])
{
	struct search_result res = { 0 };
	struct tb_error e = TB_ERROR_INIT;
	struct span *scope = mem_calloc((size_t)argc + 1, sizeof(*scope));
	enum tb_exit st = TB_TROUBLE;
	size_t i, n = 0;
	int k = 0;

	if (g->words.n == 0 && g->words.files == 0 && k < argc)
		words_add(&g->words, span_str(argv[k++]));
	for (; k < argc; k++)
		scope[n++] = span_str(argv[k]);
	if (g->words.n == 0 && g->also.n == 0) {
		tb_say(TB_TROUBLE, _("no pattern"));
		tb_try_help();
		goto out;
	}
	if (!compile(g, &e)) {
		tb_report(NULL, &e, TB_TROUBLE);
		goto out;
	}
	settle_output(g);
	if (!search(g, scope, n, &res, &e))
		g->worst = tb_report(NULL, &e, TB_TROUBLE);
	if (g->stats)
		tb_say(TB_DONE,
		    _("%llu hits in %llu documents; %llu files, %llu bytes "
		      "read, %llu skipped"),
		    (unsigned long long)g->print.hits,
		    (unsigned long long)res.documents,
		    (unsigned long long)res.files,
		    (unsigned long long)res.bytes,
		    (unsigned long long)res.skipped);
	if (res.skipped > 0)
		tb_say(TB_TROUBLE, _("%llu files were skipped"),
		    (unsigned long long)res.skipped);
	st = g->print.hits > 0 ? TB_DONE : TB_PARTLY;
	if (g->print.mode == PRINT_QUIET && st == TB_DONE)
		g->worst = TB_DONE;
	if (g->worst > st)
		st = g->worst;
out:
	for (i = 0; i < n; i++)
		scope[i] = SPAN("");
	free(scope);
	free_patterns(g);
	return st;
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "and", required_argument, NULL, AND_OPT },
		{ "after-context", required_argument, NULL, 'A' },
		{ "before-context", required_argument, NULL, 'B' },
		{ "case-sensitive", no_argument, NULL, 's' },
		{ "color", optional_argument, NULL, COLOR_OPT },
		{ "context", required_argument, NULL, 'C' },
		{ "count", no_argument, NULL, 'c' },
		{ "exclude", required_argument, NULL, EXCLUDE_OPT },
		{ "file", required_argument, NULL, 'f' },
		{ "files", required_argument, NULL, FILES_OPT },
		{ "files-with-matches", no_argument, NULL, 'l' },
		{ "files-without-match", no_argument, NULL, 'L' },
		{ "fixed-strings", no_argument, NULL, 'F' },
		{ "help", no_argument, NULL, HELP_OPT },
		{ "ignore-case", no_argument, NULL, 'i' },
		{ "include", required_argument, NULL, INCLUDE_OPT },
		{ "jobs", required_argument, NULL, 'j' },
		{ "json", no_argument, NULL, JSON_OPT },
		{ "kana", no_argument, NULL, 'K' },
		{ "kind", required_argument, NULL, KIND_OPT },
		{ "limit", required_argument, NULL, LIMIT_OPT },
		{ "line-regexp", no_argument, NULL, 'x' },
		{ "loose", no_argument, NULL, LOOSE_OPT },
		{ "max-count", required_argument, NULL, 'm' },
		{ "newer", required_argument, NULL, NEWER_OPT },
		{ "no-comments", no_argument, NULL, NO_COMMENTS_OPT },
		{ "no-filename", no_argument, NULL, 'h' },
		{ "no-recursive", no_argument, NULL, NO_RECURSIVE_OPT },
		{ "no-shapes", no_argument, NULL, NO_SHAPES_OPT },
		{ "not", required_argument, NULL, NOT_OPT },
		{ "null", no_argument, NULL, '0' },
		{ "older", required_argument, NULL, OLDER_OPT },
		{ "only-matching", no_argument, NULL, 'o' },
		{ "place", required_argument, NULL, PLACE_OPT },
		{ "quiet", no_argument, NULL, 'q' },
		{ "regexp", required_argument, NULL, 'e' },
		{ "regexp-extended", no_argument, NULL, 'E' },
		{ "stats", no_argument, NULL, STATS_OPT },
		{ "time-limit", required_argument, NULL, TIME_LIMIT_OPT },
		{ "tsv", no_argument, NULL, TSV_OPT },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "width", no_argument, NULL, 'W' },
		{ "with-filename", no_argument, NULL, 'H' },
		{ "word-regexp", no_argument, NULL, 'w' },
		{ "workspace", required_argument, NULL, WORKSPACE_OPT },
		{ NULL, 0, NULL, 0 },
	};
	struct grep g = { .pattern = { .time_limit = PATTERN_LINE_MS },
		.colour = "auto" };
	enum tb_exit st = TB_TROUBLE;
	bool known, good = true;
	int ch;

	tb_start("tb-grep");
	glob_init(&g.search.files);
	glob_init(&g.search.places);
	g.search.jobs = sys_cpus();
	out_init(&g.out, STDOUT_FILENO);
	print_init(&g.print, &g.out);
	while (good &&
	       (ch = getopt_long(argc, argv, "0A:B:C:EFHKLWce:f:hij:lm:oqswx",
		    longopts, NULL)) != -1) {
		if (ch == HELP_OPT || ch == VERSION_OPT) {
			st = ch == HELP_OPT ? usage(stdout, TB_DONE)
					    : show_version();
			goto out;
		}
		if (set_mode(&g, ch))
			continue;
		good = set_number(&g, ch, optarg, &known) &&
		       (known || (set_match(&g, ch, optarg, &known) &&
				     (known || set_other(&g, ch, optarg))));
	}
	if (good)
		st = run(&g, argc - optind, argv + optind);
out:
	if (fflush(stdout) != 0)
		st = TB_TROUBLE; /* of --help; out_finish tells of the rest */
	st = out_finish(&g.out, st);
	print_release(&g.print);
	glob_release(&g.search.files);
	glob_release(&g.search.places);
	if (g.search.times)
		ingest_release(&g.times.list);
	words_release(&g.words);
	words_release(&g.also);
	words_release(&g.never);
	return st;
}
