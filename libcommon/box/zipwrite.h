/*
 * zipwrite.h: writes a zip archive front to back, without going back: every
 * entry is in memory, so that its sizes are known before it is written
 * ([APPNOTE] 4.3).  ZIP64 where numbers ask for it.
 */
#ifndef BOX_ZIPWRITE_H
#define BOX_ZIPWRITE_H

#include <time.h>

#include "base/out.h"

struct zipwrite {
	struct out *out; /* lent */
	uint64_t off;    /* bytes written */
	uint64_t n;      /* entries */
	struct buf central, packed;
	struct libdeflate_compressor *deflate;
	uint16_t date, time; /* of every entry, as DOS has them */
};

/* Begins an archive whose entries have the local time of now. */
void zipwrite_init(struct zipwrite *z, struct out *out, time_t now);
void zipwrite_release(struct zipwrite *z);
/*
 * Adds an entry: name is UTF-8 with '/' between its parts, at most 65,535
 * bytes; data below 4 GB.  Deflated, or stored when that is not smaller.
 */
void zipwrite_add(struct zipwrite *z, struct span name, struct span data);
/* Writes the central directory.  Whether all was written, out knows. */
void zipwrite_end(struct zipwrite *z);

#endif
