#include "find/crew.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"
#include "find/hits.h"

#define AHEAD 8U /* files of a thread that may wait for their turn */

struct slot {
	struct hits hits;
	bool done;
};

/*
 * A ring: files [told, taken) are with the threads or done, [taken, given)
 * wait for one.  The counts only grow.
 */
struct crew {
	const struct search_patterns *p;
	const struct search_options *o;
	const struct search_receiver *r;
	struct search_result *res;
	struct tb_error *e;
	struct slot *slot;
	size_t slots;
	size_t given, taken, told;
	struct buf spare; /* without threads: the caller's */
	pthread_t *thread;
	unsigned threads;
	pthread_mutex_t lock;
	pthread_cond_t work, done;
	unsigned idle; /* threads that wait for work */
	bool waiting;  /* the caller waits for the oldest file */
	bool stop;
};

/* ---- a thread ------------------------------------------------------------- */

static struct pattern **
clone_all(struct pattern *const *p, size_t n)
{
	struct pattern **q = mem_calloc(n + 1, sizeof(struct pattern *));
	size_t i;

	for (i = 0; i < n; i++)
		q[i] = pattern_clone(p[i]);
	return q;
}

static void
free_all(struct pattern **p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		pattern_free(p[i]);
	free(p);
}

/* The next file that waits, or NULL at the end. */
static struct slot *
take(struct crew *c)
{
	struct slot *s = NULL;

	pthread_mutex_lock(&c->lock);
	while (c->taken == c->given && !c->stop) {
		c->idle++;
		pthread_cond_wait(&c->work, &c->lock);
		c->idle--;
	}
	if (!c->stop)
		s = &c->slot[c->taken++ % c->slots];
	pthread_mutex_unlock(&c->lock);
	return s;
}

static void *
run(void *arg)
{
	struct crew *c = arg;
	struct search_patterns p = { .find = pattern_clone(c->p->find),
		.also = clone_all(c->p->also, c->p->alsos),
		.never = clone_all(c->p->never, c->p->nevers),
		.alsos = c->p->alsos,
		.nevers = c->p->nevers };
	struct buf spare = BUF_INIT;
	struct slot *s;

	while ((s = take(c)) != NULL) {
		hits_search(&s->hits, &p, c->o, c->o->limit, &spare);
		pthread_mutex_lock(&c->lock);
		s->done = true;
		if (c->waiting)
			pthread_cond_signal(&c->done);
		pthread_mutex_unlock(&c->lock);
	}
	pattern_free(p.find);
	free_all(p.also, p.alsos);
	free_all(p.never, p.nevers);
	buf_release(&spare);
	return NULL;
}

/* ---- the caller ----------------------------------------------------------- */

struct crew *
crew_new(const struct search_patterns *p, const struct search_options *o,
    const struct search_receiver *r, struct search_result *res,
    struct tb_error *e)
{
	struct crew *c = mem_calloc(1, sizeof(*c));
	unsigned jobs = o->jobs > 1 ? o->jobs : 0;
	size_t i;

	*c = (struct crew){
		.p = p, .o = o, .r = r, .res = res, .e = e, .spare = BUF_INIT
	};
	c->slots = jobs ? (size_t)jobs * AHEAD : 1;
	c->slot = mem_calloc(c->slots, sizeof(*c->slot));
	for (i = 0; i < c->slots; i++)
		hits_init(&c->slot[i].hits);
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->work, NULL);
	pthread_cond_init(&c->done, NULL);
	c->thread = mem_calloc(jobs + 1, sizeof(*c->thread));
	/* fewer threads than asked for are enough; none: the caller's own */
	while (c->threads < jobs &&
	       pthread_create(&c->thread[c->threads], NULL, run, c) == 0)
		c->threads++;
	return c;
}

/* Tells the oldest file, when its search is over. */
static bool
tell_oldest(struct crew *c)
{
	struct slot *s = &c->slot[c->told % c->slots];
	bool go;

	pthread_mutex_lock(&c->lock);
	c->waiting = true;
	while (!s->done)
		pthread_cond_wait(&c->done, &c->lock);
	c->waiting = false;
	pthread_mutex_unlock(&c->lock);
	go = hits_tell(&s->hits, c->r, c->res);
	if (s->hits.fatal.code != TB_OK) {
		*c->e = s->hits.fatal;
		go = false;
	}
	s->done = false;
	c->told++;
	return go;
}

bool
crew_search(struct crew *c, int dir, struct span index, struct span folder,
    struct span name)
{
	struct slot *s = &c->slot[c->given % c->slots];

	if (c->given - c->told == c->slots && !tell_oldest(c))
		return false;
	hits_open(&s->hits, dir, index, folder, name);
	if (c->threads == 0) {
		hits_search(&s->hits, c->p, c->o, c->o->limit, &c->spare);
		s->done = true;
		c->given++;
		return tell_oldest(c);
	}
	pthread_mutex_lock(&c->lock);
	c->given++;
	if (c->idle > 0)
		pthread_cond_signal(&c->work);
	pthread_mutex_unlock(&c->lock);
	return true;
}

bool
crew_end(struct crew *c, bool tell)
{
	bool go = true;
	size_t i;

	while (tell && go && c->told < c->given)
		go = tell_oldest(c);
	pthread_mutex_lock(&c->lock);
	c->stop = true;
	pthread_cond_broadcast(&c->work);
	pthread_mutex_unlock(&c->lock);
	for (i = 0; i < c->threads; i++)
		pthread_join(c->thread[i], NULL);
	for (i = 0; i < c->slots; i++)
		hits_release(&c->slot[i].hits);
	buf_release(&c->spare);
	pthread_mutex_destroy(&c->lock);
	pthread_cond_destroy(&c->work);
	pthread_cond_destroy(&c->done);
	free(c->slot);
	free(c->thread);
	free(c);
	return go;
}
