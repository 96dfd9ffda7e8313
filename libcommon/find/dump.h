/*
 * dump.h: content index files back as a stream (tb-stream(5)), which packs into
 * the same bytes, or as JSON lines for other programs.
 */
#ifndef FIND_DUMP_H
#define FIND_DUMP_H

#include "base/out.h"
#include "find/scan.h"
#include "store/ingest.h"

struct dump {
	/* set by the caller after dump_init */
	bool json;
	struct span index, source; /* lent */
	struct span only;          /* a document's path; "": all */
	struct ingest *list;       /* for times and sizes, lent */
	/* its own */
	struct out *out;
	struct scan scan;
	struct buf text, folder, path, line;
	uint64_t documents, places; /* places: of the open document */
	bool open, wanted;
};

void dump_init(struct dump *d, struct out *o);
void dump_release(struct dump *d);
/* Writes the stream's head; nothing as JSON. */
void dump_begin(struct dump *d);
/*
 * Writes the documents of one content index file: name in the folder dir, which
 * is `folder` below the index.  False, with e filled, when it cannot be read.
 */
bool dump_part(struct dump *d, int dir, struct span folder, struct span name,
    struct tb_error *e);
/* Writes the stream's end. */
void dump_end(struct dump *d);

#endif
