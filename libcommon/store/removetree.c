#include "store/removetree.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "store/folder.h"

#define DEPTH_MAX 1100U /* deeper than any index is */

static bool
remove_all(int dir, const char *name, unsigned depth, struct tb_error *e)
{
	struct folder_list list = FOLDER_LIST_INIT;
	bool ok = true;
	size_t i;
	int fd;

	if (unlinkat(dir, name, 0) == 0 || errno == ENOENT)
		return true;
	if (errno != EISDIR && errno != EPERM)
		return tb_fail_sys(e, name);
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return tb_fail_sys(e, name);
	if (depth >= DEPTH_MAX)
		ok = tb_fail(e, TB_ESTORE, "%s", name);
	else
		ok = folder_read(fd, &list, e);
	for (i = 0; i < list.n; i++)
		ok = remove_all(fd, (const char *)list.v[i].name.p, depth + 1,
			 ok ? e : NULL) &&
		     ok;
	folder_release(&list);
	close(fd);
	if (unlinkat(dir, name, AT_REMOVEDIR) < 0 && errno != ENOENT && ok)
		ok = tb_fail_sys(e, name);
	return ok;
}

bool
removetree(int dir, const char *name, struct tb_error *e)
{
	return remove_all(dir, name, 0, e);
}
