#include "base/map.h"

#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/mem.h"
#include "base/sys.h"

void
map_init(struct map *m)
{
	m->slots = NULL;
	m->cap = m->used = 0;
	m->seed = sys_random();
}

void
map_release(struct map *m)
{
	free(m->slots);
	m->slots = NULL;
	m->cap = m->used = 0;
}

/* The slot of key, or the free one where it would go. */
static struct map_slot *
find(const struct map *m, struct span key, uint64_t hash)
{
	size_t i = (size_t)hash & (m->cap - 1);

	while (m->slots[i].key.p &&
	       (m->slots[i].hash != hash || !span_eq(m->slots[i].key, key)))
		i = (i + 1) & (m->cap - 1);
	return &m->slots[i];
}

static void
resize(struct map *m, size_t cap)
{
	struct map old = *m;
	size_t i;

	m->slots = mem_calloc(cap, sizeof(*m->slots));
	m->cap = cap;
	for (i = 0; i < old.cap; i++)
		if (old.slots[i].key.p)
			*find(m, old.slots[i].key, old.slots[i].hash) =
			    old.slots[i];
	free(old.slots);
}

void
map_reserve(struct map *m, size_t n)
{
	size_t cap = m->cap ? m->cap : 16;

	while (cap - cap / 4 < n)
		cap *= 2;
	if (cap > m->cap)
		resize(m, cap);
}

size_t
map_get(const struct map *m, struct span key)
{
	struct map_slot *s;

	if (m->used == 0)
		return MAP_NONE;
	s = find(m, key, XXH3_64bits_withSeed(key.p, key.n, m->seed));
	return s->key.p ? s->value : MAP_NONE;
}

size_t *
map_put(struct map *m, struct span key)
{
	struct map_slot *s;
	uint64_t hash = XXH3_64bits_withSeed(key.p, key.n, m->seed);

	map_reserve(m, m->used + 1);
	s = find(m, key, hash);
	if (!s->key.p) {
		s->key = key.p ? key : SPAN("");
		s->hash = hash;
		s->value = MAP_NONE;
		m->used++;
	}
	return &s->value;
}
