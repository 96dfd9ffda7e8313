/*
 * xstring.h: strings of SpreadsheetML ([ECMA-376] 22.9.2.19 ST_Xstring).
 */
#ifndef EXCEL_XSTRING_H
#define EXCEL_XSTRING_H

#include "base/buf.h"
#include "box/pull.h"

/*
 * Appends s with every _xHHHH_ as the UTF-16 unit that it means; two of a pair
 * are one character, a lone surrogate is U+FFFD.
 */
void xstring_decode(struct span s, struct buf *out);
/*
 * After PULL_START of an si, is or text element: appends the decoded texts of
 * the t elements below it, those of phonetic runs (rPh) left out, and goes on to
 * its PULL_END, which it returns, or PULL_BAD.  text is for its own use.
 */
enum pull_event xstring_runs(struct pull *x, struct buf *text, struct buf *out);

#endif
