/*
 * Any bytes as XML: the scanner gives the same in blocks of any size, and what
 * libxml2 reads as UTF-8 the scanner reads alike.
 */
#include <stdlib.h>

#include "box/xmlenc.h"
#include "xmltrace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
expect(const struct buf *got, const struct buf *want, const char *what)
{
	if (span_eq(buf_span(got), buf_span(want)))
		return;
	fprintf(stderr, "%s:\n%s\n%s\n", what, got->p, want->p);
	abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf hot = BUF_INIT, other = BUF_INIT;
	struct span xml, name;

	if (size == 0)
		return 0;
	xml = span_of(data + 1, size - 1);
	xmltrace(xml, PULL_HOT, 0, &hot);
	xmltrace(xml, PULL_HOT, 1 + data[0] % 16, &other);
	expect(&other, &hot, "in blocks");
	xmltrace(xml, PULL_COLD, 0, &other);
	xmltrace(xml, PULL_LIBXML2, 0, &other);
	if (xmlenc_find(span_head(xml, XMLENC_LOOK), &name) == ENC_UTF8 &&
	    !span_eqs(buf_span(&other), "BAD"))
		expect(&hot, &other, "not as libxml2");
	buf_release(&hot);
	buf_release(&other);
	return 0;
}
