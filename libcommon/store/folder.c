#include "store/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "text/fold.h"

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

/* mkdir -p */
static bool
make_path(const char *path)
{
	char *copy = mem_dup(path, strlen(path)), *p;
	bool ok;

	for (p = copy + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		(void)mkdir(copy, 0777); /* the last one tells */
		*p = '/';
	}
	ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
	free(copy);
	return ok;
}

int
folder_workspace(const char *path, bool make, struct tb_error *e)
{
	int fd;

	if (make && !make_path(path)) {
		tb_fail_sys(e, path);
		return -1;
	}
	fd = open(path, OPEN_DIR);
	if (fd < 0)
		tb_fail_sys(e, path);
	return fd;
}

/* One step down; the errors are those of folder_open. */
static int
step(int dir, const char *name, bool make, struct tb_error *e)
{
	int fd;

	if (make && mkdirat(dir, name, 0777) < 0 && errno != EEXIST) {
		tb_fail_sys(e, name);
		return -1;
	}
	fd = openat(dir, name, OPEN_DIR | O_NOFOLLOW);
	if (fd >= 0)
		return fd;
	if (errno == ELOOP || errno == ENOTDIR)
		tb_fail(e, TB_ESTORE, "%s: %s", name, _("no folder"));
	else
		tb_fail_sys(e, name);
	return -1;
}

int
folder_open(int dir, struct span path, bool make, struct tb_error *e)
{
	int fd = openat(dir, ".", OPEN_DIR), next;
	struct span rest = path, part;
	char *name;

	if (fd < 0) {
		tb_fail_sys(e, "open");
		return -1;
	}
	while (rest.n > 0 && span_field(&rest, '/', &part)) {
		if (part.n == 0)
			continue;
		if (span_eqs(part, ".") || span_eqs(part, "..") ||
		    memchr(part.p, '\0', part.n)) {
			tb_fail(e, TB_EBADNAME, "%.*s", SPAN_ARG(path));
			close(fd);
			return -1;
		}
		name = mem_dup(part.p, part.n);
		next = step(fd, name, make, e);
		free(name);
		close(fd);
		if (next < 0)
			return -1;
		fd = next;
	}
	return fd;
}

static int
compare(const void *pa, const void *pb)
{
	const struct folder_entry *a = pa, *b = pb;

	return fold_order(a->name, b->name);
}

/* What an entry is, by readdir or, where that does not tell, by fstatat. */
static void
classify(int dir, const struct dirent *de, struct folder_entry *t)
{
	struct stat st;

	t->is_dir = de->d_type == DT_DIR;
	t->is_file = de->d_type == DT_REG;
	if (de->d_type != DT_UNKNOWN ||
	    fstatat(dir, de->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return;
	t->is_dir = S_ISDIR(st.st_mode);
	t->is_file = S_ISREG(st.st_mode);
}

/* The names lie one behind another; now that they do not move, lend them. */
static void
lend_names(struct folder_list *list)
{
	const char *p = list->names.p;
	size_t i;

	for (i = 0; i < list->n; i++) {
		list->v[i].name = span_str(p);
		p += list->v[i].name.n + 1;
	}
}

bool
folder_read(int dir, struct folder_list *list, struct tb_error *e)
{
	int fd = openat(dir, ".", OPEN_DIR);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *de;

	list->n = 0;
	buf_reset(&list->names);
	if (!d) {
		tb_fail_sys(e, "open");
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (errno = 0, (de = readdir(d)) != NULL) {
		if (strcmp(de->d_name, ".") == 0 ||
		    strcmp(de->d_name, "..") == 0)
			continue;
		list->v = mem_grow(
		    list->v, &list->cap, list->n + 1, sizeof(*list->v));
		classify(fd, de, &list->v[list->n++]);
		buf_add(&list->names, de->d_name, strlen(de->d_name) + 1);
	}
	if (errno != 0) {
		tb_fail_sys(e, "readdir");
		closedir(d);
		return false;
	}
	closedir(d);
	lend_names(list);
	if (list->n > 1)
		qsort(list->v, list->n, sizeof(*list->v), compare);
	return true;
}

void
folder_release(struct folder_list *list)
{
	free(list->v);
	buf_release(&list->names);
	*list = (struct folder_list)FOLDER_LIST_INIT;
}
