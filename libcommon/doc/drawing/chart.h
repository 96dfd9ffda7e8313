/*
 * chart.h: the text of a chart (extraction.md 4.3).
 *
 * Titles, axis titles, edited labels and series names; no categories, no
 * values.  Exact duplicates are dropped; all is one line, joined by one space.
 */
#ifndef DRAWING_CHART_H
#define DRAWING_CHART_H

#include "box/pull.h"

/*
 * At PULL_START: is it a reference to a chart (c:chart with r:id)?  *id is lent
 * as the attributes are.
 */
bool chart_ref(const struct pull *x, struct span *id);
/*
 * Appends the chart's line, maybe empty, to out.  A part that does not exist
 * has no text.  False, with e filled and out as it was, when the part is broken
 * or over a limit.
 */
bool chart_text(
    struct opc *o, struct span part, struct buf *out, struct tb_error *e);

#endif
