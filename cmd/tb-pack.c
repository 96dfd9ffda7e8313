/*
 * tb-pack: packs TSV streams into the content index files of a store.
 */
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/opt.h"
#include "base/sys.h"
#include "store/pack.h"
#include "store/packtree.h"

enum { VERSION_OPT = 256, WAIT_OPT };

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(_("usage: tb-pack [-hv] [-i NAME] [-s DIR] [--wait=SEC] [-w DIR] "
		"[FILE]\n"
		"Packs a TSV stream (tb-tsv), or the TSV tree below a folder, "
		"into a store.\n\n"
		"  -h, --help        show this help\n"
		"  -i, --index=NAME  the index, instead of the stream's\n"
		"  -s, --source=DIR  its source folder, instead of the "
		"stream's\n"
		"  -v, --verbose     tell what was done\n"
		"      --version     show the version\n"
		"      --wait=SEC    wait for another writer to end\n"
		"  -w, --workspace=DIR  the folder that holds store/\n"),
	    to);
	return st;
}

/* A document or a file of the store that could not be as it should. */
static void
say(void *arg, const char *what, const struct tb_error *e)
{
	enum tb_exit *worst = arg;

	*worst = tb_report(what, e, TB_PARTLY);
}

/*
 * What is packed: a stream, or the tree below a folder, which becomes a stream
 * in a nameless file first.  -1 with e filled.
 */
static int
open_input(const char *file, const char *source, struct tb_error *e)
{
	int fd = strcmp(file, "-") == 0 ? STDIN_FILENO
					: open(file, O_RDONLY | O_CLOEXEC);
	struct stat st;
	struct out out;
	int tmp;

	if (fd < 0) {
		tb_fail_sys(e, "open");
		return -1;
	}
	if (fstat(fd, &st) < 0 || !S_ISDIR(st.st_mode))
		return fd;
	tmp = sys_tmpfile(e);
	if (tmp >= 0) {
		out_init(&out, tmp);
		if (!packtree_write(fd, source, &out, e) || !out_flush(&out) ||
		    lseek(tmp, 0, SEEK_SET) < 0) {
			if (e->code == TB_OK)
				tb_fail_sys(e, "write");
			close(tmp);
			tmp = -1;
		}
		out_release(&out);
	}
	close(fd);
	return tmp;
}

static enum tb_exit
run(const char *file, const struct pack_options *o, bool verbose)
{
	bool std = strcmp(file, "-") == 0, ok;
	struct tb_error e = TB_ERROR_INIT;
	enum tb_exit worst = TB_DONE;
	struct pack_result res;
	int fd = open_input(file, o->source, &e);

	if (fd < 0)
		return tb_report(file, &e, TB_TROUBLE);
	ok = pack_stream(fd, o, say, &worst, &res, &e);
	if (!std)
		close(fd);
	if (!ok)
		return tb_report(std ? NULL : file, &e, TB_TROUBLE);
	if (verbose)
		tb_say(TB_DONE, _("%llu packed, %llu failed, %llu removed"),
		    (unsigned long long)res.done,
		    (unsigned long long)res.failed,
		    (unsigned long long)res.removed);
	if (!res.whole) {
		tb_fail(&e, TB_ECUT, NULL);
		return tb_report(std ? NULL : file, &e, TB_TROUBLE);
	}
	return res.failed > 0 ? TB_PARTLY : worst;
}

int
main(int argc, char *argv[])
{
	static const struct option longopts[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "index", required_argument, NULL, 'i' },
		{ "source", required_argument, NULL, 's' },
		{ "verbose", no_argument, NULL, 'v' },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ "wait", required_argument, NULL, WAIT_OPT },
		{ "workspace", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	struct pack_options o = { .memory = PACK_MEMORY };
	const char *dir = NULL;
	bool verbose = false;
	enum tb_exit st;
	char *workspace;
	uint64_t v;
	int ch;

	tb_start("tb-pack");
	while (
	    (ch = getopt_long(argc, argv, "hi:s:vw:", longopts, NULL)) != -1) {
		switch (ch) {
		case 'h':
			return tb_finish(usage(stdout, TB_DONE));
		case 'i':
			o.index = optarg;
			break;
		case 's':
			o.source = optarg;
			break;
		case 'v':
			verbose = true;
			break;
		case VERSION_OPT:
			puts("tb-pack " VERSION);
			return tb_finish(TB_DONE);
		case WAIT_OPT:
			if (!opt_num("--wait", optarg, 0, 86400, &v))
				return TB_TROUBLE;
			o.wait = (unsigned)v;
			break;
		case 'w':
			dir = optarg;
			break;
		default:
			return tb_try_help();
		}
	}
	if (argc - optind > 1)
		return usage(stderr, TB_TROUBLE);
	workspace = opt_workspace(dir);
	o.workspace = workspace;
	st = run(optind < argc ? argv[optind] : "-", &o, verbose);
	free(workspace);
	return tb_finish(st);
}
