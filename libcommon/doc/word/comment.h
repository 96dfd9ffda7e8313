/*
 * comment.h: the comments of a Word document (extraction.md 7.5).
 *
 * A comment is one line, its paragraphs joined by one space.  It belongs to
 * the page of its first reference in the body; without one it belongs to the
 * document.
 */
#ifndef WORD_COMMENT_H
#define WORD_COMMENT_H

#include "doc/drawing/docobj.h"

struct comment {
	struct span id, text; /* in the set's arena */
	int64_t number;       /* of the id */
	bool used;            /* written to the page of a reference */
};

struct comment_set {
	struct arena arena;
	struct map by_id; /* the first of each id */
	struct comment *v;
	size_t n, cap;
};

void comment_init(struct comment_set *set);
void comment_release(struct comment_set *set);
/*
 * Reads a comments part.  False, with e filled and the set empty, when it is
 * broken.
 */
bool comment_read(struct opc *o, struct span part, struct comment_set *set,
    struct tb_error *e);
/*
 * Writes those that objects refers to, page by page, and then the others as
 * those of the document by number of their ids.
 */
void comment_write(
    struct comment_set *set, const struct docobj_list *objects, struct sink *s);

#endif
