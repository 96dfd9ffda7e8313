#include "doc/pdf/pdf.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "doc/pdf/pdfannot.h"
#include "doc/pdf/pdfcontent.h"
#include "doc/pdf/pdffile.h"
#include "doc/pdf/pdflayout.h"

#define TREE_DEPTH 64
#define PAGES_MAX  100000U /* extraction.md 13 */

/* The pages by their object numbers, in the order of the page tree. */
struct pages {
	uint32_t *num;
	size_t n, cap;
	uint8_t *seen; /* a bit an object: no way back into the tree */
	uint32_t end;
	bool lost; /* something of the tree could not be followed */
};

static void
add_page(struct pages *p, uint32_t num)
{
	if (p->n >= PAGES_MAX) {
		p->lost = true;
		return;
	}
	p->num = mem_grow(p->num, &p->cap, p->n + 1, sizeof(*p->num));
	p->num[p->n++] = num;
}

/* True the first time. */
static bool
visit(struct pages *p, uint32_t num)
{
	if (num >= p->end || (p->seen[num / 8] & 1U << (num % 8)))
		return false;
	p->seen[num / 8] |= (uint8_t)(1U << (num % 8));
	return true;
}

static void
walk_tree(
    struct pdffile *f, struct pages *p, const struct pdfobj *ref, int depth)
{
	const struct pdfobj *node = pdffile_resolve(f, ref), *kids;
	uint32_t i;

	if (ref->type != PDF_REF || depth == TREE_DEPTH ||
	    !visit(p, ref->num) || node->type != PDF_DICT) {
		p->lost = true;
		return;
	}
	kids = pdffile_get(f, node, "Kids");
	if (kids->type != PDF_ARRAY) {
		add_page(p, ref->num);
		return;
	}
	for (i = 0; i < kids->n; i++)
		walk_tree(f, p, &kids->item[i], depth + 1);
}

/* Without a tree: every page that there is, in the order of the numbers. */
static void
find_pages(struct pdffile *f, struct pages *p)
{
	uint32_t i;

	for (i = 0; i < p->end; i++)
		if (pdfobj_is_name(
			pdfobj_get(pdffile_object(f, i), "Type"), "Page"))
			add_page(p, i);
}

static void
list_pages(struct pdffile *f, struct pages *p)
{
	p->end = pdffile_end(f);
	p->seen = mem_calloc(p->end / 8 + 1, 1);
	walk_tree(f, p, pdfobj_get(pdffile_root(f), "Pages"), 0);
	if (p->n == 0) {
		p->lost = true;
		find_pages(f, p);
	}
	free(p->seen);
}

/*
 * In the format a page of a PDF is a part that is called as a page is (store.md
 * 5.4); under the name of another family it is a page.
 */
static void
set_place(struct sink *s, bool part, size_t i)
{
	struct place page = { .base = PLACE_PAGE, .target = PLACE_BODY };
	struct buf name = BUF_INIT;

	page.number = (uint32_t)i + 1;
	if (part) {
		place_name(&page, &name);
		page.base = PLACE_PART;
		page.name = buf_span(&name);
	}
	sink_place(s, &page);
	buf_release(&name);
}

static void
read_page(struct pdffile *f, struct pdfcontent *c, struct pdflayout *l,
    const struct pages *p, size_t i, struct sink *s)
{
	const struct pdfobj *page = pdffile_object(f, p->num[i]);
	struct tb_error e = TB_ERROR_INIT;
	char part[32];
	bool ok;

	ok = pdfcontent_page(c, page, &e);
	ok = pdfannot_read(f, c, l, page, ok ? &e : NULL) && ok;
	if (!ok) {
		snprintf(part, sizeof(part), "page %zu", i + 1);
		sink_note(s, part, &e);
	}
	pdflayout_flush(l, s);
	pdffile_forget(f);
}

bool
pdf_read(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct pdffile *f = pdffile_open(in->fd, in->size, e);
	struct pages pages = { .n = 0 };
	struct pdfcontent *c;
	struct pdflayout *l;
	size_t i;
	bool ok;

	if (!f)
		return false;
	list_pages(f, &pages);
	ok = pages.n > 0 || tb_fail(e, TB_EBROKEN, "PDF: no page");
	if (ok) {
		l = pdflayout_new();
		c = pdfcontent_new(f, l);
		for (i = 0; i < pages.n; i++) {
			set_place(s, kind_of(in->file) == KIND_PDF, i);
			read_page(f, c, l, &pages, i, s);
		}
		if (pages.lost)
			sink_remark(s, SPAN("ページの一覧が壊れています"));
		pdfcontent_free(c);
		pdflayout_free(l);
	}
	free(pages.num);
	pdffile_close(f);
	return ok;
}
