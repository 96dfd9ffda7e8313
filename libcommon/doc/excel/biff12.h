/*
 * biff12.h: the records of a part of a .xlsb, streamed ([MS-XLSB] 2.1.4).
 *
 *	type 1-2 bytes | length 1-4 bytes | length bytes
 *
 * Both numbers have seven bits a byte, the lowest first; the high bit says that
 * another byte follows.
 */
#ifndef EXCEL_BIFF12_H
#define EXCEL_BIFF12_H

#include "base/cur.h"
#include "box/opc.h"

#define BIFF12_RECORD_MAX ((size_t)16 << 20) /* bytes of one record */

/* [MS-XLSB] 2.3.2 */
enum biff12_type {
	BRT_ROW_HDR = 0,
	BRT_CELL_RK = 2,
	BRT_CELL_ERROR = 3,
	BRT_CELL_BOOL = 4,
	BRT_CELL_REAL = 5,
	BRT_CELL_ST = 6,
	BRT_CELL_ISST = 7,
	BRT_FMLA_STRING = 8,
	BRT_FMLA_NUM = 9,
	BRT_FMLA_BOOL = 10,
	BRT_FMLA_ERROR = 11,
	BRT_SST_ITEM = 19,
	BRT_FMT = 44,
	BRT_XF = 47,
	BRT_CELL_RSTRING = 62,
	BRT_BEGIN_SHEET = 129,
	BRT_BEGIN_BOOK = 131,
	BRT_BEGIN_SHEET_DATA = 145,
	BRT_END_SHEET_DATA = 146,
	BRT_WB_PROP = 153,
	BRT_BUNDLE_SH = 156,
	BRT_BEGIN_HEADER_FOOTER = 479,
	BRT_BEGIN_CELL_XFS = 617,
	BRT_END_CELL_XFS = 618,
	BRT_BEGIN_COMMENT = 635,
	BRT_END_COMMENT = 636,
	BRT_COMMENT_TEXT = 637
};

struct biff12 {
	/* the record; its body is lent until the next one */
	unsigned type;
	struct cur body;
	/* the reader's own */
	struct opc_stream *stream;
	struct buf win;
	size_t pos;
	bool eof;
};

/* Begins with a part, up to OPC_STREAM_MAX bytes. */
bool biff12_open(
    struct biff12 *b, struct opc *o, struct span part, struct tb_error *e);
void biff12_close(struct biff12 *b);
/*
 * The next record; *more is false at the end.  False, with e filled, when the
 * part is cut inside of a record, or broken.
 */
bool biff12_next(struct biff12 *b, bool *more, struct tb_error *e);
/*
 * Appends an XLWideString (2.5.168) as UTF-8: the length in characters, then
 * UTF-16.  One that is longer than its record, or null, is empty.
 */
void biff12_string(struct cur *c, struct buf *out);

#endif
