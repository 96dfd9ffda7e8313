/*
 * Any bytes as a tb-stream(5): what the reader gives is the same in blocks of
 * any size, and the same again when it was passed on.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stream/rec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All records passed on into out; the code of what ended them. */
static enum tb_code
pass_on(struct span bytes, size_t block, struct buf *copy, bool *whole)
{
	struct tb_error e = TB_ERROR_INIT;
	int in = memfd_create("in", 0), fd = memfd_create("out", 0);
	struct rec_reader r;
	struct rec rec;
	struct out o;
	ssize_t n;

	if (in < 0 || fd < 0 ||
	    (bytes.n > 0 && write(in, bytes.p, bytes.n) != (ssize_t)bytes.n))
		abort();
	lseek(in, 0, SEEK_SET);
	out_init(&o, fd);
	rec_open(&r, in);
	r.block = block;
	while (rec_next(&r, &rec, &e) && rec.type != REC_EOF)
		rec_copy(&o, &rec);
	*whole = r.whole;
	rec_close(&r);
	if (!out_flush(&o))
		abort();
	out_release(&o);
	buf_reset(copy);
	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, buf_room(copy, 65536), 65536)) > 0)
		buf_used(copy, (size_t)n);
	close(in);
	close(fd);
	return e.code;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf first = BUF_INIT, other = BUF_INIT;
	struct span bytes = span_of(data, size);
	enum tb_code code;
	bool whole, too;

	if (size == 0)
		return 0;
	code = pass_on(bytes, 65536, &first, &whole);
	if (pass_on(bytes, 1 + size % 7, &other, &too) != code ||
	    too != whole || !span_eq(buf_span(&first), buf_span(&other)))
		abort();
	/*
	 * A begun last line is not passed on, so the copy may be whole; of
	 * CR CR LF each reading takes one CR away.
	 */
	if (code == TB_OK && !memchr(bytes.p, '\r', bytes.n) &&
	    (pass_on(buf_span(&first), 65536, &other, &too) != code ||
		(whole && !too) ||
		!span_eq(buf_span(&first), buf_span(&other))))
		abort();
	buf_release(&first);
	buf_release(&other);
	return 0;
}
