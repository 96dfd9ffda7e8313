#include "doc/slides/pptshape.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

#define PROP_WORDART 0x00c0U /* gtextUNICODE, [MS-ODRAW] 2.3.22.1 */
#define PROP_TABLE   0x039fU /* tableProperties, 2.3.4.37: bit 0 */
#define SHAPE_LINE   20U     /* msosptLine: a border of a table */

struct shape {
	struct ppttext text;
	struct buf wordart; /* UTF-16LE */
	unsigned kind;      /* MSOSPT */
	bool placed;        /* has an anchor in its group */
	int32_t top, left;
	bool skip;  /* a placeholder that is left out */
	bool table; /* of a group: it is a table */
};

struct walk {
	struct pptshape_outline *outline;
	uint32_t number;
	struct buf *lines;
};

/* A cell of a table: where it stands and its text in the pool. */
struct cell {
	int32_t top, left;
	size_t seq; /* drawing order */
	size_t off, len;
};

struct table {
	struct cell *cell;
	size_t n, cap;
	struct buf pool;
};

/* PlaceholderAtom, [MS-PPT] 2.5.15: kinds that hold no text of the slide. */
static bool
left_out(struct cur body)
{
	unsigned id;

	cur_u32(&body); /* position */
	id = cur_u8(&body);
	/* notes image, date, number, footer, header, slide image */
	return !body.bad && (id == 5 || (id >= 7 && id <= 10) || id == 11);
}

static void
read_client_data(struct shape *sp, struct cur body)
{
	struct pptrec r;

	if (pptrec_find(body, RT_PlaceholderAtom, &r))
		sp->skip = left_out(r.body);
}

/*
 * A property table, [MS-ODRAW] 2.2.7: count entries of 6 bytes, then the bytes
 * of the complex ones in the same order.
 */
static void
read_properties(struct shape *sp, const struct pptrec *r)
{
	struct cur c = r->body, data = r->body;
	size_t i, n = r->instance;
	unsigned id;
	uint32_t v;

	cur_skip(&data, n * 6);
	for (i = 0; i < n && !c.bad; i++) {
		id = cur_u16(&c);
		v = cur_u32(&c);
		if (c.bad)
			return;
		if ((id & 0x3fff) == PROP_TABLE && !(id & 0x8000))
			sp->table = (v & 1) != 0;
		if (!(id & 0x8000)) /* not complex */
			continue;
		if ((id & 0x3fff) == PROP_WORDART) {
			struct cur s = cur_sub(&data, v);

			while (cur_left(&s) >= 2 && (v = cur_u16(&s)) != 0) {
				buf_addc(&sp->wordart, (char)(v & 0xff));
				buf_addc(&sp->wordart, (char)(v >> 8));
			}
		} else {
			cur_skip(&data, v);
		}
	}
}

/* ClientTextbox: its own text, or the number of one in the outline. */
static void
read_textbox(struct walk *w, struct shape *sp, struct cur body)
{
	struct pptrec r;
	uint32_t i;

	while (pptrec_next(&body, &r)) {
		if (r.type != RT_OutlineTextRefAtom) {
			(void)ppttext_atom(&sp->text, &r, w->number);
			continue;
		}
		i = cur_u32(&r.body);
		if (r.body.bad || i >= w->outline->n)
			continue;
		w->outline->text[i].used = true;
		if (sp->text.units.len == 0)
			buf_addspan(&sp->text.units,
			    buf_span(&w->outline->text[i].units));
	}
}

static void
shape_release(struct shape *sp)
{
	ppttext_release(&sp->text);
	buf_release(&sp->wordart);
}

/* One SpContainer. */
static void
read_shape(struct walk *w, struct cur body, struct shape *sp)
{
	struct pptrec r;

	memset(sp, 0, sizeof(*sp));
	ppttext_init(&sp->text);
	buf_init(&sp->wordart);
	while (pptrec_next(&body, &r)) {
		switch (r.type) {
		case RT_FSP:
			sp->kind = r.instance;
			break;
		case RT_FOPT:
		case RT_TertiaryFOPT:
			read_properties(sp, &r);
			break;
		case RT_ChildAnchor:
			sp->left = (int32_t)cur_u32(&r.body);
			sp->top = (int32_t)cur_u32(&r.body);
			sp->placed = !r.body.bad;
			break;
		case RT_ClientData:
			read_client_data(sp, r.body);
			break;
		case RT_ClientTextbox:
			read_textbox(w, sp, r.body);
			break;
		default:
			break;
		}
	}
}

static int
compare_cells(const void *pa, const void *pb)
{
	const struct cell *a = pa, *b = pb;

	if (a->top != b->top)
		return a->top < b->top ? -1 : 1;
	if (a->left != b->left)
		return a->left < b->left ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static void
table_add(struct table *t, const struct shape *sp)
{
	struct cell *c;

	if (sp->kind == SHAPE_LINE || sp->skip)
		return;
	t->cell = mem_grow(t->cell, &t->cap, t->n + 1, sizeof(*t->cell));
	c = &t->cell[t->n];
	c->top = sp->placed ? sp->top : INT32_MAX;
	c->left = sp->placed ? sp->left : INT32_MAX;
	c->seq = t->n++;
	c->off = t->pool.len;
	ppttext_joined(buf_span(&sp->text.units), &t->pool);
	c->len = t->pool.len - c->off;
}

/* The rows, top to bottom: cells joined by TAB, trimmed at the end (4.2). */
static void
table_lines(struct table *t, struct buf *lines)
{
	struct buf row = BUF_INIT;
	struct span text;
	size_t i;

	if (t->n > 1)
		qsort(t->cell, t->n, sizeof(*t->cell), compare_cells);
	for (i = 0; i < t->n; i++) {
		buf_add(&row, t->pool.p + t->cell[i].off, t->cell[i].len);
		if (i + 1 < t->n && t->cell[i + 1].top == t->cell[i].top) {
			buf_addc(&row, '\t');
			continue;
		}
		text = utf_trim_end(buf_span(&row));
		if (text.n > 0) {
			buf_addspan(lines, text);
			buf_addc(lines, '\n');
		}
		buf_reset(&row);
	}
	buf_release(&row);
}

static void read_group(
    struct walk *w, struct cur body, struct table *outer, unsigned depth);

/*
 * One child of a group.  The first shape of a group stands for the group itself
 * and says whether it is a table, whose cells are gathered in *t.
 */
static void
read_child(struct walk *w, struct pptrec *r, bool first, struct table *t,
    bool *is_table, unsigned depth)
{
	struct shape sp;

	if (r->type == RT_SpgrContainer) {
		read_group(w, r->body, *is_table ? t : NULL, depth + 1);
		return;
	}
	if (r->type != RT_SpContainer)
		return;
	read_shape(w, r->body, &sp);
	if (first) {
		*is_table = *is_table || sp.table;
	} else if (*is_table) {
		table_add(t, &sp);
	} else if (!sp.skip) {
		ppttext_lines(buf_span(&sp.text.units), w->lines);
		ppttext_lines(buf_span(&sp.wordart), w->lines);
	}
	shape_release(&sp);
}

/* outer: the table that this group lies in; its shapes are cells of it. */
static void
read_group(struct walk *w, struct cur body, struct table *outer, unsigned depth)
{
	struct table own = { NULL, 0, 0, BUF_INIT };
	bool is_table = outer != NULL, first = true;
	struct table *t = outer ? outer : &own;
	struct pptrec r;

	if (depth > PPTSHAPE_DEPTH_MAX)
		return;
	while (pptrec_next(&body, &r)) {
		read_child(w, &r, first, t, &is_table, depth);
		first = false;
	}
	if (!outer)
		table_lines(&own, w->lines);
	free(own.cell);
	buf_release(&own.pool);
}

void
pptshape_lines(struct cur drawing, struct pptshape_outline *outline,
    uint32_t number, struct buf *lines)
{
	struct walk w = { outline, number, lines };
	struct pptrec dg, r;

	while (pptrec_next(&drawing, &dg)) {
		if (dg.type != RT_DgContainer)
			continue;
		while (pptrec_next(&dg.body, &r)) {
			/* the background shape beside the group has no text */
			if (r.type == RT_SpgrContainer)
				read_group(&w, r.body, NULL, 1);
		}
	}
}
