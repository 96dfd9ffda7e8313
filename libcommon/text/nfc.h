/*
 * nfc.h: the composed form of a name (Unicode normalization form C).
 *
 * A Mac hands out "が" as か and a mark of its own; elsewhere it is one character.
 * Names are written as they come and never normalized (portability.md 6): this
 * is for telling that two of them mean one file.
 */
#ifndef TEXT_NFC_H
#define TEXT_NFC_H

#include "base/buf.h"

/*
 * Appends the composed form of s, which is UTF-8.  False, with nothing appended,
 * when s is composed already, is not valid, or is longer than 256 MB.
 */
bool nfc_compose(struct span s, struct buf *out);

#endif
