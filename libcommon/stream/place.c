#include "stream/place.h"

#include <stdio.h>

#include "text/utf.h"

/* A kind of place that stands behind the base in [ ]. */
static const struct suffix {
	enum place_target target;
	struct span ja, file;
} suffixes[] = {
	{ PLACE_SHAPE, SPAN_INIT("図形"), SPAN_INIT("shape") },
	{ PLACE_COMMENT, SPAN_INIT("コメント"), SPAN_INIT("comment") },
	{ PLACE_HEADER_FOOTER, SPAN_INIT("ヘッダー・フッター"),
	    SPAN_INIT("header_footer") },
	{ PLACE_EMBED, SPAN_INIT("埋め込み"), SPAN_INIT("embed") },
};
#define SUFFIXES (sizeof(suffixes) / sizeof(suffixes[0]))

/* Bases with a file name of their own; digits follow where head ends open. */
static const struct fixed {
	struct span ja, ja_tail, file, file_tail;
	bool digits;
} fixed[] = {
	{ SPAN_INIT("ページ"), SPAN_INIT(""), SPAN_INIT("page_"), SPAN_INIT(""),
	    true },
	{ SPAN_INIT("スライド"), SPAN_INIT("（非表示）"), SPAN_INIT("slide_"),
	    SPAN_INIT("_hidden"), true },
	{ SPAN_INIT("スライド"), SPAN_INIT("_ノート"), SPAN_INIT("slide_"),
	    SPAN_INIT("_notes"), true },
	{ SPAN_INIT("スライド"), SPAN_INIT(""), SPAN_INIT("slide_"),
	    SPAN_INIT(""), true },
	{ SPAN_INIT("ヘッダー・フッター"), SPAN_INIT(""),
	    SPAN_INIT("header_footer"), SPAN_INIT(""), false },
	{ SPAN_INIT("脚注"), SPAN_INIT(""), SPAN_INIT("doc_footnotes"),
	    SPAN_INIT(""), false },
	{ SPAN_INIT("文書"), SPAN_INIT(""), SPAN_INIT("doc_whole"),
	    SPAN_INIT(""), false },
	{ SPAN_INIT("本文"), SPAN_INIT(""), SPAN_INIT("doc_body"),
	    SPAN_INIT(""), false },
};
#define FIXED (sizeof(fixed) / sizeof(fixed[0]))

static const struct span words[] = {
	[PLACE_BODY] = SPAN_INIT("本文"),
	[PLACE_SHAPE] = SPAN_INIT("図形"),
	[PLACE_COMMENT] = SPAN_INIT("コメント"),
	[PLACE_HEADER_FOOTER] = SPAN_INIT("ヘッダー・フッター"),
	[PLACE_NOTES] = SPAN_INIT("ノート"),
	[PLACE_EMBED] = SPAN_INIT("埋め込み"),
};

static bool
all_digits(struct span s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

/* The middle of s between head and tail; false when s is not framed so. */
static bool
between(struct span s, struct span head, struct span tail, struct span *mid)
{
	if (s.n < head.n + tail.n || !span_starts(s, head) ||
	    !span_ends(s, tail))
		return false;
	*mid = span_of(s.p + head.n, s.n - head.n - tail.n);
	return true;
}

/*
 * Splits a trailing [kind] off *name, by the Japanese words or those of file
 * names.  NULL, and *name as it was, when there is none.
 */
static const struct suffix *
split(struct span *name, bool file, uint32_t *embed)
{
	size_t open = span_rfind(*name, '['), i;
	struct span word, in;
	uint64_t v;

	*embed = 0;
	if (open == name->n || name->p[name->n - 1] != ']')
		return NULL;
	in = span_of(name->p + open + 1, name->n - open - 2);
	for (i = 0; i < SUFFIXES; i++) {
		word = file ? suffixes[i].file : suffixes[i].ja;
		if (suffixes[i].target == PLACE_EMBED) {
			if (!span_starts(in, word))
				continue;
			in = span_skip(in, word.n);
			if (in.n == 0 || in.p[0] == '0' ||
			    !span_u64(in, PLACE_EMBED_MAX, &v))
				return NULL;
			*embed = (uint32_t)v;
		} else if (!span_eq(in, word)) {
			continue;
		}
		*name = span_head(*name, open);
		return &suffixes[i];
	}
	return NULL;
}

static void
add_suffix(const struct suffix *s, bool file, uint32_t embed, struct buf *out)
{
	buf_addc(out, '[');
	buf_addspan(out, file ? s->file : s->ja);
	if (s->target == PLACE_EMBED)
		buf_printf(out, "%u", embed);
	buf_addc(out, ']');
}

static void
put_number(struct buf *out, enum meta_key key, uint32_t v)
{
	char s[16];
	int n = snprintf(s, sizeof(s), "%u", (unsigned)v);

	rec_put(out, key, span_of(s, (size_t)n));
}

void
place_put(const struct place *p, struct buf *out)
{
	static const enum meta_key keys[] = {
		[PLACE_NONE] = META_PART,
		[PLACE_SHEET] = META_SHEET,
		[PLACE_PAGE] = META_PAGE,
		[PLACE_SLIDE] = META_SLIDE,
		[PLACE_PART] = META_PART,
	};

	if (p->base == PLACE_PAGE || p->base == PLACE_SLIDE)
		put_number(out, keys[p->base], p->number);
	else
		rec_put(out, keys[p->base], p->name);
	rec_put(out, META_TARGET, words[p->target]);
	if (p->hidden)
		rec_put(out, META_HIDDEN, SPAN("はい"));
	if (p->embed)
		put_number(out, META_EMBED, p->embed);
}

void
place_write(struct out *o, const struct place *p)
{
	struct buf lines = BUF_INIT;

	place_put(p, &lines);
	out_span(o, buf_span(&lines));
	buf_release(&lines);
}

/* A page or slide number; blanks around it are allowed (store.md 5.6). */
static bool
number(struct span value, uint32_t *n, struct tb_error *e)
{
	uint64_t v;

	if (!span_u64(utf_trim(value), PLACE_NUMBER_MAX, &v))
		return tb_fail(e, TB_ESTREAM, _("not a page or slide: '%.*s'"),
		    SPAN_ARG(value));
	*n = (uint32_t)v;
	return true;
}

bool
place_meta(
    struct place *p, enum meta_key key, struct span value, struct tb_error *e)
{
	uint64_t v;
	unsigned i;

	switch (key) {
	case META_SHEET:
	case META_PART:
		*p = (struct place){ .name = value };
		p->base = key == META_SHEET ? PLACE_SHEET : PLACE_PART;
		return true;
	case META_PAGE:
	case META_SLIDE:
		*p = (struct place){ PLACE_NONE };
		p->base = key == META_PAGE ? PLACE_PAGE : PLACE_SLIDE;
		return number(value, &p->number, e);
	case META_TARGET:
		p->target = PLACE_BODY; /* also for a word we do not know */
		for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (span_eq(value, words[i]))
				p->target = (enum place_target)i;
		return true;
	case META_HIDDEN:
		p->hidden = span_eqs(value, "はい");
		return true;
	case META_EMBED:
		if (span_u64(value, PLACE_EMBED_MAX, &v))
			p->embed = (uint32_t)v;
		return true;
	default:
		return true;
	}
}

void
place_name(const struct place *p, struct buf *out)
{
	size_t i;

	if (p->base == PLACE_PAGE)
		buf_printf(out, "ページ%03u", p->number);
	else if (p->base == PLACE_SLIDE)
		buf_printf(out, "スライド%03u", p->number);
	else
		buf_addspan(out, p->name);
	if (p->base == PLACE_SLIDE) {
		if (p->target == PLACE_NOTES) {
			buf_adds(out, "_ノート");
			return;
		}
		if (p->hidden)
			buf_adds(out, "（非表示）");
	}
	for (i = 0; i < SUFFIXES; i++)
		if (suffixes[i].target == p->target &&
		    (p->target != PLACE_EMBED || p->embed))
			add_suffix(&suffixes[i], false, p->embed, out);
}

void
place_from_name(enum kind kind, struct span name, struct place *p)
{
	struct span base = name, digits;
	struct buf again = BUF_INIT;
	const struct suffix *s;
	uint64_t v;

	*p = (struct place){ .name = name };
	s = split(&base, false, &p->embed);
	p->target = s ? s->target : PLACE_BODY;
	p->name = base;
	p->base = PLACE_PART;
	if (kind == KIND_EXCEL) {
		p->base = PLACE_SHEET;
	} else if (kind == KIND_WORD) {
		if (between(base, SPAN("ページ"), SPAN(""), &digits) &&
		    all_digits(digits) &&
		    span_u64(digits, PLACE_NUMBER_MAX, &v)) {
			p->base = PLACE_PAGE;
			p->number = (uint32_t)v;
		}
	} else if (kind == KIND_POWERPOINT) {
		bool notes =
		    !s &&
		    between(base, SPAN("スライド"), SPAN("_ノート"), &digits) &&
		    all_digits(digits);

		p->hidden = !notes &&
			    between(base, SPAN("スライド"), SPAN("（非表示）"),
				&digits) &&
			    all_digits(digits);
		if ((notes || p->hidden ||
			(between(base, SPAN("スライド"), SPAN(""), &digits) &&
			    all_digits(digits))) &&
		    span_u64(digits, PLACE_NUMBER_MAX, &v)) {
			p->base = PLACE_SLIDE;
			p->number = (uint32_t)v;
			if (notes)
				p->target = PLACE_NOTES;
		} else {
			p->hidden = false;
		}
	}
	place_name(p, &again);
	if (!span_eq(buf_span(&again), name))
		*p = (struct place){ .base = PLACE_PART, .name = name };
	buf_release(&again);
}

bool
place_file(struct span name, struct buf *out, struct tb_error *e)
{
	struct span base = name, mid = SPAN("");
	size_t start = out->len, i, units;
	uint32_t embed;
	const struct suffix *s = split(&base, false, &embed);

	for (i = 0; i < FIXED; i++)
		if (between(base, fixed[i].ja, fixed[i].ja_tail, &mid) &&
		    (fixed[i].digits ? all_digits(mid) : mid.n == 0))
			break;
	if (i < FIXED) {
		buf_addspan(out, fixed[i].file);
		buf_addspan(out, mid);
		buf_addspan(out, fixed[i].file_tail);
	} else {
		place_encode(base, out);
	}
	if (s)
		add_suffix(s, true, embed, out);
	buf_adds(out, ".tsv");
	units = utf_units(span_of(out->p + start, out->len - start));
	if (units > PLACE_FILE_MAX)
		return tb_fail(e, TB_ENAME, "%zu: %s", units, out->p + start);
	return true;
}

/* The byte that %XX at p stands for in a place, or -1. */
static int
decoded(const uint8_t *p, size_t n)
{
	static const char specials[] = "\"%*/:<>?\\_|";
	static const char hex[] = "0123456789ABCDEF";
	const char *hi, *lo;
	int c;

	if (n < 3 || !p[1] || !p[2] || !(hi = strchr(hex, p[1])) ||
	    !(lo = strchr(hex, p[2])))
		return -1;
	c = (int)(hi - hex) * 16 + (int)(lo - hex);
	return c < 0x20 || strchr(specials, c) ? c : -1;
}

void
place_from_file(struct span file, struct buf *out)
{
	struct span base = file, mid = SPAN("");
	uint32_t embed;
	const struct suffix *s;
	size_t i;
	int c;

	if (span_ends(base, SPAN(".tsv")))
		base.n -= 4;
	s = split(&base, true, &embed);
	for (i = 0; i < FIXED; i++)
		if (between(base, fixed[i].file, fixed[i].file_tail, &mid) &&
		    (fixed[i].digits ? all_digits(mid) : mid.n == 0))
			break;
	if (i < FIXED) {
		buf_addspan(out, fixed[i].ja);
		buf_addspan(out, mid);
		buf_addspan(out, fixed[i].ja_tail);
	} else {
		for (i = 0; i < base.n; i++) {
			c = base.p[i] == '%' ? decoded(base.p + i, base.n - i)
					     : -1;
			buf_addc(out, (char)(c >= 0 ? c : base.p[i]));
			if (c >= 0)
				i += 2;
		}
	}
	if (s)
		add_suffix(s, false, embed, out);
}

void
place_encode(struct span name, struct buf *out)
{
	size_t i;

	for (i = 0; i < name.n; i++) {
		uint8_t c = name.p[i];

		if (c < 0x20 || (c < 0x80 && strchr("\"%*/:<>?\\_|", c)))
			buf_printf(out, "%%%02X", c);
		else
			buf_addc(out, (char)c);
	}
}

void
place_sort_key(struct span name, struct buf *out)
{
	place_encode(name, out);
	buf_adds(out, ".tsv");
}
