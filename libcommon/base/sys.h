/*
 * sys.h: what differs from system to system.
 *
 * sys_posix.c is the implementation; no other file holds an #ifdef for a
 * system.
 */
#ifndef BASE_SYS_H
#define BASE_SYS_H

#include <sys/types.h>
#include <time.h>

#include "base/err.h"

/* A random number for seeds; not for keys. */
uint64_t sys_random(void);
/* Processors that this process may use, at least 1. */
unsigned sys_cpus(void);
/* Monotonic time in milliseconds. */
uint64_t sys_now_ms(void);
/*
 * Local time as the format writes it: "yyyy/MM/dd HH:mm:ss" and a NUL; a time
 * outside 1601..9999 gives "0001/01/01 00:00:00" (portability.md 7).
 */
#define SYS_STAMP 20
void sys_stamp(time_t t, char s[SYS_STAMP]);
/* Bytes of the file name below dir, no link followed; -1 when it is none. */
int64_t sys_size_at(int dir, const char *name);
/* What an entry of a folder is, as far as the folder tells. */
enum sys_kind { SYS_UNKNOWN, SYS_FOLDER, SYS_FILE, SYS_OTHER };

/* Called with each entry; name is lent for the call. */
typedef void sys_entry_fn(void *arg, const char *name, enum sys_kind kind);
/*
 * Every entry of the folder dir but "." and "..", in no order, from its first
 * on; false with e filled.
 */
bool sys_each_entry(int dir, sys_entry_fn *fn, void *arg, struct tb_error *e);

/* Reads all of fd to its end, at most max bytes; false with e filled. */
bool sys_read_all(int fd, size_t max, struct buf *b, struct tb_error *e);
/* The whole file at path, at most max bytes. */
bool sys_read_file(
    const char *path, size_t max, struct buf *b, struct tb_error *e);
/*
 * The size bytes of the file fd in memory, read only, as they are now; give
 * them back by sys_unmap.  p is NULL when the system cannot.  Should somebody
 * cut the file meanwhile, a read beyond its end kills the process: for workers.
 */
struct span sys_map(int fd, uint64_t size);
void sys_unmap(struct span s);
/*
 * Standard descriptors that the caller closed lead nowhere and fail when used,
 * so that no other file gets their numbers.
 */
void sys_keep_std(void);
/* Closes every descriptor from low on; false when that cannot be done. */
bool sys_close_from(int low);
/*
 * This process, a child of parent's, is to die when parent dies.  False when
 * parent is dead already.
 */
bool sys_die_with_parent(pid_t parent);
/*
 * A file without name in $TMPDIR, else /tmp, for reading and writing; -1 with e
 * filled.
 */
int sys_tmpfile(struct tb_error *e);

#endif
