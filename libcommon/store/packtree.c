#include "store/packtree.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sys.h"
#include "store/folder.h"
#include "stream/place.h"
#include "text/utf.h"

#define DEPTH_MAX 1000U             /* folders in folders */
#define PLACE_MAX ((size_t)2 << 30) /* bytes of a TSV file */

struct packtree {
	struct out *out;
	int source; /* -1: none */
	struct buf path;
	uint64_t documents;
	struct tb_error *e;
};

/* A document: every entry is a file, whatever its name. */
static bool
is_document(struct span name, const struct folder_list *list)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		if (list->v[i].is_dir)
			return false;
	return kind_target(name);
}

/* Time and size of the file that the tree was made from. */
static void
put_stat(struct packtree *t)
{
	char stamp[SYS_STAMP];
	struct stat st;

	if (t->source < 0 ||
	    fstatat(t->source, t->path.p, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return;
	sys_stamp(st.st_mtime, stamp);
	rec_meta(t->out, META_TIME, span_str(stamp));
	rec_meta_u64(t->out, META_SIZE, (uint64_t)st.st_size);
}

/* The lines of a TSV file: a mark in front and CRs at line ends go. */
static void
put_body(struct packtree *t, struct span s)
{
	struct span line;

	if (span_starts(s, SPAN("\xef\xbb\xbf")))
		s = span_skip(s, 3);
	while (s.n > 0 && span_field(&s, '\n', &line)) {
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		rec_text(t->out, line);
		out_putc(t->out, '\n');
	}
}

/* One place; false, with *e filled, when its file is damaged. */
static bool
put_place(struct packtree *t, int dir, struct span file, enum kind kind,
    struct tb_error *e)
{
	int fd = openat(
	    dir, (const char *)file.p, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct buf bytes = BUF_INIT, name = BUF_INIT;
	struct place p;
	bool ok;

	if (fd < 0)
		return tb_fail_sys(e, (const char *)file.p);
	ok = sys_read_all(fd, PLACE_MAX, &bytes, e) &&
	     (bytes.len > 0 ||
		 tb_fail(e, TB_EBROKEN, "%s", (const char *)file.p));
	close(fd);
	if (ok) {
		place_from_file(file, &name);
		place_from_name(kind, buf_span(&name), &p);
		place_write(t->out, &p);
		put_body(t, buf_span(&bytes));
	}
	buf_release(&bytes);
	buf_release(&name);
	return ok;
}

static void
put_document(struct packtree *t, int dir, struct span name,
    const struct folder_list *list)
{
	struct tb_error why = TB_ERROR_INIT;
	struct buf reason = BUF_INIT;
	uint64_t places = 0;
	size_t i;

	rec_meta(t->out, META_FILE, name);
	rec_meta(t->out, META_PATH, buf_span(&t->path));
	put_stat(t);
	for (i = 0; i < list->n && why.code == TB_OK; i++) {
		if (!list->v[i].is_file ||
		    !span_ends(list->v[i].name, SPAN(".tsv")))
			continue;
		places +=
		    put_place(t, dir, list->v[i].name, kind_of(name), &why);
	}
	if (why.code == TB_OK) {
		rec_meta_u64(t->out, META_END, places);
	} else {
		tb_reason(&why, &reason);
		rec_meta(t->out, META_FAILED, buf_span(&reason));
	}
	t->documents++;
	buf_release(&reason);
}

/* The folder dir, whose path is t->path and whose name is its last part. */
static bool
put_folder(struct packtree *t, int dir, struct span name, unsigned depth)
{
	struct folder_list list = FOLDER_LIST_INIT;
	size_t i, had = t->path.len;
	bool ok = folder_read(dir, &list, t->e);
	int sub;

	if (ok && depth > 0 && is_document(name, &list)) {
		put_document(t, dir, name, &list);
		folder_release(&list);
		return true;
	}
	for (i = 0; ok && i < list.n && depth < DEPTH_MAX; i++) {
		if (!list.v[i].is_dir)
			continue;
		sub = folder_open(dir, list.v[i].name, false, t->e);
		if (had > 0)
			buf_addc(&t->path, '/');
		buf_addspan(&t->path, list.v[i].name);
		ok = sub >= 0 && put_folder(t, sub, list.v[i].name, depth + 1);
		buf_cut(&t->path, had, t->path.len);
		if (sub >= 0)
			close(sub);
	}
	folder_release(&list);
	return ok;
}

bool
packtree_write(int dir, const char *source, struct out *out, struct tb_error *e)
{
	struct packtree t = { .out = out,
		.source = source
			      ? open(source, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
			      : -1,
		.path = BUF_INIT,
		.e = e };
	bool ok;

	rec_head(out, "TSV");
	ok = put_folder(&t, dir, SPAN(""), 0);
	if (ok)
		rec_meta_u64(out, META_TOTAL, t.documents);
	if (t.source >= 0)
		close(t.source);
	buf_release(&t.path);
	return ok;
}
