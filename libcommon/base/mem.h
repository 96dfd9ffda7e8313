/*
 * mem.h: allocation that does not come back empty-handed.
 *
 * When memory runs out the process ends through mem_exhausted(): with a message
 * and status 2.  A worker of tb-extract ends the same way, and its parent reads
 * that status as "memory" (extraction.md 12.2).  So no caller tests for NULL.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

#define MEM_EXIT 2 /* status of a process that ran out of memory */

/* n bytes, or one when n is 0; release with free(). */
void *mem_alloc(size_t n);
/* The same, cleared; count elements of size bytes. */
void *mem_calloc(size_t count, size_t size);
/* As realloc. */
void *mem_realloc(void *p, size_t n);
/* A copy of n bytes with a NUL behind it. */
char *mem_dup(const void *p, size_t n);
/*
 * Makes room for need elements of size bytes in the vector p of *cap elements,
 * growing by half at least; returns the vector, which may have moved.
 */
void *mem_grow(void *p, size_t *cap, size_t need, size_t size);
_Noreturn void mem_exhausted(void);

#endif
