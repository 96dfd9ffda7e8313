/*
 * state.h: the indexes of a workspace and what state each is in (store.md 10).
 */
#ifndef STORE_STATE_H
#define STORE_STATE_H

#include "store/catalog.h"
#include "store/ingest.h"

enum state_index {
	STATE_CURRENT,
	STATE_BUILDING,
	STATE_REBUILDING, /* it lies in the old place, too */
	STATE_OLD         /* in the old place only: not searched */
};

struct state_item {
	struct span name, source; /* source: "" when it is not known */
	enum state_index state;
	uint64_t done, failed, waiting; /* rows of the list */
	uint64_t files, bytes;          /* content index files */
};

struct state {
	enum catalog_health health;
	struct state_item *v;
	size_t n, cap;
	struct catalog catalog;
	struct ingest list;
	struct arena arena;
};

/*
 * Looks at the workspace ws (its store may be missing) without changing
 * anything.  False, with e filled, when the system fails.
 */
bool state_load(struct state *s, int ws, struct tb_error *e);
void state_release(struct state *s);
/* The index of that name, or NULL. */
const struct state_item *state_find(const struct state *s, struct span name);
/* A state in a word for programs, and for people in their language. */
const char *state_word(enum state_index state);
const char *state_text(enum state_index state);

#endif
