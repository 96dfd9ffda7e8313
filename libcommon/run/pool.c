#include "run/pool.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"

#define READ_BYTES ((size_t)256 << 10) /* asked of a pipe at a time */
#define IDLE_MS    100                 /* without news until ops.idle */

enum state { FREE, QUEUED, RUNNING, DONE };

/* A document under way. */
struct slot {
	enum state state;
	struct pool_task task;
	struct pool_result result;
	struct buf held; /* what it wrote and is not passed on yet */
	uint64_t got;    /* bytes that came of it */
	bool begun;      /* ops.begin was called */
	bool passing;    /* some of it is passed on: all must be */
};

/* A worker's place, and what it works on. */
struct seat {
	struct worker worker;
	struct slot *slot; /* NULL: it waits for work */
	uint64_t started, deadline;
	uint64_t paused; /* since when its pipe is not read; 0: it is */
	bool replied;
	struct worker_reply reply;
};

struct pool {
	const struct pool_conf *conf;
	const struct pool_ops *ops;
	struct slot ring[POOL_AHEAD];
	size_t head, n; /* the slots in use are n from head on, round */
	size_t given;   /* of these, RUNNING or DONE: the first ones */
	size_t held;    /* bytes held in all slots */
	struct seat *seats;
	struct pollfd *polls; /* two a seat: ctl, body */
	char *block;          /* READ_BYTES, read from a pipe */
	bool more;            /* next may have another */
	bool filtered;
	bool unflushed; /* something was passed on since ops.idle */
};

static struct slot *
slot_at(struct pool *p, size_t i)
{
	return &p->ring[(p->head + i) % POOL_AHEAD];
}

static bool
is_head(struct pool *p, const struct slot *s)
{
	return s == &p->ring[p->head];
}

/* ---- passing on ---- */

static void
pass_begin(struct pool *p, struct slot *s)
{
	if (s->begun)
		return;
	s->begun = true;
	p->unflushed = true;
	p->ops->begin(p->ops->ctx, s->task.doc);
}

static void
drop_held(struct pool *p, struct slot *s)
{
	p->held -= s->held.len;
	buf_release(&s->held);
}

static void
pass_held(struct pool *p, struct slot *s)
{
	if (s->held.len == 0)
		return;
	p->unflushed = true;
	p->ops->body(p->ops->ctx, s->task.doc, buf_span(&s->held));
	drop_held(p, s);
}

/* What can go out of the document at the head goes; false: no more for now. */
static bool
pass_head(struct pool *p)
{
	struct slot *s = slot_at(p, 0);

	if (p->n == 0 || s->state == QUEUED)
		return false;
	pass_begin(p, s);
	if (s->got > POOL_DOCUMENT)
		pass_held(p, s);
	if (s->state != DONE)
		return false;
	if (s->result.e.code == TB_OK)
		pass_held(p, s);
	else
		drop_held(p, s);
	p->ops->end(p->ops->ctx, s->task.doc, &s->result);
	p->unflushed = true;
	s->state = FREE;
	p->head = (p->head + 1) % POOL_AHEAD;
	p->n--;
	p->given--;
	return true;
}

/* ---- seats ---- */

static void
finish(struct seat *seat, const struct tb_error *e, uint32_t places)
{
	struct slot *s = seat->slot;

	s->state = DONE;
	s->result.e = *e;
	s->result.places = places;
	s->result.ms = sys_now_ms() - seat->started;
	if (s->task.fd >= 0)
		close(s->task.fd); /* read only: nothing to lose */
	s->task.fd = -1;
	seat->slot = NULL;
}

/* The worker is dead, or must be: its document fails, with why unless NULL. */
static void
lose(struct seat *seat, const struct tb_error *why)
{
	struct tb_error e = TB_ERROR_INIT;

	worker_end(&seat->worker, &e);
	if (seat->slot)
		finish(seat, why ? why : &e, 0);
	seat->replied = false;
}

/* All that a document wrote has come, and so has the reply. */
static void
settle(struct pool *p, struct seat *seat)
{
	const struct worker_reply *r = &seat->reply;

	if (!seat->replied || seat->slot->got < r->bytes)
		return;
	if (seat->slot->got > r->bytes) {
		lose(seat, NULL); /* no worker of ours does that */
		return;
	}
	seat->replied = false;
	if (!r->filtered)
		p->filtered = false;
	finish(seat, &r->e, r->places);
	if (r->retire)
		lose(seat, NULL);
}

/* Its pipe has something, or its end. */
static void
take_body(struct pool *p, struct seat *seat)
{
	struct slot *s = seat->slot;
	ssize_t n = read(seat->worker.body, p->block, READ_BYTES);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		lose(seat, NULL);
		return;
	}
	buf_add(&s->held, p->block, (size_t)n);
	s->got += (uint64_t)n;
	p->held += (size_t)n;
	settle(p, seat);
}

/* Sends the next queued document to a seat, with a worker in it. */
static bool
give(struct pool *p, struct seat *seat, struct tb_error *e)
{
	struct slot *s = slot_at(p, p->given);
	struct worker_task t = { s->task.fd, s->task.size, s->task.file };
	unsigned tries;

	/* an idle worker may have been killed by somebody: take a fresh one */
	for (tries = 0; tries < 2; tries++) {
		if (seat->worker.pid == 0 &&
		    !worker_start(&seat->worker, p->conf->read, p->conf->arg,
			p->conf->memory, e))
			return false;
		if (worker_send(&seat->worker, &t))
			break;
		worker_end(&seat->worker, e);
	}
	if (tries == 2)
		return false;
	s->state = RUNNING;
	seat->slot = s;
	seat->replied = false;
	seat->paused = 0;
	seat->started = sys_now_ms();
	seat->deadline = seat->started + p->conf->timeout;
	p->given++;
	return true;
}

static struct seat *
free_seat(struct pool *p)
{
	unsigned i;

	for (i = 0; i < p->conf->jobs; i++)
		if (!p->seats[i].slot)
			return &p->seats[i];
	return NULL;
}

/* ---- the loop ---- */

/* Asks for one more document; false when there is none, or no room. */
static bool
fetch(struct pool *p)
{
	struct slot *s;

	if (!p->more || p->n == POOL_AHEAD)
		return false;
	s = slot_at(p, p->n);
	s->task = (struct pool_task){ .fd = -1 };
	s->result = (struct pool_result){ .places = 0 };
	s->got = 0;
	s->begun = false;
	p->more = p->ops->next(p->ops->ctx, &s->task);
	if (!p->more)
		return false;
	s->state = QUEUED;
	p->n++;
	return true;
}

/*
 * Gives work to all who wait for it.  False when it is not possible and nobody
 * works, so that it never will be.
 */
static bool
dispatch(struct pool *p, struct tb_error *e)
{
	struct seat *seat;
	struct slot *s;

	while (p->given < p->n || fetch(p)) {
		s = slot_at(p, p->given);
		if (s->task.fd < 0) {
			s->state = DONE;
			s->result.e = s->task.e;
			p->given++;
			continue;
		}
		seat = free_seat(p);
		if (!seat || (p->held >= POOL_HELD && p->given > 0))
			break;
		if (!give(p, seat, e)) {
			if (slot_at(p, 0)->state == QUEUED)
				return false;
			break; /* when the head is done, try again */
		}
	}
	return true;
}

/* Pauses the pipe of a document that must wait, or goes on with it. */
static bool
may_read(struct pool *p, struct seat *seat, uint64_t now)
{
	if (p->held < POOL_HELD || is_head(p, seat->slot)) {
		if (seat->paused) {
			seat->deadline += now - seat->paused;
			seat->paused = 0;
		}
		return true;
	}
	if (!seat->paused)
		seat->paused = now;
	return false;
}

/* What to poll for, and the time until the next deadline, in ms. */
static int
prepare(struct pool *p)
{
	uint64_t now = sys_now_ms(), wait = 60000;
	struct seat *seat;
	bool reading;
	unsigned i;

	for (i = 0; i < p->conf->jobs; i++) {
		seat = &p->seats[i];
		p->polls[2 * i].fd = p->polls[2 * i + 1].fd = -1;
		if (!seat->slot)
			continue;
		reading = may_read(p, seat, now);
		p->polls[2 * i].fd = seat->replied ? -1 : seat->worker.ctl;
		p->polls[2 * i + 1].fd = reading ? seat->worker.body : -1;
		if (!reading)
			continue;
		if (seat->deadline <= now)
			wait = 0;
		else if (seat->deadline - now < wait)
			wait = seat->deadline - now;
	}
	if (p->unflushed && wait > IDLE_MS)
		wait = IDLE_MS;
	return (int)wait;
}

static void
check_deadline(struct seat *seat)
{
	struct tb_error late = TB_ERROR_INIT;

	if (!seat->slot || seat->paused || seat->deadline > sys_now_ms())
		return;
	tb_fail(&late, TB_ETIME, NULL);
	lose(seat, &late);
}

/*
 * The time between two listenings went into output, waiting for whoever reads
 * it, and into opening files.  That is no document's fault.
 */
static void
excuse(struct pool *p, uint64_t since)
{
	uint64_t ms = sys_now_ms() - since;
	unsigned i;

	for (i = 0; i < p->conf->jobs; i++)
		p->seats[i].deadline += ms;
}

/* Waits for news from the workers and takes them in. */
static void
listen_once(struct pool *p)
{
	int wait = prepare(p), n;
	unsigned i;

	n = poll(p->polls, 2 * p->conf->jobs, wait);
	if (n == 0 && p->unflushed) {
		p->ops->idle(p->ops->ctx);
		p->unflushed = false;
	}
	for (i = 0; i < p->conf->jobs; i++) {
		struct seat *seat = &p->seats[i];

		if (n > 0 && seat->slot && p->polls[2 * i + 1].revents)
			take_body(p, seat);
		if (n > 0 && seat->slot && p->polls[2 * i].revents) {
			if (worker_reply(&seat->worker, &seat->reply)) {
				seat->replied = true;
				settle(p, seat);
			} else {
				lose(seat, NULL);
			}
		}
		check_deadline(seat);
	}
}

static void
pool_release(struct pool *p)
{
	struct tb_error e = TB_ERROR_INIT;
	unsigned i;

	for (i = 0; i < p->conf->jobs; i++)
		if (p->seats[i].worker.pid)
			worker_end(&p->seats[i].worker, &e);
	for (i = 0; i < POOL_AHEAD; i++) {
		if (p->ring[i].state != FREE && p->ring[i].task.fd >= 0)
			close(p->ring[i].task.fd);
		buf_release(&p->ring[i].held);
	}
	free(p->seats);
	free(p->polls);
	free(p->block);
}

bool
pool_run(const struct pool_conf *conf, const struct pool_ops *ops,
    bool *filtered, struct tb_error *e)
{
	struct pool p = { .conf = conf, .ops = ops, .more = true };
	uint64_t heard = sys_now_ms();
	bool ok = true;
	unsigned i;

	p.filtered = true;
	p.seats = mem_calloc(conf->jobs, sizeof(*p.seats));
	p.polls = mem_calloc(2 * (size_t)conf->jobs, sizeof(*p.polls));
	p.block = mem_alloc(READ_BYTES);
	for (i = 0; i < 2 * conf->jobs; i++)
		p.polls[i].events = POLLIN;
	for (i = 0; i < POOL_AHEAD; i++)
		buf_init(&p.ring[i].held);
	while (ok && ops->wanted(ops->ctx)) {
		while (pass_head(&p))
			if (!ops->wanted(ops->ctx))
				goto out;
		ok = dispatch(&p, e);
		if (p.n == 0 && !p.more)
			break;
		if (ok && slot_at(&p, 0)->state != DONE) {
			excuse(&p, heard);
			listen_once(&p);
			heard = sys_now_ms();
		}
	}
out:
	*filtered = p.filtered;
	pool_release(&p);
	return ok;
}
