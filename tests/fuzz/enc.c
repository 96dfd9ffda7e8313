/*
 * Bytes as a text file: whatever they are, the answer decodes them, and what
 * comes out is UTF-8.
 */
#include "text/enc.h"

#include <stdlib.h>

#include "text/utf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum enc all[] = { ENC_UTF8, ENC_UTF16LE, ENC_UTF16BE,
		ENC_JIS, ENC_SJIS, ENC_EUC };
	struct span in = span_of(data, size);
	struct buf out = BUF_INIT;
	enum enc enc = enc_detect(in);
	size_t i, bad;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		buf_reset(&out);
		bad = enc_to_utf8(all[i], in, &out);
		if (utf_valid(buf_span(&out)) != out.len)
			abort();
		/* the Japanese encodings are proved without a loss */
		if (all[i] == enc && bad > 0 &&
		    (enc == ENC_SJIS || enc == ENC_EUC))
			abort();
	}
	buf_release(&out);
	return 0;
}
