/*
 * zipdir.h: the directory of a zip archive, and its entries' stored bytes.
 *
 *	garbage? | local header, data | ... | central directory | end record | ?
 *
 * The central directory is believed, as .NET's ZipArchive does: local headers
 * say only where the data begin, and data descriptors nothing.  Zip64 is read.
 * A fault in one entry (its extra field, its offset) spoils that entry alone; a
 * directory whose count or place is wrong is no directory.  Bytes in
 * front of the archive and behind it are forgiven.  [APPNOTE] is PKWARE's
 * APPNOTE.TXT.
 *
 * Why not libzip: it refuses the whole archive for one entry's bad extra field
 * or name, and costs 2.5 times as much for a small package (LIBRARIES.md 3).
 */
#ifndef BOX_ZIPDIR_H
#define BOX_ZIPDIR_H

#include "base/buf.h"
#include "base/err.h"

#define ZIPDIR_ENTRY_MAX 65535                /* entries of an archive */
#define ZIPDIR_MAX       ((uint64_t)64 << 20) /* bytes of a directory */

enum { ZIPDIR_STORED = 0, ZIPDIR_DEFLATED = 8 }; /* method, 4.4.5 */

struct zipdir_entry {
	struct span name;      /* as it is stored; lent from the directory */
	uint64_t packed, size; /* bytes, as declared */
	uint64_t header;       /* where the local header is */
	uint32_t crc;
	uint16_t method;
	bool encrypted;
};

/* The archive's bytes: an open descriptor, or memory when fd is negative. */
struct zipdir {
	int fd;
	struct span mem;
	uint64_t size;  /* bytes of all */
	uint64_t front; /* bytes of it in front of the archive */
	struct buf central;
	struct zipdir_entry *entry;
	size_t n;
};

/*
 * Reads the directory of the archive behind fd, or in mem when fd is negative;
 * both are lent until zipdir_release, which is due in any case.  Reads by
 * pread() alone, so that it works where nothing can be opened.  False, with e
 * filled: TB_EBROKEN when there is no directory, TB_ESIZE over a limit.
 */
bool zipdir_init(struct zipdir *z, int fd, struct span mem, struct tb_error *e);
void zipdir_release(struct zipdir *z);
/*
 * Where the entry's data begin, by its local header; false, with e filled, when
 * there is none or the data would go over the end of the archive.
 */
bool zipdir_data(const struct zipdir *z, const struct zipdir_entry *entry,
    uint64_t *off, struct tb_error *e);
/* n bytes of the archive at off into p; false, with e filled, on fewer. */
bool zipdir_read(const struct zipdir *z, uint64_t off, void *p, size_t n,
    struct tb_error *e);

#endif
