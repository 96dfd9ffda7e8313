/*
 * worker.h: a process that reads documents and can do nothing else.
 *
 *	parent -- request, open file -->  worker	ctl, SOCK_SEQPACKET
 *	       <-- reply ---------------
 *	       <-- body lines ----------		body, a pipe
 *
 * The parent opens a file and hands the descriptor over; the worker, shut in a
 * sandbox, writes what it reads into the pipe and then says how it went and how
 * many bytes that was.  It works on one document at a time.
 */
#ifndef RUN_WORKER_H
#define RUN_WORKER_H

#include <sys/types.h>

#include "base/out.h"

#define WORKER_NAME_MAX 1024 /* bytes of a file's name that are handed over */
#define WORKER_FILES    2000 /* documents, after which a worker is replaced */

struct worker_task {
	int fd;           /* read only, at its start, lent */
	uint64_t size;    /* bytes */
	struct span file; /* the name without folders */
};

/*
 * Reads one document: its places into out, their number into *places.  False,
 * with e filled, when it failed.  Runs in the worker.
 */
typedef bool worker_fn(void *arg, const struct worker_task *t, struct out *out,
    uint32_t *places, struct tb_error *e);

struct worker {
	pid_t pid; /* 0: not running */
	int ctl;
	int body; /* does not block */
};

struct worker_reply {
	uint64_t bytes; /* written into body for this document */
	uint32_t places;
	uint8_t retire;    /* it has grown: stop it and start another */
	uint8_t filtered;  /* its system calls are filtered */
	struct tb_error e; /* TB_OK: the document is read */
};

/*
 * Starts a process that calls fn for each request.  memory is what it may
 * allocate, in bytes.  What fn needs from files (tables, converters) must be
 * loaded before.
 */
bool worker_start(struct worker *w, worker_fn *fn, void *arg, uint64_t memory,
    struct tb_error *e);
/* Hands over a document; fd may be closed then.  False: the worker is gone. */
bool worker_send(struct worker *w, const struct worker_task *t);
/*
 * Reads the reply after w->ctl became readable.  False when the worker is gone
 * or sent something else.
 */
bool worker_reply(struct worker *w, struct worker_reply *r);
/*
 * Ends the process, at once, and waits for it.  e says what it died of, when it
 * had not been asked to: TB_EMEMORY, or TB_EBROKEN with the signal's number
 * (extraction.md 12.2).
 */
void worker_end(struct worker *w, struct tb_error *e);

#endif
