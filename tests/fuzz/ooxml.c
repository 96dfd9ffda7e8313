/*
 * A document as text, made into a package: what the readers write of it is the
 * same by both XML parsers, where both read it.
 *
 *	@xl/workbook.xml	a part begins, its name on a line
 *	<workbook ...		its bytes, up to the next such line
 */
#include <libdeflate.h>
#include <stdlib.h>

#include "doc/excel/xlsb.h"
#include "doc/reader.h"

#define NOTE "\x1e 注="

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
put(struct buf *b, uint64_t v, size_t bytes)
{
	for (; bytes > 0; bytes--, v >>= 8)
		buf_addc(b, (char)v);
}

/* One stored entry, and its central header. */
static void
add_part(
    struct buf *zip, struct buf *central, struct span name, struct span data)
{
	struct buf head = BUF_INIT;
	size_t at = zip->len;

	put(&head, 20, 2);
	put(&head, 0, 2 + 2 + 4); /* flags, stored, time */
	put(&head, libdeflate_crc32(0, data.p, data.n), 4);
	put(&head, data.n, 4);
	put(&head, data.n, 4);
	put(&head, name.n, 2);
	put(&head, 0, 2);
	buf_adds(zip, "PK\3\4");
	buf_addspan(zip, buf_span(&head));
	buf_addspan(zip, name);
	buf_addspan(zip, data);
	buf_add(central, "PK\1\2\24", 6);
	buf_addspan(central, buf_span(&head));
	put(central, 0, 2 + 2 + 2 + 4); /* comment, disk, attributes */
	put(central, at, 4);
	buf_addspan(central, name);
	buf_release(&head);
}

/* The package of the text; it begins with the name of its first part. */
static void
make_package(struct span text, struct buf *zip)
{
	struct buf central = BUF_INIT;
	struct span name, data;
	const uint8_t *end;
	size_t at, n = 0;

	for (; text.n > 0 && text.p[0] == '@' && n < 100; n++) {
		text = span_skip(text, 1);
		name = span_head(text, span_find(text, '\n'));
		name = span_head(name, 200);
		data = span_skip(text, name.n + 1);
		end = memmem(data.p, data.n, "\n@", 2);
		if (end)
			data.n = (size_t)(end - data.p);
		add_part(zip, &central, name, data);
		text =
		    end ? span_of(end + 1, (size_t)(text.p + text.n - end) - 1)
			: span_of(NULL, 0);
	}
	at = zip->len;
	buf_addspan(zip, buf_span(&central));
	buf_add(zip, "PK\5\6\0\0\0", 8);
	put(zip, n, 2);
	put(zip, n, 2);
	put(zip, central.len, 4);
	put(zip, at, 4);
	put(zip, 0, 2);
	buf_release(&central);
}

/* Reads it as what its first part says; true when all was well. */
static bool
read_package(struct span zip, char kind, enum pull_parser parser, struct out *o)
{
	struct tb_error e = TB_ERROR_INIT;
	struct opc *p = opc_open_embedded(NULL, zip, &e);
	struct sink s;
	bool ok = false;

	if (!p)
		return false;
	out_init(o, -1);
	sink_init(&s, o);
	if (kind == 'x')
		ok = opc_has(p, SPAN(XLSB_MAIN_PART))
			 ? xlsb_read(p, &s, &e)
			 : excel_read(p, parser, &s, &e);
	else if (kind == 'w')
		ok = word_read(p, parser, &s, &e);
	else
		ok = slides_read(p, parser, &s, &e);
	sink_release(&s);
	opc_close(p);
	return ok;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf zip = BUF_INIT;
	struct out hot = { .fd = -1 }, other = { .fd = -1 };
	bool cold, ok;

	if (size < 2)
		return 0;
	make_package(span_of(data, size), &zip);
	cold =
	    read_package(buf_span(&zip), (char)data[1], PULL_LIBXML2, &other);
	ok = read_package(buf_span(&zip), (char)data[1], PULL_HOT, &hot);
	/* libxml2 may lose a part, with a note, that the scanner forgives */
	if (cold && hot.error == 0 && other.error == 0 &&
	    !memmem(other.buf.p, other.buf.len, NOTE, strlen(NOTE)) &&
	    (!ok || !span_eq(buf_span(&hot.buf), buf_span(&other.buf))))
		abort();
	out_release(&hot);
	out_release(&other);
	buf_release(&zip);
	return 0;
}
