/*
 * catalog.h: store/format.tsv: the version of the store and the state of each
 * index (store.md 2).
 *
 *	版=2
 *	アプリの版=tebunko-tools 0.1.0
 *	営業<TAB>作り終えた
 */
#ifndef STORE_CATALOG_H
#define STORE_CATALOG_H

#include "base/buf.h"
#include "base/err.h"

enum catalog_health {
	CATALOG_NONE, /* there is none: a new store, or a broken one */
	CATALOG_GOOD,
	CATALOG_BROKEN, /* no version, or none that it could have */
	CATALOG_NEWER   /* written by a later version: hands off */
};

enum catalog_state {
	CATALOG_ABSENT,   /* no row */
	CATALOG_BUILDING, /* 作成中 */
	CATALOG_DONE      /* 作り終えた */
};

struct catalog {
	enum catalog_health health;
	struct buf text; /* the lines, each ended by CRLF, without mark */
};

/* Reads the catalog of the store folder; false only when the system fails. */
bool catalog_load(struct catalog *c, int store, struct tb_error *e);
void catalog_release(struct catalog *c);
/* The state of an index; names by store.md 0.1. */
enum catalog_state catalog_get(const struct catalog *c, struct span index);
/*
 * Sets the row of an index, which is appended when there is none; all other
 * lines and columns stay as they are.
 */
void catalog_set(
    struct catalog *c, struct span index, enum catalog_state state);
/*
 * Makes it a new one: version 2, a row 作成中 for every index that has a content
 * index file below the store folder (10.2).
 */
bool catalog_repair(struct catalog *c, int store, struct tb_error *e);
/*
 * Steps through the rows: *off is 0 first; false after the last one.  index is
 * lent until the catalog changes.
 */
bool catalog_next(const struct catalog *c, size_t *off, struct span *index,
    enum catalog_state *state);
/* Writes it whole. */
bool catalog_save(struct catalog *c, int store, struct tb_error *e);

#endif
