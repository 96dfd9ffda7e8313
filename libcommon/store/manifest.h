/*
 * manifest.h: what an archive says of itself, checked before any of it is
 * believed (store.md 12.2, 12.3).
 */
#ifndef STORE_MANIFEST_H
#define STORE_MANIFEST_H

#include "base/arena.h"
#include "base/err.h"

#define MANIFEST_NAME     "tebunko-index.json"
#define MANIFEST_MAX      ((size_t)64 << 20) /* bytes */
#define MANIFEST_LIST_MAX ((uint64_t)256 << 20)
#define MANIFEST_SUM_MAX  ((uint64_t)10 << 30)
#define MANIFEST_FILES    100000U /* with the manifest itself */

struct manifest_file {
	struct span path;         /* in the archive */
	struct span folder, name; /* below the index; of a part */
	uint64_t size;
	uint8_t sha256[32];
};

struct manifest {
	struct span name;   /* of the index, fit to be one */
	struct span source; /* a full path, or "" */
	struct span app, exported;
	struct manifest_file *file;
	size_t n, list; /* list: which of them is the ingest list */
	uint64_t total; /* bytes of all */
	struct arena arena;
};

/* From the manifest's bytes.  False, with e filled, when it is refused. */
bool manifest_parse(struct manifest *m, struct span json, struct tb_error *e);
void manifest_release(struct manifest *m);
/*
 * Can the path, parted by separator, be one on every system?  (12.3)
 */
bool manifest_safe(struct span path, char separator);
/* Is it a full path, so that it can be a source folder's? */
bool manifest_full_path(struct span path);

#endif
