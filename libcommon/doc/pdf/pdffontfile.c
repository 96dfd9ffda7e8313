#include "doc/pdf/pdffontfile.h"

#include <stdlib.h>

#include "base/mem.h"
#include "doc/pdf/pdfcff.h"
#include "doc/pdf/pdfglyph.h"
#include "doc/pdf/pdftruetype.h"
#include "text/utf.h"

struct pdffontfile {
	struct buf data;
	struct pdftruetype *truetype;
	struct pdfcff *cff;
	/* Type 1: its encoding */
	bool type1, standard;
	struct arena mem;
	struct span names[256];
};

/*
 * The clear text of a Type 1 font: "dup 65 /A put" for each code, or
 * "/Encoding StandardEncoding def" ([Adobe Type 1] 2.2).
 */
static void
read_type1(struct pdffontfile *ff)
{
	struct span s = buf_span(&ff->data);
	const uint8_t *end = s.n ? memmem(s.p, s.n, "eexec", 5) : NULL;
	struct pdfobj o, code = pdfobj_null;
	bool on = false, dup = false;
	struct pdflex l;

	ff->type1 = true;
	if (end)
		s.n = (size_t)(end - s.p);
	pdfobj_lex(&l, s, &ff->mem, true, false);
	while (pdfobj_next(&l, &o)) {
		if (pdfobj_is_name(&o, "Encoding")) {
			on = true;
		} else if (on && pdfobj_is_word(&o, "StandardEncoding")) {
			ff->standard = true;
			on = false;
		} else if (on && pdfobj_is_word(&o, "dup")) {
			dup = true;
			code = pdfobj_null;
		} else if (dup && o.type == PDF_INT) {
			code = o;
		} else if (dup && o.type == PDF_NAME &&
			   pdfobj_int(&code, 0, 255, -1) >= 0) {
			ff->names[pdfobj_int(&code, 0, 255, 0)] = o.text;
			dup = false;
		} else if (on && (pdfobj_is_word(&o, "def") ||
				     pdfobj_is_word(&o, "readonly"))) {
			on = false;
		}
	}
	pdfobj_lex_end(&l);
}

static bool
understand(struct pdffontfile *ff)
{
	struct span data = buf_span(&ff->data);

	ff->truetype = pdftruetype_open(data);
	ff->cff = pdfcff_open(
	    ff->truetype ? pdftruetype_table(ff->truetype, "CFF ") : data);
	if (ff->truetype || ff->cff)
		return true;
	if (!span_starts(data, SPAN("%!")))
		return false;
	read_type1(ff);
	return true;
}

struct pdffontfile *
pdffontfile_open(struct pdffile *f, const struct pdfobj *descriptor)
{
	static const char *const keys[] = { "FontFile2", "FontFile3",
		"FontFile" };
	struct pdffontfile *ff = mem_calloc(1, sizeof(*ff));
	const struct pdfobj *o;
	size_t i;

	buf_init(&ff->data);
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		o = pdffile_get(f, descriptor, keys[i]);
		if (o->type == PDF_STREAM &&
		    pdffile_data(f, o, &ff->data, NULL) && understand(ff))
			return ff;
	}
	pdffontfile_free(ff);
	return NULL;
}

void
pdffontfile_free(struct pdffontfile *ff)
{
	if (!ff)
		return;
	pdftruetype_free(ff->truetype);
	pdfcff_free(ff->cff);
	arena_release(&ff->mem);
	buf_release(&ff->data);
	free(ff);
}

bool
pdffontfile_code(struct pdffontfile *ff, uint8_t code, struct buf *out)
{
	uint32_t u;

	if (ff->cff)
		return pdfglyph_text(
		    pdfcff_name(ff->cff, pdfcff_code(ff->cff, code)), out);
	if (ff->truetype)
		return pdftruetype_text(
		    ff->truetype, pdftruetype_code(ff->truetype, code), out);
	if (ff->names[code].n > 0)
		return pdfglyph_text(ff->names[code], out);
	u = ff->standard ? pdfglyph_code(GLYPHS_STANDARD, code) : 0;
	if (u == 0)
		return false;
	utf_put(out, u);
	return true;
}

bool
pdffontfile_glyph(struct pdffontfile *ff, uint32_t glyph, struct buf *out)
{
	if (ff->truetype && pdftruetype_text(ff->truetype, glyph, out))
		return true;
	return ff->cff && !pdfcff_is_cid(ff->cff) &&
	       pdfglyph_text(pdfcff_name(ff->cff, glyph), out);
}

bool
pdffontfile_name(struct pdffontfile *ff, struct span name, struct buf *out)
{
	size_t i = 0;
	uint64_t glyph;

	while (i < name.n && (name.p[i] < '0' || name.p[i] > '9'))
		i++;
	return i > 0 && ff->truetype &&
	       span_u64(span_skip(name, i), UINT16_MAX, &glyph) &&
	       pdftruetype_text(ff->truetype, (uint32_t)glyph, out);
}
