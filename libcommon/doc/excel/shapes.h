/*
 * shapes.h: what is drawn on a sheet: text boxes, groups, charts, SmartArt
 * (extraction.md 5.3).
 */
#ifndef EXCEL_SHAPES_H
#define EXCEL_SHAPES_H

#include "box/opc.h"
#include "doc/sink.h"

/*
 * Writes the place of the shapes of the sheet called name, a line an anchor;
 * rels are the sheet's.  chart tells a chart sheet, where all are at A1.  Parts
 * that cannot be read are noted; false, with e filled, only when the document
 * fails with one.
 */
bool shapes_read(struct opc *o, const struct opc_rels *rels, struct span name,
    bool chart, struct sink *s, struct tb_error *e);

#endif
