/*
 * sink.h: where a reader puts what it reads: places, lines, cells, notes.
 *
 * A place begins in the stream with its first line, so that a place without
 * lines does not exist.  In a line collector (an embedded file, extraction.md
 * 9) places vanish and the lines of all of them are one list.
 */
#ifndef DOC_SINK_H
#define DOC_SINK_H

#include "base/err.h"
#include "base/out.h"
#include "stream/place.h"

struct opc;
struct sink;

/* Reads a document or presentation that lies in another one into a collector. */
typedef bool sink_embedded_fn(
    struct opc *o, struct sink *collector, struct tb_error *e);

struct sink {
	struct out *out;   /* NULL: collects lines */
	struct buf *lines; /* of a collector: each ends in LF */
	struct place place;
	struct buf name; /* owns place.name */
	bool open;       /* the place's meta lines are written */
	uint32_t places; /* that have lines, so far */
	/*
	 * Set by whoever knows all readers, since a reader knows no other one.
	 * NULL, as in a collector, so that it is one level: none are read.
	 */
	sink_embedded_fn *embedded;
};

/* A sink that writes a cell stream; o is lent. */
void sink_init(struct sink *s, struct out *o);
/* A sink that appends every line to lines, which is lent. */
void sink_collect(struct sink *s, struct buf *lines);
void sink_release(struct sink *s);
/* What follows belongs to p; its name is copied. */
void sink_place(struct sink *s, const struct place *p);
/*
 * One body line, UTF-8; breaks inside it become U+2028.  A blank line of a
 * place is the reader's business: it is written as it comes.
 */
void sink_line(struct sink *s, struct span text);
/*
 * One cell: row and col from 0, text not empty; the line is "B3", a tab, text.
 * Also for shapes and comments of a sheet.
 */
void sink_cell(struct sink *s, uint32_t row, uint32_t col, struct span text);
/*
 * Something could not be read and the rest goes on (extraction.md 12.3): a 注
 * record "part: why" in the stream.
 */
void sink_note(struct sink *s, const char *part, const struct tb_error *e);
/* The same in words of its own, which are the format's Japanese. */
void sink_remark(struct sink *s, struct span words);

#endif
