#include "doc/pdf/pdfannot.h"

#include "doc/pdf/pdfplain.h"
#include "doc/pdf/pdfstring.h"

#define FLAG_HIDDEN 2
#define FLAG_NOVIEW 32
#define ANNOTS_MAX  100000U
#define FIELD_DEPTH 32 /* a field's value may stand at its parent */

/* The appearance that is shown: of several the one of the state AS. */
static const struct pdfobj *
appearance(struct pdffile *f, const struct pdfobj *annot)
{
	const struct pdfobj *n, *state;
	char key[128];

	n = pdffile_get(f, pdffile_get(f, annot, "AP"), "N");
	if (n->type != PDF_DICT)
		return n;
	state = pdffile_get(f, annot, "AS");
	if (state->type != PDF_NAME || state->text.n >= sizeof(key))
		return &pdfobj_null;
	memcpy(key, state->text.p, state->text.n);
	key[state->text.n] = '\0';
	return pdffile_get(f, n, key);
}

/* A text string, a line of the page for each of its lines. */
static void
put_string(struct pdflayout *l, struct span s)
{
	struct buf text = BUF_INIT, line = BUF_INIT;
	struct span rest, part;
	size_t i;

	pdfstring_text(s, &text);
	for (i = 0; i < text.len; i++)
		if (text.p[i] == '\r')
			text.p[i] = '\n';
	rest = buf_span(&text);
	while (span_field(&rest, '\n', &part)) {
		buf_reset(&line);
		if (pdfplain_put(part, &line))
			pdflayout_line(l, buf_span(&line));
	}
	buf_release(&line);
	buf_release(&text);
}

/* The value of a field that has no appearance, or its parent's. */
static void
put_value(struct pdffile *f, struct pdflayout *l, const struct pdfobj *annot)
{
	const struct pdfobj *v;
	int i;

	for (i = 0; i < FIELD_DEPTH && annot->type == PDF_DICT; i++) {
		v = pdffile_get(f, annot, "V");
		if (v->type == PDF_STRING) {
			put_string(l, v->text);
			return;
		}
		annot = pdffile_get(f, annot, "Parent");
	}
}

static bool
read_annot(struct pdffile *f, struct pdfcontent *c, struct pdflayout *l,
    const struct pdfobj *annot, struct tb_error *e)
{
	const struct pdfobj *type = pdffile_get(f, annot, "Subtype");
	const struct pdfobj *form = appearance(f, annot), *rect, *note;
	int64_t flags =
	    pdfobj_int(pdffile_get(f, annot, "F"), 0, UINT32_MAX, 0);
	bool ok = true;

	if ((flags & (FLAG_HIDDEN | FLAG_NOVIEW)) != 0 ||
	    pdfobj_is_name(type, "Popup") || pdfobj_is_name(type, "Link"))
		return true;
	if (form->type == PDF_STREAM) {
		rect = pdffile_get(f, annot, "Rect");
		ok = pdfcontent_form(c, form, pdffile_at(f, rect, 0)->v,
		    pdffile_at(f, rect, 1)->v, e);
	} else if (pdfobj_is_name(type, "Widget")) {
		put_value(f, l, annot);
	}
	note = pdffile_get(f, annot, "Contents");
	if (note->type == PDF_STRING && !pdfobj_is_name(type, "Widget") &&
	    !(pdfobj_is_name(type, "FreeText") && form->type == PDF_STREAM))
		put_string(l, note->text);
	return ok;
}

bool
pdfannot_read(struct pdffile *f, struct pdfcontent *c, struct pdflayout *l,
    const struct pdfobj *page, struct tb_error *e)
{
	const struct pdfobj *list = pdffile_get(f, page, "Annots");
	bool ok = true;
	uint32_t i;

	for (i = 0; list->type == PDF_ARRAY && i < list->n && i < ANNOTS_MAX;
	     i++)
		ok = read_annot(
			 f, c, l, pdffile_at(f, list, i), ok ? e : NULL) &&
		     ok;
	return ok;
}
