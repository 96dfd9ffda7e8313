#include "doc/pdf/pdfcontent.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "doc/pdf/pdffont.h"
#include "doc/pdf/pdfstring.h"

#define FORM_DEPTH_MAX 16  /* extraction.md 13 */
#define STATE_MAX      512 /* nested q */
#define MARK_MAX       512 /* nested BDC */
#define OPERANDS_MAX   64
#define TREE_MAX       64 /* of the page tree */
#define FONTS_MAX      192
#define ARENA_KEEP     65536 /* bytes of operands before they are dropped */

struct matrix {
	double a, b, c, d, e, f;
};

static const struct matrix unit = { 1, 0, 0, 1, 0, 0 };

struct state {
	struct matrix ctm;
	struct pdffont *font;
	double size, spacing, word, scale, leading, rise;
};

enum { MARK_HIDDEN = 1, MARK_ACTUAL = 2 };

struct font_of {
	uint32_t num; /* of the dictionary's object; 0: a direct one */
	struct pdffont *font;
};

struct pdfcontent {
	struct pdffile *file;
	struct pdflayout *layout;
	struct font_of *fonts;
	size_t n, cap;
	uint32_t *off; /* optional content groups that are off */
	size_t offs, off_cap;
	/* the page's */
	struct state now, stack[STATE_MAX];
	size_t depth, deeper;
	struct matrix tm, tlm;
	uint8_t mark[MARK_MAX];
	size_t marks, more_marks;
	unsigned hidden, actual;       /* open marks of each kind */
	struct buf actual_text;        /* that the next glyph shows */
	uint32_t form[FORM_DEPTH_MAX]; /* that are being drawn */
	int forms;
	struct pdfobj arg[OPERANDS_MAX];
	size_t args;
};

/* a, then b: [ISO 32000-1] 8.3.4. */
static struct matrix
multiply(const struct matrix *a, const struct matrix *b)
{
	return (struct matrix){
		a->a * b->a + a->b * b->c,
		a->a * b->b + a->b * b->d,
		a->c * b->a + a->d * b->c,
		a->c * b->b + a->d * b->d,
		a->e * b->a + a->f * b->c + b->e,
		a->e * b->b + a->f * b->d + b->f,
	};
}

/* ---- optional content ---- */

static void
add_off(struct pdfcontent *c, const struct pdfobj *list)
{
	uint32_t i;

	for (i = 0; list->type == PDF_ARRAY && i < list->n; i++) {
		if (list->item[i].type != PDF_REF)
			continue;
		c->off =
		    mem_grow(c->off, &c->off_cap, c->offs + 1, sizeof(*c->off));
		c->off[c->offs++] = list->item[i].num;
	}
}

/* The default configuration, 8.11.4.3. */
static void
read_optional(struct pdfcontent *c)
{
	struct pdffile *f = c->file;
	const struct pdfobj *props, *d, *on;
	size_t i, kept = 0;
	uint32_t k;

	props = pdffile_get(f, pdffile_root(f), "OCProperties");
	d = pdffile_get(f, props, "D");
	if (!pdfobj_is_name(pdffile_get(f, d, "BaseState"), "OFF")) {
		add_off(c, pdffile_get(f, d, "OFF"));
		return;
	}
	add_off(c, pdffile_get(f, props, "OCGs"));
	on = pdffile_get(f, d, "ON");
	for (i = 0; i < c->offs; i++) {
		for (k = 0; on->type == PDF_ARRAY && k < on->n; k++)
			if (on->item[k].num == c->off[i])
				break;
		if (on->type != PDF_ARRAY || k == on->n)
			c->off[kept++] = c->off[i];
	}
	c->offs = kept;
}

static bool
group_off(const struct pdfcontent *c, const struct pdfobj *ref)
{
	size_t i;

	for (i = 0; ref->type == PDF_REF && i < c->offs; i++)
		if (c->off[i] == ref->num)
			return true;
	return false;
}

/* A group, or a membership dictionary: shown when any of its groups is on. */
static bool
is_off(struct pdfcontent *c, const struct pdfobj *o)
{
	const struct pdfobj *dict, *groups;
	uint32_t i;

	if (c->offs == 0)
		return false;
	if (group_off(c, o))
		return true;
	dict = pdffile_resolve(c->file, o);
	groups = pdfobj_get(dict, "OCGs");
	if (groups->type == PDF_REF &&
	    pdffile_resolve(c->file, groups)->type != PDF_ARRAY)
		return group_off(c, groups);
	groups = pdffile_resolve(c->file, groups);
	if (groups->type != PDF_ARRAY || groups->n == 0)
		return false;
	for (i = 0; i < groups->n; i++)
		if (!group_off(c, &groups->item[i]))
			return false;
	return true;
}

/* ---- marked content ---- */

static void
begin_mark(struct pdfcontent *c, const struct pdfobj *resources)
{
	const struct pdfobj *props = &pdfobj_null, *text;
	uint8_t kind = 0;
	char key[128];

	if (c->args >= 2)
		props = &c->arg[1];
	if (props->type == PDF_NAME && props->text.n < sizeof(key)) {
		memcpy(key, props->text.p, props->text.n);
		key[props->text.n] = '\0';
		props = pdfobj_get(
		    pdffile_get(c->file, resources, "Properties"), key);
	}
	if (c->args >= 1 && pdfobj_is_name(&c->arg[0], "OC") &&
	    is_off(c, props))
		kind = MARK_HIDDEN;
	props = pdffile_resolve(c->file, props);
	text = pdffile_get(c->file, props, "ActualText");
	if (text->type == PDF_STRING && c->actual == 0) {
		kind |= MARK_ACTUAL;
		buf_reset(&c->actual_text);
		pdfstring_text(text->text, &c->actual_text);
	}
	if (c->marks == MARK_MAX) {
		c->more_marks++;
		return;
	}
	c->mark[c->marks++] = kind;
	c->hidden += (kind & MARK_HIDDEN) != 0;
	c->actual += (kind & MARK_ACTUAL) != 0;
}

static void
end_mark(struct pdfcontent *c)
{
	uint8_t kind;

	if (c->more_marks > 0) {
		c->more_marks--;
	} else if (c->marks > 0) {
		kind = c->mark[--c->marks];
		c->hidden -= (kind & MARK_HIDDEN) != 0;
		c->actual -= (kind & MARK_ACTUAL) != 0;
	}
}

/* ---- text ---- */

/* tx, ty in text space: the pen moves. */
static void
move_pen(struct pdfcontent *c, double tx, double ty)
{
	c->tm.e += tx * c->tm.a + ty * c->tm.c;
	c->tm.f += tx * c->tm.b + ty * c->tm.d;
}

/* One glyph at the pen, whose matrix on the page is m. */
static void
put_glyph(struct pdfcontent *c, const struct matrix *m,
    const struct pdfglyph *g, bool vertical)
{
	const struct state *s = &c->now;
	struct pdflayout_glyph at = { .text = g->text };
	double ex = s->size * s->scale * m->a, ey = s->size * s->scale * m->b;

	if (vertical) {
		ex = -s->size * m->c;
		ey = -s->size * m->d;
	}
	at.em = hypot(ex, ey);
	if (c->hidden > 0 || !(at.em > 0) || !(at.em < 1e9))
		return;
	at.x = s->rise * m->c + m->e;
	at.y = s->rise * m->d + m->f;
	at.dx = ex / at.em;
	at.dy = ey / at.em;
	at.width = fabs(g->width) * at.em;
	if (s->size < 0) {
		/* a mirrored size over a mirrored matrix, or neither counts */
		at.width = fabs(at.width);
	}
	if (c->actual > 0) {
		/* the first glyph shows all of it */
		at.text = buf_span(&c->actual_text);
		if (at.text.n == 0)
			return;
		pdflayout_add(c->layout, &at);
		buf_reset(&c->actual_text);
		return;
	}
	pdflayout_add(c->layout, &at);
}

static void
show(struct pdfcontent *c, struct span text)
{
	const struct state *s = &c->now;
	struct pdfglyph g;
	struct matrix m;
	bool vertical;
	size_t pos = 0;
	double t;

	if (!s->font)
		return;
	vertical = pdffont_vertical(s->font);
	while (pos < text.n) {
		pdffont_next(s->font, text, &pos, &g);
		m = multiply(&c->tm, &s->ctm);
		put_glyph(c, &m, &g, vertical);
		t = g.width * s->size + s->spacing + (g.space ? s->word : 0);
		if (vertical)
			move_pen(c, 0, t);
		else
			move_pen(c, t * s->scale, 0);
	}
}

/* TJ: strings, and numbers that move the pen back. */
static void
show_array(struct pdfcontent *c, const struct pdfobj *list)
{
	const struct state *s = &c->now;
	uint32_t i;
	double t;

	for (i = 0; list->type == PDF_ARRAY && i < list->n; i++) {
		const struct pdfobj *o = &list->item[i];

		if (o->type == PDF_STRING) {
			show(c, o->text);
		} else if (pdfobj_is_number(o)) {
			t = -o->v / 1000 * s->size;
			if (s->font && pdffont_vertical(s->font))
				move_pen(c, 0, t);
			else
				move_pen(c, t * s->scale, 0);
		}
	}
}

static void
next_line(struct pdfcontent *c, double tx, double ty)
{
	struct matrix m = { 1, 0, 0, 1, tx, ty };

	c->tlm = multiply(&m, &c->tlm);
	c->tm = c->tlm;
}

/* ---- fonts ---- */

/* Between pages: a file with a font a page must not keep them all. */
static void
drop_fonts(struct pdfcontent *c)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		pdffont_free(c->fonts[i].font);
	c->n = 0;
}

static struct pdffont *
font_of(struct pdfcontent *c, const struct pdfobj *o)
{
	const struct pdfobj *dict = pdffile_resolve(c->file, o);
	uint32_t num = o->type == PDF_REF ? o->num : 0;
	size_t i;

	if (dict->type != PDF_DICT)
		return NULL;
	for (i = c->n; num != 0 && i > 0; i--)
		if (c->fonts[i - 1].num == num)
			return c->fonts[i - 1].font;
	c->fonts = mem_grow(c->fonts, &c->cap, c->n + 1, sizeof(*c->fonts));
	c->fonts[c->n].num = num;
	c->fonts[c->n].font = pdffont_open(c->file, dict);
	return c->fonts[c->n++].font;
}

/* Entry name of a kind of resource, as it stands. */
static const struct pdfobj *
resource(struct pdfcontent *c, const struct pdfobj *resources, const char *kind,
    const struct pdfobj *name)
{
	char key[128];

	if (name->type != PDF_NAME || name->text.n >= sizeof(key))
		return &pdfobj_null;
	memcpy(key, name->text.p, name->text.n);
	key[name->text.n] = '\0';
	return pdfobj_get(pdffile_get(c->file, resources, kind), key);
}

/* ---- operators ---- */

static double
number(const struct pdfcontent *c, size_t i)
{
	return i < c->args && pdfobj_is_number(&c->arg[i]) ? c->arg[i].v : 0;
}

static struct matrix
matrix_arg(const struct pdfcontent *c)
{
	return (struct matrix){ number(c, 0), number(c, 1), number(c, 2),
		number(c, 3), number(c, 4), number(c, 5) };
}

static void
save(struct pdfcontent *c)
{
	if (c->depth == STATE_MAX)
		c->deeper++;
	else
		c->stack[c->depth++] = c->now;
}

static void
restore(struct pdfcontent *c, size_t floor_)
{
	if (c->deeper > 0)
		c->deeper--;
	else if (c->depth > floor_)
		c->now = c->stack[--c->depth];
}

static bool run(struct pdfcontent *c, struct span in,
    const struct pdfobj *resources, struct tb_error *e);

static struct matrix
matrix_of(struct pdffile *f, const struct pdfobj *m)
{
	if (m->type != PDF_ARRAY || m->n != 6)
		return unit;
	return (struct matrix){ pdffile_at(f, m, 0)->v, pdffile_at(f, m, 1)->v,
		pdffile_at(f, m, 2)->v, pdffile_at(f, m, 3)->v,
		pdffile_at(f, m, 4)->v, pdffile_at(f, m, 5)->v };
}

/* A form XObject, 8.10; without resources of its own it uses the page's. */
static bool
paint_form(struct pdfcontent *c, const struct pdfobj *form,
    const struct pdfobj *resources, struct tb_error *e)
{
	const struct pdfobj *own = pdffile_get(c->file, form, "Resources");
	struct matrix tm = c->tm, tlm = c->tlm;
	struct matrix fm =
	    matrix_of(c->file, pdffile_get(c->file, form, "Matrix"));
	struct buf data = BUF_INIT;
	struct state before = c->now;
	size_t depth = c->depth;
	bool ok;

	ok = pdffile_data(c->file, form, &data, e);
	if (ok) {
		c->now.ctm = multiply(&fm, &c->now.ctm);
		c->form[c->forms++] = form->num;
		ok = run(c, buf_span(&data),
		    own->type == PDF_DICT ? own : resources, e);
		c->forms--;
	}
	c->now = before;
	c->depth = depth;
	c->tm = tm;
	c->tlm = tlm;
	buf_release(&data);
	return ok;
}

/* No form draws itself, also not through others. */
static bool
is_open(const struct pdfcontent *c, uint32_t num)
{
	int i;

	for (i = 0; i < c->forms; i++)
		if (c->form[i] == num)
			return true;
	return false;
}

/* Do: XObjects that are no forms are pictures. */
static bool
paint(struct pdfcontent *c, const struct pdfobj *resources, struct tb_error *e)
{
	const struct pdfobj *form;

	if (c->args == 0 || c->forms == FORM_DEPTH_MAX)
		return true;
	form = pdffile_resolve(
	    c->file, resource(c, resources, "XObject", &c->arg[0]));
	if (!pdfobj_is_name(pdffile_get(c->file, form, "Subtype"), "Form") ||
	    is_open(c, form->num) || is_off(c, pdfobj_get(form, "OC")))
		return true;
	return paint_form(c, form, resources, e);
}

/* The text operators, 9.3 and 9.4. */
static bool
text_operator(
    struct pdfcontent *c, struct span op, const struct pdfobj *resources)
{
	struct state *s = &c->now;

	if (span_eqs(op, "Tj")) {
		if (c->args > 0 && c->arg[c->args - 1].type == PDF_STRING)
			show(c, c->arg[c->args - 1].text);
	} else if (span_eqs(op, "TJ")) {
		if (c->args > 0)
			show_array(c, &c->arg[c->args - 1]);
	} else if (span_eqs(op, "Td")) {
		next_line(c, number(c, 0), number(c, 1));
	} else if (span_eqs(op, "TD")) {
		s->leading = -number(c, 1);
		next_line(c, number(c, 0), number(c, 1));
	} else if (span_eqs(op, "Tm")) {
		c->tm = c->tlm = matrix_arg(c);
	} else if (span_eqs(op, "T*")) {
		next_line(c, 0, -s->leading);
	} else if (span_eqs(op, "Tf")) {
		if (c->args > 0)
			s->font = font_of(
			    c, resource(c, resources, "Font", &c->arg[0]));
		s->size = number(c, 1);
	} else if (span_eqs(op, "'")) {
		next_line(c, 0, -s->leading);
		if (c->args > 0 && c->arg[0].type == PDF_STRING)
			show(c, c->arg[0].text);
	} else if (span_eqs(op, "\"")) {
		s->word = number(c, 0);
		s->spacing = number(c, 1);
		next_line(c, 0, -s->leading);
		if (c->args > 2 && c->arg[2].type == PDF_STRING)
			show(c, c->arg[2].text);
	} else if (span_eqs(op, "Tc")) {
		s->spacing = number(c, 0);
	} else if (span_eqs(op, "Tw")) {
		s->word = number(c, 0);
	} else if (span_eqs(op, "Tz")) {
		s->scale = number(c, 0) / 100;
	} else if (span_eqs(op, "TL")) {
		s->leading = number(c, 0);
	} else if (span_eqs(op, "Ts")) {
		s->rise = number(c, 0);
	} else {
		return false;
	}
	return true;
}

/* Behind ID: to the end of an inline image's data, 8.9.7. */
static void
skip_image(struct pdflex *l)
{
	size_t i = l->pos + 1;
	const uint8_t *p = l->in.p;

	for (; i + 2 < l->in.n; i++)
		if (p[i] == 'E' && p[i + 1] == 'I' && pdfobj_space(p[i - 1]) &&
		    pdfobj_space(p[i + 2]))
			break;
	l->pos = i + 2 < l->in.n ? i + 2 : l->in.n;
}

/* The font of an ExtGState, 8.4.5. */
static void
set_gstate(struct pdfcontent *c, const struct pdfobj *resources)
{
	const struct pdfobj *gs, *font;

	if (c->args == 0)
		return;
	gs = pdffile_resolve(
	    c->file, resource(c, resources, "ExtGState", &c->arg[0]));
	font = pdffile_get(c->file, gs, "Font");
	if (font->type == PDF_ARRAY && font->n == 2) {
		c->now.font = font_of(c, &font->item[0]);
		c->now.size = pdffile_at(c->file, font, 1)->v;
	}
}

static bool
operator(struct pdfcontent *c, struct pdflex *l, struct span op,
    const struct pdfobj *resources, size_t floor_, struct tb_error *e)
{
	struct matrix m;

	if (op.n == 0 || text_operator(c, op, resources))
		return true;
	if (span_eqs(op, "q")) {
		save(c);
	} else if (span_eqs(op, "Q")) {
		restore(c, floor_);
	} else if (span_eqs(op, "cm")) {
		m = matrix_arg(c);
		c->now.ctm = multiply(&m, &c->now.ctm);
	} else if (span_eqs(op, "BT")) {
		c->tm = c->tlm = unit;
	} else if (span_eqs(op, "Do")) {
		return paint(c, resources, e);
	} else if (span_eqs(op, "BDC")) {
		begin_mark(c, resources);
	} else if (span_eqs(op, "BMC")) {
		c->args = 0;
		begin_mark(c, resources);
	} else if (span_eqs(op, "EMC")) {
		end_mark(c);
	} else if (span_eqs(op, "gs")) {
		set_gstate(c, resources);
	} else if (span_eqs(op, "ID")) {
		skip_image(l);
	}
	return true;
}

static bool
run(struct pdfcontent *c, struct span in, const struct pdfobj *resources,
    struct tb_error *e)
{
	struct arena mem = ARENA_INIT;
	size_t floor_ = c->depth;
	struct pdfobj o;
	struct pdflex l;
	bool ok = true;

	pdfobj_lex(&l, in, &mem, true, false);
	c->args = 0;
	while (ok && pdfobj_next(&l, &o)) {
		if (o.type != PDF_WORD) {
			if (c->args == OPERANDS_MAX) {
				/* the last ones are the operator's */
				memmove(c->arg, c->arg + 1,
				    (OPERANDS_MAX - 1) * sizeof(o));
				c->args--;
			}
			c->arg[c->args++] = o;
			continue;
		}
		ok = operator(c, &l, o.text, resources, floor_, e);
		c->args = 0;
		if (mem.total > ARENA_KEEP)
			arena_reset(&mem);
	}
	pdfobj_lex_end(&l);
	arena_release(&mem);
	return ok;
}

/* ---- pages ---- */

struct pdfcontent *
pdfcontent_new(struct pdffile *f, struct pdflayout *l)
{
	struct pdfcontent *c = mem_calloc(1, sizeof(*c));

	c->file = f;
	c->layout = l;
	buf_init(&c->actual_text);
	read_optional(c);
	return c;
}

void
pdfcontent_free(struct pdfcontent *c)
{
	if (!c)
		return;
	drop_fonts(c);
	free(c->fonts);
	free(c->off);
	buf_release(&c->actual_text);
	free(c);
}

const struct pdfobj *
pdfcontent_inherit(
    struct pdffile *f, const struct pdfobj *page, const char *key)
{
	const struct pdfobj *o;
	int i;

	for (i = 0; i < TREE_MAX; i++) {
		o = pdffile_get(f, page, key);
		if (o->type != PDF_NULL)
			return o;
		page = pdffile_get(f, page, "Parent");
	}
	return &pdfobj_null;
}

/* Contents: a stream, or several that are one with white space between. */
static bool
read_contents(struct pdfcontent *c, const struct pdfobj *page, struct buf *all,
    struct tb_error *e)
{
	const struct pdfobj *o = pdffile_get(c->file, page, "Contents");
	struct buf part = BUF_INIT;
	bool ok = true;
	uint32_t i;

	if (o->type == PDF_STREAM)
		return pdffile_data(c->file, o, all, e);
	for (i = 0; ok && o->type == PDF_ARRAY && i < o->n; i++) {
		if (pdffile_at(c->file, o, i)->type != PDF_STREAM)
			continue;
		ok = pdffile_data(c->file, pdffile_at(c->file, o, i), &part, e);
		buf_addspan(all, buf_span(&part));
		buf_addc(all, '\n');
	}
	buf_release(&part);
	return ok;
}

static void
begin(struct pdfcontent *c)
{
	c->now = (struct state){ .ctm = unit, .scale = 1 };
	c->tm = c->tlm = unit;
	c->depth = c->deeper = c->marks = c->more_marks = 0;
	c->hidden = c->actual = 0;
	c->forms = 0;
}

bool
pdfcontent_page(
    struct pdfcontent *c, const struct pdfobj *page, struct tb_error *e)
{
	struct buf data = BUF_INIT;
	bool ok, all;

	if (c->n > FONTS_MAX)
		drop_fonts(c);
	begin(c);
	ok = read_contents(c, page, &data, e);
	all = run(c, buf_span(&data),
	    pdfcontent_inherit(c->file, page, "Resources"), ok ? e : NULL);
	buf_release(&data);
	return ok && all;
}

bool
pdfcontent_form(struct pdfcontent *c, const struct pdfobj *form, double x,
    double y, struct tb_error *e)
{
	begin(c);
	c->now.ctm.e = x;
	c->now.ctm.f = y;
	return paint_form(c, form, &pdfobj_null, e);
}
