#include "store/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
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

/* Does every step of the path go down? */
static bool
check_path(struct span path, struct tb_error *e)
{
	struct span rest = path, part;

	while (rest.n > 0 && span_field(&rest, '/', &part))
		if (span_eqs(part, ".") || span_eqs(part, "..") ||
		    (part.n > 0 && memchr(part.p, '\0', part.n)))
			return tb_fail(e, TB_EBADNAME, "%.*s", SPAN_ARG(path));
	return true;
}

int
folder_open(int dir, struct span path, bool make, struct tb_error *e)
{
	struct span rest = path, part;
	int fd = -1, next;
	char *name;

	if (!check_path(path, e))
		return -1;
	while (rest.n > 0 && span_field(&rest, '/', &part)) {
		if (part.n == 0)
			continue;
		name = mem_dup(part.p, part.n);
		next = step(fd < 0 ? dir : fd, name, make, e);
		free(name);
		if (fd >= 0)
			close(fd);
		if (next < 0)
			return -1;
		fd = next;
	}
	if (fd < 0 && (fd = openat(dir, ".", OPEN_DIR)) < 0)
		tb_fail_sys(e, "open");
	return fd;
}

static int
compare(const void *pa, const void *pb)
{
	const struct folder_entry *a = pa, *b = pb;

	return fold_order(a->name, b->name);
}

/* A folder being listed. */
struct listing {
	int dir;
	struct folder_list *list;
};

/* What an entry is, by the folder or, where that does not tell, by fstatat. */
static void
add_entry(void *arg, const char *name, enum sys_kind kind)
{
	struct listing *l = arg;
	struct folder_list *list = l->list;
	struct folder_entry *t;
	struct stat st;

	list->v = mem_grow(list->v, &list->cap, list->n + 1, sizeof(*list->v));
	t = &list->v[list->n++];
	buf_add(&list->names, name, strlen(name) + 1);
	t->is_dir = kind == SYS_FOLDER;
	t->is_file = kind == SYS_FILE;
	if (kind != SYS_UNKNOWN ||
	    fstatat(l->dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
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
	struct listing l = { dir, list };

	list->n = 0;
	buf_reset(&list->names);
	if (!sys_each_entry(dir, add_entry, &l, e))
		return false;
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
