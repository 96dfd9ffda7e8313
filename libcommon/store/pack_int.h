/*
 * pack_int.h: a run of pack_stream: its stream (pack.c), the store that it opens
 * and leaves (pack_store.c), the documents that it writes (pack_publish.c).
 */
#ifndef STORE_PACK_INT_H
#define STORE_PACK_INT_H

#include "base/arena.h"
#include "base/map.h"
#include "store/catalog.h"
#include "store/content.h"
#include "store/ingest.h"
#include "store/pack.h"
#include "stream/rec.h"

/* A document that is read, or gone, and waits for its folder's turn. */
struct pack_waiting {
	struct span path; /* in the arena of the run */
	char *block;      /* ours; NULL: it is gone, or has failed */
	size_t len;
	struct span row; /* its line in the list; p NULL: none */
	bool gone;
};

/* A folder of the index. */
struct pack_folder {
	struct span path;
	uint64_t outstanding; /* documents that the plan still promises */
	size_t first, n;      /* its documents, while it is published */
};

struct pack {
	const struct pack_options *o;
	pack_say_fn *say;
	void *arg;
	struct pack_result *res;
	struct tb_error *e;
	struct rec_reader in;
	/* the store */
	int ws, store, lock, content; /* content: store/content/<index> */
	struct catalog catalog;
	struct ingest ingest;
	struct buf index, source;
	bool begun; /* the lock is held, the plan is in the list */
	/* the plan */
	struct arena arena;
	struct pack_folder *folder;
	size_t folders, folder_cap;
	struct map by_path; /* folder's path -> folder */
	struct buf pending; /* rel paths of gone documents, LF-ended */
	/* documents that wait */
	struct pack_waiting *wait;
	size_t waits, wait_cap;
	size_t bytes; /* of their blocks */
	/* the document that comes in */
	struct content_doc doc;
	struct buf file, path, time, size, block;
	struct place place;
	struct buf place_name;
	bool in_doc, in_place;
	uint64_t places;
};

/* Tells the caller of a fault of one document or file. */
void pack_warn(
    struct pack *p, struct span what, enum tb_code code, const char *detail);
/* The folder of that path, which is taken up when it is new. */
struct pack_folder *pack_folder_of(struct pack *p, struct span path);
/* A document that waits from here on; path is copied. */
struct pack_waiting *pack_wait(struct pack *p, struct span path);
/* Sets the row of a document and returns its line. */
struct span pack_set_row(struct pack *p, struct span path, struct span time,
    struct span size, const char *state, const char *places, const char *when,
    struct span error, const char *version);
/*
 * Writes all that waits: the parts, then, when they are safe, the rows.  False,
 * with the error filled, when the system fails.
 */
bool pack_publish(struct pack *p);

/* Steps 1 to 3 of store.md 9.1: the store is ours, the catalog is good. */
bool pack_begin(struct pack *p);
/* A gone document: its row goes, and its text waits to be taken out. */
void pack_take_gone(struct pack *p, struct span path);
/* Step 4: the plan is in the list before the first document is. */
bool pack_write_plan(struct pack *p);
/* Steps 7 to 9. */
bool pack_finish(struct pack *p);

static inline void
pack_set(struct buf *b, struct span s)
{
	buf_reset(b);
	buf_addspan(b, s);
}

#endif
