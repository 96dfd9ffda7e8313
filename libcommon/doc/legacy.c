#include "doc/legacy.h"

#include "base/cur.h"
#include "box/cfb.h"

#define STREAM_MAX  ((uint64_t)100 << 20) /* bytes of a stream looked at */
#define XLS_RECORDS 64 /* FILEPASS stands among the first ones */
#define BIFF_EOF    0x000a
#define FILEPASS    0x002f
#define FIB_IDENT   0xa5ec
#define FENCRYPTED  0x0100      /* in the word at byte 0x0a of the FIB */
#define CURRENTUSER 0x0ff6      /* record type of CurrentUserAtom */
#define ENCRYPTED   0xf3d1c4dfU /* its headerToken, [MS-PPT] 2.3.2 */

/* BIFF: FilePass, [MS-XLS] 2.4.117, in the globals. */
static bool
xls_locked(struct span stream)
{
	struct cur c = cur_of(stream);
	unsigned i, type;

	for (i = 0; i < XLS_RECORDS && cur_left(&c) >= 4; i++) {
		type = cur_u16(&c);
		if (type == FILEPASS)
			return true;
		if (type == BIFF_EOF)
			return false;
		cur_skip(&c, cur_u16(&c));
	}
	return false;
}

/* FibBase, [MS-DOC] 2.5.2. */
static bool
doc_locked(struct span stream)
{
	struct cur c = cur_of(stream);
	bool fib = cur_u16(&c) == FIB_IDENT;

	cur_seek(&c, 0x0a);
	return fib && (cur_u16(&c) & FENCRYPTED) != 0 && !c.bad;
}

/* CurrentUserAtom: record header, size, headerToken. */
static bool
ppt_locked(struct span stream)
{
	struct cur c = cur_of(stream);
	bool atom;

	cur_skip(&c, 2);
	atom = cur_u16(&c) == CURRENTUSER;
	cur_skip(&c, 8);
	return cur_u32(&c) == ENCRYPTED && atom && !c.bad;
}

bool
legacy_locked(int fd, uint64_t size)
{
	static const struct {
		const char *stream;
		bool (*locked)(struct span stream);
	} formats[] = {
		{ "Workbook", xls_locked },
		{ "Book", xls_locked },
		{ "WordDocument", doc_locked },
		{ "Current User", ppt_locked },
	};
	struct cfb *c = cfb_open(fd, size, NULL);
	const struct cfb_entry *entry;
	struct buf b = BUF_INIT;
	bool locked = false;
	size_t i;

	if (!c)
		return false;
	for (i = 0; i < sizeof(formats) / sizeof(formats[0]) && !locked; i++) {
		entry = cfb_find(c, NULL, formats[i].stream);
		if (!entry || entry->type != CFB_STREAM)
			continue;
		/* of a damaged stream the start is enough */
		(void)cfb_read(c, entry, STREAM_MAX, &b, NULL);
		locked = formats[i].locked(buf_span(&b));
	}
	buf_release(&b);
	cfb_close(c);
	return locked;
}
