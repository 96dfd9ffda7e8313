/*
 * fib.h: a Word Binary File ([MS-DOC]): its FIB, its stories and the pieces
 * that their text lies in.
 *
 *	"WordDocument": FIB, text and formatting pages in no order
 *	"0Table" or "1Table": piece table (CLX) and the other tables
 *	of Word 6 and 95 the main stream holds the tables, too
 *	CP 0 .. : main text, footnotes, headers, macros, annotations, endnotes,
 *	  text boxes, text boxes of headers, one after another
 */
#ifndef WORD_FIB_H
#define WORD_FIB_H

#include "base/cur.h"
#include "box/cfb.h"

#define FIB_STREAM_MAX ((uint64_t)1048576000) /* bytes, extraction.md 13 */

enum fib_story {
	FIB_MAIN,
	FIB_FOOTNOTES,
	FIB_HEADERS,
	FIB_MACROS,
	FIB_ANNOTATIONS,
	FIB_ENDNOTES,
	FIB_TEXTBOXES,
	FIB_HEADER_TEXTBOXES,
	FIB_STORIES
};

/* Blocks of the table stream, by their place in FibRgFcLcb97, 2.5.6. */
enum fib_block {
	FIB_PLCFANDREF = 4,
	FIB_PLCFANDTXT = 5,
	FIB_PLCFSED = 6,
	FIB_PLCFHDD = 11,
	FIB_PLCFBTECHPX = 12,
	FIB_PLCFBTEPAPX = 13,
	FIB_CLX = 33,
	FIB_PLCSPAMOM = 40,
	FIB_PLCFTXBXTXT = 56
};

/* Pcd, 2.9.177: characters [from, to) lie from byte off of the main stream. */
struct fib_piece {
	uint32_t from, to; /* CP */
	uint32_t off;
	bool wide; /* two bytes a character; else the document's code page */
};

struct fib {
	struct buf main;    /* "WordDocument" */
	struct buf table;   /* "0Table" or "1Table"; empty of old */
	bool old;           /* of Word 6 or 95, or */
	bool flat;          /* of Word 2, without any tables */
	bool japanese;      /* old: bytes are in code page 932, */
	uint16_t page[256]; /* else in this one */
	uint32_t begin[FIB_STORIES + 1]; /* CP where each story begins */
	struct fib_piece *piece;         /* in order of CP, without gaps */
	size_t pieces;
};

/*
 * Reads FIB and piece table.  False, with e filled: TB_EBROKEN when this is no
 * Word document of Word 6 or later, TB_EPASSWORD when it is encrypted.
 * Streams that are cut are used as far as they go: *cut says so.
 */
bool fib_open(struct fib *f, struct cfb *c, bool *cut, struct tb_error *e);
/*
 * The same for Word 2, which lies in no compound file: the bytes of the file,
 * which f owns from then on.  Only text is read of it.
 */
bool fib_open_flat(struct fib *f, struct buf *bytes, struct tb_error *e);
/* Do a file's first bytes say that it is one of Word 2? */
bool fib_is_flat(struct span head);
void fib_release(struct fib *f);
/* A block of the table stream; empty when the document has none. */
struct cur fib_block(const struct fib *f, enum fib_block block);

/*
 * A PLC, 2.8: n + 1 character positions (or file offsets), then n items of size
 * bytes.
 */
struct fib_plc {
	struct cur cur;
	size_t n, size;
};

struct fib_plc fib_plc(struct cur block, size_t size);
/* Position i, i <= n. */
uint32_t fib_plc_cp(const struct fib_plc *p, size_t i);
/* Item i, i < n. */
struct cur fib_plc_item(const struct fib_plc *p, size_t i);

/* A walk over the characters [cp, end). */
struct fib_walk {
	const struct fib *fib;
	size_t piece;
	uint32_t cp, end;
};

void fib_walk(
    struct fib_walk *w, const struct fib *f, uint32_t from, uint32_t end);
/*
 * The next UTF-16 unit and the file offset that its formatting goes by; false
 * at the end.  w->cp then stands behind it: by one, or two of a character that
 * has two bytes in an old document.
 */
bool fib_walk_next(struct fib_walk *w, uint16_t *unit, uint32_t *fc);

#endif
