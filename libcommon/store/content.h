/*
 * content.h: content index files: the block of a document, and a file as the
 * blocks that it is made of (store.md 5).
 *
 *	FF FE, then UTF-16LE lines ended by LF:
 *	␞ 版=2
 *	␞ ファイル名=a.xlsx		a block begins
 *	␞ 種類=Excel
 *	␞ シート=…  ␞ 対象=…		a place
 *	its lines
 *
 * What tb-grep reads of such a file is find/'s; here is what an update needs.
 */
#ifndef STORE_CONTENT_H
#define STORE_CONTENT_H

#include "base/buf.h"
#include "base/err.h"
#include "stream/place.h"

#define CONTENT_PART_FULL  ((uint64_t)4194304)  /* takes no further document */
#define CONTENT_PART_MAX   ((uint64_t)67108864) /* what readers take */
#define CONTENT_HEAD_UNITS 7U /* the mark and "␞ 版=2" LF */

/* ---- making a block ------------------------------------------------------- */

struct content_place {
	size_t key, key_len; /* what places are sorted by, in keys */
	size_t off, len;     /* in text, bytes */
};

/* A document on its way into a part. */
struct content_doc {
	struct buf head; /* its first lines, UTF-16LE */
	struct buf text; /* places as they come, UTF-16LE */
	struct buf keys;
	struct content_place *place;
	size_t places, cap;
	enum kind kind;
	bool too_long; /* no part could hold it; the rest is not taken */
};

void content_doc_init(struct content_doc *d);
void content_doc_release(struct content_doc *d);
/* Begins the document called file; what d held is dropped. */
void content_doc_begin(struct content_doc *d, struct span file);
/* A place begins. */
void content_doc_place(struct content_doc *d, const struct place *p);
/*
 * Lines of it, UTF-8, any of CR, LF and CRLF between them; the last one gets an
 * end when it has none (5.3).
 */
void content_doc_body(struct content_doc *d, struct span lines);
/* Sets block to the block's bytes, places in order (5.7). */
void content_doc_block(const struct content_doc *d, struct buf *block);

/* ---- a file as blocks ----------------------------------------------------- */

struct content_block {
	struct span name;  /* of the document, UTF-8 */
	struct span bytes; /* UTF-16LE, ends in LF but for a cut file's last */
};

struct content_file {
	struct buf bytes; /* UTF-16LE, without mark */
	struct buf names;
	struct content_block *block;
	size_t n, cap;
};

/*
 * Makes UTF-16LE without a mark of a file's bytes, whatever mark they have;
 * without one they are UTF-16LE.  An odd last byte becomes U+FFFD (5.9).
 */
void content_normalize(struct buf *b);
/*
 * The same without moving the bytes of a file that is as it should be: returns
 * how many bytes stand in front of its text, 0 or 2.
 */
size_t content_normalize_head(struct buf *b);
void content_file_init(struct content_file *f);
void content_file_release(struct content_file *f);
/*
 * Takes the bytes of a content index file (which the file owns from then on) and
 * finds its blocks (5.9, for update).  False, with e filled, when it is
 * malformed.
 */
bool content_file_parse(
    struct content_file *f, struct buf *bytes, struct tb_error *e);
/* Writes the mark and the version line, and a block that ends in LF. */
void content_put_head(struct out *o);
void content_put_block(struct out *o, struct span block);
/* The same, appended to memory. */
void content_add_head(struct buf *b);
void content_add_block(struct buf *b, struct span block);
/* Units of a block as content_put_block writes it. */
uint64_t content_units(struct span block);

#endif
