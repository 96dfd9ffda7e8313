/*
 * opc.h: an Open Packaging package: a zip archive, its parts, relationships.
 *
 *	_rels/.rels		the package's relationships
 *	word/document.xml	a part
 *	word/_rels/document.xml.rels	its relationships
 *
 * Part names have no '/' in front.  They are found as spelt, else with ASCII
 * case and '\' for '/' forgiven.  Sizes are limited part by part and in total
 * (extraction.md 13).
 */
#ifndef BOX_OPC_H
#define BOX_OPC_H

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"

#define OPC_PART_MAX   ((uint64_t)104857600)  /* bytes of one part */
#define OPC_TOTAL_MAX  ((uint64_t)314572800)  /* of all parts of a file */
#define OPC_STREAM_MAX ((uint64_t)1048576000) /* of a part that is streamed */
#define OPC_ENTRY_MAX  65535                  /* entries of an archive */
#define OPC_NAME_MAX   4096                   /* bytes of an entry's name */

struct opc;
struct opc_stream;

struct opc_rel {
	struct span id;
	struct span type;   /* the whole URI */
	struct span target; /* part name, resolved; or a URI when external */
	bool external;
};

struct opc_rels {
	struct opc_rel *rel;
	size_t n;
};

/*
 * Opens the archive behind fd, which is lent and must stay open.  NULL, with e
 * filled, when it is no zip or its directory is broken.
 */
struct opc *opc_open(int fd, struct tb_error *e);
/*
 * The same for an archive in memory (lent until opc_close); what is read counts
 * against parent's total.
 */
struct opc *opc_open_embedded(
    struct opc *parent, struct span zip, struct tb_error *e);
void opc_close(struct opc *o);
/*
 * The arena that relationships live in; a reader may keep its own strings
 * there, until opc_close.
 */
struct arena *opc_arena(struct opc *o);
/* Is there such a part? */
bool opc_has(const struct opc *o, struct span part);
/*
 * Reads a whole part into out, which is reset.  TB_ESIZE over a limit; TB_EGONE
 * when there is no such part; TB_EBROKEN, the part named, when it cannot be
 * inflated or its checksum is wrong.
 */
bool opc_part(
    struct opc *o, struct span part, struct buf *out, struct tb_error *e);
/*
 * Was a part refused because all parts together would be over OPC_TOTAL_MAX?
 * That fails the document, while one part that is too large may be lost.  An
 * embedded archive answers for its parent.
 */
bool opc_full(const struct opc *o);
/*
 * Opens a part to be read piece by piece, up to max bytes (not counted in the
 * total); NULL with e filled as above.
 */
struct opc_stream *opc_stream_open(
    struct opc *o, struct span part, uint64_t max, struct tb_error *e);
/* Up to n bytes into p: *got, 0 at the end; false with e filled. */
bool opc_stream_read(
    struct opc_stream *s, void *p, size_t n, size_t *got, struct tb_error *e);
void opc_stream_close(struct opc_stream *s);
/*
 * The relationships of a part ("" for the package's own), in the order of the
 * file, in the package's arena.  No .rels part: none, and true.
 */
bool opc_rels(
    struct opc *o, struct span part, struct opc_rels *rels, struct tb_error *e);
/* The relationship of that id; NULL when there is none. */
const struct opc_rel *opc_rel_by_id(const struct opc_rels *r, struct span id);
/*
 * Does the type end in kind ("/worksheet"), ASCII case ignored?  Matches the
 * transitional, strict and later URIs alike.
 */
bool opc_rel_is(const struct opc_rel *rel, const char *kind);
/* The first internal relationship of that kind whose part exists, or NULL. */
const struct opc_rel *opc_rel_by_kind(
    const struct opc *o, const struct opc_rels *r, const char *kind);

#endif
