/*
 * workbook.h: the sheets of a book in order, and what is said of all of them
 * ([ECMA-376] 18.2).
 */
#ifndef EXCEL_WORKBOOK_H
#define EXCEL_WORKBOOK_H

#include "box/opc.h"
#include "box/pull.h"

struct workbook_sheet {
	struct span name; /* decoded; in the package's arena */
	struct span id;   /* of its relationship */
	bool hidden;
};

struct workbook {
	struct workbook_sheet *sheet;
	size_t n, cap;
	bool date1904;
};

/*
 * Adds a sheet, for whoever has the book in another form; name and id are
 * copied into a.
 */
void workbook_add(struct workbook *w, struct arena *a, struct span name,
    struct span id, bool hidden);
/* Reads the part; false, with e filled, when it is broken. */
bool workbook_read(struct workbook *w, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e);
void workbook_release(struct workbook *w);

#endif
