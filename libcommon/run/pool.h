/*
 * pool.h: many workers, one order.
 *
 *	next -> [ running | done | running | queued ... ] -> begin body end
 *	          ^ the head: passed on as it comes
 *
 * Documents go out to the workers in the order that next gives them, and come
 * back in the same order whatever the number of workers is.  A document that
 * kills its worker, or takes too long, fails alone; the worker is replaced.
 *
 * What the documents behind the head have written is held in memory; when that
 * is POOL_HELD bytes in all, their workers wait.  So memory is bounded, and as
 * the head never waits, work goes on.
 */
#ifndef RUN_POOL_H
#define RUN_POOL_H

#include "run/worker.h"

#define POOL_HELD     ((size_t)64 << 20) /* bytes held for all documents */
#define POOL_AHEAD    256                /* documents under way */
/*
 * A document that fails having written at most this many bytes gives none of
 * them; of a longer one all that came is passed on before its failure.
 */
#define POOL_DOCUMENT ((size_t)1 << 20)

/* One document, as next gives it. */
struct pool_task {
	int fd;            /* read only, the pool's from now on; -1: none */
	uint64_t size;     /* bytes */
	struct span file;  /* the name without folders; lent until end */
	struct tb_error e; /* fd is -1: it fails with this */
	void *doc;         /* the caller's own */
};

/* How a document ended. */
struct pool_result {
	struct tb_error e; /* TB_OK: it is read */
	uint32_t places;
	uint64_t ms; /* from its hand-over on */
};

/* The caller's side.  All of it is called by pool_run, in its process. */
struct pool_ops {
	void *ctx;
	/* The next document; false: no more. */
	bool (*next)(void *ctx, struct pool_task *t);
	/* In order: begin, body any number of times, end. */
	void (*begin)(void *ctx, void *doc);
	void (*body)(void *ctx, void *doc, struct span bytes);
	void (*end)(void *ctx, void *doc, const struct pool_result *r);
	/* Nothing to do for a moment: a time to flush. */
	void (*idle)(void *ctx);
	/* Asked between all these: false ends pool_run, as nobody listens. */
	bool (*wanted)(void *ctx);
};

struct pool_conf {
	worker_fn *read;
	void *arg;        /* of read */
	unsigned jobs;    /* workers at a time, at least 1 */
	uint64_t timeout; /* ms that a document may take */
	uint64_t memory;  /* bytes that a worker may allocate */
};

/*
 * Reads all documents.  *filtered becomes false when system calls of a worker
 * could not be filtered.  False, with e filled, when no worker can be started;
 * documents that had not ended then never do.
 */
bool pool_run(const struct pool_conf *conf, const struct pool_ops *ops,
    bool *filtered, struct tb_error *e);

#endif
