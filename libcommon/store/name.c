#include "store/name.h"

#include "text/fold.h"
#include "text/utf.h"

#define HEAD "content_index."
#define TAIL ".tsv"

bool
name_part(struct span file, struct span *ext, uint32_t *number)
{
	size_t head = sizeof(HEAD) - 1, tail = sizeof(TAIL) - 1, dot;
	struct span digits;
	uint64_t v;

	if (file.n < head + tail ||
	    !span_ieq(span_head(file, head), SPAN(HEAD)) ||
	    !span_ieq(span_skip(file, file.n - tail), SPAN(TAIL)))
		return false;
	file = span_skip(span_head(file, file.n - tail), head);
	dot = span_find(file, '.');
	if (dot == 0 || dot == file.n)
		return false;
	digits = span_skip(file, dot + 1);
	if (digits.n < 3 || !span_u64(digits, NAME_NUMBER_MAX, &v))
		return false;
	*ext = span_head(file, dot);
	*number = (uint32_t)v;
	return true;
}

void
name_make_part(struct span ext, uint32_t number, struct buf *out)
{
	size_t i;

	buf_adds(out, HEAD);
	for (i = 0; i < ext.n; i++)
		buf_addc(out, (char)span_lower(ext.p[i]));
	buf_printf(out, ".%03u" TAIL, (unsigned)number);
}

/* ---- index names ---------------------------------------------------------- */

/* CON, PRN, AUX, NUL, COM1-9, LPT1-9 in front of the first dot. */
static bool
is_reserved(struct span name)
{
	static const char *const words[] = { "CON", "PRN", "AUX", "NUL" };
	struct span s = span_head(name, span_find(name, '.'));
	size_t i;

	while (s.n > 0 && s.p[s.n - 1] == ' ') /* portability.md 4 */
		s.n--;
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (span_ieq(s, span_str(words[i])))
			return true;
	return s.n == 4 && s.p[3] >= '1' && s.p[3] <= '9' &&
	       (span_ieq(span_head(s, 3), SPAN("COM")) ||
		   span_ieq(span_head(s, 3), SPAN("LPT")));
}

enum name_fault
name_check(struct span name)
{
	struct span trimmed = utf_trim(name);
	size_t i;

	if (name.n == 0)
		return NAME_EMPTY;
	if (trimmed.n != name.n)
		return NAME_BLANK;
	if (utf_units(name) > NAME_UNITS_MAX)
		return NAME_LONG;
	for (i = 0; i < name.n; i++)
		if (name.p[i] < 0x20 || strchr("\"<>|:*?\\/", name.p[i]))
			return NAME_CHARACTER;
	if (name.p[name.n - 1] == '.')
		return NAME_DOT;
	return is_reserved(name) ? NAME_RESERVED : NAME_GOOD;
}

const char *
name_fault_text(enum name_fault fault)
{
	switch (fault) {
	case NAME_EMPTY:
		return _("the name is empty");
	case NAME_BLANK:
		return _("blank at the start or end");
	case NAME_LONG:
		return _("longer than 255");
	case NAME_CHARACTER:
		return _("forbidden character");
	case NAME_DOT:
		return _("ends in a dot");
	case NAME_RESERVED:
		return _("reserved by Windows");
	case NAME_USED:
		return _("in use");
	default:
		return "";
	}
}

void
name_from_folder(struct span folder, struct buf *out)
{
	static const struct {
		char c;
		const char *wide;
	} safe[] = { { '>', "＞" }, { '<', "＜" }, { '\\', "￥" },
		{ '*', "＊" }, { '"', "”" }, { ':', "：" }, { '?', "？" },
		{ '|', "｜" } };
	struct buf name = BUF_INIT;
	struct span s;
	size_t i, k;

	while (folder.n > 0 && folder.p[folder.n - 1] == '/')
		folder.n--;
	s = name_file(folder);
	for (i = 0; i < s.n; i++) {
		for (k = 0; k < sizeof(safe) / sizeof(safe[0]); k++)
			if (s.p[i] == (uint8_t)safe[k].c)
				break;
		if (s.p[i] < 0x20)
			buf_adds(&name, "＿");
		else if (k < sizeof(safe) / sizeof(safe[0]))
			buf_adds(&name, safe[k].wide);
		else
			buf_addc(&name, (char)s.p[i]);
	}
	s = utf_trim(buf_span(&name));
	while (s.n > 0 && s.p[s.n - 1] == '.')
		s = utf_trim_end(span_head(s, s.n - 1));
	if (s.n == 0)
		s = SPAN("フォルダ");
	buf_addspan(out, s);
	if (is_reserved(s))
		buf_adds(out, "＿");
	buf_release(&name);
}

/* ---- paths ---------------------------------------------------------------- */

static void
add_swapped(struct span s, char from, char to, struct buf *out)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		buf_addc(out, s.p[i] == (uint8_t)from ? to : (char)s.p[i]);
}

void
name_rel(struct span index, struct span path, struct buf *out)
{
	buf_addspan(out, index);
	buf_addc(out, '\\');
	add_swapped(path, '/', '\\', out);
}

bool
name_unrel(struct span index, struct span rel, struct buf *path)
{
	size_t n = span_find(rel, '\\');

	if (n + 1 >= rel.n || !fold_same(span_head(rel, n), index))
		return false;
	add_swapped(span_skip(rel, n + 1), '\\', '/', path);
	return true;
}

struct span
name_folder(struct span path)
{
	size_t slash = span_rfind(path, '/');

	return slash < path.n ? span_head(path, slash) : span_head(path, 0);
}

struct span
name_file(struct span path)
{
	size_t slash = span_rfind(path, '/');

	return slash < path.n ? span_skip(path, slash + 1) : path;
}
