#include "store/srcfolder.h"

#include "store/listform.h"
#include "store/replace.h"
#include "text/fold.h"

#define FILE_NAME "source_folder.txt"

bool
srcfolder_read(int dir, struct span index, struct buf *path)
{
	struct span rest, line, f[2];
	struct buf text = BUF_INIT;
	bool exists, found = false;

	if (listform_load(dir, FILE_NAME, &text, &exists, NULL)) {
		rest = buf_span(&text);
		while (!found && listform_line(&rest, &line)) {
			found = listform_split(line, f, 2) == 2 && f[0].n > 0 &&
				f[1].n > 0 && fold_same(f[0], index);
			if (found)
				buf_addspan(path, f[1]);
		}
	}
	buf_release(&text);
	return found;
}

bool
srcfolder_write(
    int dir, struct span index, struct span path, struct tb_error *e)
{
	struct buf b = BUF_INIT;
	bool ok;

	buf_adds(&b, LISTFORM_MARK "# tebunko\r\n");
	buf_addspan(&b, index);
	buf_addc(&b, '\t');
	buf_addspan(&b, path);
	buf_adds(&b, "\r\n");
	ok = replace_file(dir, FILE_NAME, buf_span(&b), e);
	buf_release(&b);
	return ok;
}
