/* find/dotnet: what .NET and ICU write, as PCRE2 reads it on units. */
#include "find/dotnet.h"

#include "find/regex.h"
#include "tap.h"
#include "text/utf.h"

static const struct {
	const char *in, *out, *name;
} rewritten[] = {
	{ "a[b-d]\\d{2}(x|y)$", "a[b-d]\\d{2}(x|y)$", "nothing to do" },
	{ "\\p{IsHiragana}+", "[\\x{3040}-\\x{309f}]+", "a block" },
	{ "\\P{IsKatakana}", "[^\\x{30a0}-\\x{30ff}]", "not a block" },
	{ "\\p{^InKatakana}", "[^\\x{30a0}-\\x{30ff}]", "the same" },
	{ "[\\p{IsHiragana}ー]", "[\\x{3040}-\\x{309f}ー]", "in a class" },
	{ "\\p{Lu}\\pL\\p{Han}", "\\p{Lu}\\pL\\p{Han}", "no blocks" },
	{ "[a-z-[aeiou]]", "(?:(?![aeiou])[a-z])", "subtraction" },
	{ "[^a-z-[^x-[y]]]", "(?:(?!(?:(?![y])[^x]))[^a-z])", "and in it" },
	{ "[]a-]", "[]a-]", "a bracket and a hyphen" },
	{ "[[:alpha:]-]", "[[:alpha:]-]", "a class by its name" },
	{ "\\u3042\\x41\\x{3042}", "\\x{3042}\\x{41}\\x{3042}", "numbers" },
	{ "[\\u3041-\\u3096]", "[\\x{3041}-\\x{3096}]", "a range of them" },
	{ "\\U00020BB7?", "(?:\\x{d842}\\x{dfb7})?", "one of two units" },
	{ "𠮷𠮷+", "𠮷(?:𠮷)+", "repeated" },
	{ "[x𠮷]", "(?:(?:[\\x{d842}][\\x{dfb7}]|[x]))", "in a class" },
	{ "\\Q[a-[\\E[b]", "\\Q[a-[\\E[b]", "quoted" },
	{ "(?#[a)(?<n>a)(?<=b)\\k<n>", "(?#[a)(?<n>a)(?<=b)\\k<n>", "groups" },
};

static const struct {
	const char *in, *where;
} wrong[] = {
	{ "あ(?<a-b>c)", "あ(?<a-<-- here" },
	{ "[a-z-[b]c]", "[a-z-[b]<-- here" },
	{ "ab[a-[", "ab[a-[<-- here" },
	{ "\\p{IsHiragana}(x", "\\p{IsHiragana}(x<-- here" },
	{ "\\p{IsNothing}a", "\\p{IsNothing}<-- here" },
};

static const struct {
	const char *expression, *text;
	bool match;
} matches[] = {
	{ "^[\\p{IsCJKUnifiedIdeographs}-[一二三]]+$", "見積", true },
	{ "^[\\p{IsCJKUnifiedIdeographs}-[一二三]]+$", "見三", false },
	{ "^[^𠮷]$", "𠮷", false },
	{ "^[^𠮷]$", "𠮸", true },
	{ "^[一-鿿𠀀-𪛟]{2}$", "𠮷野", true },
	{ "^[\\U00020000-\\U0002A6DF]$", "𪜀", false },
	{ "^𠮷{2}$", "𠮷𠮷", true },
	{ "^\\p{IsHalfwidthandFullwidthForms}+$", "ｶﾞＡ", true },
	{ "^\\p{IsLatin-1Supplement}\\p{IsGreek}$", "éα", true },
	{ "(?<y>\\d{4})年\\k<y>", "2024年2024", true },
};

static bool
matches_line(const char *expression, const char *text)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf wide = BUF_INIT;
	struct regex *r = regex_new(span_str(expression), true, 5000, &e);
	size_t start, end;
	bool found;

	utf_to16(span_str(text), &wide);
	found = r && regex_match(r, (const uint16_t *)(const void *)wide.p,
			 wide.len / 2, 0, &start, &end, &e);
	regex_free(r);
	buf_release(&wide);
	return found;
}

static void
one_rewritten(size_t i)
{
	struct tb_error e = TB_ERROR_INIT;
	struct dotnet d;
	bool good = dotnet_rewrite(span_str(rewritten[i].in), &d, &e);

	is_str(good ? d.text.p : e.what, rewritten[i].out, rewritten[i].name);
	dotnet_release(&d);
}

int
main(void)
{
	struct tb_error e;
	struct regex *r;
	size_t i;

	for (i = 0; i < sizeof(rewritten) / sizeof(rewritten[0]); i++)
		one_rewritten(i);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		e = (struct tb_error)TB_ERROR_INIT;
		r = regex_new(span_str(wrong[i].in), true, 5000, &e);
		ok(!r && strstr(e.what, wrong[i].where), wrong[i].in);
		regex_free(r);
	}
	for (i = 0; i < sizeof(matches) / sizeof(matches[0]); i++)
		ok(matches_line(matches[i].expression, matches[i].text) ==
			matches[i].match,
		    matches[i].expression);
	return done_testing();
}
