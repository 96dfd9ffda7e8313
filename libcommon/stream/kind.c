#include "stream/kind.h"

static const struct span names[KINDS] = {
	[KIND_NONE] = SPAN_INIT(""),
	[KIND_EXCEL] = SPAN_INIT("Excel"),
	[KIND_WORD] = SPAN_INIT("Word"),
	[KIND_POWERPOINT] = SPAN_INIT("PowerPoint"),
	[KIND_TEXT] = SPAN_INIT("テキスト"),
	[KIND_PDF] = SPAN_INIT("PDF"),
};

/* Office extensions with the version of their rules, extraction.md 14. */
static const struct office {
	const char *ext;
	unsigned version;
} office[] = {
	{ "xlsx", 4 },
	{ "xlsm", 4 },
	{ "xls", 1 },
	{ "xlsb", 1 },
	{ "docx", 4 },
	{ "docm", 4 },
	{ "doc", 4 },
	{ "pptx", 4 },
	{ "pptm", 4 },
	{ "ppt", 2 },
	{ "pdf", 1 },
};

/* extraction.md 10.1, in its order. */
static const char *const texts[] = {
	"txt",
	"csv",
	"tsv",
	"md",
	"log",
	"json",
	"xml",
	"c",
	"h",
	"cpp",
	"cc",
	"cxx",
	"hpp",
	"cs",
	"java",
	"kt",
	"kts",
	"go",
	"rs",
	"swift",
	"scala",
	"dart",
	"vb",
	"bas",
	"pas",
	"asm",
	"m",
	"r",
	"jl",
	"hs",
	"ex",
	"exs",
	"erl",
	"clj",
	"groovy",
	"lua",
	"py",
	"rb",
	"pl",
	"php",
	"psm1",
	"psd1",
	"jsx",
	"tsx",
	"mjs",
	"vue",
	"sql",
	"yaml",
	"yml",
	"toml",
	"ini",
	"cfg",
	"conf",
	"properties",
	"gradle",
	"cmake",
	"proto",
	"graphql",
	"tf",
	"html",
	"htm",
	"css",
	"scss",
	"less",
	"rst",
	"tex",
	"diff",
	"patch",
	"bat",
	"cmd",
	"ps1",
	"vbs",
	"js",
	"reg",
	"sh",
};

struct span
kind_name(enum kind kind)
{
	return names[kind];
}

enum kind
kind_find(struct span name)
{
	unsigned k;

	for (k = KIND_NONE + 1; k < KINDS; k++)
		if (span_eq(name, names[k]))
			return (enum kind)k;
	return KIND_NONE;
}

struct span
kind_ext(struct span file)
{
	size_t dot = span_rfind(file, '.');

	return dot == file.n ? span_of(NULL, 0) : span_skip(file, dot + 1);
}

static bool
is_text(struct span ext)
{
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (span_ieq(ext, span_str(texts[i])))
			return true;
	return false;
}

static const struct office *
find_office(struct span ext)
{
	size_t i;

	for (i = 0; i < sizeof(office) / sizeof(office[0]); i++)
		if (span_ieq(ext, span_str(office[i].ext)))
			return &office[i];
	return NULL;
}

/* Is ext the family's three letters, or those and one ASCII letter? */
static bool
family(struct span ext, const char *three)
{
	return span_ieq(span_head(ext, 3), span_str(three)) &&
	       (ext.n == 3 || (ext.n == 4 && span_lower(ext.p[3]) >= 'a' &&
				  span_lower(ext.p[3]) <= 'z'));
}

enum kind
kind_of(struct span file)
{
	struct span ext = kind_ext(file);

	if (family(ext, "xls"))
		return KIND_EXCEL;
	if (family(ext, "doc"))
		return KIND_WORD;
	if (family(ext, "ppt"))
		return KIND_POWERPOINT;
	if (is_text(ext))
		return KIND_TEXT;
	return span_ieq(ext, SPAN("pdf")) ? KIND_PDF : KIND_NONE;
}

bool
kind_target(struct span file)
{
	struct span ext = kind_ext(file);

	return !span_starts(file, SPAN("~$")) &&
	       (find_office(ext) || is_text(ext));
}

/* head…tail, ASCII case ignored, with head and tail not overlapping. */
static bool
framed(struct span s, struct span head, struct span tail)
{
	return s.n >= head.n + tail.n && span_ieq(span_head(s, head.n), head) &&
	       span_ieq(span_skip(s, s.n - tail.n), tail);
}

bool
kind_ours(struct span file)
{
	return span_ieq(file, SPAN("ingest_status.tsv")) ||
	       framed(file, SPAN("content_index."), SPAN(".tsv")) ||
	       framed(file, SPAN("content."), SPAN(".tsv")) ||
	       framed(file, SPAN("system_index"), SPAN(".txt")) ||
	       framed(file, SPAN("システムインデックス"), SPAN(".txt"));
}

unsigned
kind_version(struct span file)
{
	const struct office *o = find_office(kind_ext(file));

	return o ? o->version : 1;
}
