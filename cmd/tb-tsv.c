/*
 * tb-tsv: cell streams become TSV streams, or a TSV tree.  See tb-tsv(1).
 */
#include <fcntl.h>
#include <getopt.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "stream/rec.h"
#include "stream/tree.h"

/* What the whole run shares. */
struct run {
	bool bodies;     /* -b */
	const char *dir; /* -d */
	struct out out;
	struct tree tree;
	struct tsv tsv;
	bool headed; /* the head of the TSV stream is written */
	uint64_t documents;
};

/* The document being read. */
struct doc {
	bool open;   /* its ファイル名 has come, its end has not */
	bool placed; /* its folder in the tree is open */
	bool bad;    /* it failed here, and was told; the rest is skipped */
	enum kind kind;
	struct buf file, path;
};

static enum tb_exit
usage(FILE *to, enum tb_exit st)
{
	fputs(_("usage: tb-tsv [-bh] [-d DIR] [FILE...]\n"
		"Turns cell streams (tb-extract) into a TSV stream: line N is "
		"row N.\n\n"
		"  -b, --bodies     body lines only, no meta lines\n"
		"  -d, --dir=DIR    write the tree DIR/<path>/<place>.tsv "
		"instead\n"
		"  -h, --help       show this help\n"
		"      --version    show the version\n"),
	    to);
	return st;
}

/* A tsv_dest's begin for the stream: the place's meta lines. */
static bool
begin_stream(
    void *ctx, const struct place *p, struct out **out, struct tb_error *e)
{
	struct run *r = ctx;

	(void)e;
	if (!r->bodies)
		place_write(&r->out, p);
	*out = &r->out;
	return true;
}

/* Does the output have meta lines? */
static bool
has_meta(const struct run *r)
{
	return !r->dir && !r->bodies;
}

/* The name by which messages call a document. */
static const char *
doc_name(const struct doc *d)
{
	return d->path.len ? d->path.p : d->file.p;
}

/* The document cannot be shaped or saved: it fails, the stream goes on. */
static enum tb_exit
fail_doc(struct run *r, struct doc *d, const struct tb_error *e)
{
	struct buf why = BUF_INIT;

	d->bad = true;
	r->tsv.in_place = false;
	if (r->dir)
		tree_abort(&r->tree);
	if (has_meta(r)) {
		tb_reason(e, &why);
		rec_meta(&r->out, META_FAILED, buf_span(&why));
	}
	buf_release(&why);
	r->documents++;
	return tb_report(doc_name(d), e, TB_PARTLY);
}

/* Opens the document's folder in the tree, once its path is known. */
static bool
place_doc(struct run *r, struct doc *d, struct tb_error *e)
{
	if (d->placed || !r->dir)
		return true;
	d->placed = true;
	return tree_document(&r->tree, span_str(doc_name(d)), e);
}

static void
begin_doc(struct run *r, struct doc *d, struct span file)
{
	tsv_document(&r->tsv);
	if (r->dir)
		tree_abort(&r->tree);
	d->open = true;
	d->placed = d->bad = false;
	d->kind = kind_of(file);
	buf_reset(&d->path);
	buf_reset(&d->file);
	buf_addspan(&d->file, file);
}

/* 終わり: the document is whole. */
static enum tb_exit
end_doc(struct run *r, struct doc *d)
{
	struct tb_error e = TB_ERROR_INIT;

	if (!place_doc(r, d, &e) || !tsv_end(&r->tsv, &e) ||
	    (r->dir && !tree_commit(&r->tree, &e)))
		return fail_doc(r, d, &e);
	if (has_meta(r))
		rec_meta_u64(&r->out, META_END, r->tsv.places);
	r->documents++;
	return TB_DONE;
}

/* 失敗: a stage before us could not read it, and has told why. */
static enum tb_exit
failed_doc(struct run *r, const struct rec *rec)
{
	r->tsv.in_place = false;
	if (r->dir)
		tree_abort(&r->tree);
	if (has_meta(r))
		rec_copy(&r->out, rec);
	r->documents++;
	return TB_PARTLY;
}

static enum tb_exit
gone(struct run *r, struct span path)
{
	struct tb_error e = TB_ERROR_INIT;
	enum tb_exit st = TB_DONE;
	char *name;

	if (r->dir && !tree_remove(&r->tree, path, &e)) {
		name = mem_dup(path.p, path.n);
		st = tb_report(name, &e, TB_PARTLY);
		free(name);
	}
	return st;
}

/* A meta line of an open document. */
static enum tb_exit
doc_meta(struct run *r, struct doc *d, const struct rec *rec)
{
	struct tb_error e = TB_ERROR_INIT;
	struct place p = { PLACE_NONE };

	switch (rec->key) {
	case META_PATH:
		buf_reset(&d->path);
		buf_addspan(&d->path, rec->value);
		break;
	case META_KIND:
		d->kind = kind_find(rec->value);
		break;
	case META_SHEET:
	case META_PAGE:
	case META_SLIDE:
	case META_PART:
		if (!place_doc(r, d, &e) ||
		    !place_meta(&p, rec->key, rec->value, &e) ||
		    !tsv_place(&r->tsv, &p, d->kind, &e))
			return fail_doc(r, d, &e);
		return TB_DONE;
	case META_TARGET:
	case META_HIDDEN:
	case META_EMBED:
		if (!tsv_meta(&r->tsv, d->kind, rec->key, rec->value, &e))
			return fail_doc(r, d, &e);
		return TB_DONE;
	default:
		break;
	}
	if (has_meta(r))
		rec_copy(&r->out, rec);
	return TB_DONE;
}

static enum tb_exit
meta(struct run *r, struct doc *d, const struct rec *rec)
{
	enum tb_exit st = TB_DONE;

	switch (rec->key) {
	case META_FORM:
		if (has_meta(r) && !r->headed)
			rec_head(&r->out, "TSV");
		r->headed = true;
		return TB_DONE;
	case META_VERSION: /* the reader has judged it; ours stands in the head */
	case META_TOTAL:   /* ours is written at the very end */
		return TB_DONE;
	case META_FILE:
		begin_doc(r, d, rec->value);
		break;
	case META_END:
	case META_FAILED:
		if (d->open && !d->bad)
			st = rec->key == META_END ? end_doc(r, d)
						  : failed_doc(r, rec);
		d->open = false;
		return st;
	case META_GONE:
		st = gone(r, rec->value);
		break;
	default:
		if (d->open)
			return d->bad ? TB_DONE : doc_meta(r, d, rec);
		break;
	}
	if (has_meta(r))
		rec_copy(&r->out, rec);
	return st;
}

/* Reads one stream to its end; e tells why it did not end well. */
static enum tb_exit
stream(struct run *r, int fd, struct tb_error *e)
{
	struct rec_reader in;
	struct rec rec = { .type = REC_BODY };
	struct doc d = { .file = BUF_INIT, .path = BUF_INIT };
	struct tb_error why = TB_ERROR_INIT;
	enum tb_exit st, worst = TB_DONE;

	rec_open(&in, fd);
	while (!r->out.error) {
		if (!rec_next(&in, &rec, e)) {
			worst = TB_TROUBLE;
			break;
		}
		if (rec.type == REC_EOF)
			break;
		st = TB_DONE;
		if (rec.type == REC_META)
			st = meta(r, &d, &rec);
		else if (d.open && !d.bad &&
			 !tsv_body(&r->tsv, rec.value, &why))
			st = fail_doc(r, &d, &why);
		if (st > worst)
			worst = st;
	}
	if (rec.type == REC_EOF && !in.whole) {
		tb_fail(e, TB_ECUT, NULL);
		worst = TB_TROUBLE;
	}
	if (r->dir)
		tree_abort(&r->tree);
	rec_close(&in);
	buf_release(&d.file);
	buf_release(&d.path);
	return worst;
}

/* One operand; "-" is standard input. */
static enum tb_exit
one(struct run *r, const char *file)
{
	struct tb_error e = TB_ERROR_INIT;
	bool std = strcmp(file, "-") == 0;
	int fd = std ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
	enum tb_exit st = TB_PARTLY;

	if (fd < 0)
		tb_fail_sys(&e, "open");
	else
		st = stream(r, fd, &e);
	if (fd >= 0 && !std)
		close(fd); /* read only: nothing to lose */
	return e.code == TB_OK ? st : tb_report(std ? NULL : file, &e, st);
}

/* All operands, with the outputs open. */
static enum tb_exit
all(struct run *r, int n, char *const file[])
{
	enum tb_exit st, worst = TB_DONE;
	int i;

	if (n == 0)
		worst = one(r, "-");
	for (i = 0; i < n; i++)
		if ((st = one(r, file[i])) > worst)
			worst = st;
	/* a stream that was cut stays cut: the next stage must know */
	if (r->headed && worst < TB_TROUBLE && has_meta(r))
		rec_meta_u64(&r->out, META_TOTAL, r->documents);
	return worst;
}

int
main(int argc, char *argv[])
{
	enum { VERSION_OPT = 256 };
	static const struct option longopts[] = {
		{ "bodies", no_argument, NULL, 'b' },
		{ "dir", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, VERSION_OPT },
		{ NULL, 0, NULL, 0 },
	};
	struct run r = { .bodies = false };
	struct tsv_dest dest = { &r, begin_stream, SPAN_INIT("\n") };
	struct tb_error e = TB_ERROR_INIT;
	enum tb_exit worst;
	int ch;

	tb_start("tb-tsv");
	while ((ch = getopt_long(argc, argv, "bd:h", longopts, NULL)) != -1) {
		switch (ch) {
		case 'b':
			r.bodies = true;
			break;
		case 'd':
			r.dir = optarg;
			break;
		case 'h':
			return tb_finish(usage(stdout, TB_DONE));
		case VERSION_OPT:
			printf("tb-tsv %s\n", VERSION);
			return tb_finish(TB_DONE);
		default:
			return tb_try_help();
		}
	}
	if (r.bodies && r.dir) {
		tb_say(TB_TROUBLE, _("-b and -d exclude each other"));
		return tb_try_help();
	}
	if (r.dir) {
		if (!tree_open(&r.tree, r.dir, &e))
			return tb_report(r.dir, &e, TB_TROUBLE);
		dest =
		    (struct tsv_dest){ &r.tree, tree_place, SPAN_INIT("\r\n") };
	}
	out_init(&r.out, STDOUT_FILENO);
	tsv_init(&r.tsv, dest);
	worst = all(&r, argc - optind, argv + optind);
	tsv_release(&r.tsv);
	if (r.dir)
		tree_close(&r.tree);
	return out_finish(&r.out, worst);
}
