#include "doc/excel/biff.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sys.h"
#include "doc/excel/biffcell.h"
#include "doc/excel/biffold.h"

#define BIFF8     0x0600U
#define WORKSHEET 0U /* dt of BoundSheet8 */
#define GENERAL   0U /* ifmt */

struct sheet {
	size_t off;       /* of its BOF in the stream */
	size_t name, len; /* in names */
	bool worksheet, visible;
};

/* A number format that the book writes out itself. */
struct format {
	unsigned id;
	struct numfmt *f;
};

struct book {
	struct buf stream;
	struct biffcell_book cells;
	struct sheet *sheet;
	size_t sheets, sheet_cap;
	struct buf names;
	struct format *format; /* compiled, own and built-in, as needed */
	size_t formats, format_cap;
	unsigned *xf; /* ifmt of each XF record */
	size_t xfs, xf_cap;
	struct buf pool; /* of the SST */
	size_t *start;
	size_t starts, start_cap;
	struct sink *sink;
};

/* ---- globals -------------------------------------------------------------- */

/* BoundSheet8, [MS-XLS] 2.4.28. */
static void
read_boundsheet(struct book *b, struct cur body)
{
	struct cur none = { NULL, 0, 0, false };
	struct biffrun run = { &none, { NULL, 0, 0, false } };
	struct sheet *s;

	b->sheet =
	    mem_grow(b->sheet, &b->sheet_cap, b->sheets + 1, sizeof(*b->sheet));
	s = &b->sheet[b->sheets];
	s->off = cur_u32(&body);
	s->visible = (cur_u8(&body) & 3) == 0; /* hsState */
	s->worksheet = cur_u8(&body) == WORKSHEET;
	s->name = b->names.len;
	if (body.bad)
		return;
	run.piece = body;
	biffrec_string(&run, &b->cells.text, 1, &b->names);
	s->len = b->names.len - s->name;
	b->sheets++;
}

static void
add_format(struct book *b, unsigned id, struct span code)
{
	b->format = mem_grow(
	    b->format, &b->format_cap, b->formats + 1, sizeof(*b->format));
	b->format[b->formats].id = id;
	b->format[b->formats++].f = numfmt_compile(code);
}

/* FORMAT, 2.4.126: a later one of the same id does not count. */
static void
read_format(struct book *b, struct cur body)
{
	struct cur none = { NULL, 0, 0, false };
	struct biffrun run = { &none, { NULL, 0, 0, false } };
	unsigned id = cur_u16(&body);
	struct buf code = BUF_INIT;

	run.piece = body;
	if (biffrec_string(
		&run, &b->cells.text, b->cells.text.biff8 ? 2 : 1, &code))
		add_format(b, id, buf_span(&code));
	buf_release(&code);
}

static void
read_xf(struct book *b, struct cur body)
{
	cur_u16(&body); /* the font */
	b->xf = mem_grow(b->xf, &b->xf_cap, b->xfs + 1, sizeof(*b->xf));
	b->xf[b->xfs++] = cur_u16(&body);
}

/*
 * SST, 2.4.265.  s stands behind the record, so that strings can go on in
 * Continue records.  Their number is what there are, not what is claimed.
 */
static void
read_sst(struct book *b, struct cur *s, struct cur body)
{
	struct biffrun run = { s, body };
	uint32_t unique, i;

	biffrec_u32(&run); /* references to strings */
	unique = biffrec_u32(&run);
	for (i = 0; i < unique && !run.piece.bad; i++) {
		b->start = mem_grow(
		    b->start, &b->start_cap, b->starts + 2, sizeof(*b->start));
		b->start[b->starts++] = b->pool.len;
		if (!biffrec_rich(&run, &b->pool))
			break;
	}
	if (b->starts > 0)
		b->start[b->starts] = b->pool.len;
}

/* The globals; false when the book is none or encrypted. */
static bool
read_globals(struct book *b, struct tb_error *e)
{
	struct cur s = cur_of(buf_span(&b->stream));
	struct biffrec r;

	if (!biffrec_next(&s, &r) || r.type != BIFF_BOF)
		return tb_fail(e, TB_EBROKEN, "BOF");
	b->cells.text.biff8 = cur_u16(&r.body) >= BIFF8;
	while (biffrec_next(&s, &r) && r.type != BIFF_EOF) {
		switch (r.type) {
		case BIFF_FILEPASS:
			return tb_fail(e, TB_EPASSWORD, NULL);
		case BIFF_CODEPAGE:
			biffrec_codepage(&b->cells.text, cur_u16(&r.body));
			break;
		case BIFF_DATEMODE:
			b->cells.date1904 = cur_u16(&r.body) == 1;
			break;
		case BIFF_BOUNDSHEET:
			read_boundsheet(b, r.body);
			break;
		case BIFF_FORMAT:
			read_format(b, r.body);
			break;
		case BIFF_XF:
			read_xf(b, r.body);
			break;
		case BIFF_SST:
			if (b->starts == 0)
				read_sst(b, &s, r.body);
			break;
		default:
			break;
		}
	}
	return true;
}

/* ---- number formats ------------------------------------------------------- */

static const struct numfmt *
find_format(const struct book *b, unsigned id)
{
	size_t i;

	for (i = 0; i < b->formats; i++)
		if (b->format[i].id == id)
			return b->format[i].f;
	return NULL;
}

/* The format of each XF: the book's own, else the built-in, else General. */
static const struct numfmt **
resolve_formats(struct book *b)
{
	const struct numfmt **of = mem_calloc(b->xfs + 1, sizeof(*of));
	const char *code;
	size_t i;

	if (!find_format(b, GENERAL))
		add_format(b, GENERAL, SPAN("General"));
	for (i = 0; i < b->xfs; i++) {
		of[i] = find_format(b, b->xf[i]);
		code = of[i] ? NULL : numfmt_builtin(b->xf[i]);
		if (code) {
			add_format(b, b->xf[i], span_str(code));
			of[i] = find_format(b, b->xf[i]);
		}
		if (!of[i])
			of[i] = find_format(b, GENERAL);
	}
	b->cells.format = of;
	b->cells.formats = b->xfs;
	b->cells.general = find_format(b, GENERAL);
	return of;
}

/* ---- the sheets ----------------------------------------------------------- */

static void
read_sheet(struct book *b, const struct sheet *s)
{
	struct cur c = cur_of(buf_span(&b->stream));
	struct place at = { .base = PLACE_SHEET,
		.target = PLACE_BODY,
		.name = span_of(b->names.p + s->name, s->len) };
	struct tb_error e = TB_ERROR_INIT;
	char part[128];
	struct biffrec r;

	cur_seek(&c, s->off);
	if (c.bad || !biffrec_next(&c, &r) || r.type != BIFF_BOF) {
		snprintf(part, sizeof(part), "%.*s", SPAN_ARG(at.name));
		tb_fail(&e, TB_EBROKEN, "BoundSheet8");
		sink_note(b->sink, part, &e);
		return;
	}
	sink_place(b->sink, &at);
	biffcell_sheet(c, &b->cells, b->sink);
}

/* The stream's bytes; a cut one is noted and used. */
static bool
load(struct book *b, struct cfb *c, struct tb_error *e)
{
	const char *name = "Workbook";
	const struct cfb_entry *entry = cfb_find(c, NULL, name);

	if (!entry || entry->type != CFB_STREAM) {
		name = "Book";
		entry = cfb_find(c, NULL, name);
	}
	if (!entry || entry->type != CFB_STREAM)
		return tb_fail(e, TB_EBROKEN, "no Workbook stream");
	if (cfb_read(c, entry, BIFF_STREAM_MAX, &b->stream, e))
		return true;
	if (e->code != TB_EBROKEN || b->stream.len == 0)
		return false;
	sink_note(b->sink, name, e);
	tb_clear(e);
	return true;
}

/* The workbook whose records are in b->stream. */
static bool
read_book(struct book *b, struct tb_error *e)
{
	const struct numfmt **formats;
	size_t i;

	if (!read_globals(b, e))
		return false;
	formats = resolve_formats(b);
	b->cells.pool = &b->pool;
	b->cells.start = b->start;
	b->cells.strings = b->starts;
	for (i = 0; i < b->sheets; i++)
		if (b->sheet[i].visible && b->sheet[i].worksheet)
			read_sheet(b, &b->sheet[i]);
	free(formats);
	return true;
}

static void
book_init(struct book *b, struct sink *s)
{
	memset(b, 0, sizeof(*b));
	buf_init(&b->stream);
	buf_init(&b->names);
	buf_init(&b->pool);
	b->sink = s;
}

static void
book_release(struct book *b)
{
	size_t i;

	for (i = 0; i < b->formats; i++)
		numfmt_free(b->format[i].f);
	buf_release(&b->stream);
	buf_release(&b->names);
	buf_release(&b->pool);
	free(b->sheet);
	free(b->format);
	free(b->xf);
	free(b->start);
}

bool
biff_read(struct cfb *c, struct sink *s, struct tb_error *e)
{
	struct book b;
	bool ok;

	book_init(&b, s);
	ok = load(&b, c, e) && read_book(&b, e);
	book_release(&b);
	return ok;
}

/* ---- without a compound file ---------------------------------------------- */

bool
biff_is_flat(struct span head)
{
	return biffold_is(head) || span_starts(head, SPAN("\x09\x08"));
}

/* As Excel calls the one sheet of an old file: by the file. */
static struct span
sheet_name(struct span file)
{
	size_t dot = span_rfind(file, '.');

	return dot > 0 && dot < file.n ? span_head(file, dot) : file;
}

bool
biff_read_flat(const struct doc_input *in, struct sink *s, struct tb_error *e)
{
	struct book b;
	bool ok;

	book_init(&b, s);
	ok = in->size <= BIFF_STREAM_MAX || tb_fail(e, TB_ESIZE, NULL);
	ok = ok && sys_read_all(in->fd, (size_t)in->size, &b.stream, e);
	if (ok && biffold_is(buf_span(&b.stream)))
		ok = biffold_read(
		    buf_span(&b.stream), sheet_name(in->file), s, e);
	else if (ok)
		ok = read_book(&b, e);
	book_release(&b);
	return ok;
}
