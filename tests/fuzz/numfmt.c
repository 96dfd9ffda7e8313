/*
 * A number format and a number: the first line is the code, up to 8 bytes
 * behind it the double.  Whatever it is, something of bounded length comes out,
 * well-formed when the code is.
 */
#include "text/numfmt.h"

#include <stdlib.h>

#include "text/utf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size), code, rest;
	struct buf out = BUF_INIT;
	double v = 45383.524259259;
	struct numfmt *f;

	code = span_head(in, span_find(in, '\n'));
	rest = span_skip(in, code.n + 1);
	if (rest.n > 0)
		memcpy(&v, rest.p, rest.n < sizeof(v) ? rest.n : sizeof(v));
	f = numfmt_compile(code);
	numfmt_number(f, v, false, &out);
	numfmt_number(f, v, true, &out);
	numfmt_number(f, -v, false, &out);
	numfmt_text(f, SPAN("文字"), &out);
	/* no token prints more than the digits of the largest double */
	if (out.len > 4 * 1500 * (code.n + 1))
		abort();
	if (utf_valid(code) == code.n && utf_valid(buf_span(&out)) != out.len)
		abort();
	numfmt_free(f);
	buf_release(&out);
	return 0;
}
