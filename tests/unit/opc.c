/* Packages: zip archives as they should not be, limits, relationships. */
#include "box/opc.h"

#include <fcntl.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "box/pull.h"
#include "tap.h"

#define PKGREL "http://schemas.openxmlformats.org/package/2006/relationships"
#define OD     "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/* ---- a writer of archives, good and bad ------------------------------------ */

/* What an entry says of itself; zero is the truth. */
struct item {
	const char *name;
	struct span data;
	unsigned method;        /* 0: deflated; 1: stored; else as it stands */
	unsigned flags;         /* general purpose bits */
	unsigned bad_crc;       /* xor */
	long long size, packed; /* added to the declared sizes */
	unsigned local_lie;     /* sizes and checksum of the local header */
	const char *local_name;
	struct span local_extra, extra;
	struct span behind; /* the data descriptor */
	bool cut;           /* the last packed byte is left out */
	uint32_t header;    /* 0: where it is */
};

struct zip {
	struct buf out, central;
	unsigned n;
};

static void
put16(struct buf *b, unsigned v)
{
	buf_addc(b, (char)v);
	buf_addc(b, (char)(v >> 8));
}

static void
put32(struct buf *b, uint32_t v)
{
	put16(b, v & 0xffff);
	put16(b, v >> 16);
}

static void
put64(struct buf *b, uint64_t v)
{
	put32(b, (uint32_t)v);
	put32(b, (uint32_t)(v >> 32));
}

static void
zip_begin(struct zip *z, const char *front)
{
	buf_init(&z->out);
	buf_init(&z->central);
	z->n = 0;
	buf_adds(&z->out, front);
}

static void
pack(struct span data, struct buf *out)
{
	struct libdeflate_compressor *c = libdeflate_alloc_compressor(6);
	size_t max = libdeflate_deflate_compress_bound(c, data.n);

	buf_used(out, libdeflate_deflate_compress(
			  c, data.p, data.n, buf_room(out, max), max));
	libdeflate_free_compressor(c);
}

static void
zip_add(struct zip *z, const struct item *it)
{
	const char *local = it->local_name ? it->local_name : it->name;
	uint32_t crc =
	    libdeflate_crc32(0, it->data.p, it->data.n) ^ it->bad_crc;
	unsigned method = it->method == 0   ? 8
			  : it->method == 1 ? 0
					    : it->method;
	uint32_t at = it->header ? it->header : (uint32_t)z->out.len, size, n;
	struct buf packed = BUF_INIT;

	if (method == 8)
		pack(it->data, &packed);
	else
		buf_addspan(&packed, it->data);
	if (it->cut)
		packed.len--;
	size = (uint32_t)((long long)it->data.n + it->size);
	n = (uint32_t)((long long)packed.len + it->packed);
	buf_adds(&z->out, "PK\3\4");
	put16(&z->out, 20);
	put16(&z->out, it->flags);
	put16(&z->out, method);
	put32(&z->out, 0);
	put32(&z->out, crc ^ it->local_lie);
	put32(&z->out, n ^ it->local_lie);
	put32(&z->out, size ^ it->local_lie);
	put16(&z->out, (unsigned)strlen(local));
	put16(&z->out, (unsigned)it->local_extra.n);
	buf_adds(&z->out, local);
	buf_addspan(&z->out, it->local_extra);
	buf_addspan(&z->out, buf_span(&packed));
	buf_addspan(&z->out, it->behind);
	buf_add(&z->central, "PK\1\2\24\0\24", 8);
	put16(&z->central, it->flags);
	put16(&z->central, method);
	put32(&z->central, 0);
	put32(&z->central, crc);
	put32(&z->central, n);
	put32(&z->central, size);
	put16(&z->central, (unsigned)strlen(it->name));
	put16(&z->central, (unsigned)it->extra.n);
	buf_add(&z->central, "\0\0\0\0\0\0\0\0\0", 10);
	put32(&z->central, at);
	buf_adds(&z->central, it->name);
	buf_addspan(&z->central, it->extra);
	z->n++;
	buf_release(&packed);
}

/* Ends it; n entries are told, off and size are added to the truth. */
static void
zip_finish(struct zip *z, unsigned n, long long off, long long size)
{
	long long at = (long long)z->out.len;

	buf_addspan(&z->out, buf_span(&z->central));
	buf_add(&z->out, "PK\5\6\0\0\0", 8);
	put16(&z->out, n);
	put16(&z->out, n);
	put32(&z->out, (uint32_t)((long long)z->central.len + size));
	put32(&z->out, (uint32_t)(at + off));
	put16(&z->out, 0);
}

/* The same by Zip64 end records, 4.3.14 and 4.3.15. */
static void
zip_finish64(struct zip *z, uint64_t n)
{
	uint64_t at = z->out.len, end = at + z->central.len;

	buf_addspan(&z->out, buf_span(&z->central));
	buf_adds(&z->out, "PK\6\6");
	put64(&z->out, 44);
	put32(&z->out, 45 | 45 << 16);
	put64(&z->out, 0);
	put64(&z->out, n);
	put64(&z->out, n);
	put64(&z->out, z->central.len);
	put64(&z->out, at);
	buf_adds(&z->out, "PK\6\7");
	put32(&z->out, 0);
	put64(&z->out, end);
	put32(&z->out, 1);
	buf_add(&z->out, "PK\5\6\0\0\0\0\xff\xff\xff\xff", 12);
	put64(&z->out, UINT64_MAX);
	put16(&z->out, 0);
}

static void
zip_release(struct zip *z)
{
	buf_release(&z->out);
	buf_release(&z->central);
}

/* ---- reading --------------------------------------------------------------- */

/* A descriptor of these bytes. */
static int
as_file(struct span s)
{
	char path[] = "/tmp/tbopc.XXXXXX";
	int fd = mkstemp(path);

	unlink(path);
	while (fd >= 0 && s.n > 0) {
		ssize_t w = write(fd, s.p, s.n);

		if (w <= 0)
			abort();
		s = span_skip(s, (size_t)w);
	}
	return fd;
}

/*
 * Opens the archive, as a file and in memory by turns, and reads a part of it:
 * its text, or "E<code>"; "D<code>" when the archive cannot be opened.
 */
static void
get(struct span zip, const char *part, bool file, struct buf *out)
{
	static const char none[22] = "PK\5\6"; /* an archive of nothing */
	struct tb_error e = TB_ERROR_INIT;
	int fd = as_file(file ? zip : span_of(none, sizeof(none)));
	struct opc *outer = opc_open(fd, &e), *o = outer;

	if (!file && outer)
		o = opc_open_embedded(outer, zip, &e);
	buf_reset(out);
	if (!o)
		buf_printf(out, "D%d", (int)e.code);
	else if (!opc_part(o, span_str(part), out, &e))
		buf_printf(out, "E%d", (int)e.code);
	if (!file)
		opc_close(o);
	opc_close(outer);
	close(fd);
}

static void
check(const struct zip *z, const char *part, const char *want, const char *name)
{
	struct buf got = BUF_INIT;

	get(buf_span(&z->out), part, true, &got);
	is_str(got.p, want, name);
	get(buf_span(&z->out), part, false, &got);
	is_str(got.p, want, "the same in memory");
	buf_release(&got);
}

static const char *
error(int code)
{
	static char s[16];

	snprintf(s, sizeof(s), "E%d", code);
	return s;
}

static const char *
no_directory(int code)
{
	static char s[16];

	snprintf(s, sizeof(s), "D%d", code);
	return s;
}

/* ---- entries --------------------------------------------------------------- */

#define DATA SPAN("the text of the part, the text of the part")
#define TEXT "the text of the part, the text of the part"
#define DD   SPAN("PK\7\10\0\0\0\0\0\0\0\0\0\0\0")

/* One entry "a" as the item says, and a good one behind it. */
static void
entry(struct item it, const char *want, const char *name)
{
	struct zip z;

	if (!it.name)
		it.name = "a";
	if (!it.data.p)
		it.data = DATA;
	zip_begin(&z, "");
	zip_add(&z, &it);
	zip_add(&z, &(struct item){ .name = "good", .data = SPAN("good") });
	zip_finish(&z, z.n, 0, 0);
	check(&z, "a", want, name);
	check(&z, "good", "good", "and the one behind it");
	zip_release(&z);
}

static void
entries(void)
{
	struct span stored = SPAN("x PK\7\10 PK\3\4 PK\1\2 y");

	entry((struct item){ 0 }, TEXT, "deflated");
	entry((struct item){ .method = 1 }, TEXT, "stored");
	entry((struct item){ .data = SPAN("") }, "", "empty");
	entry((struct item){ .method = 1, .data = SPAN("") }, "",
	    "empty and stored");
	/* data descriptors: B202, B203 */
	entry((struct item){ .flags = 8, .local_lie = 0x1234, .behind = DD },
	    TEXT, "a data descriptor, local sizes filled in");
	entry((struct item){ .flags = 8, .behind = span_skip(DD, 4) }, TEXT,
	    "a data descriptor without signature");
	entry(
	    (struct item){
		.method = 1, .flags = 8, .data = stored, .behind = DD },
	    "x PK\7\10 PK\3\4 PK\1\2 y", "signatures inside stored data");
	entry((struct item){ .local_lie = 0xffffffff }, TEXT,
	    "another size in the local header");
	entry((struct item){ .local_name = "another/name" }, TEXT,
	    "another name in the local header");
	/* Zip64 fields: B205, B206 */
	entry((struct item){ .local_lie = 0xffffffff,
		  .local_extra = SPAN("\1\0\20\0AAAAAAAABBBBBBBB") },
	    TEXT, "Zip64 in the local header alone");
	entry((struct item){ .header = UINT32_MAX,
		  .extra = SPAN("\1\0\10\0\0\0\0\0\0\0\0\0") },
	    TEXT, "Zip64 for the offset alone");
	entry((struct item){ .header = UINT32_MAX,
		  .extra = SPAN("\7\0\2\0xx\1\0\10\0\0\0\0\0\0\0\0\0\0") },
	    TEXT, "Zip64 behind another field");
	entry((struct item){ .header = UINT32_MAX }, error(TB_EBROKEN),
	    "an escaped offset without Zip64");
	entry((struct item){ .extra = SPAN("\1\0\20\0\1\0\0\0\0\0\0\0") }, TEXT,
	    "Zip64 that nothing asks for, and that is cut");
	entry((struct item){ .extra = SPAN("\1\2\xff\xff") }, TEXT,
	    "an extra field that is longer than there is");
	entry((struct item){ .extra = SPAN("\0\0\0") }, TEXT, "padding");
}

static void
lies(void)
{
	entry((struct item){ .bad_crc = 1 }, error(TB_EBROKEN),
	    "a wrong checksum");
	entry((struct item){ .method = 1, .bad_crc = 1 }, error(TB_EBROKEN),
	    "a wrong checksum of stored data");
	entry((struct item){ .size = -1 }, error(TB_ESIZE),
	    "longer than declared");
	entry((struct item){ .method = 1, .size = -1 }, error(TB_ESIZE),
	    "stored, longer than declared");
	entry((struct item){ .size = 100 }, TEXT, "shorter than declared");
	entry((struct item){ .method = 1, .size = 5, .packed = 5 },
	    error(TB_EBROKEN), "stored, with bytes of the next one");
	entry((struct item){ .packed = 10 }, TEXT, "bytes behind deflate data");
	entry((struct item){ .packed = 100000 }, error(TB_EBROKEN),
	    "more data than the archive has");
	entry((struct item){ .packed = -1 }, error(TB_EBROKEN),
	    "deflate data cut short");
	entry((struct item){ .cut = true }, error(TB_EBROKEN),
	    "deflate data that run into the next entry");
	entry((struct item){ .size = (long long)OPC_PART_MAX }, error(TB_ESIZE),
	    "a size over the limit");
	entry((struct item){ .flags = 1 }, error(TB_EBROKEN), "encrypted");
	entry((struct item){ .method = 14 }, error(TB_EBROKEN), "LZMA");
	entry((struct item){ .header = 5 }, error(TB_EBROKEN),
	    "an offset where no header is");
	entry((struct item){ .header = 1000000 }, error(TB_EBROKEN),
	    "an offset behind the end");
	entry((struct item){ .header = 0xfffffff0 }, error(TB_EBROKEN),
	    "an offset that would wrap");
}

/* ---- names ----------------------------------------------------------------- */

static void
names(void)
{
	struct zip z;

	zip_begin(&z, "");
	zip_add(&z, &(struct item){ .name = "xl\\Sheet1.XML", .data = DATA });
	zip_add(&z, &(struct item){ .name = "/xl/rooted", .data = SPAN("R") });
	zip_add(&z, &(struct item){ .name = "./xl/dot", .data = SPAN("D") });
	zip_add(&z, &(struct item){ .name = "xl/Two", .data = SPAN("2") });
	zip_add(&z, &(struct item){ .name = "xl/two", .data = SPAN("3") });
	zip_add(&z, &(struct item){ .name = "xl/two", .data = SPAN("4") });
	zip_add(&z, &(struct item){ .name = "", .data = SPAN("none") });
	zip_add(&z, &(struct item){ .name = "\xff\xfe", .flags = 0x800 });
	zip_finish(&z, z.n, 0, 0);
	check(&z, "xl/sheet1.xml", TEXT, "case and backslashes: B022");
	check(&z, "xl/rooted", "R", "'/' in front");
	check(&z, "/XL/rooted", "R", "and asked for");
	check(&z, "xl/dot", "D", "'./' in front");
	check(&z, "xl/two", "3", "as spelt, the first of two");
	check(&z, "xl/Two", "2", "another spelling");
	check(&z, "XL/TWO", "2", "none as spelt: the first");
	check(&z, "xl/three", error(TB_EGONE), "no such part");
	zip_release(&z);
}

/* ---- the end of the archive ------------------------------------------------ */

struct end_case {
	const char *front, *behind;
	unsigned n; /* told */
	long long off, size;
	size_t cut;
	const char *want, *name;
};

static void
one_end(const struct end_case *c)
{
	struct zip z;

	zip_begin(&z, c->front);
	zip_add(&z, &(struct item){ .name = "a", .data = DATA });
	zip_add(&z, &(struct item){ .name = "b", .data = DATA });
	zip_finish(&z, c->n, c->off, c->size);
	z.out.len -= c->cut;
	buf_adds(&z.out, c->behind);
	check(&z, "a", c->want, c->name);
	zip_release(&z);
}

static void
ends(void)
{
	const char *broken = no_directory(TB_EBROKEN);
	const struct end_case cases[] = {
		{ "", "", 2, 0, 0, 0, TEXT, "as it should be" },
		{ "MZ....", "", 2, 0, 0, 0, TEXT, "something in front" },
		{ "", "\n<!-- x -->", 2, 0, 0, 0, TEXT, "something behind" },
		{ "", "PK\5\6 x", 2, 0, 0, 0, TEXT, "and that like an end" },
		{ "", "", 2, 0, 5, 0, TEXT, "a size too large" },
		{ "", "", 2, 0, -5, 0, TEXT, "a size too small" },
		{ "", "", 2, 3, 0, 0, broken, "an offset into nothing" },
		{ "", "", 3, 0, 0, 0, broken, "too many told" },
		{ "", "", 1, 0, 0, 0, broken, "too few told" },
		{ "", "", 0, 0, 0, 0, broken, "none told" },
		{ "", "", 2, 0, 0, 1, broken, "cut by a byte" },
		{ "", "", 2, 0, 0, 22, broken, "no end: B119" },
		{ "", "", 0xffff, 0, 0, 0, broken, "no Zip64 end: B209" },
	};
	struct zip z;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		one_end(&cases[i]);

	/* offsets that count from the archive, not from the file */
	zip_begin(&z, "");
	zip_add(&z, &(struct item){ .name = "a", .data = DATA });
	zip_finish(&z, 1, 0, 0);
	buf_room(&z.out, 100);
	memmove(z.out.p + 100, z.out.p, z.out.len + 1);
	memset(z.out.p, 'x', 100);
	z.out.len += 100;
	check(&z, "a", TEXT, "offsets from behind what is in front");
	zip_release(&z);

	for (i = 0; i < 3; i++) {
		zip_begin(&z, i == 1 ? "front" : "");
		zip_add(&z, &(struct item){ .name = "a", .data = DATA });
		zip_finish64(&z, i == 2 ? (uint64_t)1 << 40 : 1);
		check(&z, "a", i == 2 ? no_directory(TB_ESIZE) : TEXT,
		    i == 2 ? "Zip64 of too many entries" : "Zip64");
		zip_release(&z);
	}

	zip_begin(&z, "");
	check(&z, "a", no_directory(TB_EBROKEN), "nothing at all");
	zip_finish(&z, 0, 0, 0);
	check(&z, "a", error(TB_EGONE), "an archive of nothing");
	for (i = 0; i < 70000; i++)
		buf_addc(&z.out, '\0');
	check(&z, "a", no_directory(TB_EBROKEN), "zeros");
	zip_release(&z);

	zip_begin(&z, "");
	zip_add(&z, &(struct item){ .name = "a", .data = DATA });
	zip_finish(&z, 1, 0, 0);
	for (i = 0; i < 70000; i++)
		buf_addc(&z.out, '\0');
	check(&z, "a", TEXT, "padded by more than a comment's length");
	zip_release(&z);
}

/* ---- limits, bombs --------------------------------------------------------- */

static void
many_entries(void)
{
	static const unsigned counts[] = { OPC_ENTRY_MAX, OPC_ENTRY_MAX + 1 };
	const char *want[] = { "x", no_directory(TB_ESIZE) };
	char name[16];
	unsigned i, k;
	struct zip z;

	for (k = 0; k < 2; k++) {
		zip_begin(&z, "");
		zip_add(&z, &(struct item){
				.name = "a", .method = 1, .data = SPAN("x") });
		for (i = 1; i < counts[k]; i++) {
			snprintf(name, sizeof(name), "%u", i);
			buf_reset(&z.out); /* overlapping: B208 */
			zip_add(&z,
			    &(struct item){
				.name = name, .method = 1, .data = SPAN("x") });
		}
		buf_reset(&z.out);
		zip_add(&z, &(struct item){
				.name = "a", .method = 1, .data = SPAN("x") });
		z.central.len -= 46 + 1;
		zip_finish64(&z, counts[k]);
		check(&z, "a", want[k], "entries at the limit, and one more");
		zip_release(&z);
	}
}

/* Parts of all sizes together, the archive's and of those inside it. */
static void
totals(void)
{
	struct buf big = BUF_INIT, out = BUF_INIT;
	struct tb_error e = TB_ERROR_INIT;
	struct opc *o, *in;
	struct zip z;
	int fd;

	memset(buf_room(&big, (size_t)OPC_PART_MAX), 0, (size_t)OPC_PART_MAX);
	buf_used(&big, (size_t)OPC_PART_MAX);
	zip_begin(&z, "");
	zip_add(&z, &(struct item){ .name = "a", .data = buf_span(&big) });
	zip_add(&z, &(struct item){ .name = "b", .data = SPAN("b") });
	zip_finish(&z, 2, 0, 0);
	fd = as_file(buf_span(&z.out));
	o = opc_open(fd, &e);
	in = opc_open_embedded(o, buf_span(&z.out), &e);
	ok(opc_part(o, SPAN("a"), &out, &e) && out.len == OPC_PART_MAX,
	    "a part at its limit");
	ok(opc_part(in, SPAN("a"), &out, &e), "one inside counts with it");
	ok(opc_part(o, SPAN("a"), &out, &e), "all parts at their limit");
	ok(!opc_full(o) && !opc_full(in), "nothing is over yet");
	ok(!opc_part(in, SPAN("b"), &out, &e) && e.code == TB_ESIZE,
	    "one byte more");
	ok(opc_full(o) && opc_full(in), "that is over");
	opc_close(in);
	opc_close(o);
	close(fd);
	zip_release(&z);
	buf_release(&big);
	buf_release(&out);
}

/* Reads all of a stream in pieces of n bytes: how many, -1 on an error. */
static long long
drain(
    struct opc *o, const char *part, uint64_t max, size_t n, struct tb_error *e)
{
	struct opc_stream *s = opc_stream_open(o, span_str(part), max, e);
	uint8_t *p = mem_alloc(n);
	long long sum = 0;
	bool good = s;
	size_t got;

	while (good && (good = opc_stream_read(s, p, n, &got, e)) && got > 0)
		sum += (long long)got;
	opc_stream_close(s);
	free(p);
	return good ? sum : -1;
}

/* Parts too large to be inflated at once, and small ones. */
static void
streams(void)
{
	const size_t size = (size_t)70 << 20;
	struct tb_error e = TB_ERROR_INIT;
	struct buf big = BUF_INIT;
	struct opc *o;
	struct zip z;
	size_t i;
	int fd;

	for (i = 0; i < size / 8; i++)
		put64(&big, i % 1000);
	zip_begin(&z, "");
	zip_add(&z, &(struct item){ .name = "a", .data = buf_span(&big) });
	zip_add(&z,
	    &(struct item){ .name = "s", .method = 1, .data = buf_span(&big) });
	zip_add(&z, &(struct item){
			.name = "crc", .data = buf_span(&big), .bad_crc = 1 });
	zip_add(&z, &(struct item){
			.name = "long", .data = buf_span(&big), .size = -1 });
	zip_add(&z, &(struct item){
			.name = "short", .data = buf_span(&big), .size = 9 });
	zip_add(&z, &(struct item){
			.name = "cut", .data = buf_span(&big), .packed = -9 });
	zip_add(&z, &(struct item){ .name = "small", .data = DATA });
	zip_finish(&z, z.n, 0, 0);
	fd = as_file(buf_span(&z.out));
	o = opc_open(fd, &e);
	is_num(drain(o, "a", size, 4096, &e), size, "deflated, at its limit");
	is_num(drain(o, "a", size, 1000003, &e), size, "in large pieces");
	is_num(drain(o, "a", size - 1, 4096, &e), -1, "over its limit");
	is_num(e.code, TB_ESIZE, "that is its size");
	is_num(drain(o, "s", size, 65536, &e), size, "stored");
	is_num(drain(o, "crc", size, 65536, &e), -1, "a wrong checksum");
	is_num(e.code, TB_EBROKEN, "that is broken");
	is_num(drain(o, "long", size, 65536, &e), -1, "longer than declared");
	is_num(e.code, TB_ESIZE, "that is its size");
	is_num(drain(o, "short", 2 * size, 65536, &e), size,
	    "shorter than declared");
	is_num(drain(o, "cut", size, 65536, &e), -1, "cut short");
	is_num(drain(o, "small", size, 1, &e), DATA.n, "small, byte by byte");
	is_num(drain(o, "small", 10, 1, &e), -1, "small, over its limit");
	is_num(drain(o, "none", size, 1, &e), -1, "no such part");
	is_num(e.code, TB_EGONE, "that is gone");
	opc_close(o);
	close(fd);
	zip_release(&z);
	buf_release(&big);
}

/* ---- relationships --------------------------------------------------------- */

/* The targets of xl/workbook.xml's relationships, one a line. */
static void
targets(struct span xml, struct buf *out)
{
	static const char *const parts[] = { "xl/worksheets/sheet1.xml",
		"xl/sheet 2.xml", "xl/sheet#3.xml", "xl/a.xml", "top.xml" };
	struct tb_error e = TB_ERROR_INIT;
	struct opc_rels rels;
	struct zip z;
	struct opc *o;
	size_t i;
	int fd;

	zip_begin(&z, "");
	zip_add(&z, &(struct item){
			.name = "xl/_rels/workbook.xml.rels", .data = xml });
	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		zip_add(&z, &(struct item){ .name = parts[i], .data = DATA });
	zip_finish(&z, z.n, 0, 0);
	fd = as_file(buf_span(&z.out));
	o = opc_open(fd, &e);
	buf_reset(out);
	if (opc_rels(o, SPAN("xl/workbook.xml"), &rels, &e))
		for (i = 0; i < rels.n; i++)
			buf_printf(out, "%.*s%s%.*s\n",
			    SPAN_ARG(rels.rel[i].id),
			    rels.rel[i].external ? "!" : "=",
			    SPAN_ARG(rels.rel[i].target));
	else
		buf_printf(out, "E%d", (int)e.code);
	opc_close(o);
	close(fd);
	zip_release(&z);
}

/* The same for one target. */
static void
target(const char *value, const char *want, const char *name)
{
	struct buf xml = BUF_INIT, got = BUF_INIT;

	buf_printf(&xml,
	    "<Relationships xmlns='" PKGREL "'><Relationship Id='' Type='" OD
	    "/worksheet' Target='%s'/></Relationships>",
	    value);
	targets(buf_span(&xml), &got);
	got.len -= got.len > 0; /* the line's end */
	got.p[got.len] = '\0';
	is_str(got.p, want, name);
	buf_release(&xml);
	buf_release(&got);
}

/* UTF-16 of ASCII text, with or without a mark. */
static void
widen(const char *s, bool big, bool mark, struct buf *out)
{
	buf_reset(out);
	if (mark)
		put16(out, big ? 0xfffe : 0xfeff);
	for (; *s; s++)
		put16(out, big ? (unsigned)*s << 8 : (unsigned)*s);
}

static void
relationships(void)
{
	static const char prefixed[] =
	    "<?xml version='1.0' encoding='UTF-16'?>"
	    "<n:Relationships xmlns:n='" PKGREL "'>"
	    "<n:Relationship Id='r1' Type='t' Target='a.xml'/>"
	    "<n:Relationship Id='r2' Type='t' Target='http://x/'"
	    " TargetMode='External'/></n:Relationships>";
	struct buf xml = BUF_INIT, got = BUF_INIT;
	int i;

	target(
	    "worksheets/sheet1.xml", "=xl/worksheets/sheet1.xml", "relative");
	target("/xl/worksheets/sheet1.xml", "=xl/worksheets/sheet1.xml",
	    "from the root: B019");
	target("worksheets\\sheet1.xml", "=xl/worksheets/sheet1.xml",
	    "backslashes: B020");
	target("\\xl\\a.xml", "=xl/a.xml", "backslashes from the root");
	target("./worksheets//./sheet1.xml", "=xl/worksheets/sheet1.xml",
	    "dots and empty names");
	target("../xl/a.xml", "=xl/a.xml", "up and down");
	target("../../../top.xml", "=top.xml", "above the root");
	target("worksheets/../../top.xml", "=top.xml", "up inside");
	target("sheet%202.xml", "=xl/sheet 2.xml", "escaped");
	target("sheet%233.xml", "=xl/sheet#3.xml", "escaped, a '#'");
	target("sheet#3.xml", "=xl/sheet#3.xml", "a '#' that is its name");
	target("a.xml#A1", "=xl/a.xml", "a fragment");
	target("a%zz.xml", "=xl/a%zz.xml", "no escape");
	target("xl/worksheets/sheet1.xml", "=xl/worksheets/sheet1.xml",
	    "from the root, without its '/'");
	target("none.xml", "=xl/none.xml", "no such part");
	for (i = 0; i < 4; i++) {
		widen(prefixed, i & 1, i & 2, &xml);
		targets(buf_span(&xml), &got);
		is_str(got.p, "r1=xl/a.xml\nr2!http://x/\n",
		    "prefixes and UTF-16: B028");
	}
	targets(SPAN("<Relationships"), &got);
	is_str(got.p, error(TB_EBROKEN), "broken");
	targets(SPAN("<!DOCTYPE a><a/>"), &got);
	is_str(got.p, error(TB_EBROKEN), "a doctype");
	buf_release(&xml);
	buf_release(&got);
}

static void
kinds(void)
{
	struct opc_rel rel = { .type = SPAN(OD "/Worksheet") };

	ok(opc_rel_is(&rel, "/worksheet"), "a kind, in another case");
	ok(!opc_rel_is(&rel, "/sheet"), "not another that ends so");
	rel.type = SPAN("/vmlDrawing");
	ok(!opc_rel_is(&rel, "/drawing"), "vmlDrawing is no drawing");
	rel.type = SPAN("");
	ok(!opc_rel_is(&rel, "/drawing"), "no type");
}

/* ---- parts as XML ---------------------------------------------------------- */

/* Reads a part to its end: "" or what is wrong with it. */
static const char *
read_xml(struct opc *o, const char *part, enum pull_parser parser)
{
	static struct tb_error e;
	enum pull_event ev;
	struct pull x;

	tb_clear(&e);
	if (!pull_open(&x, o, span_str(part), parser, &e))
		return e.what;
	while ((ev = pull_next(&x)) != PULL_EOF && ev != PULL_BAD)
		;
	pull_close(&x, &e);
	return e.what;
}

/* An error names its part, and does so once, wherever it comes from. */
static void
messages(void)
{
	static const enum pull_parser all[] = { PULL_HOT, PULL_COLD,
		PULL_LIBXML2 };
	struct tb_error e = TB_ERROR_INIT;
	const char *what;
	struct opc *o;
	struct zip z;
	size_t i;
	int fd;

	zip_begin(&z, "");
	zip_add(&z, &(struct item){ .name = "good.xml", .data = SPAN("<a/>") });
	zip_add(&z, &(struct item){ .name = "bad.xml", .data = SPAN("<a>") });
	zip_add(
	    &z, &(struct item){
		    .name = "crc.xml", .data = SPAN("<a/>"), .bad_crc = 1 });
	zip_finish(&z, z.n, 0, 0);
	fd = as_file(buf_span(&z.out));
	o = opc_open(fd, &e);
	for (i = 0; i < 3; i++) {
		is_str(read_xml(o, "good.xml", all[i]), "", "a good part");
		what = read_xml(o, "bad.xml", all[i]);
		ok(span_starts(span_str(what), SPAN("bad.xml: XML: ")) &&
			!strstr(what + 1, "bad.xml"),
		    "a broken part is named once");
		is_str(read_xml(o, "crc.xml", all[i]), "crc.xml: CRC",
		    "a damaged part");
		is_str(read_xml(o, "none.xml", all[i]), "none.xml",
		    "no such part");
	}
	opc_close(o);
	close(fd);
	zip_release(&z);
}

int
main(void)
{
	entries();
	lies();
	names();
	ends();
	many_entries();
	totals();
	streams();
	relationships();
	kinds();
	messages();
	return done_testing();
}
