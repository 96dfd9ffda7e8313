/*
 * mhtml.h: a web page in one file (RFC 2557), as Office and wikis export it
 * under the names .doc and .xls.
 *
 *	MIME-Version: 1.0
 *	Content-Type: multipart/related; boundary="X"
 *
 *	--X
 *	Content-Type: text/html; charset=...
 *	Content-Transfer-Encoding: quoted-printable
 *
 *	<html>...
 *	--X
 */
#ifndef DOC_FOREIGN_MHTML_H
#define DOC_FOREIGN_MHTML_H

#include "base/buf.h"

/* Do a file's first bytes say that it is one? */
bool mhtml_is(struct span head);
/*
 * Appends the bytes of its first page to html, decoded, in the page's own
 * encoding.  False when it has none.
 */
bool mhtml_page(struct span file, struct buf *html);

#endif
