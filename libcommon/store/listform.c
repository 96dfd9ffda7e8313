#include "store/listform.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/sys.h"
#include "text/utf.h"

bool
listform_load(int dir, const char *name, struct buf *text, bool *exists,
    struct tb_error *e)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	struct buf raw = BUF_INIT;
	struct span s;
	bool ok;

	buf_reset(text);
	*exists = fd >= 0;
	if (fd < 0)
		return errno == ENOENT || tb_fail_sys(e, name);
	ok = sys_read_all(fd, LISTFORM_MAX, &raw, e);
	close(fd);
	if (!ok) {
		buf_release(&raw);
		return tb_context(e, "%s", name);
	}
	s = buf_span(&raw);
	if (span_starts(s, SPAN(LISTFORM_MARK)))
		s = span_skip(s, sizeof(LISTFORM_MARK) - 1);
	utf_clean(s, text);
	buf_release(&raw);
	return true;
}

bool
listform_line(struct span *rest, struct span *line)
{
	size_t n = span_find(*rest, '\n');

	if (rest->n == 0)
		return false;
	*line = span_head(*rest, n);
	*rest = span_skip(*rest, n + 1);
	if (line->n > 0 && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

size_t
listform_split(struct span line, struct span *field, size_t max)
{
	struct span rest = line, f;
	size_t n = 0;

	if (!rest.p)
		rest = SPAN("");
	while (span_field(&rest, '\t', &f)) {
		if (n < max)
			field[n] = f;
		n++;
	}
	return n;
}

void
listform_put(struct buf *out, struct span field)
{
	bool gap = false;
	size_t i;

	for (i = 0; i < field.n; i++) {
		uint8_t c = field.p[i];

		if (c != '\t' && c != '\r' && c != '\n')
			buf_addc(out, (char)c);
		else if (!gap)
			buf_addc(out, ' ');
		gap = c == '\t' || c == '\r' || c == '\n';
	}
}
