/*
 * rec.h: reading and writing tb-stream(5).
 *
 *	RS SP key=value LF      a meta line: one REC_META
 *	anything else LF        body lines: one REC_BODY for many of them
 *
 * The reader gives body lines in bulk, as they lie in its window, so that they
 * cost what memory costs.  It takes a BOM in front and CRLF for LF, never
 * looks into a line, and takes blocks of any size.  A last line without line
 * end is not a line: the stream was cut off there.
 */
#ifndef STREAM_REC_H
#define STREAM_REC_H

#include "base/err.h"
#include "base/out.h"
#include "stream/meta.h"

#define REC_LINE_MAX ((size_t)1 << 30) /* bytes of one line */

enum rec_type { REC_META, REC_BODY, REC_EOF };

struct rec {
	enum rec_type type;
	enum meta_key key; /* REC_META */
	struct span name;  /* REC_META: the key as it stands */
	struct span
	    value; /* REC_META: decoded; REC_BODY: whole lines with LF */
};

struct rec_reader {
	int fd;        /* lent */
	struct buf in; /* the window: bytes [pos, in.len) are unread */
	size_t pos;
	size_t block; /* bytes asked of the system at a time */
	uint64_t off; /* of in.p[0] in the stream, for messages */
	bool eof, started;
	bool whole;       /* the last meta line was 以上 */
	struct buf value; /* a decoded value */
	struct buf body;  /* body lines without their CRs */
};

void rec_open(struct rec_reader *r, int fd);
void rec_close(struct rec_reader *r);
/*
 * The next record; lent until the next call.  The first one must be a version
 * that we read, else TB_ESTREAM or TB_EVERSION; an empty stream gives REC_EOF.
 * After REC_EOF r->whole tells whether the stream ended with its last line.
 */
bool rec_next(struct rec_reader *r, struct rec *rec, struct tb_error *e);

/* Appends one meta line; the value is encoded. */
void rec_put(struct buf *out, enum meta_key key, struct span value);
/* Writes one. */
void rec_meta(struct out *o, enum meta_key key, struct span value);
void rec_meta_u64(struct out *o, enum meta_key key, uint64_t value);
/* The first two lines of a stream: 版=2 and 形=form. */
void rec_head(struct out *o, const char *form);
/* A record that is passed on as it came. */
void rec_copy(struct out *o, const struct rec *rec);
/*
 * Writes text into a body line, without a line end: a line break becomes
 * U+2028, U+001C-U+001F go, ill-formed UTF-8 becomes U+FFFD.
 */
void rec_text(struct out *o, struct span text);

#endif
