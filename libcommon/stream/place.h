/*
 * place.h: a place of a document, in each of its three spellings.
 *
 *	name		見積[図形]  ページ003[埋め込み2]  スライド002（非表示）
 *	meta keys	シート=見積 対象=図形
 *	TSV file name	見積[shape].tsv  page_003[embed2].tsv
 *
 * extraction.md 2, store.md 5.5 and 5.6.
 */
#ifndef STREAM_PLACE_H
#define STREAM_PLACE_H

#include "base/err.h"
#include "base/out.h"
#include "stream/kind.h"
#include "stream/rec.h"

enum place_base {
	PLACE_NONE,
	PLACE_SHEET, /* シート: name */
	PLACE_PAGE,  /* ページ: number */
	PLACE_SLIDE, /* スライド: number, hidden */
	PLACE_PART   /* 部分: name */
};

enum place_target {
	PLACE_BODY,
	PLACE_SHAPE,
	PLACE_COMMENT,
	PLACE_HEADER_FOOTER, /* of a sheet */
	PLACE_NOTES,         /* of a slide */
	PLACE_EMBED
};

struct place {
	enum place_base base;
	enum place_target target;
	struct span name; /* SHEET, PART; lent */
	uint32_t number;  /* PAGE, SLIDE, from 1 */
	uint32_t embed;   /* EMBED, from 1; 0: none */
	bool hidden;      /* SLIDE */
};

#define PLACE_NUMBER_MAX 2147483647U
#define PLACE_EMBED_MAX  999999999U
#define PLACE_FILE_MAX   255 /* UTF-16 units of a TSV file name */

/* Appends the meta lines of p: place key, 対象, 非表示, 埋め込み. */
void place_put(const struct place *p, struct buf *out);
/* Writes them. */
void place_write(struct out *o, const struct place *p);
/*
 * Takes up one meta line: a place key begins *p anew (its value is lent), the
 * others complete it.  False, with e filled, for a page or slide number that
 * is none.
 */
bool place_meta(
    struct place *p, enum meta_key key, struct span value, struct tb_error *e);
/* Appends the name (store.md 5.6). */
void place_name(const struct place *p, struct buf *out);
/*
 * The place of that name in a document of that kind (store.md 5.5); *p lends
 * from name.
 */
void place_from_name(enum kind kind, struct span name, struct place *p);
/*
 * Appends the TSV file name of the place called name, with ".tsv".  False, with
 * TB_ENAME, when it is longer than 255 units.
 */
bool place_file(struct span name, struct buf *out, struct tb_error *e);
/*
 * The reverse: appends the name of the place that a TSV file holds.  A name
 * with '_' that is no fixed one is decoded as it stands (store.md 6).
 */
void place_from_file(struct span file, struct buf *out);
/* encodeIndexPlace: %XX for what no file name can hold (extraction.md 2.3). */
void place_encode(struct span name, struct buf *out);
/* Appends the key that the places of a document are sorted by (2.6). */
void place_sort_key(struct span name, struct buf *out);

#endif
