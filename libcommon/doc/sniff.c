#include "doc/sniff.h"

#include <errno.h>
#include <unistd.h>

#include "box/cfb.h"
#include "doc/excel/biff.h"
#include "doc/foreign/mhtml.h"
#include "doc/word/wordbin.h"

#define PDF_BYTES ((size_t)1024) /* the header may stand that far in */

/* Names in the directory that tell of rights management. */
static const struct span rights[] = {
	SPAN_INIT("DRMEncryptedDataSpace"),
	SPAN_INIT("DRMEncryptedTransform"),
	SPAN_INIT("\x09"
		  "DRMContent"),
	SPAN_INIT("\x09"
		  "DRMDataSpace"),
	SPAN_INIT("\x09"
		  "DRMTransform"),
	SPAN_INIT("\x09"
		  "DRMViewerContent"),
	SPAN_INIT("\x09"
		  "LZXDRMDataSpace"),
	SPAN_INIT("\x09"
		  "LZXTransform"),
};

/* Names that tell of a password. */
static const struct span password[] = {
	SPAN_INIT("EncryptionInfo"),
	SPAN_INIT("StrongEncryptionDataSpace"),
};

/* Names in a compound file differ in more than case, [MS-CFB] 2.6.4. */
static bool
is_one_of(struct span name, const struct span *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (span_ieq(name, list[i]))
			return true;
	return false;
}

static enum sniff
sniff_compound(int fd, uint64_t size)
{
	struct cfb *c = cfb_open(fd, size, NULL);
	const struct cfb_entry *entry;
	bool spaces = false, locked = false, limited = false;
	size_t n = 0, i;

	if (!c)
		return SNIFF_LEGACY; /* its reader will say what is wrong */
	entry = cfb_entries(c, &n);
	for (i = 0; i < n; i++) {
		if (entry[i].type == CFB_UNUSED)
			continue;
		if (is_one_of(entry[i].name, rights,
			sizeof(rights) / sizeof(rights[0])))
			limited = true;
		if (is_one_of(entry[i].name, password,
			sizeof(password) / sizeof(password[0])))
			locked = true;
		if (span_ieq(entry[i].name, SPAN("\x06"
						 "DataSpaces")))
			spaces = true;
	}
	cfb_close(c);
	/* data spaces that nothing explains: on the safe side */
	if (limited || (spaces && !locked))
		return SNIFF_RIGHTS;
	return locked ? SNIFF_PASSWORD : SNIFF_LEGACY;
}

/* What follows the mark and blanks at the start of a text. */
static struct span
text_start(struct span s)
{
	if (span_starts(s, SPAN("\xef\xbb\xbf")))
		s = span_skip(s, 3);
	while (s.n > 0 && (s.p[0] == ' ' || (s.p[0] >= '\t' && s.p[0] <= '\r')))
		s = span_skip(s, 1);
	return s;
}

/* Does the text begin as a page does? */
static bool
is_html(struct span s)
{
	static const struct span begin[] = {
		SPAN_INIT("<html"),
		SPAN_INIT("<!doctype html"),
		SPAN_INIT("<head"),
		SPAN_INIT("<body"),
		SPAN_INIT("<meta"),
		SPAN_INIT("<table"),
	};
	bool xml = span_starts(s, SPAN("<?xml"));
	size_t i, k;

	if (s.n == 0 || s.p[0] != '<')
		return false;
	/* behind comments and an XML declaration too, within the first KB */
	s = span_head(s, 1024);
	for (i = 0; i < s.n; i++) {
		if (s.p[i] != '<')
			continue;
		for (k = 0; k < sizeof(begin) / sizeof(begin[0]); k++)
			if (span_ieq(span_head(span_skip(s, i), begin[k].n),
				begin[k]))
				return true;
		/* an XML spreadsheet has a <Table>, but as no first element */
		if (xml && i + 1 < s.n && s.p[i + 1] != '?' &&
		    s.p[i + 1] != '!')
			return false;
	}
	return false;
}

static bool
is_pdf(struct span head)
{
	const struct span mark = SPAN("%PDF-");
	struct span s = span_head(head, PDF_BYTES);
	size_t i;

	for (i = 0; i < s.n; i++) {
		i += span_find(span_skip(s, i), mark.p[0]);
		if (span_starts(span_skip(s, i), mark))
			return true;
	}
	return false;
}

enum sniff
sniff_head(struct span head)
{
	struct span start;

	if (head.n == 0)
		return SNIFF_EMPTY;
	if (span_starts(head, SPAN("PK\x03\x04")))
		return SNIFF_ZIP;
	if (cfb_is(head))
		return SNIFF_LEGACY;
	if (is_pdf(head))
		return SNIFF_PDF;
	if (span_starts(head, SPAN("\xff\xfe")))
		return SNIFF_TEXT;
	if (span_find(head, '\0') < head.n) {
		if (wordbin_is_flat(head))
			return SNIFF_WORD2;
		return biff_is_flat(head) ? SNIFF_BIFF : SNIFF_UNKNOWN;
	}
	if (span_starts(head, SPAN("{\\rtf")))
		return SNIFF_RTF;
	start = text_start(head);
	if (is_html(start) || mhtml_is(start))
		return SNIFF_HTML;
	return span_starts(start, SPAN("<?xml")) ? SNIFF_XML : SNIFF_TEXT;
}

bool
sniff_file(int fd, uint64_t size, enum sniff *what, struct tb_error *e)
{
	uint8_t head[SNIFF_BYTES];
	size_t n = 0;
	ssize_t k;

	while (n < sizeof(head)) {
		k = pread(fd, head + n, sizeof(head) - n, (off_t)n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return tb_fail_sys(e, "read");
		if (k == 0)
			break;
		n += (size_t)k;
	}
	*what = sniff_head(span_of(head, n));
	if (*what == SNIFF_LEGACY)
		*what = sniff_compound(fd, size);
	return true;
}
