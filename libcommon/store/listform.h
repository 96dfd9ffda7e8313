/*
 * listform.h: the form of the store's lists (store.md 0.2): UTF-8 with a byte
 * order mark, fields separated by TAB, lines ended by CRLF.
 *
 * Readers take them without mark and with LF, too; a final line without line
 * end is a line.
 */
#ifndef STORE_LISTFORM_H
#define STORE_LISTFORM_H

#include "base/buf.h"
#include "base/err.h"

#define LISTFORM_MARK "\xef\xbb\xbf"
#define LISTFORM_MAX  ((size_t)4 << 30) /* bytes of a list */

/*
 * Reads the list name below dir into text, without its mark; what is no UTF-8
 * becomes U+FFFD.  *exists tells whether there is one; a missing list is empty
 * and no failure.
 */
bool listform_load(int dir, const char *name, struct buf *text, bool *exists,
    struct tb_error *e);
/* The next line of *rest, without its end; false at the end. */
bool listform_line(struct span *rest, struct span *line);
/*
 * Splits a line at its TABs into at most max fields; the count may be larger
 * than max.
 */
size_t listform_split(struct span line, struct span *field, size_t max);
/* Appends a field's text: each run of TAB, CR and LF is one space. */
void listform_put(struct buf *out, struct span field);

#endif
