/*
 * pull.h: XML as a series of events, whoever parses it.
 *
 *	pull_open -> pull_next ... PULL_START PULL_TEXT PULL_END ... PULL_EOF
 *
 * Two parsers stand behind it.  xmlscan is our scanner for the large parts
 * (sheets, shared strings, document, slides): UTF-8, streamed.  xmlsax is
 * libxml2 (SAX2, hardened), for every other part.  What is not UTF-8 is changed
 * into it first (UTF-16, the Japanese encodings, Windows-1252), or left to
 * libxml2.  A reference to a control character is accepted, and what is no
 * character becomes U+FFFD, as the original has it.  A DOCTYPE is an error with
 * both, as are depth over 256 and over 1,000 attributes.  Namespaces are
 * resolved to the few that we know, ISO strict ones to the same as their
 * transitional twins.
 */
#ifndef BOX_PULL_H
#define BOX_PULL_H

#include "box/opc.h"

#define PULL_DEPTH_MAX 256
#define PULL_ATTR_MAX  1000
#define PULL_TEXT_MAX  ((size_t)64 << 20) /* bytes of one text node */

enum pull_ns {
	NS_NONE,     /* no namespace: most attributes */
	NS_SML,      /* spreadsheetml main */
	NS_WML,      /* wordprocessingml main */
	NS_DML,      /* drawingml main (a:) */
	NS_PML,      /* presentationml main */
	NS_CHART,    /* drawingml chart (c:) */
	NS_DIAGRAM,  /* drawingml diagram (dgm:) */
	NS_XDR,      /* spreadsheetDrawing */
	NS_REL,      /* officeDocument relationships: the r:id attribute */
	NS_PKGREL,   /* package relationships: a .rels part */
	NS_MC,       /* markup compatibility */
	NS_VML,      /* urn:schemas-microsoft-com:vml */
	NS_OFFICE,   /* urn:schemas-microsoft-com:office:office (o:) */
	NS_THREADED, /* office/spreadsheetml/2018/threadedcomments */
	NS_P188,     /* office/powerpoint/2018/8/main: modern comments */
	NS_W16SE,    /* office/word/2015/wordml/symex */
	NS_XML,      /* xml: */
	NS_OTHER     /* any other */
};

enum pull_event {
	PULL_START, /* ns, name, attributes */
	PULL_END,   /* ns, name */
	PULL_TEXT,  /* text: a piece of character data, CDATA too; whole
		     * characters */
	PULL_EOF,
	PULL_BAD /* the error is in what pull_close gives */
};

enum pull_parser {
	PULL_COLD,    /* libxml2 */
	PULL_HOT,     /* the scanner, where it can */
	PULL_LIBXML2, /* libxml2 even for hot parts: --xml=libxml2, tests */
};

struct pull_attr {
	enum pull_ns ns;
	struct span name;  /* local name */
	struct span value; /* decoded */
};

/* What the caller sees of the event; all lent until the next pull_next. */
struct pull {
	enum pull_ns ns;
	struct span name; /* local name */
	struct span text;
	const struct pull_attr *attr;
	size_t attrs;
	unsigned depth; /* of the element of START and END; the root is 1 */
	struct pull_impl *impl;
};

/*
 * Begins with a part of the package.  A hot part is streamed up to
 * OPC_STREAM_MAX, a cold one read whole under the part limit.
 */
bool pull_open(struct pull *x, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e);
/*
 * The same with the part read whole whatever the parser: it must be within the
 * limits of a part and of all parts (extraction.md 13), as opc_part has it.
 */
bool pull_open_whole(struct pull *x, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e);
/* Begins with XML in memory, lent until pull_close; what is for messages. */
bool pull_open_mem(struct pull *x, struct span xml, const char *what,
    enum pull_parser parser, struct tb_error *e);
enum pull_event pull_next(struct pull *x);
/*
 * Ends.  False, with e filled (the part named), when the XML was broken: that
 * is, when pull_next gave PULL_BAD.
 */
bool pull_close(struct pull *x, struct tb_error *e);
/* After PULL_START: on to its PULL_END, which it returns, or PULL_BAD. */
enum pull_event pull_skip(struct pull *x);
/*
 * After PULL_START: appends all character data below it to out and goes on to
 * its PULL_END, which it returns.
 */
enum pull_event pull_text(struct pull *x, struct buf *out);

/* Is the element ns:name? */
static inline bool
pull_is(const struct pull *x, enum pull_ns ns, const char *name)
{
	return x->ns == ns && span_eqs(x->name, name);
}

/* The value of an attribute; false, and *value empty, when there is none. */
static inline bool
pull_get(
    const struct pull *x, enum pull_ns ns, const char *name, struct span *value)
{
	size_t i;

	for (i = 0; i < x->attrs; i++) {
		if (x->attr[i].ns == ns && span_eqs(x->attr[i].name, name)) {
			*value = x->attr[i].value;
			return true;
		}
	}
	*value = span_of(NULL, 0);
	return false;
}

#endif
