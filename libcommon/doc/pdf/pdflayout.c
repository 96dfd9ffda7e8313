#include "doc/pdf/pdflayout.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "doc/pdf/pdfplain.h"
#include "text/utf.h"

/* All of these are in font sizes. */
#define SPACE_GAP   0.15 /* between two words */
#define CJK_GAP     0.4 /* between two ideographs that do not belong together */
#define BACK_MAX    0.5 /* what kerning takes back */
#define RAISE_MAX   0.5 /* super- and subscripts leave the baseline by this */
#define DOUBLE_MAX  0.06 /* a letter drawn twice, to look bold */
#define COLUMN_TURN 0.3  /* singly placed glyphs of a column stand this exact */
#define COLUMN_MIN  0.8
#define COLUMN_MAX  1.2
#define PITCH_MIN   0.9 /* from line to line of a paragraph */
#define PITCH_MAX   2.5
#define WRAP_MIN    8.0 /* lines shorter than this do not wrap */
#define INDENT_MAX  2.5

#define NEAR_LINES 8 /* of a column, that tell where its margin is */

struct point {
	double x, y;
};

struct line {
	size_t off, len; /* of text */
	struct point start, end, dir;
	double em;
	uint32_t first, last; /* characters */
};

struct seen { /* a glyph, to notice it the second time */
	struct point at;
	uint32_t u;
	uint32_t page;
};

struct pdflayout {
	struct buf text;
	struct line *line;
	size_t lines, cap;
	bool open;           /* the last line may grow */
	struct point before; /* where its last glyph begins */
	unsigned glyphs;     /* of it */
	bool column; /* its glyphs stand one below the other, each by itself */
	struct seen *seen; /* seen_cap, a power of two */
	size_t seen_cap, seen_used;
	uint32_t page;
	size_t known, unknown; /* glyphs with and without characters */
};

struct pdflayout *
pdflayout_new(void)
{
	struct pdflayout *l = mem_calloc(1, sizeof(*l));

	buf_init(&l->text);
	l->page = 1;
	l->seen_cap = 1024;
	l->seen = mem_calloc(l->seen_cap, sizeof(*l->seen));
	return l;
}

void
pdflayout_free(struct pdflayout *l)
{
	if (!l)
		return;
	buf_release(&l->text);
	free(l->line);
	free(l->seen);
	free(l);
}

/* ---- letters drawn twice ---- */

static size_t
seen_slot(const struct pdflayout *l, uint32_t u, int64_t cx, int64_t cy)
{
	uint64_t h = (uint64_t)cx * 0x9e3779b97f4a7c15U ^
		     (uint64_t)cy * 0xc2b2ae3d27d4eb4fU ^ u;

	h *= 0xff51afd7ed558ccdU;
	return (size_t)(h >> 32) & (l->seen_cap - 1);
}

static void
seen_put(struct pdflayout *l, const struct seen *s, double cell)
{
	size_t i = seen_slot(l, s->u, (int64_t)floor(s->at.x / cell),
	    (int64_t)floor(s->at.y / cell));

	while (l->seen[i].page == l->page)
		i = (i + 1) & (l->seen_cap - 1);
	l->seen[i] = *s;
	l->seen_used++;
}

/* More room; the page's glyphs so far are forgotten, which does no harm. */
static void
seen_grow(struct pdflayout *l)
{
	free(l->seen);
	l->seen_cap *= 4;
	l->seen = mem_calloc(l->seen_cap, sizeof(*l->seen));
	l->seen_used = 0;
}

/* Was this character here already?  It is from now on. */
static bool
seen_before(struct pdflayout *l, const struct pdflayout_glyph *g, uint32_t u)
{
	double near = DOUBLE_MAX * g->em > 0.4 ? DOUBLE_MAX * g->em : 0.4;
	const double cell = 4; /* one size, so that all glyphs compare */
	struct seen s = { { g->x, g->y }, u, l->page };
	int64_t cx, cy, x1, y1;
	size_t i;

	if (!(fabs(g->x) < 1e9) || !(fabs(g->y) < 1e9))
		return false;
	if (near > cell)
		near = cell;
	x1 = (int64_t)floor((g->x + near) / cell);
	y1 = (int64_t)floor((g->y + near) / cell);
	for (cx = (int64_t)floor((g->x - near) / cell); cx <= x1; cx++) {
		cy = (int64_t)floor((g->y - near) / cell);
		for (; cy <= y1; cy++) {
			i = seen_slot(l, u, cx, cy);
			for (; l->seen[i].page == l->page;
			     i = (i + 1) & (l->seen_cap - 1))
				if (l->seen[i].u == u &&
				    fabs(l->seen[i].at.x - g->x) <= near &&
				    fabs(l->seen[i].at.y - g->y) <= near)
					return true;
		}
	}
	if (l->seen_used >= l->seen_cap / 2)
		seen_grow(l);
	seen_put(l, &s, cell);
	return false;
}

/* ---- lines ---- */

static struct line *
last_line(struct pdflayout *l)
{
	return &l->line[l->lines - 1];
}

/* From a to b along d. */
static double
along(struct point a, struct point b, struct point d)
{
	return (b.x - a.x) * d.x + (b.y - a.y) * d.y;
}

/* From a to b across d, to its right. */
static double
across(struct point a, struct point b, struct point d)
{
	return (b.x - a.x) * d.y - (b.y - a.y) * d.x;
}

static void
begin_line(struct pdflayout *l, const struct pdflayout_glyph *g)
{
	struct line *n;

	l->line = mem_grow(l->line, &l->cap, l->lines + 1, sizeof(*l->line));
	n = &l->line[l->lines++];
	*n = (struct line){ .off = l->text.len,
		.start = { g->x, g->y },
		.end = { g->x, g->y },
		.dir = { g->dx, g->dy },
		.em = g->em };
	l->open = true;
	l->glyphs = 0;
	l->column = false;
}

/*
 * Does the glyph go on below the last one of the line, as in vertical writing
 * whose glyphs are placed one by one with a font for horizontal writing?
 */
static bool
goes_down(
    const struct pdflayout *l, const struct pdflayout_glyph *g, uint32_t u)
{
	const struct line *n = &l->line[l->lines - 1];
	struct point at = { g->x, g->y };
	double down = across(l->before, at, n->dir);

	return (l->column || l->glyphs == 1) && pdfplain_cjk(u) &&
	       pdfplain_cjk(n->last) && down >= COLUMN_MIN * g->em &&
	       down <= COLUMN_MAX * g->em &&
	       fabs(along(l->before, at, n->dir)) <= COLUMN_TURN * g->em;
}

/* Does the glyph continue the open line?  *gap: what is free before it. */
static bool
continues(struct pdflayout *l, const struct pdflayout_glyph *g, double *gap)
{
	const struct line *n = last_line(l);
	struct point at = { g->x, g->y };
	double em = g->em > n->em ? g->em : n->em;

	if (g->dx * n->dir.x + g->dy * n->dir.y < 0.99 || l->column)
		return false;
	*gap = along(n->end, at, n->dir);
	return *gap > -BACK_MAX * em &&
	       fabs(across(n->end, at, n->dir)) < RAISE_MAX * em;
}

/* A space where the gap between two glyphs is one. */
static void
put_gap(struct pdflayout *l, const struct pdflayout_glyph *g, uint32_t u,
    double gap)
{
	struct line *n = last_line(l);
	bool cjk = pdfplain_cjk(n->last) && pdfplain_cjk(u);

	if (n->last == ' ' || n->last == 0x3000 || u == ' ' || u == 0x3000)
		return;
	if (gap > (cjk ? CJK_GAP : SPACE_GAP) * g->em) {
		buf_addc(&l->text, ' ');
		n->last = ' ';
	}
}

/* The line reaches to the glyph's end. */
static void
move_end(struct pdflayout *l, const struct pdflayout_glyph *g)
{
	last_line(l)->end =
	    (struct point){ g->x + g->width * g->dx, g->y + g->width * g->dy };
}

/* The last character of s, which is not empty. */
static uint32_t
last_char(struct span s)
{
	size_t off = s.n - 1;

	while (off > 0 && (s.p[off] & 0xc0) == 0x80)
		off--;
	return utf_next(s, &off);
}

void
pdflayout_add(struct pdflayout *l, const struct pdflayout_glyph *g)
{
	double gap = 0;
	struct line *n;
	size_t off = 0;
	uint32_t u;
	bool down;

	if (g->text.n == 0) {
		l->unknown++;
		if (l->open && continues(l, g, &gap))
			move_end(l, g);
		return;
	}
	u = utf_next(g->text, &off);
	if (u != ' ' && seen_before(l, g, u))
		return;
	if (u != ' ')
		l->known++;
	down = l->open && goes_down(l, g, u);
	if (!down && (!l->open || !continues(l, g, &gap))) {
		if (u == ' ')
			return; /* nothing begins with a space */
		begin_line(l, g);
		last_line(l)->first = u;
	} else if (!down) {
		put_gap(l, g, u, gap);
	}
	n = last_line(l);
	l->column = l->column || down;
	buf_addspan(&l->text, g->text);
	n->len = l->text.len - n->off;
	n->last = last_char(g->text);
	if (u != ' ' || !l->open)
		l->before = (struct point){ g->x, g->y };
	n->end =
	    (struct point){ g->x + g->width * g->dx, g->y + g->width * g->dy };
	if (g->em > n->em)
		n->em = g->em;
	l->glyphs++;
}

void
pdflayout_line(struct pdflayout *l, struct span text)
{
	const struct pdflayout_glyph nowhere = { .em = 0, .text = text };

	begin_line(l, &nowhere);
	buf_addspan(&l->text, text);
	last_line(l)->len = text.n;
	l->open = false;
}

/* ---- the page ---- */

static bool
ends_sentence(uint32_t u)
{
	return u == 0x3002 || u == 0xff0e || u == 0xff1a || u == 0xff1f ||
	       u == 0xff01;
}

/* Do a and b stand in one column, set alike? */
static bool
same_column(const struct line *a, const struct line *b)
{
	return a->dir.x * b->dir.x + a->dir.y * b->dir.y > 0.99 &&
	       fabs(b->em - a->em) < 0.1 * a->em &&
	       fabs(along(a->start, b->start, a->dir)) <= INDENT_MAX * a->em;
}

/*
 * Does line i reach the right margin?  The margin is where other lines of the
 * column near it end, too, and none goes beyond.
 */
static bool
is_full(const struct pdflayout *l, size_t i)
{
	size_t from = i > NEAR_LINES ? i - NEAR_LINES : 0, k;
	size_t to = l->lines - i > NEAR_LINES ? i + NEAR_LINES : l->lines;
	const struct line *a = &l->line[i];
	unsigned alike = 0;
	double over;

	for (k = from; k < to; k++) {
		if (k == i || !same_column(a, &l->line[k]))
			continue;
		over = along(a->end, l->line[k].end, a->dir);
		if (over > a->em)
			return false;
		alike += over > -a->em;
	}
	return alike > 0;
}

/*
 * Is b, the line after a, the rest of its paragraph?  Only where no space
 * belongs between the two: both are ideographs or kana, a is full, b begins at
 * the margin.
 */
static bool
wraps(const struct pdflayout *l, size_t i)
{
	const struct line *a = &l->line[i], *b = a + 1;
	double pitch, indent;

	if (i + 1 >= l->lines || !pdfplain_cjk(a->last) ||
	    !pdfplain_cjk(b->first) || ends_sentence(a->last) ||
	    !same_column(a, b) ||
	    along(a->start, a->end, a->dir) < WRAP_MIN * a->em)
		return false;
	pitch = across(a->start, b->start, a->dir);
	indent = along(a->start, b->start, a->dir);
	return pitch >= PITCH_MIN * a->em && pitch <= PITCH_MAX * a->em &&
	       indent <= 0.5 * a->em && is_full(l, i);
}

void
pdflayout_flush(struct pdflayout *l, struct sink *s)
{
	struct buf out = BUF_INIT;
	struct span text;
	size_t i;

	/* characters that are mostly unknown are none (extraction.md 11) */
	for (i = 0; i < l->lines && l->known >= l->unknown; i++) {
		text = span_of(l->text.p + l->line[i].off, l->line[i].len);
		buf_addspan(&out, utf_trim_end(text));
		if (wraps(l, i))
			continue;
		text = utf_trim(buf_span(&out));
		if (text.n > 0)
			sink_line(s, text);
		buf_reset(&out);
	}
	buf_release(&out);
	buf_reset(&l->text);
	l->lines = 0;
	l->open = false;
	l->seen_used = 0;
	l->known = l->unknown = 0;
	l->page++;
}
