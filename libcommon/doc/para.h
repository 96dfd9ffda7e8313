/*
 * para.h: the paragraph reader of WordprocessingML and DrawingML.
 *
 *	w:p  w:t w:tab w:br ...		one line, trimmed
 *	w:tr (w:tc w:tc ...)		one line, cells joined by TAB, end trimmed
 *	w:txbxContent			one line of its own, when asked for
 *
 * One state machine serves both vocabularies (extraction.md 4.2): it is fed the
 * events of a part in document order and gives lines.  It steps over rPr,
 * mc:Fallback and w:moveFrom as wholes, so that what the caller sees between
 * two events is only what counts.  With pages asked for it also estimates the
 * page of each line (extraction.md 7.2); without them every page is 1.
 *
 *	while ((ev = pull_next(x)) != PULL_EOF) {
 *		... look at START here: references, ids ...
 *		if (!para_feed(&p, x, ev))
 *			break;	(PULL_BAD)
 *	}
 */
#ifndef DOC_PARA_H
#define DOC_PARA_H

#include "box/pull.h"

/*
 * One line, UTF-8, without TAB, CR or LF except the TABs between cells; not
 * empty; lent for the call.  page is from 1.
 */
typedef void para_line_fn(void *arg, struct span text, uint32_t page);

struct para_frame;

struct para {
	/* set by the caller after para_init */
	para_line_fn *line; /* paragraphs and table rows */
	para_line_fn *box;  /* each text box; NULL: its lines are plain lines */
	void *arg;
	bool pages; /* estimate pages */
	/* read by the caller */
	uint32_t page; /* where the reader stands, from 1 */
	unsigned dead; /* not 0: in a deleted table row, nothing counts */
	/* the reader's own */
	enum pull_ns ns;
	bool pending;   /* a break that no text has followed yet */
	unsigned in_t;  /* depth of the open t, 0: none */
	unsigned tr_pr; /* depth of the open trPr, 0: none */
	struct para_frame *frame;
	size_t frames, cap;
	size_t p; /* index of the innermost open p + 1; 0: none */
	uint8_t chosen[PULL_DEPTH_MAX + 2]; /* by depth of AlternateContent */
};

/* ns is NS_WML or NS_DML. */
void para_init(struct para *p, enum pull_ns ns);
void para_release(struct para *p);
/*
 * Takes up the event that x stands at, of any namespace.  After the START of
 * something that is skipped, x stands at its END.  False when the XML is broken
 * (the event was PULL_BAD or became so).
 */
bool para_feed(struct para *p, struct pull *x, enum pull_event ev);
/*
 * After PULL_START: appends every line below the element to lines, each ended
 * by LF, and goes on to its PULL_END, which it returns, or PULL_BAD.
 */
enum pull_event para_lines(struct pull *x, enum pull_ns ns, struct buf *lines);
/* A para_line_fn: arg is a struct buf, which gets the line and an LF. */
void para_collect(void *arg, struct span text, uint32_t page);
/*
 * Makes the LF-ended lines of b from byte off on one line, joined by one space,
 * without an end.
 */
void para_join(struct buf *b, size_t off);
/* Appends s with every TAB, CR, LF and VT as one space. */
void para_flat(struct span s, struct buf *out);

#endif
