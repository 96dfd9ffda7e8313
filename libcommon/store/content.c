#include "store/content.h"

#include <stdlib.h>

#include "base/mem.h"
#include "text/utf.h"

/* UTF-16LE of "␞ 版=2" LF, and of the beginning of a block. */
static const char version_line[] = "\x1e\0 \0\x48\x72=\0"
				   "2\0\n";
#define VERSION_BYTES 12U /* with the NUL of its last unit */

/* ---- making a block ------------------------------------------------------- */

void
content_doc_init(struct content_doc *d)
{
	memset(d, 0, sizeof(*d));
	buf_init(&d->head);
	buf_init(&d->text);
	buf_init(&d->keys);
}

void
content_doc_release(struct content_doc *d)
{
	buf_release(&d->head);
	buf_release(&d->text);
	buf_release(&d->keys);
	free(d->place);
}

/* One meta line as UTF-16LE. */
static void
put_meta(struct buf *out, enum meta_key key, struct span value)
{
	struct buf line = BUF_INIT;

	rec_put(&line, key, value);
	utf_to16(buf_span(&line), out);
	buf_release(&line);
}

void
content_doc_begin(struct content_doc *d, struct span file)
{
	buf_reset(&d->head);
	buf_reset(&d->text);
	buf_reset(&d->keys);
	d->places = 0;
	d->too_long = false;
	d->kind = kind_of(file);
	put_meta(&d->head, META_FILE, file);
	if (d->kind != KIND_NONE)
		put_meta(&d->head, META_KIND, kind_name(d->kind));
}

/* The open place ends here. */
static void
end_place(struct content_doc *d)
{
	struct content_place *p;

	if (d->places > 0) {
		p = &d->place[d->places - 1];
		p->len = d->text.len - p->off;
	}
}

void
content_doc_place(struct content_doc *d, const struct place *p)
{
	struct buf name = BUF_INIT, lines = BUF_INIT;
	struct content_place *t;
	struct place own;

	if (d->too_long)
		return;
	end_place(d);
	d->place =
	    mem_grow(d->place, &d->cap, d->places + 1, sizeof(*d->place));
	t = &d->place[d->places++];
	t->off = d->text.len;
	t->len = 0;
	t->key = d->keys.len;
	place_name(p, &name);
	place_sort_key(buf_span(&name), &d->keys);
	t->key_len = d->keys.len - t->key;
	/* the keys follow from name and kind, whoever wrote the stream */
	place_from_name(d->kind, buf_span(&name), &own);
	place_put(&own, &lines);
	utf_to16(buf_span(&lines), &d->text);
	buf_release(&name);
	buf_release(&lines);
}

/* Lines that hold what a body must not: CRs, U+001C to U+001F. */
static void
put_cleaned(struct buf *out, struct span s)
{
	struct buf clean = BUF_INIT;
	size_t i;

	for (i = 0; i < s.n; i++) {
		if (s.p[i] >= 0x1c && s.p[i] <= 0x1f)
			continue;
		if (s.p[i] != '\r')
			buf_addc(&clean, (char)s.p[i]);
		else if (i + 1 == s.n || s.p[i + 1] != '\n')
			buf_addc(&clean, '\n');
	}
	utf_to16(buf_span(&clean), out);
	buf_release(&clean);
}

static bool
is_clean(struct span s)
{
	unsigned bad = 0;
	size_t i;

	for (i = 0; i < s.n; i++)
		bad |=
		    (unsigned)(s.p[i] == '\r') |
		    ((unsigned)(s.p[i] >= 0x1c) & (unsigned)(s.p[i] <= 0x1f));
	return bad == 0;
}

void
content_doc_body(struct content_doc *d, struct span lines)
{
	if (d->too_long || lines.n == 0 || d->places == 0)
		return;
	if (d->text.len + lines.n > CONTENT_PART_MAX) {
		/* each byte of UTF-8 is at most two of UTF-16 */
		d->too_long =
		    utf_units(lines) * 2 + d->text.len > CONTENT_PART_MAX;
		if (d->too_long) {
			buf_release(&d->text);
			d->places = 0;
			return;
		}
	}
	if (is_clean(lines))
		utf_to16(lines, &d->text);
	else
		put_cleaned(&d->text, lines);
	if (lines.p[lines.n - 1] != '\n' && lines.p[lines.n - 1] != '\r')
		buf_add(&d->text, "\n", 2);
}

/* A place with what its order needs. */
struct ranked {
	const struct content_place *p;
	struct span key;
};

static int
compare(const void *pa, const void *pb)
{
	const struct ranked *a = pa, *b = pb;
	size_t n = a->key.n < b->key.n ? a->key.n : b->key.n;
	int d = n ? memcmp(a->key.p, b->key.p, n) : 0;

	if (d == 0 && a->key.n != b->key.n)
		d = a->key.n < b->key.n ? -1 : 1;
	/* two of one name stay as they came */
	return d ? d : a->p < b->p ? -1 : a->p > b->p;
}

void
content_doc_block(const struct content_doc *d, struct buf *block)
{
	struct ranked *r = mem_calloc(d->places + 1, sizeof(*r));
	size_t i, len;

	buf_reset(block);
	buf_addspan(block, buf_span(&d->head));
	for (i = 0; i < d->places; i++) {
		r[i].p = &d->place[i];
		r[i].key =
		    span_of(d->keys.p + d->place[i].key, d->place[i].key_len);
	}
	if (d->places > 1)
		qsort(r, d->places, sizeof(*r), compare);
	for (i = 0; i < d->places; i++) {
		/* the last one is still open */
		len = r[i].p == &d->place[d->places - 1]
			  ? d->text.len - r[i].p->off
			  : r[i].p->len;
		buf_add(block, d->text.p + r[i].p->off, len);
	}
	free(r);
}

/* ---- a file as blocks ----------------------------------------------------- */

void
content_file_init(struct content_file *f)
{
	memset(f, 0, sizeof(*f));
	buf_init(&f->bytes);
	buf_init(&f->names);
}

void
content_file_release(struct content_file *f)
{
	buf_release(&f->bytes);
	buf_release(&f->names);
	free(f->block);
	content_file_init(f);
}

/* Swaps the bytes of each unit. */
static void
swap_units(struct buf *b)
{
	size_t i;
	char c;

	for (i = 0; i + 1 < b->len; i += 2) {
		c = b->p[i];
		b->p[i] = b->p[i + 1];
		b->p[i + 1] = c;
	}
}

void
content_normalize(struct buf *b)
{
	struct span s = buf_span(b);
	struct buf wide = BUF_INIT;

	if (span_starts(s, SPAN("\xff\xfe"))) {
		buf_cut(b, 0, 2);
	} else if (span_starts(s, SPAN("\xfe\xff"))) {
		buf_cut(b, 0, 2);
		swap_units(b);
	} else if (span_starts(s, SPAN("\xef\xbb\xbf"))) {
		utf_to16(span_skip(s, 3), &wide);
		buf_release(b);
		*b = wide;
	}
	if (b->len % 2) { /* an odd last byte is no unit */
		b->len--;
		buf_add(b, "\xfd\xff", 2);
	}
}

size_t
content_normalize_head(struct buf *b)
{
	if (b->len % 2 == 0 && span_starts(buf_span(b), SPAN("\xff\xfe")))
		return 2;
	content_normalize(b);
	return 0;
}

/* The offset of the next block at or behind off; the length when none. */
static size_t
find_block(struct span s, size_t off, struct span mark)
{
	const uint8_t *p;

	while (off + mark.n <= s.n) {
		p = memmem(s.p + off, s.n - off, mark.p, mark.n);
		if (!p)
			break;
		off = (size_t)(p - s.p);
		/* on a unit, and at a line's beginning */
		if (off % 2 == 0 && off >= 2 && s.p[off - 2] == '\n' &&
		    s.p[off - 1] == 0)
			return off;
		off++;
	}
	return s.n;
}

/* The document's name: the rest of the block's first line. */
static bool
read_name(struct content_file *f, struct span block, size_t mark)
{
	struct buf name = BUF_INIT, decoded = BUF_INIT;
	size_t i = mark;

	while (i + 1 < block.n && !(block.p[i] == '\n' && block.p[i + 1] == 0))
		i += 2;
	if (i + 1 >= block.n)
		return false;
	utf_from16(span_of(block.p + mark, i - mark), &name);
	buf_addspan(&f->names, meta_decode(buf_span(&name), &decoded));
	buf_addc(&f->names, '\0');
	buf_release(&name);
	buf_release(&decoded);
	return true;
}

/* Names hold no NUL (a value writes it as %00), so they are lent as strings. */
static void
lend_names(struct content_file *f)
{
	const char *p = f->names.p;
	size_t i;

	for (i = 0; i < f->n; i++) {
		f->block[i].name = span_str(p);
		p += f->block[i].name.n + 1;
	}
}

bool
content_file_parse(
    struct content_file *f, struct buf *bytes, struct tb_error *e)
{
	struct buf mark = BUF_INIT;
	struct span s, block;
	size_t off, next;
	bool ok = true;

	content_normalize(bytes);
	buf_release(&f->bytes);
	f->bytes = *bytes;
	buf_init(bytes);
	f->n = 0;
	buf_reset(&f->names);
	s = buf_span(&f->bytes);
	if (s.n == 0)
		return true;
	if (!span_starts(s, span_of(version_line, VERSION_BYTES)))
		return tb_fail(e, TB_EBROKEN, "%s", _("no version line"));
	utf_to16(SPAN(META_MARK "ファイル名="), &mark);
	off = find_block(s, VERSION_BYTES, buf_span(&mark));
	for (; ok && off < s.n; off = next) {
		next = find_block(s, off + mark.len, buf_span(&mark));
		block = span_of(s.p + off, next - off);
		ok = read_name(f, block, mark.len);
		f->block =
		    mem_grow(f->block, &f->cap, f->n + 1, sizeof(*f->block));
		f->block[f->n++].bytes = block;
	}
	buf_release(&mark);
	if (!ok)
		return tb_fail(e, TB_EBROKEN, "%s", _("a line cut short"));
	lend_names(f);
	return true;
}

void
content_put_head(struct out *o)
{
	out_write(o, "\xff\xfe", 2);
	out_write(o, version_line, VERSION_BYTES);
}

static bool
is_ended(struct span block)
{
	return block.n >= 2 && block.p[block.n - 2] == '\n' &&
	       block.p[block.n - 1] == 0;
}

void
content_put_block(struct out *o, struct span block)
{
	out_span(o, block);
	if (!is_ended(block))
		out_write(o, "\n", 2);
}

void
content_add_head(struct buf *b)
{
	buf_add(b, "\xff\xfe", 2);
	buf_add(b, version_line, VERSION_BYTES);
}

void
content_add_block(struct buf *b, struct span block)
{
	buf_addspan(b, block);
	if (!is_ended(block))
		buf_add(b, "\n", 2);
}

uint64_t
content_units(struct span block)
{
	return block.n / 2 + !is_ended(block);
}
