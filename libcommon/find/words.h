/*
 * words.h: the words of a command line, of -e and of the files of -f.
 */
#ifndef FIND_WORDS_H
#define FIND_WORDS_H

#include "base/buf.h"
#include "base/err.h"

#define WORDS_FILE_MAX ((size_t)16 << 20) /* bytes of one file of -f */

struct words {
	struct span *v; /* UTF-8; lent by who added them, or by a file */
	size_t n, cap;
	struct buf *file; /* each of -f as UTF-8 */
	size_t files, files_cap;
};

/* Appends a word, which is lent until words_release. */
void words_add(struct words *w, struct span word);
/*
 * Appends the lines of a file, "-" is standard input, as words; empty ones
 * count for nothing.  The file is UTF-8, UTF-16 of either order or what else
 * enc.h tells by its bytes.  False, with e filled, when it cannot be read.
 */
bool words_add_file(struct words *w, const char *path, struct tb_error *e);
/* Appends all words to out, with a space between two. */
void words_join(const struct words *w, struct buf *out);
void words_release(struct words *w);

#endif
