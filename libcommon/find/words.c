#include "find/words.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "text/enc.h"

void
words_add(struct words *w, struct span word)
{
	w->v = mem_grow(w->v, &w->cap, w->n + 1, sizeof(*w->v));
	w->v[w->n++] = word;
}

bool
words_add_file(struct words *w, const char *path, struct tb_error *e)
{
	struct buf raw = BUF_INIT, *text;
	struct span rest, line;
	enum enc enc;
	bool ok;

	ok = strcmp(path, "-") == 0
		 ? sys_read_all(STDIN_FILENO, WORDS_FILE_MAX, &raw, e)
		 : sys_read_file(path, WORDS_FILE_MAX, &raw, e);
	if (!ok)
		goto out;
	w->file =
	    mem_grow(w->file, &w->files_cap, w->files + 1, sizeof(*w->file));
	text = &w->file[w->files++];
	buf_init(text);
	enc = enc_detect(buf_span(&raw));
	/* bytes that prove no encoding are taken for the usual one */
	enc_to_utf8(enc == ENC_NONE ? ENC_UTF8 : enc, buf_span(&raw), text);
	rest = buf_span(text);
	while (rest.n > 0 && span_field(&rest, '\n', &line)) {
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		if (line.n > 0)
			words_add(w, line);
	}
out:
	buf_release(&raw);
	return ok;
}

void
words_join(const struct words *w, struct buf *out)
{
	size_t i;

	for (i = 0; i < w->n; i++) {
		if (i > 0)
			buf_addc(out, ' ');
		buf_addspan(out, w->v[i]);
	}
}

void
words_release(struct words *w)
{
	size_t i;

	for (i = 0; i < w->files; i++)
		buf_release(&w->file[i]);
	free(w->file);
	free(w->v);
	memset(w, 0, sizeof(*w));
}
