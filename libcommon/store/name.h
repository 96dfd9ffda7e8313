/*
 * name.h: the names of the store: indexes, content index files, rel paths
 * (store.md 0, 5.1, 8).
 */
#ifndef STORE_NAME_H
#define STORE_NAME_H

#include "base/buf.h"
#include "base/err.h"

#define NAME_UNITS_MAX  255U /* UTF-16 units of an index or a path's part */
#define NAME_NUMBER_MAX 2147483647U

/*
 * Is it the name of a content index file?  Then *ext (lent, as spelt) and
 * *number say which.
 */
bool name_part(struct span file, struct span *ext, uint32_t *number);
/* Appends the name of a part as we write it; ext in any case. */
void name_make_part(struct span ext, uint32_t number, struct buf *out);

/* Why a name cannot be an index's; the first reason wins (store.md 8.3). */
enum name_fault {
	NAME_GOOD,
	NAME_EMPTY,
	NAME_BLANK,
	NAME_LONG,
	NAME_CHARACTER,
	NAME_DOT,
	NAME_RESERVED,
	NAME_USED
};

/* Without the test against used names, which is the caller's. */
enum name_fault name_check(struct span name);
/* The reason in the user's language. */
const char *name_fault_text(enum name_fault fault);
/* Appends what a folder's name is as an index's, 8.1 and 8.2; never empty. */
void name_from_folder(struct span folder, struct buf *out);

/*
 * Appends the rel path of a document: index and path joined by '\', as the
 * lists have it; path has '/'.
 */
void name_rel(struct span index, struct span path, struct buf *out);
/*
 * The reverse: false when rel does not begin with that index and '\'.  path is
 * appended with '/'.
 */
bool name_unrel(struct span index, struct span rel, struct buf *path);
/* The folder of a path ("" at the top), and its file name. */
struct span name_folder(struct span path);
struct span name_file(struct span path);

#endif
