/*
 * objlist.h: objects of a sheet, each at a cell: shapes, or comments
 * (extraction.md 3.5).
 *
 *	objlist_add -> text appended to list->text -> objlist_end
 */
#ifndef EXCEL_OBJLIST_H
#define EXCEL_OBJLIST_H

#include "doc/sink.h"

struct objlist_item {
	uint32_t row, col; /* from 0 */
	size_t seq;        /* order in the parts */
	size_t off, len;   /* bytes of text */
};

struct objlist {
	struct objlist_item *v;
	size_t n, cap;
	struct buf text; /* of all */
};

#define OBJLIST_INIT                                                           \
 {                                                                             \
  NULL, 0, 0, BUF_INIT                                                         \
 }

void objlist_release(struct objlist *list);
/* Begins an object; good until the next one. */
struct objlist_item *objlist_add(
    struct objlist *list, uint32_t row, uint32_t col);
/*
 * The text appended since objlist_add is the object's; when that is blank, there
 * is no object.
 */
void objlist_end(struct objlist *list);
/* Back to the first n objects: the part of those behind them is broken. */
void objlist_cut(struct objlist *list, size_t n);
/* By row, column and order in the parts. */
void objlist_sort(struct objlist *list);
/* Writes the objects, sorted, as a place of the sheet called name. */
void objlist_write(struct objlist *list, struct span name,
    enum place_target target, struct sink *s);

#endif
