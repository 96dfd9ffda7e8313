/*
 * folder.h: folders below the workspace, opened part by part without following
 * a link (portability.md 9).
 */
#ifndef STORE_FOLDER_H
#define STORE_FOLDER_H

#include "base/buf.h"
#include "base/err.h"

/*
 * Opens the workspace itself, which may be reached through links; make creates
 * it.  -1, with e filled, when that fails.
 */
int folder_workspace(const char *path, bool make, struct tb_error *e);
/*
 * Opens the folder path ('/' between its parts, "" for dir itself) below dir;
 * make creates what is missing.  -1, with e filled: TB_EGONE when it is not
 * there, TB_ESTORE when a part is a link or no folder.
 */
int folder_open(int dir, struct span path, bool make, struct tb_error *e);

/* One entry of a folder. */
struct folder_entry {
	struct span name; /* lent as long as the list */
	bool is_dir;      /* a real folder, no link to one */
	bool is_file;     /* a regular file */
};

struct folder_list {
	struct folder_entry *v;
	size_t n, cap;
	struct buf names;
};

#define FOLDER_LIST_INIT                                                       \
 {                                                                             \
  NULL, 0, 0, BUF_INIT                                                         \
 }

/*
 * Lists a folder in name order (store.md 0.1), "." and ".." left out.  False,
 * with e filled, when it cannot be read to its end.
 */
bool folder_read(int dir, struct folder_list *list, struct tb_error *e);
void folder_release(struct folder_list *list);

#endif
