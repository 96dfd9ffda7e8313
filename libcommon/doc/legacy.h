/*
 * legacy.h: is a compound file, .xls, .doc or .ppt, under a read password?
 *
 * Such files have no EncryptionInfo stream: each format marks it in a place of
 * its own (extraction.md 1.2).
 */
#ifndef DOC_LEGACY_H
#define DOC_LEGACY_H

#include "base/err.h"

/*
 * True when the streams of one of the three formats behind fd (size bytes;
 * lent) say that they are encrypted.  What cannot be read says nothing.
 */
bool legacy_locked(int fd, uint64_t size);

#endif
