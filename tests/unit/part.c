/* The planner: vectors of store.md 15, and a model on random folders. */
#include "store/part.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/name.h"
#include "tap.h"
#include "text/utf.h"

/* A block of so many units for a document, its line included. */
static void
make_block(const char *name, size_t units, struct buf *out)
{
	struct buf text = BUF_INIT;

	buf_reset(out);
	buf_printf(&text, "\x1e ファイル名=%s\n", name);
	utf_to16(buf_span(&text), out);
	while (out->len / 2 + 1 < units)
		buf_add(out, "x", 2);
	buf_add(out, "\n", 2);
	buf_release(&text);
}

/* A folder of its own for each case. */
static int
new_folder(char path[32])
{
	memcpy(path, "/tmp/tbpart.XXXXXX", sizeof("/tmp/tbpart.XXXXXX"));
	if (!mkdtemp(path))
		abort();
	return open(path, O_RDONLY | O_DIRECTORY);
}

static void
remove_folder(int dir, const char *path)
{
	DIR *d = fdopendir(dir);
	struct dirent *de;

	while ((de = readdir(d)) != NULL)
		(void)unlinkat(dirfd(d), de->d_name, 0);
	closedir(d);
	rmdir(path);
}

/* "name units name units": the document k.xlsx of 12 units and so on. */
struct file {
	const char *ext;
	uint32_t number;
	const char *docs; /* "k:12 l:12" */
};

/* The next "name:units" of a list. */
static bool
next_doc(const char **p, char name[64], size_t *units)
{
	struct span s, n;
	size_t space;
	uint64_t v;

	while (**p == ' ')
		(*p)++;
	if (!**p)
		return false;
	s = span_str(*p);
	space = span_find(s, ' ');
	*p += space;
	s = span_head(s, space);
	n = span_head(s, span_find(s, ':'));
	snprintf(name, 64, "%.*s", SPAN_ARG(n));
	if (!span_u64(span_skip(s, n.n + 1), SIZE_MAX, &v))
		abort();
	*units = (size_t)v;
	return true;
}

static void
write_file(int dir, const struct file *f)
{
	struct buf name = BUF_INIT, block = BUF_INIT;
	const char *p = f->docs;
	char doc[64];
	struct out o;
	size_t units;
	int fd;

	name_make_part(span_str(f->ext), f->number, &name);
	fd = openat(dir, name.p, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	out_init(&o, fd);
	content_put_head(&o);
	while (next_doc(&p, doc, &units)) {
		make_block(doc, units, &block);
		content_put_block(&o, buf_span(&block));
	}
	out_flush(&o);
	out_release(&o);
	close(fd);
	buf_release(&name);
	buf_release(&block);
}

/* What the folder holds: "001: k.xlsx l.xlsx | 002: …" for one extension. */
static void
show(int dir, const char *ext, struct buf *out)
{
	struct content_file f;
	struct buf name = BUF_INIT, bytes = BUF_INIT;
	struct tb_error e = TB_ERROR_INIT;
	uint32_t n;
	ssize_t r;
	size_t i;
	int fd;

	buf_reset(out);
	content_file_init(&f);
	for (n = 1; n < 600; n++) {
		buf_reset(&name);
		name_make_part(span_str(ext), n, &name);
		fd = openat(dir, name.p, O_RDONLY);
		if (fd < 0)
			continue;
		buf_reset(&bytes);
		while ((r = read(fd, buf_room(&bytes, 65536), 65536)) > 0)
			buf_used(&bytes, (size_t)r);
		close(fd);
		if (!content_file_parse(&f, &bytes, &e))
			buf_adds(out, "malformed ");
		buf_printf(out, "%s%u:", out->len ? " | " : "", (unsigned)n);
		for (i = 0; i < f.n; i++)
			buf_printf(out, " %.*s", SPAN_ARG(f.block[i].name));
	}
	content_file_release(&f);
	buf_release(&name);
	buf_release(&bytes);
}

/* Runs an update; docs are "name:units", those of 0 units are gone. */
static struct part_result
update(int dir, const char *ext, const char *docs,
    const struct part_limits *limits)
{
	struct part_item item[64];
	struct buf block[64];
	char name[64][64];
	struct part_result res;
	struct tb_error e = TB_ERROR_INIT;
	size_t n = 0, units, i;

	while (next_doc(&docs, name[n], &units)) {
		buf_init(&block[n]);
		if (units > 0)
			make_block(name[n], units, &block[n]);
		item[n] = (struct part_item){ .name = span_str(name[n]) };
		if (units > 0)
			item[n].block = buf_span(&block[n]);
		n++;
	}
	ok(part_update(dir, span_str(ext), item, n, limits, &res, &e),
	    "the update runs");
	for (i = 0; i < n; i++)
		buf_release(&block[i]);
	return res;
}

static const struct {
	const char *name;
	struct file before[3];
	const char *docs;
	struct part_limits limits;
	const char *after;
	unsigned written, removed;
} vectors[] = {
	{ "into nothing", { { NULL } }, "q.xlsx:1500 m.xlsx:1500 p.xlsx:1500",
	    { 6000, 1 << 26 }, "1: m.xlsx p.xlsx | 2: q.xlsx", 2, 0 },
	{ "in place, whatever the case, and behind the last",
	    { { "xlsx", 1, "k.xlsx:40 l.xlsx:40" },
		{ "xlsx", 2, "n.xlsx:40" } },
	    "L.XLSX:60 s.xlsx:40", { 6000, 1 << 26 },
	    "1: k.xlsx L.XLSX | 2: n.xlsx s.xlsx", 2, 0 },
	{ "a gone one", { { "docx", 1, "r.docx:40" } }, "r.docx:0",
	    { 6000, 1 << 26 }, "", 0, 1 },
	{ "nothing to do", { { "xlsx", 1, "k.xlsx:40" } }, "",
	    { 6000, 1 << 26 }, "1: k.xlsx", 0, 0 },
	{ "a full part is left alone", { { "xlsx", 7, "k.xlsx:9000" } },
	    "t.xlsx:9000", { 6000, 1 << 26 }, "7: k.xlsx | 8: t.xlsx", 1, 0 },
	{ "an emptied part is used again", { { "xlsx", 2, "k.xlsx:40" } },
	    "k.xlsx:0 t.xlsx:40", { 6000, 1 << 26 }, "2: t.xlsx", 1, 0 },
	{ "the guard, appending", { { "xlsx", 1, "k.xlsx:900" } }, "t.xlsx:900",
	    { 6000, 3000 }, "1: k.xlsx | 2: t.xlsx", 1, 0 },
	{ "the guard, replacing", { { "xlsx", 1, "k.xlsx:40 l.xlsx:900" } },
	    "k.xlsx:900", { 6000, 3000 }, "1: l.xlsx | 2: k.xlsx", 2, 0 },
	{ "no number is given again while a higher one is there",
	    { { "xlsx", 1, "a.xlsx:40" }, { "xlsx", 3, "c.xlsx:40" } },
	    "a.xlsx:0 b.xlsx:40", { 6000, 1 << 26 }, "3: c.xlsx b.xlsx", 1, 1 },
	{ "too large for any part", { { "xlsx", 1, "k.xlsx:40" } },
	    "t.xlsx:2000", { 6000, 3000 }, "1: k.xlsx", 0, 0 },
	{ "a second block of a replaced name goes",
	    { { "xlsx", 1, "k.xlsx:40 k.xlsx:50" },
		{ "xlsx", 2, "k.xlsx:40 z.xlsx:40" } },
	    "k.xlsx:60", { 6000, 1 << 26 }, "1: k.xlsx | 2: z.xlsx", 2, 0 },
};

static void
by_vector(void)
{
	struct buf got = BUF_INIT;
	struct part_result res;
	char path[32];
	size_t i, k;
	int dir;

	for (i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		const char *ext = vectors[i].before[0].ext
				      ? vectors[i].before[0].ext
				      : "xlsx";

		dir = new_folder(path);
		for (k = 0; k < 3 && vectors[i].before[k].ext; k++)
			write_file(dir, &vectors[i].before[k]);
		res = update(dir, ext, vectors[i].docs, &vectors[i].limits);
		show(dir, ext, &got);
		is_str(got.p, vectors[i].after, vectors[i].name);
		is_num(res.written, vectors[i].written, "files written");
		is_num(res.removed, vectors[i].removed, "files removed");
		remove_folder(dir, path);
	}
	buf_release(&got);
}

/*
 * Random updates: each document that should be there is there once, and no part
 * is over its limit.
 */
static void
at_random(unsigned seed)
{
	static const struct part_limits limits = { 900, 2000 };
	bool there[26] = { false };
	struct buf docs = BUF_INIT, got = BUF_INIT, one = BUF_INIT;
	unsigned round, wrong = 0, i;
	char path[32];
	int dir = new_folder(path);
	const char *p;

	srand(seed);
	for (round = 0; round < 60; round++) {
		buf_reset(&docs);
		for (i = 0; i < 26; i++) {
			if (rand() % 4)
				continue;
			there[i] = rand() % 3 > 0;
			buf_printf(&docs, "%c.txt:%d ", 'a' + (int)i,
			    there[i] ? 40 + rand() % 300 : 0);
		}
		(void)update(dir, "txt", docs.p, &limits);
		show(dir, "txt", &got);
		for (i = 0; i < 26; i++) {
			buf_reset(&one);
			buf_printf(&one, " %c.txt", 'a' + (int)i);
			p = strstr(got.p, one.p);
			wrong += (p != NULL) != there[i];
			wrong += p && strstr(p + 1, one.p);
		}
	}
	printf("# TB_SEED=%u: %s\n", seed, got.p);
	is_num(wrong, 0, "what should be there is there, once");
	remove_folder(dir, path);
	buf_release(&docs);
	buf_release(&got);
	buf_release(&one);
}

int
main(void)
{
	const char *seed = getenv("TB_SEED");

	by_vector();
	at_random(seed ? (unsigned)strtoul(seed, NULL, 10) : 7);
	return done_testing();
}
