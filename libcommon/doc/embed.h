/*
 * embed.h: Office files embedded in a document or a presentation (extraction.md
 * 9).
 *
 * Each reference to a package gets the next number of the document and becomes
 * the place ページNNN[埋め込みN] or スライドNNN[埋め込みN], with the lines of the
 * embedded file as one list.  One level only: a collector sink (sink.h), which
 * an embedded document is read into, gets nothing from here.
 */
#ifndef DOC_EMBED_H
#define DOC_EMBED_H

#include "box/opc.h"
#include "doc/sink.h"

#define EMBED_UNITS_MAX ((size_t)33554432) /* UTF-16, all of one document */

struct embed {
	struct opc *opc;
	struct sink *sink;
	struct map seen; /* parts that have a number */
	uint32_t count;  /* numbers given */
	size_t units;    /* of the lines written so far */
	struct buf lines;
};

/* For one document; all is lent until embed_release. */
void embed_init(struct embed *em, struct opc *o, struct sink *s);
void embed_release(struct embed *em);
/*
 * One reference, in document order; at tells page or slide.  What cannot be
 * read is noted and leaves a gap in the numbers.  False, with e filled, only
 * when the document fails with it.
 */
bool embed_one(struct embed *em, const struct opc_rels *rels, struct span id,
    const struct place *at, struct tb_error *e);

#endif
