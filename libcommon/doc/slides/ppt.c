#include "doc/slides/ppt.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"
#include "doc/package.h"
#include "doc/slides/pptshape.h"
#include "text/utf.h"

#define STREAM      "PowerPoint Document"
#define ENCRYPTED   0xf3d1c4dfU /* headerToken, [MS-PPT] 2.3.2 */
#define EDITS_MAX   10000U      /* saves that are followed back */
#define HIDDEN      0x0004U     /* fHidden, 2.6.6 */
#define HAS_FOOTER  0x0020U     /* fHasFooter, 2.4.15.2 */
#define LIST_SLIDES 0U          /* instances of SlideListWithText, 2.4.14 */
#define LIST_NOTES  2U

/* What a SlidePersistAtom and the texts behind it say of one slide or note. */
struct item {
	uint32_t persist;   /* the object's number */
	uint32_t id;        /* the slide's own */
	size_t text, texts; /* of the outline, in ppt.text */
	uint32_t of;        /* a note: the id of its slide */
};

struct items {
	struct item *v;
	size_t n, cap;
};

struct ppt {
	struct buf stream;
	uint32_t *offset; /* by the object's number, and 1; 0: unknown */
	size_t offsets, offset_cap;
	struct items slide, note;
	struct ppttext *text;
	size_t texts, text_cap;
	struct sink *sink;
	struct arena arena;
	struct map footer_seen;
	struct buf footers, lines;
};

/* ---- where the objects lie ------------------------------------------------ */

/* The record at off of the stream; false when there is none. */
static bool
record_at(const struct ppt *d, uint64_t off, struct pptrec *r)
{
	struct cur c = cur_of(buf_span(&d->stream));

	if (off > c.len)
		return false;
	cur_seek(&c, (size_t)off);
	return pptrec_next(&c, r);
}

static void
set_offset(struct ppt *d, uint32_t object, uint32_t off)
{
	size_t had = d->offset_cap;

	d->offset =
	    mem_grow(d->offset, &d->offset_cap, object + 1, sizeof(uint32_t));
	if (d->offset_cap > had)
		memset(d->offset + had, 0,
		    (d->offset_cap - had) * sizeof(uint32_t));
	if (object >= d->offsets)
		d->offsets = object + 1;
	if (d->offset[object] == 0) /* later saves come first */
		d->offset[object] = off + 1;
}

/* PersistDirectoryAtom, 2.3.4: runs of offsets; numbers have 20 bits. */
static void
read_directory(struct ppt *d, struct cur body)
{
	uint32_t head, id, n, off;

	while (cur_left(&body) >= 4) {
		head = cur_u32(&body);
		id = head & 0xfffff;
		for (n = head >> 20; n > 0; n--, id++) {
			off = cur_u32(&body);
			if (body.bad || id > 0xfffff)
				return;
			set_offset(d, id, off);
		}
	}
}

/*
 * Follows the edits back from the one at off, 2.3.3; *document is the number of
 * the DocumentContainer.  Each edit must lie before the one that names it.
 */
static bool
read_edits(struct ppt *d, uint32_t off, uint32_t *document, struct tb_error *e)
{
	uint32_t last = UINT32_MAX, before, directory, ref;
	unsigned n;
	struct pptrec r, dir;

	*document = 0;
	for (n = 0; n < EDITS_MAX && off < last;
	     n++, last = off, off = before) {
		if (!record_at(d, off, &r) || r.type != RT_UserEditAtom)
			break;
		if (cur_left(&r.body) >= 32) /* encryptSessionPersistIdRef */
			return tb_fail(e, TB_EPASSWORD, NULL);
		cur_skip(&r.body, 8); /* last slide, version */
		before = cur_u32(&r.body);
		directory = cur_u32(&r.body);
		ref = cur_u32(&r.body);
		if (r.body.bad)
			break;
		if (*document == 0)
			*document = ref;
		if (record_at(d, directory, &dir) &&
		    dir.type == RT_PersistDirectoryAtom)
			read_directory(d, dir.body);
		if (before == 0)
			break;
	}
	return true;
}

static bool
object(const struct ppt *d, uint32_t number, enum pptrec_type type,
    struct pptrec *r)
{
	return number < d->offsets && d->offset[number] != 0 &&
	       record_at(d, d->offset[number] - 1, r) && r->type == type;
}

/* ---- the document --------------------------------------------------------- */

static struct ppttext *
new_text(struct ppt *d)
{
	d->text =
	    mem_grow(d->text, &d->text_cap, d->texts + 1, sizeof(*d->text));
	ppttext_init(&d->text[d->texts]);
	return &d->text[d->texts++];
}

/* SlideListWithText: for each slide a SlidePersistAtom, then its texts. */
static void
read_list(struct ppt *d, struct items *items, struct cur body)
{
	struct item *it = NULL;
	struct ppttext *text = NULL;
	struct pptrec r;

	while (pptrec_next(&body, &r)) {
		if (r.type == RT_SlidePersistAtom) {
			items->v = mem_grow(items->v, &items->cap, items->n + 1,
			    sizeof(*items->v));
			it = &items->v[items->n++];
			memset(it, 0, sizeof(*it));
			it->persist = cur_u32(&r.body);
			cur_skip(&r.body, 8); /* flags, number of texts */
			it->id = cur_u32(&r.body);
			it->text = d->texts;
			text = NULL;
		} else if (it && r.type == RT_TextHeaderAtom) {
			text = new_text(d);
			it->texts++;
		} else if (text) {
			(void)ppttext_atom(text, &r, (uint32_t)items->n);
		}
	}
}

/* HeadersFooters: its footer, when it is shown, once in the file. */
static void
read_footer(struct ppt *d, struct cur body)
{
	struct buf *line = &d->lines;
	struct pptrec r;
	bool shown = false;

	while (pptrec_next(&body, &r)) {
		if (r.type == RT_HeadersFootersAtom) {
			cur_u16(&r.body); /* format of the date */
			shown = cur_u16(&r.body) & HAS_FOOTER;
		} else if (r.type == RT_CString && r.instance == 2 && shown) {
			buf_reset(line);
			ppttext_lines(span_of(r.body.base, r.body.len), line);
			if (line->len > 0 && package_new(&d->footer_seen,
						 &d->arena, buf_span(line)))
				buf_addspan(&d->footers, buf_span(line));
		}
	}
}

static void
read_document(struct ppt *d, struct cur body)
{
	struct pptrec r;

	while (pptrec_next(&body, &r)) {
		if (r.type == RT_SlideListWithText && r.instance == LIST_SLIDES)
			read_list(d, &d->slide, r.body);
		else if (r.type == RT_SlideListWithText &&
			 r.instance == LIST_NOTES)
			read_list(d, &d->note, r.body);
		else if (r.type == RT_HeadersFooters && r.instance == 3)
			read_footer(d, r.body);
	}
}

/*
 * The directory is lost: slides and notes in the order of the stream take the
 * place of the lists.
 */
static void
scan_stream(struct ppt *d)
{
	struct cur c = cur_of(buf_span(&d->stream));
	struct items *items;
	struct pptrec r;
	uint32_t off;

	d->slide.n = d->note.n = 0;
	for (; off = (uint32_t)c.pos, pptrec_next(&c, &r);) {
		if (r.type != RT_Slide && r.type != RT_Notes)
			continue;
		items = r.type == RT_Slide ? &d->slide : &d->note;
		items->v = mem_grow(
		    items->v, &items->cap, items->n + 1, sizeof(*items->v));
		memset(&items->v[items->n], 0, sizeof(*items->v));
		items->v[items->n++].persist = (uint32_t)d->offsets;
		set_offset(d, (uint32_t)d->offsets, off);
	}
}

/* Each note names its slide itself; the order of the lists says nothing. */
static void
link_notes(struct ppt *d)
{
	struct pptrec r, atom;
	size_t i;

	for (i = 0; i < d->note.n; i++)
		if (object(d, d->note.v[i].persist, RT_Notes, &r) &&
		    pptrec_find(r.body, RT_NotesAtom, &atom))
			d->note.v[i].of = cur_u32(&atom.body);
}

/* ---- one slide ------------------------------------------------------------ */

/* The comments of a slide lie in a tag of PowerPoint 10, 2.5.20. */
static void
comment_lines(struct cur slide, struct buf *lines)
{
	struct pptrec tags, tag, blob, comment, text;

	if (!pptrec_find(slide, RT_ProgTags, &tags))
		return;
	while (pptrec_next(&tags.body, &tag)) {
		if (tag.type != RT_ProgBinaryTag ||
		    !pptrec_find(tag.body, RT_BinaryTagDataBlob, &blob))
			continue;
		while (pptrec_next(&blob.body, &comment)) {
			if (comment.type != RT_Comment10)
				continue;
			while (pptrec_next(&comment.body, &text)) {
				if (text.type != RT_CString ||
				    text.instance != 1)
					continue; /* author, initials */
				ppttext_joined(
				    span_of(text.body.base, text.body.len),
				    lines);
				buf_addc(lines, '\n');
			}
		}
	}
}

static bool
is_hidden(struct cur slide)
{
	struct pptrec r;

	if (!pptrec_find(slide, RT_SlideShowSlideInfoAtom, &r))
		return false;
	cur_skip(&r.body, 10); /* time, sound, effect */
	return cur_u16(&r.body) & HIDDEN;
}

/*
 * The lines of a slide or note: texts of the outline that no shape refers to
 * (titles of old files) come first, unless a shape has the same text.
 */
static void
item_lines(struct ppt *d, const struct item *it, struct cur body,
    uint32_t number, struct buf *lines)
{
	struct pptshape_outline outline = {
		it->texts > 0 ? d->text + it->text : NULL, it->texts
	};
	struct buf own = BUF_INIT, stray = BUF_INIT;
	struct pptrec r;
	size_t i;

	while (pptrec_next(&body, &r))
		if (r.type == RT_Drawing)
			pptshape_lines(r.body, &outline, number, &own);
	for (i = 0; i < outline.n; i++) {
		if (outline.text[i].used)
			continue;
		buf_reset(&stray);
		ppttext_lines(buf_span(&outline.text[i].units), &stray);
		if (stray.len > 0 && !strstr(own.p, stray.p))
			buf_addspan(lines, buf_span(&stray));
	}
	buf_addspan(lines, buf_span(&own));
	buf_release(&own);
	buf_release(&stray);
}

static void
write_lines(struct ppt *d, const struct place *at)
{
	sink_place(d->sink, at);
	package_lines(d->sink, buf_span(&d->lines));
	buf_reset(&d->lines);
}

static void
read_note(struct ppt *d, uint32_t slide_id, struct place at)
{
	const struct item *it;
	struct pptrec r;
	size_t i;

	for (i = 0; i < d->note.n; i++) {
		it = &d->note.v[i];
		if (it->of != slide_id || slide_id == 0 ||
		    !object(d, it->persist, RT_Notes, &r))
			continue;
		item_lines(d, it, r.body, at.number, &d->lines);
		at.target = PLACE_NOTES;
		at.hidden = false; /* notes are never marked */
		write_lines(d, &at);
		return;
	}
}

static void
read_slide(struct ppt *d, size_t i)
{
	const struct item *it = &d->slide.v[i];
	struct place at = { .base = PLACE_SLIDE, .number = (uint32_t)(i + 1) };
	struct tb_error e = TB_ERROR_INIT;
	struct pptrec r, footer;

	if (!object(d, it->persist, RT_Slide, &r)) {
		tb_fail(&e, TB_EGONE, "slide %zu", i + 1);
		sink_note(d->sink, STREAM, &e);
		return;
	}
	at.hidden = is_hidden(r.body);
	buf_reset(&d->lines);
	item_lines(d, it, r.body, at.number, &d->lines);
	write_lines(d, &at);
	at.target = PLACE_COMMENT;
	comment_lines(r.body, &d->lines);
	write_lines(d, &at);
	at.target = PLACE_BODY;
	read_note(d, it->id, at);
	if (pptrec_find(r.body, RT_HeadersFooters, &footer))
		read_footer(d, footer.body);
}

/* ---- the file ------------------------------------------------------------- */

/* The stream's bytes; a cut one is noted and used. */
static bool
load(struct ppt *d, struct cfb *c, struct tb_error *e)
{
	const struct cfb_entry *entry = cfb_find(c, NULL, STREAM);

	if (!entry || entry->type != CFB_STREAM)
		return tb_fail(e, TB_EPPT, STREAM);
	if (cfb_read(c, entry, PPT_STREAM_MAX, &d->stream, e))
		return true;
	if (e->code != TB_EBROKEN || d->stream.len == 0)
		return false;
	sink_note(d->sink, STREAM, e);
	tb_clear(e);
	return true;
}

/*
 * CurrentUserAtom, 2.3.2: where the last UserEditAtom lies; UINT32_MAX when it
 * cannot be told.  False when the presentation is encrypted.
 */
static bool
read_current_user(struct cfb *c, uint32_t *off, struct tb_error *e)
{
	const struct cfb_entry *entry = cfb_find(c, NULL, "Current User");
	struct buf user = BUF_INIT;
	uint32_t token = 0;
	struct pptrec r;
	struct cur cur;

	*off = UINT32_MAX;
	if (entry && cfb_read(c, entry, CFB_CUTOFF, &user, NULL)) {
		cur = cur_of(buf_span(&user));
		if (pptrec_next(&cur, &r) && r.type == RT_CurrentUserAtom) {
			cur_u32(&r.body); /* size */
			token = cur_u32(&r.body);
			*off = cur_u32(&r.body);
			if (r.body.bad)
				*off = UINT32_MAX;
		}
	}
	buf_release(&user);
	return token != ENCRYPTED || tb_fail(e, TB_EPASSWORD, NULL);
}

/* Offset of the last UserEditAtom of the stream, or UINT32_MAX. */
static uint32_t
last_edit(const struct ppt *d)
{
	struct cur c = cur_of(buf_span(&d->stream));
	uint32_t off = UINT32_MAX, at;
	struct pptrec r;

	for (; at = (uint32_t)c.pos, pptrec_next(&c, &r);)
		if (r.type == RT_UserEditAtom)
			off = at;
	return off;
}

static bool
read_all(struct ppt *d, struct cfb *c, struct tb_error *e)
{
	struct place place = { .base = PLACE_PART,
		.target = PLACE_BODY,
		.name = SPAN_INIT("ヘッダー・フッター") };
	struct tb_error lost = TB_ERROR_INIT;
	uint32_t edit, document;
	struct pptrec r;
	size_t i;

	if (!load(d, c, e) || !read_current_user(c, &edit, e))
		return false;
	if (!record_at(d, edit, &r) || r.type != RT_UserEditAtom)
		edit = last_edit(d);
	if (!read_edits(d, edit, &document, e))
		return false;
	if (object(d, document, RT_Document, &r)) {
		read_document(d, r.body);
	} else {
		scan_stream(d);
		if (d->slide.n == 0)
			return tb_fail(e, TB_EPPT, "DocumentContainer");
		tb_fail(&lost, TB_EBROKEN, "DocumentContainer");
		sink_note(d->sink, STREAM, &lost);
	}
	link_notes(d);
	for (i = 0; i < d->slide.n && i < PLACE_NUMBER_MAX; i++)
		read_slide(d, i);
	sink_place(d->sink, &place);
	package_lines(d->sink, buf_span(&d->footers));
	return true;
}

bool
ppt_read(struct cfb *c, struct sink *s, struct tb_error *e)
{
	struct ppt d = { .stream = BUF_INIT,
		.sink = s,
		.arena = ARENA_INIT,
		.footers = BUF_INIT,
		.lines = BUF_INIT };
	size_t i;
	bool ok;

	map_init(&d.footer_seen);
	ok = read_all(&d, c, e);
	for (i = 0; i < d.texts; i++)
		ppttext_release(&d.text[i]);
	map_release(&d.footer_seen);
	arena_release(&d.arena);
	buf_release(&d.stream);
	buf_release(&d.footers);
	buf_release(&d.lines);
	free(d.text);
	free(d.offset);
	free(d.slide.v);
	free(d.note.v);
	return ok;
}
