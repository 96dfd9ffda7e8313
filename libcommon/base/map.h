/*
 * map.h: a hash map from byte strings to indexes.
 *
 * Keys are lent: they must live as long as the map (put them into an arena).
 * The hash is seeded at random, so that names chosen by somebody else cannot
 * make it slow.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/span.h"

#define MAP_NONE SIZE_MAX

struct map_slot {
	struct span key; /* p NULL: free */
	uint64_t hash;
	size_t value;
};

struct map {
	struct map_slot *slots;
	size_t cap, used; /* slots; cap is 0 or a power of two */
	uint64_t seed;
};

void map_init(struct map *m);
void map_release(struct map *m);
/* Makes room for n keys at once. */
void map_reserve(struct map *m, size_t n);
/* The value of key, or MAP_NONE. */
size_t map_get(const struct map *m, struct span key);
/*
 * Where the value of key stands; it is MAP_NONE when the key is new.  Good
 * until the next map_put.
 */
size_t *map_put(struct map *m, struct span key);

#endif
