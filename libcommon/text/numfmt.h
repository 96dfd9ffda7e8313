/*
 * numfmt.h: what a cell shows: Excel's number formats (extraction.md 6).
 *
 * A format code is compiled once and used for every cell that has it.  The
 * target is a Japanese Excel.  Codes come from files and are never an error:
 * what cannot be understood shows as General.
 */
#ifndef TEXT_NUMFMT_H
#define TEXT_NUMFMT_H

#include "base/buf.h"

struct numfmt;

/*
 * The code of built-in format id in a Japanese Excel, UTF-8; NULL when that id
 * has none, which means General.  A code of the book's own for the same id
 * goes first, and that is the caller's business.
 */
const char *numfmt_builtin(unsigned id);
/*
 * Compiles a code, UTF-8; code need not stay.  Never NULL: a code that is
 * empty or beyond the limits is General.  Release by numfmt_free.
 */
struct numfmt *numfmt_compile(struct span code);
void numfmt_free(struct numfmt *f);
/*
 * Appends what a cell with number v shows, which may be nothing.  date1904
 * chooses the date system.  A date that does not exist, where Excel fills the
 * cell with #, and a number that is none show as General.
 */
void numfmt_number(
    const struct numfmt *f, double v, bool date1904, struct buf *out);
/*
 * Appends what a cell with text s shows: s, or what the text section makes of
 * it.
 */
void numfmt_text(const struct numfmt *f, struct span s, struct buf *out);
/* True when f shows numbers and text as if there were no format. */
bool numfmt_is_general(const struct numfmt *f);

#endif
