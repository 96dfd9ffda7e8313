/*
 * Runs a fuzz target over files, without a fuzzer: each as it stands, and then
 * damaged in ways that are the same each time.
 *
 *	usage: replay [-n DAMAGED] FILE…
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/sys.h"

#define MAX ((size_t)1 << 20) /* bytes of a seed */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t state;

static size_t
rnd(size_t below)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) % below;
}

static void
damage(struct buf *b)
{
	size_t n, at;

	for (n = 1 + rnd(4); n > 0 && b->len > 0; n--) {
		at = rnd(b->len);
		if (rnd(3) == 0)
			buf_cut(b, at, 1 + rnd(8));
		else if (rnd(2) == 0)
			b->p[at] = b->p[rnd(b->len)];
		else
			b->p[at] = (char)rnd(256);
	}
}

/* A copy of exactly its size, so that a sanitizer sees its end. */
static void
run(struct span s)
{
	char *p = malloc(s.n ? s.n : 1);

	if (!p)
		abort();
	if (s.n > 0)
		memcpy(p, s.p, s.n);
	LLVMFuzzerTestOneInput((const uint8_t *)p, s.n);
	free(p);
}

static bool
one(const char *file, unsigned times)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf seed = BUF_INIT, b = BUF_INIT;
	unsigned i;

	if (!sys_read_file(file, MAX, &seed, &e)) {
		fprintf(stderr, "%s: %s\n", file, e.what);
		return false;
	}
	run(buf_span(&seed));
	for (i = 0; i < times; i++) {
		state = i;
		buf_reset(&b);
		buf_addspan(&b, buf_span(&seed));
		damage(&b);
		run(buf_span(&b));
	}
	buf_release(&seed);
	buf_release(&b);
	return true;
}

int
main(int argc, char *argv[])
{
	uint64_t times = 0;
	int ch, status = 0;

	while ((ch = getopt(argc, argv, "n:")) != -1)
		if (ch != 'n' || !span_u64(span_str(optarg), 1000000, &times))
			return 2;
	for (; optind < argc; optind++)
		if (!one(argv[optind], (unsigned)times))
			status = 1;
	return status;
}
