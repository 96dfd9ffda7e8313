/*
 * sniff.h: what a file's first bytes say it is, whatever its name says
 * (extraction.md 1.2).
 *
 * Looked at are the first SNIFF_BYTES bytes and, of a compound file, the names
 * in its directory.
 */
#ifndef DOC_SNIFF_H
#define DOC_SNIFF_H

#include "base/err.h"

#define SNIFF_BYTES ((size_t)4096)

enum sniff {
	SNIFF_ZIP,      /* a package, or some other archive */
	SNIFF_RIGHTS,   /* a compound file under rights management */
	SNIFF_PASSWORD, /* a compound file that holds an encrypted package */
	SNIFF_LEGACY,   /* any other compound file: .xls, .doc, .ppt */
	SNIFF_PDF,
	SNIFF_WORD2, /* a document of Word 2, which is no compound file */
	SNIFF_BIFF,  /* a book of Excel 2 to 4, or the stream of a newer one */
	SNIFF_RTF,
	SNIFF_HTML, /* also one in a MIME file */
	SNIFF_XML,
	SNIFF_TEXT,   /* no NUL in it, or UTF-16 by its mark */
	SNIFF_EMPTY,  /* no bytes at all */
	SNIFF_UNKNOWN /* binary, or encrypted by something foreign */
};

/*
 * Tells what fd (size bytes; lent, left where it stands) is.  False, with e
 * filled, when it cannot be read.
 */
bool sniff_file(int fd, uint64_t size, enum sniff *what, struct tb_error *e);
/* The same for the first bytes of a file; a compound file is SNIFF_LEGACY. */
enum sniff sniff_head(struct span head);

#endif
