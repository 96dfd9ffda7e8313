/*
 * cfb.h: a compound file ([MS-CFB]): storages and streams in chains of sectors.
 *
 *	header | sector 0 | sector 1 | ...	of 512 or 4096 bytes each
 *	DIFAT -> FAT -> chains of sectors	directory, streams, mini stream
 *	miniFAT -> chains of 64 bytes inside the mini stream	small streams
 *
 * Damaged files are read as far as they go: a chain ends where it leaves the
 * file or meets itself, and a directory that cannot be read on keeps the
 * entries before.
 */
#ifndef BOX_CFB_H
#define BOX_CFB_H

#include "base/buf.h"
#include "base/err.h"

#define CFB_MAXREG    0xfffffffaU /* the highest sector number */
#define CFB_NONE      0xffffffffU /* no entry */
#define CFB_CUTOFF    4096U       /* smaller streams are mini streams */
#define CFB_CHAIN_MAX 200000U     /* sectors of the directory, 13 */
#define CFB_DIR_MAX   (CFB_CHAIN_MAX * 4U) /* entries of the directory */

enum cfb_type { CFB_UNUSED = 0, CFB_STORAGE = 1, CFB_STREAM = 2, CFB_ROOT = 5 };

struct cfb_entry {
	enum cfb_type type;
	uint32_t parent; /* its storage; CFB_NONE: the tree does not reach it */
	uint32_t start;  /* first sector, or mini sector */
	uint64_t size;   /* bytes, as the entry says */
	struct span name; /* UTF-8, lent until cfb_close */
};

struct cfb;

/* Do these first bytes of a file look like a compound file? */
bool cfb_is(struct span head);
/*
 * Opens the compound file behind fd (size bytes; lent, must stay open), or one
 * in memory (lent until cfb_close).  NULL, with e filled, when header or FAT
 * are none; a damaged directory is no failure.
 */
struct cfb *cfb_open(int fd, uint64_t size, struct tb_error *e);
struct cfb *cfb_open_mem(struct span bytes, struct tb_error *e);
void cfb_close(struct cfb *c);
/*
 * All directory entries, *n of them, CFB_UNUSED ones among them: index 0 is the
 * root, and an index is what parent means.  Lent until cfb_close.
 */
const struct cfb_entry *cfb_entries(const struct cfb *c, size_t *n);
/*
 * The entry of that name directly in a storage (NULL: the root), without regard
 * to ASCII case; NULL when there is none.  What a broken tree does not reach is
 * looked for in the root.
 */
const struct cfb_entry *cfb_find(
    const struct cfb *c, const struct cfb_entry *storage, const char *name);
/*
 * Reads a whole stream into out, which is reset.  TB_ESIZE when it would be
 * over max bytes; TB_EBROKEN when its chain ends early or leaves the file: out
 * then holds the bytes before.
 */
bool cfb_read(struct cfb *c, const struct cfb_entry *stream, uint64_t max,
    struct buf *out, struct tb_error *e);

#endif
