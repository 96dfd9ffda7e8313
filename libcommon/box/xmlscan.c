#include "box/xmlscan.h"

#include <stdlib.h>

#include "base/mem.h"
#include "box/xmlscan_int.h"

/* ---- text ----------------------------------------------------------------- */

static enum xmlscan_step
put_text(struct xmlscan *x, struct pull *out, struct span text)
{
	x->text += text.n;
	if (x->text > PULL_TEXT_MAX)
		return xmlscan_broken(x, "text too long");
	out->text = text;
	out->depth = x->depth;
	out->attrs = 0;
	return SCAN_EVENT;
}

/*
 * Text that does not stand for itself throughout: decoded into scratch, up to
 * the next tag, or as far as the window can tell.
 */
static enum xmlscan_step
mixed_text(struct xmlscan *x, struct pull *out)
{
	const uint8_t *p = (const uint8_t *)x->win.p + x->pos, *from, *q;
	struct buf *to = &x->scratch;
	enum xmlscan_step st = SCAN_AGAIN;

	buf_reset(to);
	while (st == SCAN_AGAIN && *p != '<' && to->len < XMLSCAN_BLOCK) {
		for (from = p; xmlscan_class[*p] & CHAR_TEXT;)
			p++;
		buf_add(to, from, (size_t)(p - from));
		if (*p == '&') {
			q = xmlscan_reference(x, p, to);
			st = q ? SCAN_AGAIN : x->stop;
			p = q ? q : p;
		} else if (*p == '\r') {
			if (p[1] == '\0' && !x->eof) {
				st = SCAN_MORE;
				break;
			}
			p += p[1] == '\n' ? 2 : 1;
			buf_addc(to, '\n');
		} else if (*p == ']') {
			if ((p[1] == '\0' || (p[1] == ']' && !p[2])) && !x->eof)
				st = SCAN_MORE;
			else if (p[1] == ']' && p[2] == '>')
				st = xmlscan_broken(x, "']]>' in text");
			else
				buf_addc(to, (char)*p++);
		} else if (*p == '\0') {
			st = SCAN_MORE;
		}
	}
	x->pos = (size_t)(p - (const uint8_t *)x->win.p);
	if (st == SCAN_BROKEN || to->len == 0)
		return st;
	return put_text(x, out, buf_span(to));
}

static enum xmlscan_step
text(struct xmlscan *x, struct pull *out)
{
	const uint8_t *from = (const uint8_t *)x->win.p + x->pos, *p = from;

	if (x->depth == 0) {
		while (xmlscan_class[*p] & CHAR_BLANK)
			p++;
		x->pos += (size_t)(p - from);
		if (*p != '<' && *p != '\0')
			return xmlscan_broken(x, "text outside of the root");
		return SCAN_AGAIN;
	}
	while (xmlscan_class[*p] & CHAR_TEXT)
		p++;
	if (*p != '<' && *p != '\0')
		return mixed_text(x, out);
	x->pos += (size_t)(p - from);
	return put_text(x, out, span_of(from, (size_t)(p - from)));
}

/* ---- comments, instructions, CDATA ---------------------------------------- */

/*
 * Steps behind the next occurrence of what, discarding as it goes; false, with
 * the error filled, when there is none.
 */
static bool
skip_past(struct xmlscan *x, const char *what)
{
	size_t n = strlen(what), left;
	const char *p;

	for (;;) {
		left = x->win.len - x->pos;
		p = memmem(x->win.p + x->pos, left, what, n);
		if (p) {
			x->pos = (size_t)(p - x->win.p) + n;
			return true;
		}
		x->pos += left < n ? 0 : left - n + 1;
		if (!xmlscan_fill(x))
			return false;
	}
}

static enum xmlscan_step
comment(struct xmlscan *x)
{
	x->pos += 4;
	if (!skip_past(x, "--"))
		return SCAN_BROKEN;
	while (x->pos == x->win.len)
		if (!xmlscan_fill(x))
			return SCAN_BROKEN;
	if (x->win.p[x->pos++] != '>')
		return xmlscan_broken(x, "'--' in a comment");
	return SCAN_AGAIN;
}

/* A piece of a CDATA section; CRs are line breaks in it too. */
static enum xmlscan_step
cdata(struct xmlscan *x, struct pull *out)
{
	const char *from = x->win.p + x->pos;
	size_t left = x->win.len - x->pos, n, i;
	const char *end = memmem(from, left, "]]>", 3);

	if (!end && left <= 3)
		return SCAN_MORE;
	n = end ? (size_t)(end - from) : left - 3;
	while (!end && n > 0 && ((uint8_t)from[n] & 0xc0) == 0x80)
		n--; /* a piece holds whole characters */
	if (!end && n > 0 && from[n - 1] == '\r')
		n--; /* what follows it must be seen */
	if (!end && n == 0)
		return SCAN_MORE;
	x->pos += n;
	if (end) {
		x->in_cdata = false;
		x->pos += 3;
	}
	if (n == 0)
		return SCAN_AGAIN;
	if (!memchr(from, '\r', n))
		return put_text(x, out, span_of(from, n));
	buf_reset(&x->scratch);
	for (i = 0; i < n; i++) {
		if (from[i] == '\r')
			i += i + 1 < n && from[i + 1] == '\n';
		buf_addc(&x->scratch, from[i] == '\r' ? '\n' : from[i]);
	}
	return put_text(x, out, buf_span(&x->scratch));
}

/* An instruction; only the first bytes of a part can be a declaration. */
static enum xmlscan_step
instruction(struct xmlscan *x)
{
	x->pos += 2;
	return skip_past(x, "?>") ? SCAN_AGAIN : SCAN_BROKEN;
}

/* "<!": a comment, a CDATA section, or what is refused. */
static enum xmlscan_step
declaration(struct xmlscan *x)
{
	struct span s = span_skip(buf_span(&x->win), x->pos);

	if (span_starts(s, SPAN("<!--")))
		return comment(x);
	if (span_starts(s, SPAN("<![CDATA["))) {
		if (x->depth == 0)
			return xmlscan_broken(x, "text outside of the root");
		x->pos += 9;
		x->in_cdata = true;
		return SCAN_AGAIN;
	}
	if (s.n < 9)
		return SCAN_MORE;
	if (span_starts(s, SPAN("<!DOCTYPE")))
		return xmlscan_broken(x, "DOCTYPE");
	return xmlscan_broken(x, "a stray '<!'");
}

/* ---- events --------------------------------------------------------------- */

struct xmlscan *
xmlscan_new(struct pull_source *s, struct span head)
{
	struct xmlscan *x = mem_calloc(1, sizeof(*x));

	x->source = s;
	buf_init(&x->win);
	buf_init(&x->names);
	buf_init(&x->prefixes);
	buf_init(&x->scratch);
	x->generation = 1;
	if (span_starts(head, SPAN("\xef\xbb\xbf")))
		head = span_skip(head, 3);
	buf_addspan(&x->win, head); /* accepted by the first step */
	return x;
}

void
xmlscan_free(struct xmlscan *x)
{
	if (!x)
		return;
	buf_release(&x->win);
	buf_release(&x->names);
	buf_release(&x->prefixes);
	buf_release(&x->scratch);
	free(x->bind);
	free(x);
}

static enum xmlscan_step
step(struct xmlscan *x, struct pull *out, enum pull_event *ev)
{
	const char *p = x->win.p + x->pos;

	if (x->in_cdata) {
		*ev = PULL_TEXT;
		return cdata(x, out);
	}
	if (p[0] == '\0')
		return SCAN_MORE;
	if (p[0] != '<') {
		*ev = PULL_TEXT;
		return text(x, out);
	}
	switch (p[1]) {
	case '\0':
		return SCAN_MORE;
	case '/':
		*ev = PULL_END;
		return xmlscan_end_tag(x, out);
	case '!':
		return declaration(x);
	case '?':
		return instruction(x);
	default:
		*ev = PULL_START;
		return xmlscan_start_tag(x, out);
	}
}

/* The bytes that the parser was chosen by are looked at like all others. */
static bool
accept_head(struct xmlscan *x)
{
	size_t n = x->win.len;

	x->accepted = true;
	x->win.len = 0;
	return xmlscan_accept(x, n);
}

enum pull_event
xmlscan_next(struct xmlscan *x, struct pull *out, struct tb_error *e)
{
	enum pull_event ev = PULL_EOF;

	x->e = e;
	if (!x->accepted && !accept_head(x))
		return PULL_BAD;
	if (x->self_closed) {
		x->self_closed = false;
		/* the window is as it was: its name still stands there */
		xmlscan_close(x, x->open[x->depth].name.s, out);
		return PULL_END;
	}
	for (;;) {
		switch (step(x, out, &ev)) {
		case SCAN_EVENT:
			return ev;
		case SCAN_AGAIN:
			break;
		case SCAN_BROKEN:
			return PULL_BAD;
		case SCAN_MORE:
			if (x->eof && x->root && x->depth == 0 &&
			    x->pos == x->win.len && !x->in_cdata)
				return PULL_EOF;
			if (!xmlscan_fill(x))
				return PULL_BAD;
			break;
		}
	}
}
