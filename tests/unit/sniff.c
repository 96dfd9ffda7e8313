/* doc/sniff: what a file's first bytes say. */
#include "doc/sniff.h"
#include "tap.h"

#define BOM "\xef\xbb\xbf"

static void
check(const char *bytes, size_t n, enum sniff want, const char *name)
{
	is_num(sniff_head(span_of(bytes, n)), want, name);
}

#define is_kind(lit, want) check((lit), sizeof(lit) - 1, (want), #lit)

int
main(void)
{
	char page[3000];

	is_kind("", SNIFF_EMPTY);
	is_kind("PK\x03\x04", SNIFF_ZIP);
	is_kind("PK\x05\x06", SNIFF_TEXT);
	is_kind("PK", SNIFF_TEXT);
	is_kind("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", SNIFF_LEGACY);
	is_kind("\xd0\xcf\x11\xe0\xa1\xb1\x1a", SNIFF_TEXT);
	is_kind("%PDF-1.7\n", SNIFF_PDF);
	is_kind("\n\n%PDF-1.7\0", SNIFF_PDF);
	is_kind("%%PDF-1.7", SNIFF_PDF);
	is_kind("%PDF", SNIFF_TEXT);
	is_kind("{\\rtf1", SNIFF_RTF);
	is_kind("{\\rtf1\0", SNIFF_UNKNOWN);
	is_kind(" {\\rtf1", SNIFF_TEXT);
	is_kind("abc", SNIFF_TEXT);
	is_kind("a\0c", SNIFF_UNKNOWN);
	is_kind("\xff\xfe"
		"a\0",
	    SNIFF_TEXT);
	is_kind("\xfe\xff\0a", SNIFF_UNKNOWN); /* as the original has it */
	is_kind("<html>", SNIFF_HTML);
	is_kind("  \n<!DOCTYPE html>", SNIFF_HTML);
	is_kind(BOM "<TABLE border=0>", SNIFF_HTML);
	is_kind("<?xml version='1.0'?><html>", SNIFF_HTML);
	is_kind("<!-- saved --><meta charset=x>", SNIFF_HTML);
	is_kind("<?xml version='1.0'?><Workbook>", SNIFF_XML);
	is_kind(
	    "<?xml version='1.0'?><!-- x --><?y?><Workbook><Table>", SNIFF_XML);
	is_kind("<p>html</p>", SNIFF_TEXT);
	is_kind("x <html>", SNIFF_TEXT);

	memset(page, ' ', sizeof(page));
	memcpy(page, "<!--", 4);
	memcpy(page + 1000, "--><html>", 9);
	check(page, sizeof(page), SNIFF_HTML, "a page within the first KB");
	memset(page + 1000, ' ', 9);
	memcpy(page + 2000, "--><html>", 9);
	check(page, sizeof(page), SNIFF_TEXT, "and not behind it");
	return done_testing();
}
