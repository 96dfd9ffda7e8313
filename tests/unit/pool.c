/* The pool: order, and what a reader that misbehaves costs. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "run/pool.h"
#include "run/sandbox.h"
#include "tap.h"

#define MEMORY ((uint64_t)192 << 20) /* bytes a worker may allocate */

/* ---- the reader, in the workers: its behaviour is the file's name ---- */

static void
write_lines(struct out *out, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += 16)
		out_puts(out, "0123456789abcde\n");
}

static _Noreturn void
spin(void)
{
	volatile unsigned n = 0;

	for (;;)
		n++;
}

static void
work_for(uint64_t ms)
{
	uint64_t end = sys_now_ms() + ms;

	while (sys_now_ms() < end)
		;
}

static void
take_memory(void)
{
	char *p;

	for (;;) {
		p = mem_alloc((size_t)16 << 20);
		memset(p, 1, (size_t)16 << 20);
	}
}

static bool
reader(void *arg, const struct worker_task *t, struct out *out,
    uint32_t *places, struct tb_error *e)
{
	(void)arg;
	out_span(out, t->file);
	out_putc(out, '\n');
	*places = 1;
	if (span_eqs(t->file, "abort"))
		abort();
	if (span_eqs(t->file, "exit"))
		_exit(7);
	if (span_eqs(t->file, "spin"))
		spin();
	if (span_eqs(t->file, "stop"))
		raise(SIGSTOP);
	if (span_eqs(t->file, "memory"))
		take_memory();
	if (span_eqs(t->file, "slow"))
		work_for(150);
	if (span_eqs(t->file, "big"))
		write_lines(out, (size_t)40 << 20);
	if (span_eqs(t->file, "some, abort") ||
	    span_eqs(t->file, "much, abort")) {
		write_lines(out, t->file.p[0] == 's' ? POOL_DOCUMENT / 2
						     : 2 * POOL_DOCUMENT);
		out_flush(out);
		abort();
	}
	if (span_eqs(t->file, "fail"))
		return tb_fail(e, TB_EDOCX, "part");
	if (span_eqs(t->file, "open") && !SANDBOX_CHECKED &&
	    open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0)
		return tb_fail(e, TB_EIO, "opened a file");
	if (span_eqs(t->file, "read") &&
	    (read(t->fd, &(char){ 0 }, 1) != 1 || t->size != 5))
		return tb_fail(e, TB_EIO, "nothing to read");
	return true;
}

/* ---- the caller ---- */

struct caller {
	const char *const *name; /* NULL at its end */
	unsigned repeat;         /* how often the list is gone through */
	const char *const *at;
	unsigned nap; /* ms that each body call takes */
	unsigned stop_after;
	unsigned ended, begun;
	size_t bytes;    /* of all bodies */
	struct buf log;  /* "name: places" or "name: reason", a line each */
	struct buf body; /* of the last document, up to 4 KB */
};

static bool
next(void *ctx, struct pool_task *t)
{
	struct caller *c = ctx;

	if (!*c->at) {
		if (c->repeat == 0)
			return false;
		c->repeat--;
		c->at = c->name;
	}
	t->file = span_str(*c->at);
	t->doc = (void *)(uintptr_t)*c->at++;
	if (span_eqs(t->file, "missing")) {
		tb_fail(&t->e, TB_EGONE, NULL);
		return true;
	}
	t->fd = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
	if (t->fd < 0)
		t->fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	t->size = 5; /* "pool\n" */
	return true;
}

static void
begin(void *ctx, void *doc)
{
	struct caller *c = ctx;

	(void)doc;
	c->begun++;
	buf_reset(&c->body);
}

static void
body(void *ctx, void *doc, struct span bytes)
{
	struct caller *c = ctx;
	struct timespec ts = { 0, (long)c->nap * 1000000 };

	(void)doc;
	if (c->nap)
		nanosleep(&ts, NULL);
	c->bytes += bytes.n;
	buf_addspan(&c->body, span_head(bytes, 4096));
}

static void
end(void *ctx, void *doc, const struct pool_result *r)
{
	struct caller *c = ctx;

	c->ended++;
	buf_printf(&c->log, "%s: ", (const char *)doc);
	if (r->e.code == TB_OK)
		buf_printf(&c->log, "%u", r->places);
	else
		tb_message(&r->e, &c->log);
	buf_addc(&c->log, '\n');
}

static void
idle(void *ctx)
{
	(void)ctx;
}

static bool
wanted(void *ctx)
{
	const struct caller *c = ctx;

	return c->stop_after == 0 || c->ended < c->stop_after;
}

static void
run(struct caller *c, const char *const *name, unsigned jobs, uint64_t timeout)
{
	const struct pool_conf conf = { reader, NULL, jobs, timeout, MEMORY };
	const struct pool_ops ops = { c, next, begin, body, end, idle, wanted };
	struct tb_error e = TB_ERROR_INIT;
	bool filtered;

	c->name = c->at = name;
	c->ended = c->begun = 0;
	c->bytes = 0;
	buf_reset(&c->log);
	ok(pool_run(&conf, &ops, &filtered, &e), "the pool ran");
	ok(filtered || SANDBOX_CHECKED, "system calls were filtered");
	ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD,
	    "no process is left");
}

static void
test_misbehaviour(struct caller *c)
{
	static const char *const names[] = { "read", "abort", "open", "fail",
		"exit", "missing", "spin", "open", "some, abort", "stop",
		"read", NULL };
	static const char want[] =
	    "read: 1\n"
	    "abort: signal 6: damaged, or not what its extension says\n"
	    "open: 1\n"
	    "fail: part: no Word document inside (word/document.xml)\n"
	    "exit: status 7: damaged, or not what its extension says\n"
	    "missing: not found\n"
	    "spin: took too long and was stopped\n"
	    "open: 1\n"
	    "some, abort: signal 6: damaged, or not what its extension says\n"
	    "stop: took too long and was stopped\n"
	    "read: 1\n";
	static const unsigned jobs[] = { 1, 2, 8 };
	unsigned i;

	for (i = 0; i < 3; i++) {
		run(c, names, jobs[i], 1500);
		is_span(buf_span(&c->log), span_str(want),
		    "each costs its own document, in order");
		is_num(c->begun, 11, "each began");
	}
}

static void
test_partial(struct caller *c)
{
	static const char *const some[] = { "some, abort", NULL };
	static const char *const much[] = { "much, abort", NULL };
	static const char *const fail[] = { "fail", NULL };

	run(c, some, 2, 60000);
	is_num(c->bytes, 0, "a short part of a lost document is dropped");
	run(c, much, 2, 60000);
	ok(c->bytes > POOL_DOCUMENT, "a long one had gone out already");
	run(c, fail, 2, 60000);
	is_num(c->bytes, 0, "a document that fails gives nothing");
}

static void
test_memory(struct caller *c)
{
	static const char *const names[] = { "memory", "read", NULL };

	if (SANDBOX_CHECKED)
		return; /* no limit in such a build */
	run(c, names, 1, 60000);
	is_str(c->log.p, "memory: too large for the memory limit\nread: 1\n",
	    "memory that runs out costs its document");
}

static void
test_large(struct caller *c)
{
	static const char *const names[] = { "slow", "big", "big", "big", "big",
		"read", NULL };
	static const char *const one[] = { "big", NULL };

	run(c, names, 8, 60000);
	is_num(c->ended, 6, "documents larger than what is held: all ended");
	is_num(c->bytes, 5 + 4 * (4 + ((size_t)40 << 20)) + 5,
	    "and every byte came");
	c->nap = 5;
	run(c, one, 1, 2000);
	c->nap = 0;
	is_str(c->log.p, "big: 1\n", "a slow reader of ours is no time-out");
}

static void
test_many(struct caller *c)
{
	static const char *const names[] = { "read", NULL };

	c->repeat = 2 * WORKER_FILES + 500;
	run(c, names, 2, 60000);
	is_num(c->ended, 2 * WORKER_FILES + 501,
	    "workers are replaced in passing");
}

static void
test_unwanted(struct caller *c)
{
	static const char *const names[] = { "read", "read", "read", "spin",
		"spin", NULL };

	c->stop_after = 2;
	run(c, names, 4, 60000);
	is_num(c->ended, 2, "nobody listens: it ends at once");
	c->stop_after = 0;
}

int
main(void)
{
	struct caller c = { .log = BUF_INIT, .body = BUF_INIT };

	test_misbehaviour(&c);
	test_partial(&c);
	test_memory(&c);
	test_large(&c);
	test_many(&c);
	test_unwanted(&c);
	buf_release(&c.log);
	buf_release(&c.body);
	return done_testing();
}
