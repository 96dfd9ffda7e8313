#include "doc/word/wordbin.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sys.h"
#include "doc/package.h"
#include "doc/word/docstory.h"
#include "text/utf.h"

#define SEPARATORS  6U /* stories of PlcfHdd in front of the sections' */
#define PER_SECTION 6U
#define ATRD_SIZE   30U /* ATRDPre10, 2.9.2 */
#define ATRD_OLD    20U /* of Word 6 and 95 */
#define SPA_SIZE    26U /* 2.9.253 */
#define FTXBXS_SIZE 22U /* 2.9.99 */
#define FTXBXS_LID  14U /* its shape's id */

/* A character in the text that stands for something elsewhere. */
struct anchor {
	uint32_t cp, page;
};

struct anchors {
	struct anchor *v; /* by cp */
	size_t n, cap;
};

struct wordbin {
	struct fib fib;
	struct docprop prop;
	struct sink *sink;
	uint32_t page; /* of the sink's place; 0: none yet */
	struct anchors comments, drawn;
	struct buf lines;
	struct arena arena;
	struct map seen; /* header lines */
};

/* ---- the body ------------------------------------------------------------- */

static void
on_line(void *arg, struct span text, uint32_t page)
{
	struct wordbin *w = arg;

	if (page < w->page)
		page = w->page; /* a row that began on the page before */
	if (page != w->page) {
		w->page = page;
		sink_place(w->sink, &(struct place){ .base = PLACE_PAGE,
					.target = PLACE_BODY,
					.number = page });
	}
	sink_line(w->sink, text);
}

static void
on_anchor(void *arg, enum docstory_mark mark, uint32_t cp, uint32_t page)
{
	struct wordbin *w = arg;
	struct anchors *a = mark == DOCSTORY_COMMENT ? &w->comments : &w->drawn;

	a->v = mem_grow(a->v, &a->cap, a->n + 1, sizeof(*a->v));
	a->v[a->n++] = (struct anchor){ cp, page };
}

static int
compare(const void *pa, const void *pb)
{
	const struct anchor *a = pa, *b = pb;

	return a->cp < b->cp ? -1 : a->cp > b->cp;
}

/* The page of the anchor at cp; 0 when there is none. */
static uint32_t
page_at(const struct anchors *a, uint32_t cp)
{
	struct anchor key = { cp, 0 };
	const struct anchor *found =
	    a->n ? bsearch(&key, a->v, a->n, sizeof(*a->v), compare) : NULL;

	return found ? found->page : 0;
}

/* ---- other stories -------------------------------------------------------- */

/* Characters [from, end) of a story, as LF-ended lines in w->lines. */
static void
collect(struct wordbin *w, enum fib_story story, uint32_t from, uint32_t end)
{
	struct docstory s = { .fib = &w->fib,
		.prop = &w->prop,
		.line = para_collect,
		.arg = &w->lines };
	uint32_t begin = w->fib.begin[story];
	uint32_t n = w->fib.begin[story + 1] - begin;

	if (end > n)
		end = n;
	if (from < end)
		docstory_read(&s, begin + from, begin + end);
}

/* Text i of a story, and the page it belongs to; 0: the document's. */
struct text {
	uint32_t page;
	size_t i;
};

/* By page, the document's last. */
static int
compare_texts(const void *pa, const void *pb)
{
	const struct text *a = pa, *b = pb;

	if (a->page != b->page)
		return a->page - 1 < b->page - 1 ? -1 : 1;
	return a->i < b->i ? -1 : a->i > b->i;
}

/* The texts of a story that plc divides, one line each, page by page. */
static void
write_texts(struct wordbin *w, enum fib_story story, const struct fib_plc *plc,
    struct text *text, size_t n, enum place_target target)
{
	struct place at = { .target = target };
	size_t k;

	qsort(text, n, sizeof(*text), compare_texts);
	for (k = 0; k < n; k++) {
		if (k == 0 || text[k].page != text[k - 1].page) {
			at.number = text[k].page;
			at.base = at.number ? PLACE_PAGE : PLACE_PART;
			at.name = at.number ? SPAN("") : SPAN("文書");
			sink_place(w->sink, &at);
		}
		buf_reset(&w->lines);
		collect(w, story, fib_plc_cp(plc, text[k].i),
		    fib_plc_cp(plc, text[k].i + 1));
		para_join(&w->lines, 0);
		if (w->lines.len > 0)
			sink_line(w->sink, buf_span(&w->lines));
	}
}

/* Annotations: text i belongs to reference i, 2.8.7 and 2.8.8. */
static void
write_comments(struct wordbin *w)
{
	struct fib_plc ref = fib_plc(fib_block(&w->fib, FIB_PLCFANDREF),
	    w->fib.old ? ATRD_OLD : ATRD_SIZE);
	struct fib_plc txt = fib_plc(fib_block(&w->fib, FIB_PLCFANDTXT), 0);
	size_t i, n = txt.n > 0 ? txt.n - 1 : 0; /* the last is a guard */
	struct text *text;

	if (n == 0)
		return;
	text = mem_calloc(n, sizeof(*text));
	for (i = 0; i < n; i++) {
		text[i].i = i;
		if (i < ref.n)
			text[i].page =
			    page_at(&w->comments, fib_plc_cp(&ref, i));
	}
	write_texts(w, FIB_ANNOTATIONS, &txt, text, n, PLACE_COMMENT);
	free(text);
}

/* The anchor of the shape with that id, by the PlcfSpa; its page, or 0. */
static uint32_t
shape_page(const struct wordbin *w, const struct fib_plc *spa, uint32_t id)
{
	struct cur item;
	size_t i;

	for (i = 0; i < spa->n; i++) {
		item = fib_plc_item(spa, i);
		if (cur_u32(&item) == id)
			return page_at(&w->drawn, fib_plc_cp(spa, i));
	}
	return 0;
}

/* Text boxes: FTXBXS i tells the shape of text i. */
static void
write_boxes(struct wordbin *w)
{
	struct fib_plc spa =
	    fib_plc(fib_block(&w->fib, FIB_PLCSPAMOM), SPA_SIZE);
	struct fib_plc txt =
	    fib_plc(fib_block(&w->fib, FIB_PLCFTXBXTXT), FTXBXS_SIZE);
	struct text *text;
	struct cur item;
	size_t i;

	if (txt.n == 0)
		return;
	text = mem_calloc(txt.n, sizeof(*text));
	for (i = 0; i < txt.n; i++) {
		item = fib_plc_item(&txt, i);
		cur_skip(&item, FTXBXS_LID);
		text[i].i = i;
		text[i].page = shape_page(w, &spa, cur_u32(&item));
		if (text[i].page == 0) /* its group has the anchor */
			text[i].page = 1;
	}
	write_texts(w, FIB_TEXTBOXES, &txt, text, txt.n, PLACE_SHAPE);
	free(text);
}

/*
 * PlcfHdd, 2.8.17: six separators, then for each section even, odd header, even,
 * odd footer, first header, first footer.
 */
static void
collect_headers(struct wordbin *w)
{
	static const unsigned order[2][3] = { { 0, 1, 4 }, { 2, 3, 5 } };
	struct fib_plc plc = fib_plc(fib_block(&w->fib, FIB_PLCFHDD), 0);
	size_t sections =
	    plc.n > SEPARATORS ? (plc.n - SEPARATORS) / PER_SECTION : 0;
	size_t half, s, k, i;

	for (half = 0; half < 2; half++) {
		for (s = 0; s < sections; s++) {
			for (k = 0; k < 3; k++) {
				i = SEPARATORS + s * PER_SECTION +
				    order[half][k];
				collect(w, FIB_HEADERS, fib_plc_cp(&plc, i),
				    fib_plc_cp(&plc, i + 1));
			}
		}
	}
}

static void
write_headers(struct wordbin *w)
{
	struct place at = { .base = PLACE_PART,
		.target = PLACE_BODY,
		.name = SPAN_INIT("ヘッダー・フッター") };
	struct span rest, line;

	buf_reset(&w->lines);
	if (w->fib.old) /* which of them each section has is not told alike */
		collect(w, FIB_HEADERS, 0, UINT32_MAX);
	else
		collect_headers(w);
	collect(w, FIB_HEADER_TEXTBOXES, 0, UINT32_MAX);
	sink_place(w->sink, &at);
	rest = buf_span(&w->lines);
	while (rest.n > 0 && span_field(&rest, '\n', &line))
		if (line.n > 0 && package_new(&w->seen, &w->arena, line))
			sink_line(w->sink, line);
}

static void
write_notes(struct wordbin *w)
{
	struct place at = { .base = PLACE_PART,
		.target = PLACE_BODY,
		.name = SPAN_INIT("脚注") };

	buf_reset(&w->lines);
	collect(w, FIB_FOOTNOTES, 0, UINT32_MAX);
	collect(w, FIB_ENDNOTES, 0, UINT32_MAX);
	sink_place(w->sink, &at);
	package_lines(w->sink, buf_span(&w->lines));
}

/* ---- the file ------------------------------------------------------------- */

static void
read_all(struct wordbin *w)
{
	struct docstory body = { .fib = &w->fib,
		.prop = &w->prop,
		.line = on_line,
		.mark = on_anchor,
		.arg = w,
		.pages = true };

	docprop_read(&w->prop, &w->fib);
	docstory_read(
	    &body, w->fib.begin[FIB_MAIN], w->fib.begin[FIB_MAIN + 1]);
	write_boxes(w);
	write_comments(w);
	write_headers(w);
	write_notes(w);
}

static void
wordbin_init(struct wordbin *w, struct sink *s)
{
	memset(w, 0, sizeof(*w));
	w->sink = s;
	buf_init(&w->lines);
	map_init(&w->seen);
}

static void
wordbin_release(struct wordbin *w)
{
	fib_release(&w->fib);
	docprop_release(&w->prop);
	map_release(&w->seen);
	arena_release(&w->arena);
	buf_release(&w->lines);
	free(w->comments.v);
	free(w->drawn.v);
}

bool
wordbin_read(struct cfb *c, struct sink *s, struct tb_error *e)
{
	struct tb_error lost = TB_ERROR_INIT;
	struct wordbin w;
	bool cut, ok;

	wordbin_init(&w, s);
	ok = fib_open(&w.fib, c, &cut, e);
	if (ok) {
		if (cut) {
			tb_fail(&lost, TB_EBROKEN, NULL);
			sink_note(s, "WordDocument", &lost);
		}
		read_all(&w);
	}
	wordbin_release(&w);
	return ok;
}

bool
wordbin_is_flat(struct span head)
{
	return fib_is_flat(head);
}

bool
wordbin_read_flat(
    const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct buf bytes = BUF_INIT;
	struct wordbin w;
	bool ok;

	wordbin_init(&w, s);
	ok = in->size <= FIB_STREAM_MAX || tb_fail(e, TB_ESIZE, NULL);
	ok = ok && sys_read_all(in->fd, (size_t)in->size, &bytes, e) &&
	     fib_open_flat(&w.fib, &bytes, e);
	if (ok)
		read_all(&w);
	buf_release(&bytes);
	wordbin_release(&w);
	return ok;
}
