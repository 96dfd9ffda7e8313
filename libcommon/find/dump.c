#include "find/dump.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "find/label.h"
#include "find/lines.h"
#include "store/content.h"
#include "store/name.h"
#include "text/utf.h"

void
dump_init(struct dump *d, struct out *o)
{
	memset(d, 0, sizeof(*d));
	d->out = o;
	scan_init(&d->scan);
	buf_init(&d->text);
	buf_init(&d->folder);
	buf_init(&d->path);
	buf_init(&d->line);
}

void
dump_release(struct dump *d)
{
	scan_release(&d->scan);
	buf_release(&d->text);
	buf_release(&d->folder);
	buf_release(&d->path);
	buf_release(&d->line);
}

static void
put_meta(struct dump *d, enum meta_key key, struct span value)
{
	buf_reset(&d->line);
	buf_adds(&d->line, META_MARK);
	buf_addspan(&d->line, meta_name(key));
	buf_addc(&d->line, '=');
	meta_encode(value, &d->line);
	buf_addc(&d->line, '\n');
	out_span(d->out, buf_span(&d->line));
}

static void
put_number(struct dump *d, enum meta_key key, uint64_t v)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)v);
	put_meta(d, key, span_str(digits));
}

void
dump_begin(struct dump *d)
{
	if (d->json)
		return;
	put_meta(d, META_VERSION, SPAN("2"));
	put_meta(d, META_FORM, SPAN("TSV"));
	put_meta(d, META_INDEX, d->index);
	put_meta(d, META_SOURCE, d->source);
}

void
dump_end(struct dump *d)
{
	if (!d->json)
		put_number(d, META_TOTAL, d->documents);
}

/* ---- one document --------------------------------------------------------- */

static void
end_document(struct dump *d)
{
	if (d->open && d->wanted && !d->json)
		put_number(d, META_END, d->places);
	d->open = false;
}

/* The list's fields of the document at d->path; all empty without a row. */
static void
find_row(struct dump *d, struct span f[INGEST_FIELDS])
{
	struct buf rel = BUF_INIT;
	struct ingest_row *r;
	size_t i;

	for (i = 0; i < INGEST_FIELDS; i++)
		f[i] = SPAN("");
	name_rel(d->index, buf_span(&d->path), &rel);
	r = ingest_find(d->list, buf_span(&rel));
	if (r)
		ingest_fields(r, f);
	buf_release(&rel);
}

static void
begin_document(struct dump *d)
{
	struct span f[INGEST_FIELDS];

	buf_reset(&d->path);
	if (d->folder.len > 0) {
		buf_addspan(&d->path, buf_span(&d->folder));
		buf_addc(&d->path, '/');
	}
	buf_addspan(&d->path, buf_span(&d->scan.file));
	d->open = true;
	d->places = 0;
	d->wanted = d->only.n == 0 || span_eq(d->only, buf_span(&d->path));
	if (!d->wanted)
		return;
	d->documents++;
	if (d->json)
		return;
	find_row(d, f);
	put_meta(d, META_FILE, buf_span(&d->scan.file));
	put_meta(d, META_PATH, buf_span(&d->path));
	if (f[INGEST_TIME].n > 0)
		put_meta(d, META_TIME, f[INGEST_TIME]);
	if (f[INGEST_SIZE].n > 0)
		put_meta(d, META_SIZE, f[INGEST_SIZE]);
	if (d->scan.kind != KIND_NONE)
		put_meta(d, META_KIND, kind_name(d->scan.kind));
}

static void
set_string(json_t *o, const char *key, struct span s)
{
	struct buf clean = BUF_INIT;
	json_t *v;

	utf_clean(s, &clean);
	v = json_stringn(clean.p, clean.len);
	if (!v || json_object_set_new(o, key, v) < 0)
		mem_exhausted();
	buf_release(&clean);
}

/* A line that is not empty as an object. */
static void
put_json(struct dump *d, struct span place, uint64_t number, struct span text)
{
	json_t *o = json_object();
	char *s;

	set_string(o, "index", d->index);
	set_string(o, "path", buf_span(&d->path));
	set_string(o, "kind", kind_name(d->scan.kind));
	set_string(o, "place", place);
	set_string(o, "place_kind", label_kind(&d->scan.place));
	if (json_object_set_new(o, "line", json_integer((json_int_t)number)) <
	    0)
		mem_exhausted();
	set_string(o, "text", text);
	s = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	if (s) {
		out_puts(d->out, s);
		out_putc(d->out, '\n');
		free(s);
	} else {
		mem_exhausted();
	}
}

static void
put_place(struct dump *d)
{
	const struct scan *sc = &d->scan;
	struct buf name = BUF_INIT;
	size_t at = 0, end;
	uint64_t number = 1;

	if (!d->wanted)
		return;
	d->places++;
	if (!d->json)
		place_write(d->out, &sc->place);
	else
		place_name(&sc->place, &name);
	for (; at < sc->units; at = end + 1, number++) {
		end = lines_end(sc->body, sc->units, at);
		buf_reset(&d->line);
		utf_from16(span_of(sc->body + at, (end - at) * 2), &d->line);
		if (d->json) {
			if (d->line.len > 0)
				put_json(d, buf_span(&name), number,
				    buf_span(&d->line));
			continue;
		}
		buf_addc(&d->line, '\n');
		out_span(d->out, buf_span(&d->line));
	}
	buf_release(&name);
}

/* ---- one file ------------------------------------------------------------- */

static bool
read_part(struct dump *d, int dir, struct span name, struct tb_error *e)
{
	int fd = openat(dir, (const char *)name.p,
	    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	bool ok;

	buf_reset(&d->text);
	if (fd < 0)
		return tb_fail_sys(e, "open");
	ok = sys_read_all(fd, (size_t)CONTENT_PART_MAX, &d->text, e);
	close(fd);
	content_normalize(&d->text);
	return ok;
}

bool
dump_part(struct dump *d, int dir, struct span folder, struct span name,
    struct tb_error *e)
{
	if (!read_part(d, dir, name, e))
		return false;
	buf_reset(&d->folder);
	buf_addspan(&d->folder, folder);
	scan_begin(&d->scan, (const uint16_t *)(const void *)d->text.p,
	    d->text.len / 2);
	for (;;) {
		switch (scan_next(&d->scan, e)) {
		case SCAN_DOCUMENT:
			end_document(d);
			begin_document(d);
			break;
		case SCAN_PLACE:
			put_place(d);
			break;
		case SCAN_BAD:
			d->open = false;
			return false;
		default:
			end_document(d);
			return true;
		}
	}
}
