/*
 * objects.h: what stands on a sheet beside its cells: shapes and comments
 * (extraction.md 5.3, 5.4).
 */
#ifndef EXCEL_OBJECTS_H
#define EXCEL_OBJECTS_H

#include "box/opc.h"
#include "doc/sink.h"

/*
 * Writes the shapes of a sheet, with name its name; rels are the sheet's.  chart
 * tells a chart sheet, whose objects are all at A1.  Parts that cannot be read
 * are noted; false only when the document fails with one.
 */
bool objects_shapes(struct opc *o, const struct opc_rels *rels,
    struct span name, bool chart, struct sink *s, struct tb_error *e);
/* The same for comments: threads, and the notes of other cells. */
bool objects_comments(struct opc *o, const struct opc_rels *rels,
    struct span name, struct sink *s, struct tb_error *e);

#endif
