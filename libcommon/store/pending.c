#include "store/pending.h"

#include <errno.h>
#include <unistd.h>

#include "store/listform.h"
#include "store/replace.h"

#define FILE_NAME "pending_remove.tsv"

bool
pending_load(int store, struct buf *lines, struct tb_error *e)
{
	struct buf text = BUF_INIT;
	struct span rest, line;
	bool exists, ok;

	ok = listform_load(store, FILE_NAME, &text, &exists, e);
	rest = buf_span(&text);
	while (ok && listform_line(&rest, &line)) {
		if (line.n == 0)
			continue;
		buf_addspan(lines, line);
		buf_addc(lines, '\n');
	}
	buf_release(&text);
	return ok;
}

bool
pending_save(int store, struct span lines, struct tb_error *e)
{
	struct buf b = BUF_INIT;
	struct span line;
	bool ok;

	if (lines.n == 0) {
		if (unlinkat(store, FILE_NAME, 0) == 0 || errno == ENOENT)
			return true;
		return tb_fail_sys(e, FILE_NAME);
	}
	buf_adds(&b, LISTFORM_MARK);
	while (listform_line(&lines, &line)) {
		buf_addspan(&b, line);
		buf_adds(&b, "\r\n");
	}
	ok = replace_file(store, FILE_NAME, buf_span(&b), e);
	buf_release(&b);
	return ok;
}
