#include "find/glob.h"

#include "text/fold.h"
#include "text/utf.h"

void
glob_init(struct glob_set *g)
{
	memset(g, 0, sizeof(*g));
	buf_init(&g->in);
	buf_init(&g->out);
}

void
glob_release(struct glob_set *g)
{
	buf_release(&g->in);
	buf_release(&g->out);
}

/* s in the case that is compared. */
static void
fold(struct span s, struct buf *out)
{
	size_t off = 0;

	while (off < s.n)
		utf_put(out, fold_upper(utf_next(s, &off)));
}

void
glob_add(struct glob_set *g, struct span pattern, bool exclude)
{
	struct buf *to = exclude ? &g->out : &g->in;
	bool wild = span_find(pattern, '*') < pattern.n ||
		    span_find(pattern, '?') < pattern.n;

	if (pattern.n == 0 || memchr(pattern.p, '\0', pattern.n))
		return;
	if (!wild)
		buf_addc(to, '*');
	fold(pattern, to);
	if (!wild)
		buf_addc(to, '*');
	buf_addc(to, '\0');
	*(exclude ? &g->outs : &g->ins) += 1;
}

void
glob_add_list(struct glob_set *g, struct span list)
{
	static const char wide_semicolon[] = "；", wide_not[] = "！";
	struct buf flat = BUF_INIT;
	struct span rest, one;
	bool not ;

	while (list.n > 0) {
		if (span_starts(list, SPAN(wide_semicolon))) {
			buf_addc(&flat, ';');
			list = span_skip(list, sizeof(wide_semicolon) - 1);
			continue;
		}
		buf_addc(&flat, (char)list.p[0]);
		list = span_skip(list, 1);
	}
	rest = buf_span(&flat);
	while (rest.n > 0 && span_field(&rest, ';', &one)) {
		one = utf_trim(one);
		not = true;
		if (span_starts(one, SPAN("!")))
			one = span_skip(one, 1);
		else if (span_starts(one, SPAN(wide_not)))
			one = span_skip(one, sizeof(wide_not) - 1);
		else
			not = false;
		glob_add(g, utf_trim(one), not );
	}
	buf_release(&flat);
}

/* Steps over one character of UTF-8. */
static const char *
next(const char *p)
{
	p++;
	while (((unsigned char)*p & 0xc0) == 0x80)
		p++;
	return p;
}

/* '*' is tried shortest first, and only the last one is ever tried again. */
static bool
match(const char *pattern, const char *name)
{
	const char *star = NULL, *again = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = ++pattern;
			again = name;
		} else if (*pattern == '?') {
			pattern++;
			name = next(name);
		} else if (*pattern == *name) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star;
			again = next(again);
			name = again;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

static bool
any(const struct buf *patterns, const char *name)
{
	const char *p = patterns->p;

	for (; p < patterns->p + patterns->len; p += strlen(p) + 1)
		if (match(p, name))
			return true;
	return false;
}

bool
glob_match(const struct glob_set *g, struct span name)
{
	struct buf folded = BUF_INIT;
	bool ok;

	if (g->ins == 0 && g->outs == 0)
		return true;
	fold(name, &folded);
	ok = (g->ins == 0 || any(&g->in, folded.p)) && !any(&g->out, folded.p);
	buf_release(&folded);
	return ok;
}
