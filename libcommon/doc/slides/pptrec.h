/*
 * pptrec.h: the records of a .ppt stream ([MS-PPT] 2.3.1) and of the drawings
 * in it ([MS-ODRAW] 2.2.1), which have the same header.
 *
 *	recVer 4 bits | recInstance 12 | recType 16 | recLen 32 | recLen bytes
 *
 * recVer 15 marks a container: its bytes are records.
 */
#ifndef DOC_SLIDES_PPTREC_H
#define DOC_SLIDES_PPTREC_H

#include "base/cur.h"

enum pptrec_type {
	RT_Document = 0x03e8,
	RT_Slide = 0x03ee,
	RT_SlideAtom = 0x03ef,
	RT_Notes = 0x03f0,
	RT_NotesAtom = 0x03f1,
	RT_SlidePersistAtom = 0x03f3,
	RT_SlideShowSlideInfoAtom = 0x03f9,
	RT_Drawing = 0x040c,
	RT_PlaceholderAtom = 0x0bc3,
	RT_OutlineTextRefAtom = 0x0f9e,
	RT_TextHeaderAtom = 0x0f9f,
	RT_TextCharsAtom = 0x0fa0,
	RT_TextBytesAtom = 0x0fa8,
	RT_CString = 0x0fba,
	RT_SlideNumberMetaCharAtom = 0x0fd8,
	RT_HeadersFooters = 0x0fd9,
	RT_HeadersFootersAtom = 0x0fda,
	RT_SlideListWithText = 0x0ff0,
	RT_UserEditAtom = 0x0ff5,
	RT_CurrentUserAtom = 0x0ff6,
	RT_DateTimeMetaCharAtom = 0x0ff7,
	RT_GenericDateMetaCharAtom = 0x0ff8,
	RT_HeaderMetaCharAtom = 0x0ff9,
	RT_FooterMetaCharAtom = 0x0ffa,
	RT_RtfDateTimeMetaCharAtom = 0x1015,
	RT_ProgTags = 0x1388,
	RT_ProgBinaryTag = 0x138a,
	RT_BinaryTagDataBlob = 0x138b,
	RT_PersistDirectoryAtom = 0x1772,
	RT_Comment10 = 0x2ee0,
	RT_DgContainer = 0xf002,
	RT_SpgrContainer = 0xf003,
	RT_SpContainer = 0xf004,
	RT_FSP = 0xf00a,
	RT_FOPT = 0xf00b,
	RT_ClientTextbox = 0xf00d,
	RT_ChildAnchor = 0xf00f,
	RT_ClientAnchor = 0xf010,
	RT_ClientData = 0xf011,
	RT_TertiaryFOPT = 0xf122
};

struct pptrec {
	uint16_t type;
	uint16_t instance;
	bool container;
	struct cur body;
};

/*
 * The next record of c into r; false at the end.  A record that claims more
 * bytes than there are gets those that there are, so that a cut stream is read
 * as far as it goes; a header that is cut ends the walk.
 */
static inline bool
pptrec_next(struct cur *c, struct pptrec *r)
{
	uint16_t head = cur_u16(c);
	uint32_t len;

	r->type = cur_u16(c);
	len = cur_u32(c);
	if (c->bad)
		return false;
	r->container = (head & 15) == 15;
	r->instance = head >> 4;
	r->body = cur_sub(c, len < cur_left(c) ? len : cur_left(c));
	return true;
}

/* The first record of that type directly in c; c itself does not move. */
static inline bool
pptrec_find(struct cur c, enum pptrec_type type, struct pptrec *r)
{
	while (pptrec_next(&c, r))
		if (r->type == type)
			return true;
	return false;
}

#endif
