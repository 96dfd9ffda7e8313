/*
 * plain.c: text files: one place, 本文, a line a line (extraction.md 10).
 *
 * All 75 extensions are read alike: .csv and .html are source text here.
 */
#include "base/sys.h"
#include "doc/reader.h"
#include "text/enc.h"
#include "text/utf.h"

#define PLAIN_MAX ((size_t)10 << 20) /* bytes of a file, extraction.md 13 */

static const char body[] = "本文";

/* Cuts a text into lines at CRLF, LF and CR. */
struct lines {
	struct span rest;
	size_t lf, cr; /* where the next ones stand in rest */
};

static void
lines_init(struct lines *l, struct span text)
{
	l->rest = text;
	l->lf = span_find(text, '\n');
	l->cr = span_find(text, '\r');
}

/* The next line, without its end.  False when none is left. */
static bool
lines_next(struct lines *l, struct span *line)
{
	size_t n = l->lf < l->cr ? l->lf : l->cr, end = n + 1;

	if (l->rest.n == 0)
		return false;
	*line = span_head(l->rest, n);
	if (n == l->cr && l->lf == n + 1)
		end++;
	if (n == l->rest.n)
		end = n;
	l->rest = span_skip(l->rest, end);
	/* each byte is searched once for each of the two */
	l->lf = l->lf >= end ? l->lf - end : span_find(l->rest, '\n');
	l->cr = l->cr >= end ? l->cr - end : span_find(l->rest, '\r');
	return true;
}

/* Every line keeps its number; empty ones at the end go. */
static void
put_lines(struct span text, struct sink *s)
{
	struct lines l;
	struct span line;
	size_t empty = 0;

	lines_init(&l, text);
	while (lines_next(&l, &line)) {
		line = utf_trim_end(line);
		if (line.n == 0) {
			empty++;
			continue;
		}
		for (; empty > 0; empty--)
			sink_line(s, SPAN(""));
		sink_line(s, line);
	}
}

/*
 * The file's bytes as UTF-8: lent from raw where they are that already, else
 * from text.  *bad counts what was no character.
 */
static struct span
decode(enum enc enc, struct span raw, struct buf *text, size_t *bad)
{
	const struct span bom = SPAN("\xef\xbb\xbf");

	*bad = 0;
	if (enc == ENC_UTF8 && utf_valid(raw) == raw.n)
		return span_starts(raw, bom) ? span_skip(raw, bom.n) : raw;
	*bad = enc_to_utf8(enc, raw, text);
	return buf_span(text);
}

bool
plain_read(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	const struct place place = {
		.base = PLACE_PART, .target = PLACE_BODY, .name = span_str(body)
	};
	struct buf raw = BUF_INIT, text = BUF_INIT;
	struct tb_error lost = TB_ERROR_INIT;
	enum enc enc;
	bool ok = false;
	size_t bad;

	if (in->size > PLAIN_MAX)
		return tb_fail(e, TB_ESIZE, NULL);
	if (!sys_read_all(in->fd, PLAIN_MAX, &raw, e))
		goto out;
	enc = enc_detect(buf_span(&raw));
	if (enc == ENC_NONE) {
		tb_fail(e, TB_ENOTTEXT, NULL);
		goto out;
	}
	sink_place(s, &place);
	put_lines(decode(enc, buf_span(&raw), &text, &bad), s);
	if (bad > 0) {
		tb_fail(
		    &lost, TB_EBROKEN, "%zu bad characters, now U+FFFD", bad);
		sink_note(s, body, &lost);
	}
	ok = true;
out:
	buf_release(&raw);
	buf_release(&text);
	return ok;
}
