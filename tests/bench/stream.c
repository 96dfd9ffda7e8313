/*
 * Speed of the record reader and writer, against reading the same bytes and
 * doing nothing with them.  usage: stream [MB]
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "stream/rec.h"

static int
make_stream(size_t mb)
{
	FILE *f = tmpfile();
	struct out o;
	unsigned n = 0, i;

	if (!f)
		abort();
	out_init(&o, dup(fileno(f)));
	rec_head(&o, "TSV");
	while (o.written < (uint64_t)mb << 20) {
		rec_meta(&o, META_FILE, SPAN("見積書.xlsx"));
		rec_meta(&o, META_SHEET, SPAN("シート1"));
		rec_meta(&o, META_TARGET, SPAN("本文"));
		for (i = 0; i < 100; i++, n++)
			buf_printf(&o.buf,
			    "%u\t見積書の明細\t\t\"1,234\"\t納期は未定\n", n);
		rec_meta_u64(&o, META_END, 1);
	}
	rec_meta_u64(&o, META_TOTAL, 1);
	if (!out_flush(&o))
		abort();
	return o.fd;
}

/* Milliseconds of the best of three runs. */
static double
best(double (*run)(int), int fd)
{
	double t, min = 1e9;
	int i;

	for (i = 0; i < 3; i++) {
		lseek(fd, 0, SEEK_SET);
		if ((t = run(fd)) < min)
			min = t;
	}
	return min;
}

static double
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static double
plain(int fd)
{
	static char p[256 << 10];
	double t = now();

	while (read(fd, p, sizeof(p)) > 0)
		;
	return now() - t;
}

/* Reads all records; copies them to /dev/null when to is open. */
static double
records(int fd, int to)
{
	struct tb_error e = TB_ERROR_INIT;
	struct rec_reader r;
	struct rec rec = { .type = REC_BODY };
	struct out o;
	double t = now();

	out_init(&o, to);
	rec_open(&r, fd);
	while (rec_next(&r, &rec, &e) && rec.type != REC_EOF)
		if (to >= 0)
			rec_copy(&o, &rec);
	rec_close(&r);
	out_flush(&o);
	out_release(&o);
	return now() - t;
}

static double
reader(int fd)
{
	return records(fd, -1);
}

static double
copier(int fd)
{
	int to = open("/dev/null", O_WRONLY);
	double t = records(fd, to);

	close(to);
	return t;
}

int
main(int argc, char *argv[])
{
	uint64_t mb = 256;
	double t0, t1, t2;
	int fd;

	if (argc > 1 && !span_u64(span_str(argv[1]), 100000, &mb))
		return 2;
	fd = make_stream(mb);
	mb = (uint64_t)lseek(fd, 0, SEEK_END) >> 20;
	t0 = best(plain, fd);
	t1 = best(reader, fd);
	t2 = best(copier, fd);
	printf("| stream, %llu MB | ms | GB/s | ratio to read() |\n"
	       "|---|---|---|---|\n",
	    (unsigned long long)mb);
	printf("| read() alone | %.0f | %.2f | 1.0 |\n", t0,
	    (double)mb / 1.024 / t0);
	printf("| record reader | %.0f | %.2f | %.1f |\n", t1,
	    (double)mb / 1.024 / t1, t1 / t0);
	printf("| reader and writer | %.0f | %.2f | %.1f |\n", t2,
	    (double)mb / 1.024 / t2, t2 / t0);
	return 0;
}
