#include "stream/rec.h"

#include <errno.h>
#include <unistd.h>

#include "text/utf.h"

#define WINDOW ((size_t)256 << 10)
#define LS     "\xe2\x80\xa8" /* U+2028 */

void
rec_open(struct rec_reader *r, int fd)
{
	*r = (struct rec_reader){ .fd = fd, .block = WINDOW };
	buf_init(&r->in);
	buf_init(&r->value);
	buf_init(&r->body);
}

void
rec_close(struct rec_reader *r)
{
	buf_release(&r->in);
	buf_release(&r->value);
	buf_release(&r->body);
}

/* Reads one more block behind what is unread. */
static bool
fill(struct rec_reader *r, struct tb_error *e)
{
	size_t want = r->block;
	ssize_t n;

	if (r->pos > 0) {
		buf_cut(&r->in, 0, r->pos);
		r->off += r->pos;
		r->pos = 0;
	}
	if (r->in.len > REC_LINE_MAX)
		return tb_fail(e, TB_ESTREAM, _("byte %llu: line too long"),
		    (unsigned long long)r->off);
	/* a line longer than the window is scanned again after each block */
	if (want >= WINDOW && r->in.len > want)
		want = r->in.len;
	do
		n = read(r->fd, buf_room(&r->in, want), want);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return tb_fail_sys(e, "read");
	if (n == 0)
		r->eof = true;
	else
		buf_used(&r->in, (size_t)n);
	return true;
}

static struct span
unread(const struct rec_reader *r)
{
	return span_of(r->in.p + r->pos, r->in.len - r->pos);
}

/* Steps over a BOM; refuses UTF-16, as PowerShell 5.1 writes with '>'. */
static bool
start(struct rec_reader *r, struct tb_error *e)
{
	struct span s;

	while (!r->eof && unread(r).n < 3)
		if (!fill(r, e))
			return false;
	s = unread(r);
	if (span_starts(s, SPAN("\xff\xfe")) ||
	    span_starts(s, SPAN("\xfe\xff")))
		return tb_fail(e, TB_ESTREAM,
		    _("UTF-16: write it with -Encoding utf8, or by cmd /c"));
	if (span_starts(s, SPAN("\xef\xbb\xbf")))
		r->pos += 3;
	r->started = true;
	return true;
}

/*
 * The bytes at the start of s, a line's start, that are body lines: up to the
 * next line that begins with the mark, and never past the last line end.  *stop
 * tells whether such a line follows.
 */
static size_t
body_bytes(struct span s, bool *stop)
{
	const uint8_t *p = s.p, *end = s.p + s.n, *q;

	*stop = false;
	while ((q = memchr(p, META_MARK[0], (size_t)(end - p)))) {
		if (end - q < 2)
			break; /* the space may be still to come */
		if (q[1] == META_MARK[1] && (q == s.p || q[-1] == '\n')) {
			*stop = true;
			return (size_t)(q - s.p);
		}
		p = q + 1;
	}
	q = memrchr(s.p, '\n', s.n);
	return q ? (size_t)(q + 1 - s.p) : 0;
}

/* s without the CR of each CRLF; lent from s when there is none. */
static struct span
without_cr(struct rec_reader *r, struct span s)
{
	const uint8_t *p = s.p, *end = s.p + s.n, *q;

	if (!memchr(p, '\r', s.n))
		return s;
	buf_reset(&r->body);
	while ((q = memchr(p, '\r', (size_t)(end - p)))) {
		buf_add(&r->body, p, (size_t)(q - p));
		p = q + 1;
		if (p == end || *p != '\n')
			buf_addc(&r->body, '\r');
	}
	buf_add(&r->body, p, (size_t)(end - p));
	return buf_span(&r->body);
}

/* Decodes a meta line without its mark and line end. */
static bool
meta(struct rec_reader *r, struct span line, struct rec *rec)
{
	size_t eq;

	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	eq = span_find(line, '=');
	if (eq == 0 || eq == line.n)
		return false; /* not a meta line: skipped */
	rec->type = REC_META;
	rec->name = span_head(line, eq);
	rec->key = meta_find(rec->name);
	rec->value = meta_decode(span_skip(line, eq + 1), &r->value);
	if (rec->key != META_OTHER)
		r->whole = rec->key == META_TOTAL;
	return true;
}

static bool
check_version(const struct rec *rec, struct tb_error *e)
{
	uint64_t v;

	if (!span_u64(rec->value, UINT32_MAX, &v))
		return tb_fail(e, TB_ESTREAM, "版=%.*s", SPAN_ARG(rec->value));
	if (v != META_FORMAT_VERSION)
		return tb_fail(
		    e, TB_EVERSION, "版=%llu", (unsigned long long)v);
	return true;
}

bool
rec_next(struct rec_reader *r, struct rec *rec, struct tb_error *e)
{
	bool first = !r->started, stop;
	struct span s;
	size_t n;

	if (first && !start(r, e))
		return false;
	for (;;) {
		s = unread(r);
		n = s.n ? body_bytes(s, &stop) : 0;
		if (n > 0) {
			if (first)
				break;
			rec->type = REC_BODY;
			rec->key = META_OTHER;
			rec->value = without_cr(r, span_head(s, n));
			r->pos += n;
			return true;
		}
		if (s.n > 0 && stop) {
			n = span_find(s, '\n');
			if (n < s.n) {
				r->pos += n + 1;
				if (meta(r,
					span_of(s.p + sizeof(META_MARK) - 1,
					    n - (sizeof(META_MARK) - 1)),
					rec)) {
					if (rec->key == META_VERSION)
						return check_version(rec, e);
					if (first)
						break;
					return true;
				}
				continue;
			}
		}
		if (r->eof) {
			if (s.n > 0)
				r->whole = false; /* cut inside a line */
			rec->type = REC_EOF;
			return true;
		}
		if (!fill(r, e))
			return false;
	}
	return tb_fail(e, TB_ESTREAM, _("the first line is not '%s'"),
	    "\xe2\x90\x9e 版=2");
}

void
rec_put(struct buf *out, enum meta_key key, struct span value)
{
	buf_adds(out, META_MARK);
	buf_addspan(out, meta_name(key));
	buf_addc(out, '=');
	meta_encode(value, out);
	buf_addc(out, '\n');
}

void
rec_meta(struct out *o, enum meta_key key, struct span value)
{
	struct buf b = BUF_INIT;

	rec_put(&b, key, value);
	out_span(o, buf_span(&b));
	buf_release(&b);
}

void
rec_meta_u64(struct out *o, enum meta_key key, uint64_t value)
{
	char s[24];
	int n = snprintf(s, sizeof(s), "%llu", (unsigned long long)value);

	rec_meta(o, key, span_of(s, (size_t)n));
}

void
rec_head(struct out *o, const char *form)
{
	rec_meta_u64(o, META_VERSION, META_FORMAT_VERSION);
	rec_meta(o, META_FORM, span_str(form));
}

void
rec_copy(struct out *o, const struct rec *rec)
{
	struct buf b = BUF_INIT;

	if (rec->type == REC_BODY) {
		out_span(o, rec->value);
		return;
	}
	if (rec->type != REC_META)
		return;
	buf_adds(&b, META_MARK);
	buf_addspan(&b, rec->name);
	buf_addc(&b, '=');
	meta_encode(rec->value, &b);
	buf_addc(&b, '\n');
	out_span(o, buf_span(&b));
	buf_release(&b);
}

/* Bytes from the start of s that a body line can hold as they are. */
static size_t
clean_bytes(struct span s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.p[i] == '\n' || s.p[i] == '\r' ||
		    (s.p[i] >= 0x1c && s.p[i] <= 0x1f))
			break;
	return i;
}

void
rec_text(struct out *o, struct span text)
{
	struct buf b = BUF_INIT;
	size_t n;

	if (utf_valid(text) < text.n) {
		utf_clean(text, &b);
		text = buf_span(&b);
	}
	for (;;) {
		n = clean_bytes(text);
		out_span(o, span_head(text, n));
		if (n == text.n)
			break;
		if (text.p[n] == '\n' || text.p[n] == '\r')
			out_puts(o, LS);
		if (text.p[n] == '\r' && n + 1 < text.n &&
		    text.p[n + 1] == '\n')
			n++;
		text = span_skip(text, n + 1);
	}
	buf_release(&b);
}
