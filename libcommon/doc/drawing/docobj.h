/*
 * docobj.h: what stands in a document beside its text: charts, SmartArt,
 * embedded files, and for Word text boxes and comments.
 *
 * They are collected in document order while the body is read, and turned into
 * lines after it.
 */
#ifndef DRAWING_DOCOBJ_H
#define DRAWING_DOCOBJ_H

#include "box/pull.h"
#include "doc/sink.h"

enum docobj_kind {
	DOCOBJ_TEXT,     /* s: a text box's line */
	DOCOBJ_CHART,    /* s: a relationship's id */
	DOCOBJ_SMARTART, /* s: a relationship's id */
	DOCOBJ_EMBED,    /* s: a relationship's id */
	DOCOBJ_COMMENT   /* s: a comment's id */
};

struct docobj {
	enum docobj_kind kind;
	uint32_t page; /* where it stands, from 1 */
	struct span s; /* lives as long as the list */
};

struct docobj_list {
	struct arena arena;
	struct docobj *v;
	size_t n, cap;
};

#define DOCOBJ_LIST_INIT                                                       \
 {                                                                             \
  ARENA_INIT, NULL, 0, 0                                                       \
 }

void docobj_release(struct docobj_list *list);
void docobj_reset(struct docobj_list *list);
/* Appends one; s is copied. */
void docobj_add(struct docobj_list *list, enum docobj_kind kind, uint32_t page,
    struct span s);
/*
 * At PULL_START: collects a reference to a chart, to SmartArt or to an embedded
 * file (w:objectEmbed, o:OLEObject, p:oleObj; not a link).
 */
void docobj_seen(struct docobj_list *list, const struct pull *x, uint32_t page);
/* Sorts by page; those of one page stay in order. */
void docobj_sort(struct docobj_list *list);
/*
 * Sets out to the line of a text box, chart or SmartArt, maybe empty; other
 * kinds have none.  A chart or SmartArt that cannot be read is noted and empty.
 * False only when the document fails with it.
 */
bool docobj_line(struct opc *o, const struct opc_rels *rels,
    const struct docobj *obj, struct sink *s, struct buf *out,
    struct tb_error *e);

#endif
