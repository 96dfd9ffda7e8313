/*
 * comments.h: the comments of a sheet: threads, and the notes of other cells
 * (extraction.md 5.4).
 */
#ifndef EXCEL_COMMENTS_H
#define EXCEL_COMMENTS_H

#include "box/opc.h"
#include "doc/sink.h"

/*
 * Writes the place of the comments of the sheet called name, a line a cell; rels
 * are the sheet's.  Parts that cannot be read are noted; false, with e filled,
 * only when the document fails with one.
 */
bool comments_read(struct opc *o, const struct opc_rels *rels, struct span name,
    struct sink *s, struct tb_error *e);

#endif
