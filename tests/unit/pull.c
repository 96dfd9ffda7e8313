/* Both parsers behind pull.h give the same events, whatever the blocks are. */
#include "box/pull.h"

#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#include "box/zipdir.h"
#include "tap.h"
#include "xmltrace.h"

#define SML "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define REL                                                                    \
 "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/* ---- by example ----------------------------------------------------------- */

static const struct {
	const char *name, *xml, *want; /* want NULL: BAD */
} examples[] = {
	{ "an element", "<a/>", "<1:0:a\n/1:0:a\n" },
	{ "text", "<a>x</a>", "<1:0:a\n\"x\"/1:0:a\n" },
	{ "a declaration", "<?xml version=\"1.0\"?>\n<a/>",
	    "<1:0:a\n/1:0:a\n" },
	{ "a mark in front", "\xef\xbb\xbf<a/>", "<1:0:a\n/1:0:a\n" },
	{ "attributes", "<a b='1' c=\"2\"/>", "<1:0:a 0:b=1 0:c=2\n/1:0:a\n" },
	{ "references", "<a b='&amp;&#x3042;'>&lt;&gt;&quot;&apos;&#65;</a>",
	    "<1:0:a 0:b=&\xe3\x81\x82\n\"<>\"'A\"/1:0:a\n" },
	{ "line breaks in a value", "<a b='1\n2\t3\r\n4'/>",
	    "<1:0:a 0:b=1 2 3 4\n/1:0:a\n" },
	{ "line breaks in text", "<a>1\r\n2\r3\n4</a>",
	    "<1:0:a\n\"1\n2\n3\n4\"/1:0:a\n" },
	{ "CDATA", "<a><![CDATA[A&B <x>]]]]><![CDATA[>\r\n]]></a>",
	    "<1:0:a\n\"A&B <x>]]>\n\"/1:0:a\n" },
	{ "Japanese in CDATA", "<a><![CDATA[見積書の明細]]></a>",
	    "<1:0:a\n\"見積書の明細\"/1:0:a\n" },
	{ "an empty CDATA", "<a><![CDATA[]]></a>", "<1:0:a\n/1:0:a\n" },
	{ "comments and instructions",
	    "<!--x--><?p q?><a>1<!--y-->2</a><!---->",
	    "<1:0:a\n\"12\"/1:0:a\n" },
	{ "brackets in text", "<a>x]]y]</a>", "<1:0:a\n\"x]]y]\"/1:0:a\n" },
	{ "the default namespace", "<a xmlns='" SML "'><b/></a>",
	    "<1:1:a\n<2:1:b\n/2:1:b\n/1:1:a\n" },
	{ "a prefix",
	    "<x:a xmlns:x='" SML "' xmlns:r='" REL "' r:id='1' id='2'/>",
	    "<1:1:a 8:id=1 0:id=2\n/1:1:a\n" },
	{ "a prefix bound again",
	    "<x:a xmlns:x='" SML "'><x:b xmlns:x='urn:x'/><x:c/></x:a>",
	    "<1:1:a\n<2:17:b\n/2:17:b\n<2:1:c\n/2:1:c\n/1:1:a\n" },
	{ "the default unbound", "<a xmlns='" SML "'><b xmlns=''/><c/></a>",
	    "<1:1:a\n<2:0:b\n/2:0:b\n<2:1:c\n/2:1:c\n/1:1:a\n" },
	{ "xml:", "<a xml:space='preserve'/>",
	    "<1:0:a 16:space=preserve\n/1:0:a\n" },
	{ "blanks in tags", "<a  b = '1'\n><c ></c ></a\t>\n ",
	    "<1:0:a 0:b=1\n<2:0:c\n/2:0:c\n/1:0:a\n" },
	{ "'>' in a value", "<a b='>'/>", "<1:0:a 0:b=>\n/1:0:a\n" },
	{ "Japanese names", "<表 列='値'/>", "<1:0:表 0:列=値\n/1:0:表\n" },
	{ "nothing", "", NULL },
	{ "no end", "<a>", NULL },
	{ "half a tag", "<a b='1", NULL },
	{ "a wrong end", "<a></b>", NULL },
	{ "an end too many", "<a/></a>", NULL },
	{ "two roots", "<a/><b/>", NULL },
	{ "text in front", "x<a/>", NULL },
	{ "text behind", "<a/>x", NULL },
	{ "a doctype", "<!DOCTYPE a><a/>", NULL },
	{ "an entity", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", NULL },
	{ "an unknown entity", "<a>&e;</a>", NULL },
	{ "a reference of other letters", "<a>&#x4:;</a>", NULL },
	{ "a reference without digits", "<a>&#x;</a>", NULL },
	{ "a stray ampersand", "<a>x & y</a>", NULL },
	{ "an attribute twice", "<a b='1' b='2'/>", NULL },
	{ "a prefix bound twice", "<a xmlns:b='x' xmlns:b='y'/>", NULL },
	{ "the default bound twice", "<a xmlns='x' xmlns='y'/>", NULL },
	{ "'<' in a value", "<a b='<'/>", NULL },
	{ "no quotes", "<a b=1/>", NULL },
	{ "no value", "<a b/>", NULL },
	{ "no blank between", "<a b='1'c='2'/>", NULL },
	{ "']]>' in text", "<a>]]></a>", NULL },
	{ "'--' in a comment", "<a><!-- -- --></a>", NULL },
	{ "a control character", "<a>\x01</a>", NULL },
	{ "a surrogate by reference", "<a>&#xD800;</a>", NULL },
	{ "U+FFFF", "<a>\xef\xbf\xbf</a>", NULL },
};

static void
by_example(void)
{
	struct buf got = BUF_INIT;
	size_t i, block;
	bool same;

	for (i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		struct span xml = span_str(examples[i].xml);
		const char *want = examples[i].want ? examples[i].want : "BAD";

		xmltrace(xml, PULL_HOT, 0, &got);
		is_str(got.p, want, examples[i].name);
		xmltrace(xml, PULL_LIBXML2, 0, &got);
		is_str(got.p, want, "the same by libxml2");
		for (same = true, block = 1; block < 8; block++) {
			xmltrace(xml, PULL_HOT, block, &got);
			same = same && strcmp(got.p, want) == 0;
		}
		ok(same, "the same in small blocks");
	}
	buf_release(&got);
}

/* ---- what is forgiven ------------------------------------------------------ */

#define FFFD "\xef\xbf\xbd"

/* Not well-formed, but the original reads it (extraction.md 4.1). */
static const struct {
	const char *name, *xml, *want;
} faults[] = {
	{ "controls by reference", "<a>&#x41;&#x1;&#9;&#31;</a>",
	    "<1:0:a\n\"A\x01\t\x1f\"/1:0:a\n" },
	{ "in hexadecimal alone", "<a>&#x1F;</a>", "<1:0:a\n\"\x1f\"/1:0:a\n" },
	{ "but no other fault", "<a>&#1;</b>", "BAD" },
	{ "bad UTF-8", "<a>\xe3\x81</a>", "<1:0:a\n\"" FFFD "\"/1:0:a\n" },
	{ "each part that is none", "<a b='\xff\xe3'>x\xed\xa0\xf0</a>",
	    "<1:0:a 0:b=" FFFD FFFD "\n\"x" FFFD FFFD FFFD "\"/1:0:a\n" },
	{ "but not behind the end", "<a>\xe3</a>\xe3", "BAD" },
	{ "blanks in front", "\n <?xml version='1.0'?><a/>",
	    "<1:0:a\n/1:0:a\n" },
};

static void
forgiven(void)
{
	static const enum pull_parser both[] = { PULL_HOT, PULL_COLD };
	struct buf got = BUF_INIT;
	size_t i, k;
	bool same;

	for (i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		for (same = true, k = 0; k < 10; k++) {
			xmltrace(
			    span_str(faults[i].xml), both[k % 2], k / 2, &got);
			same = same && strcmp(got.p, faults[i].want) == 0;
		}
		is_str(got.p, faults[i].want, faults[i].name);
		ok(same, "in hot parts too, in blocks of any size");
	}
	buf_release(&got);
}

/* ---- encodings ------------------------------------------------------------- */

#define A_JA "<1:0:a\n\"\xe3\x81\x82\"/1:0:a\n" /* <a>U+3042</a> */

static const struct {
	const char *name;
	struct span xml;
	const char *want;
} encodings[] = {
	{ "UTF-16BE, a mark",
	    SPAN_INIT("\xfe\xff\0<\0a\0>\x30\x42\0<\0/\0a\0>"), A_JA },
	{ "UTF-16LE, a mark",
	    SPAN_INIT("\xff\xfe<\0a\0>\0\x42\x30<\0/\0a\0>\0"), A_JA },
	{ "UTF-16BE, none", SPAN_INIT("\0<\0a\0>\x30\x42\0<\0/\0a\0>"), A_JA },
	{ "UTF-16LE, none", SPAN_INIT("<\0a\0>\0\x42\x30<\0/\0a\0>\0"), A_JA },
	{ "UTF-16 that calls itself UTF-8",
	    SPAN_INIT("\xff\xfe<\0?\0x\0m\0l\0 \0v\0e\0r\0s\0i\0o\0n\0=\0'\0"
		      "1\0.\0"
		      "0\0'\0 \0e\0n\0c\0o\0d\0i\0n\0g\0=\0'\0"
		      "U\0T\0F\0-\0"
		      "8\0'\0?\0>\0<\0a\0>\0\x42\x30<\0/\0a\0"
		      ">\0"),
	    A_JA },
	{ "UTF-8 that calls itself UTF-16",
	    SPAN_INIT("<?xml version=\"1.0\" encoding=\"utf-16\"?>"
		      "<a>\xe3\x81\x82</a>"),
	    A_JA },
	{ "UTF-8 with a mark that calls itself Shift_JIS",
	    SPAN_INIT("\xef\xbb\xbf<?xml version='1.0' encoding='Shift_JIS'?>"
		      "<a>\xe3\x81\x82</a>"),
	    A_JA },
	{ "UTF-8 that calls itself ASCII",
	    SPAN_INIT("<?xml version='1.0' encoding='us-ascii'?>"
		      "<a>\xe3\x81\x82</a>"),
	    A_JA },
	{ "UTF-8 of an unknown name",
	    SPAN_INIT("<?xml version='1.0' encoding='x'?><a>\xe3\x81\x82</a>"),
	    A_JA },
	{ "Shift_JIS",
	    SPAN_INIT("<?xml version='1.0' encoding = 'SHIFT_JIS'?>"
		      "<a>\x82\xa0</a>"),
	    A_JA },
	{ "EUC-JP",
	    SPAN_INIT("<?xml version='1.0' encoding=\"EUC-JP\"?>"
		      "<a>\xa4\xa2</a>"),
	    A_JA },
	{ "ISO-2022-JP",
	    SPAN_INIT("<?xml version='1.0' encoding='iso-2022-jp'?>"
		      "<a>\x1b$B$\"\x1b(B</a>"),
	    A_JA },
	{ "Windows-1252",
	    SPAN_INIT("<?xml version='1.0' encoding='windows-1252'?>"
		      "<a>\x80</a>"),
	    "<1:0:a\n\"\xe2\x82\xac\"/1:0:a\n" },
	{ "Latin-1, by libxml2",
	    SPAN_INIT("<?xml version='1.0' encoding='iso-8859-1'?>"
		      "<a>\xe9</a>"),
	    "<1:0:a\n\"\xc3\xa9\"/1:0:a\n" },
	{ "bad UTF-8 of an unknown name",
	    SPAN_INIT("<?xml version='1.0' encoding='x'?><a>\xe3</a>"), "BAD" },
	{ "zeros", SPAN_INIT("\0\0\0\0\0\0\0\0"), "BAD" },
};

/* Whoever is asked: they are a matter of what stands in front of both. */
static void
by_encoding(void)
{
	static const enum pull_parser both[] = { PULL_HOT, PULL_COLD };
	struct buf got = BUF_INIT;
	size_t i;

	for (i = 0; i < 2 * sizeof(encodings) / sizeof(encodings[0]); i++) {
		xmltrace(encodings[i / 2].xml, both[i % 2], 0, &got);
		is_str(got.p, encodings[i / 2].want, encodings[i / 2].name);
	}
	buf_release(&got);
}

/* ---- limits --------------------------------------------------------------- */

static void
repeat(struct buf *b, const char *s, size_t n)
{
	while (n-- > 0)
		buf_adds(b, s);
}

static void
limits(void)
{
	static const enum pull_parser both[] = { PULL_HOT, PULL_LIBXML2 };
	struct buf xml = BUF_INIT, got = BUF_INIT;
	size_t p, over, i;

	for (p = 0; p < 2; p++) {
		for (over = 0; over < 2; over++) {
			buf_reset(&xml);
			repeat(&xml, "<a>", PULL_DEPTH_MAX + over);
			repeat(&xml, "</a>", PULL_DEPTH_MAX + over);
			xmltrace(buf_span(&xml), both[p], 0, &got);
			is_num(strcmp(got.p, "BAD") == 0, over, "depth");
			buf_reset(&xml);
			buf_adds(&xml, "<a");
			for (i = 0; i < PULL_ATTR_MAX + over; i++)
				buf_printf(&xml, " a%zu=''", i);
			buf_adds(&xml, "/>");
			xmltrace(buf_span(&xml), both[p], 0, &got);
			is_num(strcmp(got.p, "BAD") == 0, over, "attributes");
		}
		buf_reset(&xml);
		buf_adds(&xml, "<a>");
		repeat(&xml, "0123456789abcde&amp;", 50000);
		buf_adds(&xml, "</a>");
		xmltrace(buf_span(&xml), both[p], 0, &got);
		is_num(got.len, 7 + 1 + 16 * 50000 + 1 + 7,
		    "a long text with references");
	}
	buf_release(&xml);
	buf_release(&got);
}

/* ---- damaged at random ---------------------------------------------------- */

static void
mutations(unsigned seed)
{
	static const char *const seeds[] = {
		"<x:a xmlns:x='" SML
		"' r='1'><b c=\"&amp;d\">t&#65;<![CDATA[u]]>"
		"</b><!--c--><d/>\r\n</x:a>",
		"<?xml version='1.0' encoding='UTF-8'?><a><b/>\xe3\x81\x82]]</a>",
	};
	static const char bytes[] = "<>&;'\"=/!?[]-x: \n\r#1\x80\xe3";
	struct buf xml = BUF_INIT, a = BUF_INIT, b = BUF_INIT, c = BUF_INIT;
	unsigned i, k, differ = 0, good = 0;

	srand(seed);
	for (i = 0; i < 20000; i++) {
		buf_reset(&xml);
		buf_adds(&xml, seeds[i % 2]);
		for (k = 0; k < 1 + i % 3; k++) {
			size_t at = (size_t)rand() % xml.len;

			if (rand() % 2)
				buf_cut(&xml, at, 1 + (size_t)rand() % 3);
			else
				xml.p[at] =
				    bytes[(size_t)rand() % (sizeof(bytes) - 1)];
		}
		xmltrace(buf_span(&xml), PULL_HOT, 0, &a);
		xmltrace(buf_span(&xml), PULL_HOT, 1 + i % 5, &b);
		xmltrace(buf_span(&xml), PULL_LIBXML2, 0, &c);
		good += strcmp(c.p, "BAD") != 0;
		if (strcmp(a.p, b.p) != 0 ||
		    (strcmp(c.p, "BAD") != 0 && strcmp(a.p, c.p) != 0)) {
			if (differ++ < 3)
				printf("# seed %u, %u: %s\n# %s\n# %s\n# %s\n",
				    seed, i, xml.p, a.p, b.p, c.p);
		}
	}
	ok(good > 1000, "some are still XML");
	is_num(differ, 0, "what libxml2 reads we read alike");
	buf_release(&xml);
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
}

/* ---- real files ----------------------------------------------------------- */

#define LARGE ((uint64_t)50 << 10) /* a part that takes time, tells no more */

static void
compare_parts(const char *path, unsigned *parts, unsigned *differ)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf xml = BUF_INIT, a = BUF_INIT, b = BUF_INIT;
	int fd = open(path, O_RDONLY);
	struct opc *o = opc_open(fd, &e);
	struct zipdir z;
	struct span name;
	size_t i;

	zipdir_init(&z, fd, span_of(NULL, 0), &e);
	for (i = 0; o && i < z.n; i++) {
		name = z.entry[i].name;
		if ((!span_ends(name, SPAN(".xml")) &&
			!span_ends(name, SPAN(".rels"))) ||
		    z.entry[i].size > LARGE || !opc_part(o, name, &xml, &e))
			continue;
		++*parts;
		xmltrace(buf_span(&xml), PULL_HOT, 0, &a);
		xmltrace(buf_span(&xml), PULL_LIBXML2, 0, &b);
		/* what only we read is allowed */
		if (strcmp(a.p, b.p) != 0 && strcmp(b.p, "BAD") != 0 &&
		    (*differ)++ < 5)
			printf("# %s: %.*s\n", path, SPAN_ARG(name));
	}
	zipdir_release(&z);
	opc_close(o);
	close(fd);
	buf_release(&xml);
	buf_release(&a);
	buf_release(&b);
}

/* All packages of the samples beside the checkout. */
static void
real_files(const char *root)
{
	static const char *const kinds[] = { "xlsx", "xlsm", "docx", "docm",
		"pptx", "pptm" };
	static const char *const depths[] = { "*", "*/*", "*/*/*", "*/*/*/*",
		"*/*/*/*/*" };
	unsigned parts = 0, differ = 0;
	char path[4096];
	size_t i, k;
	glob_t g;

	for (i = 0; i < 6 * 5; i++) {
		snprintf(path, sizeof(path), "%s/corpus/%s/*.%s", root,
		    depths[i / 6], kinds[i % 6]);
		if (glob(path, 0, NULL, &g) != 0)
			continue;
		for (k = 0; k < g.gl_pathc; k++)
			compare_parts(g.gl_pathv[k], &parts, &differ);
		globfree(&g);
	}
	if (parts > 0)
		is_num(differ, 0, "parts of real packages that differ");
	printf("# %u parts of real packages\n", parts);
}

int
main(void)
{
	const char *seed = getenv("TB_SEED"), *shared = getenv("TB_SHARED");

	by_example();
	forgiven();
	by_encoding();
	limits();
	mutations(seed ? (unsigned)strtoul(seed, NULL, 10) : 1);
	real_files(shared ? shared : "../shared");
	return done_testing();
}
