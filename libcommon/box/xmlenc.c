#include "box/xmlenc.h"

#define BLANKS " \t\r\n"

/* Steps over bytes of the set. */
static struct span
skip_set(struct span s, const char *set)
{
	size_t i = 0;

	while (i < s.n && s.p[i] != '\0' && strchr(set, s.p[i]))
		i++;
	return span_skip(s, i);
}

/* The value of the declaration's encoding; empty when there is none. */
static struct span
declared(struct span head)
{
	const struct span none = { NULL, 0 }, key = SPAN("encoding");
	const uint8_t *end, *p;
	struct span s;

	if (!span_starts(head, SPAN("<?xml")))
		return none;
	end = memmem(head.p, head.n, "?>", 2);
	if (!end)
		return none;
	head.n = (size_t)(end - head.p);
	p = memmem(head.p, head.n, key.p, key.n);
	if (!p)
		return none;
	s = span_skip(head, (size_t)(p - head.p) + key.n);
	s = skip_set(s, BLANKS "=");
	if (s.n == 0 || (s.p[0] != '"' && s.p[0] != '\''))
		return none;
	return span_head(span_skip(s, 1), span_find(span_skip(s, 1), s.p[0]));
}

static enum enc
by_name(struct span name)
{
	static const struct {
		struct span name;
		enum enc enc;
	} known[] = {
		{ SPAN_INIT("UTF-8"), ENC_UTF8 },
		{ SPAN_INIT("UTF8"), ENC_UTF8 },
		{ SPAN_INIT("Shift_JIS"), ENC_SJIS },
		{ SPAN_INIT("Shift-JIS"), ENC_SJIS },
		{ SPAN_INIT("x-sjis"), ENC_SJIS },
		{ SPAN_INIT("sjis"), ENC_SJIS },
		{ SPAN_INIT("Windows-31J"), ENC_SJIS },
		{ SPAN_INIT("MS932"), ENC_SJIS },
		{ SPAN_INIT("CP932"), ENC_SJIS },
		{ SPAN_INIT("EUC-JP"), ENC_EUC },
		{ SPAN_INIT("x-euc-jp"), ENC_EUC },
		{ SPAN_INIT("ISO-2022-JP"), ENC_JIS },
	};
	size_t i;

	if (name.n == 0)
		return ENC_UTF8;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_ieq(name, known[i].name))
			return known[i].enc;
	return ENC_NONE;
}

enum enc
xmlenc_find(struct span head, struct span *name)
{
	*name = span_of(NULL, 0);
	if (span_starts(head, SPAN("\xef\xbb\xbf"))) {
		*name = declared(span_skip(head, 3));
		return by_name(*name) == ENC_UTF8 ? ENC_UTF8 : ENC_NONE;
	}
	if (head.n >= 4 && (head.p[0] || head.p[1]) &&
	    (head.p[2] || head.p[3])) { /* not UTF-32 */
		if (span_starts(head, SPAN("\xff\xfe")) ||
		    (head.p[0] && !head.p[1]))
			return ENC_UTF16LE;
		if (span_starts(head, SPAN("\xfe\xff")) ||
		    (!head.p[0] && head.p[1]))
			return ENC_UTF16BE;
	}
	*name = declared(head);
	return by_name(*name);
}
