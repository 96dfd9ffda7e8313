/*
 * sst.h: the shared strings of a workbook (SST, [ECMA-376] 18.4).
 */
#ifndef EXCEL_SST_H
#define EXCEL_SST_H

#include "box/pull.h"

#define SST_MAX ((size_t)2 << 30) /* bytes of all strings, extraction.md 13 */

struct sst {
	struct buf pool; /* the strings, one behind another */
	size_t *end;     /* of each */
	size_t n, cap;
};

void sst_init(struct sst *t);
void sst_release(struct sst *t);
/*
 * Reads the part.  False, with e filled, when it is broken (the book fails) or
 * over a limit.
 */
bool sst_read(struct sst *t, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e);
/*
 * The text appended to the pool since the last call is the next string: for
 * whoever has the strings in another form.
 */
void sst_end(struct sst *t);
/* String i; empty when there is none.  Lent until sst_release. */
struct span sst_get(const struct sst *t, uint64_t i);

#endif
