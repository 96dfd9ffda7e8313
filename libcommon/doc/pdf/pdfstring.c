#include "doc/pdf/pdfstring.h"

#include "text/cp1252.h"
#include "text/utf.h"

void
pdfstring_text(struct span s, struct buf *out)
{
	struct buf le = BUF_INIT;
	size_t i;

	if (span_starts(s, span_of("\xfe\xff", 2))) {
		for (i = 2; i + 1 < s.n; i += 2) {
			buf_addc(&le, (char)s.p[i + 1]);
			buf_addc(&le, (char)s.p[i]);
		}
		utf_from16(buf_span(&le), out);
	} else if (span_starts(s, span_of("\xff\xfe", 2))) {
		utf_from16(span_skip(s, 2), out);
	} else if (span_starts(s, SPAN("\xef\xbb\xbf"))) {
		utf_clean(span_skip(s, 3), out);
	} else {
		cp1252_to_utf8(s, out);
	}
	buf_release(&le);
}
