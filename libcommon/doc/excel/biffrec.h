/*
 * biffrec.h: the records of a .xls stream ([MS-XLS] 2.1.4), and strings that
 * run over into Continue records.
 *
 *	type 16 bits | length 16 bits | length bytes
 */
#ifndef DOC_EXCEL_BIFFREC_H
#define DOC_EXCEL_BIFFREC_H

#include "base/buf.h"
#include "base/cur.h"

enum biffrec_type {
	BIFF_FORMULA = 0x0006,
	BIFF_EOF = 0x000a,
	BIFF_NOTE = 0x001c,
	BIFF_DATEMODE = 0x0022,
	BIFF_FILEPASS = 0x002f,
	BIFF_CONTINUE = 0x003c,
	BIFF_CODEPAGE = 0x0042,
	BIFF_OBJ = 0x005d,
	BIFF_BOUNDSHEET = 0x0085,
	BIFF_MULRK = 0x00bd,
	BIFF_RSTRING = 0x00d6,
	BIFF_XF = 0x00e0,
	BIFF_MSODRAWING = 0x00ec,
	BIFF_SST = 0x00fc,
	BIFF_LABELSST = 0x00fd,
	BIFF_TXO = 0x01b6,
	BIFF_NUMBER = 0x0203,
	BIFF_LABEL = 0x0204,
	BIFF_BOOLERR = 0x0205,
	BIFF_STRING = 0x0207,
	BIFF_ARRAY = 0x0221,
	BIFF_TABLE = 0x0236,
	BIFF_RK = 0x027e,
	BIFF_FORMAT = 0x041e,
	BIFF_SHRFMLA = 0x04bc,
	BIFF_BOF = 0x0809
};

struct biffrec {
	unsigned type;
	size_t off; /* of its header in the stream */
	struct cur body;
};

/*
 * The next record of the stream s into r; false at the end.  A record that
 * claims more bytes than there are gets those that there are.
 */
static inline bool
biffrec_next(struct cur *s, struct biffrec *r)
{
	size_t len;

	r->off = s->pos;
	r->type = cur_u16(s);
	len = cur_u16(s);
	if (s->bad)
		return false;
	r->body = cur_sub(s, len < cur_left(s) ? len : cur_left(s));
	return true;
}

/* The bytes of a record and of the Continue records behind it. */
struct biffrun {
	struct cur *stream; /* lent; stands behind the piece */
	struct cur piece;
};

/* How a stream writes its text. */
struct biffrec_text {
	bool biff8;         /* Unicode strings; else bytes of a code page */
	bool japanese;      /* BIFF5 and older: code page 932, */
	bool page_set;      /* else the one in page, */
	uint16_t page[256]; /* else Windows-1252 */
};

/* Takes up a CODEPAGE record: Windows' number, or one of BIFF's own. */
void biffrec_codepage(struct biffrec_text *text, unsigned number);

/* The next n bytes skipped; false when there are fewer. */
bool biffrec_skip(struct biffrun *run, size_t n);
uint16_t biffrec_u16(struct biffrun *run);
uint32_t biffrec_u32(struct biffrun *run);
/*
 * Appends a string's cch characters as UTF-8; flags says whether they have two
 * bytes.  Each Continue record in between begins with flags of its own, [MS-XLS]
 * 2.5.293.  False when the string is cut; what there was is appended.
 */
bool biffrec_chars(
    struct biffrun *run, size_t cch, unsigned flags, struct buf *out);
/*
 * Appends an XLUnicodeRichExtendedString (2.5.293): runs and phonetic data are
 * skipped.
 */
bool biffrec_rich(struct biffrun *run, struct buf *out);
/*
 * Appends a string whose length takes len_bytes (1 or 2): XLUnicodeString,
 * ShortXLUnicodeString, or, in BIFF5, bytes of the code page.
 */
bool biffrec_string(struct biffrun *run, const struct biffrec_text *text,
    unsigned len_bytes, struct buf *out);

#endif
