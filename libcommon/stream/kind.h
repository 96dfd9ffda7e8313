/*
 * kind.h: what the name of a file says: is it a target, which kind is it, and
 * which version of the extraction rules does it get.
 *
 * Extensions are compared without regard to ASCII case only (extraction.md 1.1,
 * portability.md 2).
 */
#ifndef STREAM_KIND_H
#define STREAM_KIND_H

#include "base/span.h"

enum kind {
	KIND_NONE,
	KIND_EXCEL,
	KIND_WORD,
	KIND_POWERPOINT,
	KIND_TEXT,
	KIND_PDF,
	KINDS
};

/* What 種類 says: Excel, Word, PowerPoint, テキスト, PDF; "" for none. */
struct span kind_name(enum kind kind);
/* The reverse; KIND_NONE when unknown. */
enum kind kind_find(struct span name);
/* What follows the last '.' of a file name, as spelt; empty without one. */
struct span kind_ext(struct span file);
/*
 * The kind of a document when an index is written, by its name: .xls and .xls?
 * (one letter) and so on (store.md 5.4).
 */
enum kind kind_of(struct span file);
/* Is a file of this name taken in?  The closed list, and no "~$" in front. */
bool kind_target(struct span file);
/*
 * Is it one of our own files by its name, which is never taken in
 * (extraction.md 10.4)?
 */
bool kind_ours(struct span file);
/* 抽出版: the version of the extraction rules of this name (extraction.md 14). */
unsigned kind_version(struct span file);

#endif
