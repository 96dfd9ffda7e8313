/*
 * tree.h: the TSV tree: <folders>/<document>/<place file>.tsv (store.md 6).
 *
 * A document's places are written into a folder beside its own,
 * "<document>.tmp", which takes its place at tree_commit: whoever looks sees
 * the old document or the new one.  No link below the root is followed.
 */
#ifndef STREAM_TREE_H
#define STREAM_TREE_H

#include "stream/tsv.h"

struct tree {
	int root;   /* the folder of the tree */
	int parent; /* the folder of the open document; -1: none open */
	int dir;    /* its temporary folder; -1 */
	struct buf doc, tmp; /* names of the two in parent */
	struct out out;      /* the open place */
	bool in_place;
};

/* The tree below the folder path, which is made when it is missing. */
bool tree_open(struct tree *t, const char *path, struct tb_error *e);
void tree_close(struct tree *t);
/*
 * A document begins: path is relative, its parts joined by '/'.  TB_EBADNAME
 * for one that could leave the tree.
 */
bool tree_document(struct tree *t, struct span path, struct tb_error *e);
/* A tsv_dest's begin for this tree (ctx is the struct tree). */
bool tree_place(
    void *ctx, const struct place *p, struct out **out, struct tb_error *e);
/* Puts the document in place of its older one. */
bool tree_commit(struct tree *t, struct tb_error *e);
/* Drops what was written of it; the older one stays. */
void tree_abort(struct tree *t);
/* Removes a document's folder; one that is not there is removed already. */
bool tree_remove(struct tree *t, struct span path, struct tb_error *e);

#endif
