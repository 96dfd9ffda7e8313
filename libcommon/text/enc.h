/*
 * enc.h: which encoding a text file has, and its text as UTF-8.
 *
 * Detection is a strict ladder (extraction.md 10.3): the first encoding that
 * the bytes prove is the answer, and bytes that prove none are no text.  One
 * step is ours: UTF-8 with a little damage is still UTF-8, so that one bad
 * byte does not hide a file.
 */
#ifndef TEXT_ENC_H
#define TEXT_ENC_H

#include "base/buf.h"

enum enc {
	ENC_NONE, /* no text, or it cannot be told which */
	ENC_UTF8,
	ENC_UTF16LE,
	ENC_UTF16BE,
	ENC_JIS,  /* ISO-2022-JP, code page 50221 */
	ENC_SJIS, /* Shift_JIS, code page 932 */
	ENC_EUC,  /* EUC-JP, code page 51932 */
};

/* The encoding of a whole file's bytes; s empty is UTF-8. */
enum enc enc_detect(struct span s);
/*
 * Appends s, which is in encoding enc (not ENC_NONE), as UTF-8, without a byte
 * order mark at its start.  Never fails: what is no character becomes U+FFFD,
 * and the count of those is returned.
 */
size_t enc_to_utf8(enum enc enc, struct span s, struct buf *out);
/*
 * Opens the converter once, so that ICU has its table in memory: call it
 * before a sandbox closes the file system.
 */
void enc_preload(void);

#endif
