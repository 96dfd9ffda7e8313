/*
 * ingest.h: store/ingest_status.tsv: the ingest list (store.md 3).
 *
 *	クロール対象フォルダ<TAB>path<TAB>index		folder lines
 *	相対パス<TAB>更新日時<TAB>…			the heading
 *	営業\a.xlsx<TAB>2026/…<TAB>48211<TAB>済<TAB>4<TAB>…	a row a document
 *
 * Rows are kept as their lines, so that what nobody touches stays byte for byte;
 * a later row of the same rel path takes the place of an earlier one.
 */
#ifndef STORE_INGEST_H
#define STORE_INGEST_H

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"

#define INGEST_FILE "ingest_status.tsv"
#define INGEST_HEADING                                                         \
 "相対パス\t更新日時\tサイズ\t状態\tTSV数\t取り込み日時\tエラー\t抽出版"

enum ingest_field {
	INGEST_REL,
	INGEST_TIME,
	INGEST_SIZE,
	INGEST_STATE,
	INGEST_PLACES,
	INGEST_WHEN,
	INGEST_ERROR,
	INGEST_VERSION,
	INGEST_FIELDS
};

#define INGEST_WAITING "未取り込み"
#define INGEST_DONE    "済"
#define INGEST_FAILED  "失敗"

struct ingest_row {
	struct span line; /* eight fields; p NULL: dropped */
	struct span rel;
};

struct ingest_source {
	struct span path, index;
};

struct ingest {
	struct arena arena; /* what rows and sources are lent from */
	struct ingest_row *row;
	size_t rows, row_cap;
	struct ingest_source *source;
	size_t sources, source_cap;
	struct map exact; /* rel path -> row */
	struct map same;  /* its key by fold_key -> row */
};

/* Reads the list of the store folder; a missing one is empty. */
bool ingest_load(struct ingest *g, int store, struct tb_error *e);
void ingest_release(struct ingest *g);
/* The fields of a row, lent as the row is. */
void ingest_fields(const struct ingest_row *r, struct span f[INGEST_FIELDS]);
/*
 * The row of a rel path: the equal one, else one that is the same name; NULL
 * when there is none.  Lent until the list changes.
 */
struct ingest_row *ingest_find(struct ingest *g, struct span rel);
/*
 * Sets the row of f[INGEST_REL]: in the place of the equal one, else at the end.
 * Runs of TAB, CR and LF in a field become one space.  Returns its line.
 */
struct span ingest_set(struct ingest *g, const struct span f[INGEST_FIELDS]);
void ingest_drop(struct ingest *g, struct ingest_row *r);
/* The source folder of an index; false when it has no folder line. */
bool ingest_get_source(
    const struct ingest *g, struct span index, struct span *path);
/* Sets it, in the place of the old one or behind all others. */
void ingest_set_source(struct ingest *g, struct span index, struct span path);
/*
 * Sorts the rows of one index in the order of a walk: files of a folder before
 * its subfolders, each in name order; rows of other indexes stay in front.
 */
void ingest_sort(struct ingest *g, struct span index);
/* Writes the list whole. */
bool ingest_save(const struct ingest *g, int store, struct tb_error *e);
/*
 * Appends lines (each without end) to the list on disk in one write; a list that
 * ends in half a line gets a line end first.
 */
bool ingest_append(
    int store, const struct span *line, size_t n, struct tb_error *e);

#endif
