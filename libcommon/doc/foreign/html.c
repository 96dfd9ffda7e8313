#include "doc/foreign/html.h"

#include "base/sys.h"
#include "box/opc.h"
#include "doc/foreign/mhtml.h"
#include "text/utf.h"

#define META_BYTES ((size_t)4096) /* where a charset is looked for */
#define ENTITY_MAX ((size_t)10)   /* bytes of an entity's name */

/* ---- encoding ---- */

static enum enc
charset(struct span name)
{
	static const struct {
		const char *name;
		enum enc enc;
	} known[] = {
		{ "utf-8", ENC_UTF8 },
		{ "utf8", ENC_UTF8 },
		{ "shift_jis", ENC_SJIS },
		{ "shift-jis", ENC_SJIS },
		{ "sjis", ENC_SJIS },
		{ "x-sjis", ENC_SJIS },
		{ "ms932", ENC_SJIS },
		{ "cp932", ENC_SJIS },
		{ "windows-31j", ENC_SJIS },
		{ "euc-jp", ENC_EUC },
		{ "x-euc-jp", ENC_EUC },
		{ "iso-2022-jp", ENC_JIS },
	};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_ieq(name, span_str(known[i].name)))
			return known[i].enc;
	return ENC_NONE;
}

static bool
is_name(uint8_t c)
{
	c = span_lower(c);
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
	       c == '_' || c == ':';
}

/* The name behind "charset=" within the first bytes. */
static enum enc
declared(struct span bytes)
{
	const struct span key = SPAN("charset=");
	struct span s = span_head(bytes, META_BYTES), v;
	size_t i, n;

	for (i = 0; i + key.n < s.n; i++) {
		if (!span_ieq(span_head(span_skip(s, i), key.n), key))
			continue;
		v = span_skip(s, i + key.n);
		if (v.n > 0 && (v.p[0] == '"' || v.p[0] == '\''))
			v = span_skip(v, 1);
		for (n = 0; n < v.n && is_name(v.p[n]); n++)
			;
		return charset(span_head(v, n));
	}
	return ENC_NONE;
}

enum enc
html_encoding(struct span bytes)
{
	enum enc enc;

	if (span_starts(bytes, SPAN("\xef\xbb\xbf")))
		return ENC_UTF8;
	if (span_starts(bytes, SPAN("\xff\xfe")))
		return ENC_UTF16LE;
	if (span_starts(bytes, SPAN("\xfe\xff")))
		return ENC_UTF16BE;
	enc = declared(bytes);
	if (enc == ENC_NONE)
		enc = enc_detect(bytes);
	return enc == ENC_NONE ? ENC_SJIS : enc;
}

bool
html_load(int fd, struct buf *utf8, struct tb_error *e)
{
	struct buf raw = BUF_INIT, page = BUF_INIT;
	struct span bytes;
	bool ok = sys_read_all(fd, (size_t)OPC_PART_MAX, &raw, e);

	bytes = buf_span(&raw);
	if (ok && mhtml_is(bytes)) {
		ok = mhtml_page(bytes, &page) ||
		     tb_fail(e, TB_EBROKEN, "MIME without text/html");
		bytes = buf_span(&page);
	}
	if (ok)
		enc_to_utf8(html_encoding(bytes), bytes, utf8);
	buf_release(&page);
	buf_release(&raw);
	return ok;
}

/* ---- events ---- */

void
html_open(struct html *h, struct span utf8)
{
	*h = (struct html){ .in = utf8 };
	buf_init(&h->text);
}

void
html_close(struct html *h)
{
	buf_release(&h->text);
}

bool
html_is(const struct html *h, const char *name)
{
	return span_ieq(h->name, span_str(name));
}

/* The character of a numeric entity, "#12354" or "#x3042"; 0: none. */
static uint32_t
numeric(struct span s)
{
	uint32_t u = 0;
	unsigned d, base = 10;

	s = span_skip(s, 1);
	if (s.n > 0 && span_lower(s.p[0]) == 'x') {
		base = 16;
		s = span_skip(s, 1);
	}
	if (s.n == 0 || s.n > 8)
		return 0;
	for (; s.n > 0; s = span_skip(s, 1)) {
		d = span_lower(s.p[0]);
		d = d >= 'a' ? d - 'a' + 10 : d - '0';
		if (d >= base || u > 0x10ffff)
			return 0;
		u = u * base + d;
	}
	return u;
}

static uint32_t
named(struct span s)
{
	static const struct {
		const char *name;
		uint32_t u;
	} known[] = {
		{ "amp", '&' },
		{ "lt", '<' },
		{ "gt", '>' },
		{ "quot", '"' },
		{ "apos", '\'' },
		{ "nbsp", 0xa0 },
		{ "yen", 0xa5 },
		{ "copy", 0xa9 },
		{ "reg", 0xae },
		{ "deg", 0xb0 },
		{ "plusmn", 0xb1 },
		{ "middot", 0xb7 },
		{ "times", 0xd7 },
		{ "divide", 0xf7 },
		{ "ensp", 0x2002 },
		{ "emsp", 0x2003 },
		{ "ndash", 0x2013 },
		{ "mdash", 0x2014 },
		{ "lsquo", 0x2018 },
		{ "rsquo", 0x2019 },
		{ "ldquo", 0x201c },
		{ "rdquo", 0x201d },
		{ "bull", 0x2022 },
		{ "hellip", 0x2026 },
		{ "euro", 0x20ac },
		{ "trade", 0x2122 },
		{ "larr", 0x2190 },
		{ "uarr", 0x2191 },
		{ "rarr", 0x2192 },
		{ "darr", 0x2193 },
	};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_eqs(s, known[i].name))
			return known[i].u;
	return 0;
}

/* Text with its entities decoded; what is none stays as it is. */
static void
decode(struct span s, struct buf *out)
{
	struct span name;
	uint32_t u;
	size_t n;

	while (s.n > 0) {
		n = span_find(s, '&');
		buf_addspan(out, span_head(s, n));
		s = span_skip(s, n);
		if (s.n == 0)
			return;
		name = span_head(span_skip(s, 1), ENTITY_MAX);
		n = span_find(name, ';');
		u = 0;
		if (n > 0 && n < name.n)
			u = name.p[0] == '#' ? numeric(span_head(name, n))
					     : named(span_head(name, n));
		if (u > 0 && u <= 0x10ffff && (u < 0xd800 || u > 0xdfff)) {
			utf_put(out, u);
			s = span_skip(s, n + 2);
		} else {
			buf_addc(out, '&');
			s = span_skip(s, 1);
		}
	}
}

static struct span
rest(const struct html *h)
{
	return span_skip(h->in, h->pos);
}

/* On behind the next occurrence of what, or to the end. */
static void
skip_behind(struct html *h, struct span what)
{
	struct span s;
	size_t n;

	for (;;) {
		s = rest(h);
		n = span_find(s, what.p[0]);
		h->pos += n;
		if (n == s.n)
			return;
		if (span_starts(rest(h), what)) {
			h->pos += what.n;
			return;
		}
		h->pos++;
	}
}

/* To the end tag of an element whose content is no text. */
static void
skip_content(struct html *h)
{
	struct span s;

	for (;;) {
		h->pos += span_find(rest(h), '<');
		s = rest(h);
		if (s.n == 0)
			return;
		if (s.n > 2 && s.p[1] == '/' &&
		    span_ieq(span_head(span_skip(s, 2), h->name.n), h->name)) {
			skip_behind(h, SPAN(">"));
			return;
		}
		h->pos++;
	}
}

/* A tag, at its '<'; its '>' may stand in an attribute's quotes. */
static enum html_event
tag(struct html *h)
{
	struct span s = span_skip(rest(h), 1);
	bool end = s.n > 0 && s.p[0] == '/';
	size_t n, i;
	uint8_t quote = 0;

	s = span_skip(s, end);
	for (n = 0; n < s.n && is_name(s.p[n]); n++)
		;
	h->name = span_head(s, n);
	for (i = n; i < s.n && (quote || s.p[i] != '>'); i++) {
		if (quote ? s.p[i] == quote : s.p[i] == '"' || s.p[i] == '\'')
			quote = quote ? 0 : s.p[i];
	}
	if (i == s.n && quote) /* a stray quote: the tag ends at the first > */
		i = n + span_find(span_skip(s, n), '>');
	h->attr = span_of(s.p + n, i - n);
	h->pos = (size_t)(s.p - h->in.p) + (i < s.n ? i + 1 : i);
	return end ? HTML_CLOSE : HTML_OPEN;
}

/* Does a tag begin at the '<' that s begins with? */
static bool
is_tag(struct span s)
{
	uint8_t c = s.n > 1 ? s.p[1] : 0;

	if (c == '/' && s.n > 2)
		c = s.p[2];
	c = span_lower(c);
	return c >= 'a' && c <= 'z';
}

enum html_event
html_next(struct html *h)
{
	enum html_event ev;
	struct span s;
	size_t n;

	for (;;) {
		s = rest(h);
		if (s.n == 0)
			return HTML_EOF;
		if (span_starts(s, SPAN("<!--"))) {
			skip_behind(h, SPAN("-->"));
			continue;
		}
		if (span_starts(s, SPAN("<!")) || span_starts(s, SPAN("<?"))) {
			skip_behind(h, SPAN(">"));
			continue;
		}
		if (s.p[0] != '<' || !is_tag(s))
			break;
		ev = tag(h);
		if (ev == HTML_CLOSE ||
		    !(html_is(h, "script") || html_is(h, "style") ||
			html_is(h, "title")))
			return ev;
		skip_content(h);
	}
	n = 1 + span_find(span_skip(s, 1), '<');
	buf_reset(&h->text);
	decode(span_head(s, n), &h->text);
	h->pos += n;
	return HTML_TEXT;
}

uint32_t
html_number(const struct html *h, const char *attr, uint32_t max)
{
	struct span key = span_str(attr), s, v;
	uint64_t x;
	size_t i, n;

	for (i = 0; i + key.n < h->attr.n; i++) {
		s = span_skip(h->attr, i);
		if (!span_ieq(span_head(s, key.n), key) ||
		    (i > 0 && is_name(h->attr.p[i - 1])))
			continue;
		v = span_skip(s, key.n);
		while (v.n > 0 && (v.p[0] == ' ' || v.p[0] == '='))
			v = span_skip(v, 1);
		if (v.n > 0 && (v.p[0] == '"' || v.p[0] == '\''))
			v = span_skip(v, 1);
		for (n = 0; n < v.n && v.p[n] >= '0' && v.p[n] <= '9'; n++)
			;
		if (span_u64(span_head(v, n), UINT32_MAX, &x) && x > 0)
			return x < max ? (uint32_t)x : max;
		return 1;
	}
	return 1;
}
