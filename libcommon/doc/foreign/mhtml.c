#include "doc/foreign/mhtml.h"

/* How a part is encoded. */
enum transfer { AS_IS, QUOTED, BASE64 };

static bool
starts(struct span s, const char *head)
{
	return span_ieq(span_head(s, strlen(head)), span_str(head));
}

bool
mhtml_is(struct span head)
{
	return starts(head, "MIME-Version:") ||
	       starts(head, "Content-Type: multipart/related");
}

/* The next line of *rest, without its end. */
static bool
next_line(struct span *rest, struct span *line)
{
	if (rest->n == 0 || !span_field(rest, '\n', line))
		return false;
	if (line->n > 0 && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

static struct span
trim_start(struct span s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t'))
		s = span_skip(s, 1);
	return s;
}

/* Takes the lines of a head up to the blank one; is it a page's? */
static bool
page_head(struct span *rest, enum transfer *how)
{
	struct span line, v;
	bool page = false;

	*how = AS_IS;
	while (next_line(rest, &line) && line.n > 0) {
		v = trim_start(span_skip(line, span_find(line, ':') + 1));
		if (starts(line, "Content-Type:"))
			page = starts(v, "text/html");
		else if (starts(line, "Content-Transfer-Encoding:"))
			*how = starts(v, "quoted-printable") ? QUOTED
			       : starts(v, "base64")         ? BASE64
							     : AS_IS;
	}
	return page;
}

static int
hex(uint8_t c)
{
	c = span_lower(c);
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One line of quoted-printable; an '=' at its end joins it to the next. */
static void
quoted(struct span line, struct buf *out)
{
	size_t i;

	for (i = 0; i < line.n; i++) {
		if (line.p[i] != '=') {
			buf_addc(out, (char)line.p[i]);
		} else if (i + 2 < line.n && hex(line.p[i + 1]) >= 0 &&
			   hex(line.p[i + 2]) >= 0) {
			buf_addc(out, (char)(hex(line.p[i + 1]) << 4 |
					     hex(line.p[i + 2])));
			i += 2;
		} else if (trim_start(span_skip(line, i + 1)).n == 0) {
			return;
		} else {
			buf_addc(out, '=');
		}
	}
	buf_addc(out, '\n');
}

static int
base64_digit(uint8_t c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* One line; bits and *held wait for the next one. */
static void
base64(struct span line, uint32_t *bits, unsigned *held, struct buf *out)
{
	size_t i;
	int d;

	for (i = 0; i < line.n; i++) {
		d = base64_digit(line.p[i]);
		if (d < 0)
			continue; /* padding, blanks */
		*bits = (*bits << 6 | (uint32_t)d) & 0xffffff;
		*held += 6;
		if (*held >= 8) {
			*held -= 8;
			buf_addc(out, (char)(*bits >> *held & 0xff));
		}
	}
}

/* The lines of a part up to its delimiter. */
static void
page_body(
    struct span rest, struct span delimiter, enum transfer how, struct buf *out)
{
	struct span line;
	uint32_t bits = 0;
	unsigned held = 0;

	while (next_line(&rest, &line)) {
		if (delimiter.n > 0 && span_starts(line, delimiter))
			return;
		if (how == QUOTED) {
			quoted(line, out);
		} else if (how == BASE64) {
			base64(line, &bits, &held, out);
		} else {
			buf_addspan(out, line);
			buf_addc(out, '\n');
		}
	}
}

bool
mhtml_page(struct span file, struct buf *html)
{
	struct span rest = file, line, delimiter = { NULL, 0 };
	enum transfer how;

	/* the file's own head, then that of each part behind its delimiter */
	for (;;) {
		if (page_head(&rest, &how)) {
			page_body(rest, delimiter, how, html);
			return true;
		}
		do
			if (!next_line(&rest, &line))
				return false;
		while (!span_starts(line, SPAN("--")));
		delimiter = line;
	}
}
