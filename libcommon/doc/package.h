/*
 * package.h: what the readers of packages do alike: the main part, and the loss
 * of parts that may be lost.
 */
#ifndef DOC_PACKAGE_H
#define DOC_PACKAGE_H

#include "box/opc.h"
#include "doc/sink.h"

/*
 * The main part: what the package's officeDocument relationship names, else
 * fixed, the name that Office gives it.  False when there is neither; *part is
 * good until opc_close.
 */
bool package_main(struct opc *o, const char *fixed, struct span *part);
/*
 * The part of a relationship by its id; false when there is no such
 * relationship inside the package.  Whether the part exists is another
 * question.
 */
bool package_part(
    const struct opc_rels *rels, struct span id, struct span *part);
/*
 * An optional part could not be read, which e tells (extraction.md 12.3): it is
 * noted, e is cleared, and the answer is true: go on.  False when the document
 * fails with it, because the limit of all parts together is reached.
 */
bool package_lost(
    struct opc *o, struct span part, struct sink *s, struct tb_error *e);
/* Writes LF-ended lines into the sink's place. */
void package_lines(struct sink *s, struct span lines);

/* Is the line new to seen?  It is taken up, its copy in the arena. */
bool package_new(struct map *seen, struct arena *a, struct span line);

#endif
