/*
 * err.h: what went wrong, in the format's words and in the user's.
 *
 * A function that can fail returns false and fills a struct tb_error: a code,
 * which is a row of the failure table (extraction.md 12), and a detail: part,
 * record, offset.  The Japanese words of the table go into files; messages on
 * stderr are translated.  Nothing in libcommon but this module writes to
 * stderr, and only the tools call the functions that do.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <libintl.h>

#include "base/buf.h"

#define _(s)  gettext(s)
#define N_(s) (s)

enum tb_code {
	TB_OK,
	/* failures of a document, extraction.md 12.1: words recorded as is */
	TB_EPASSWORD,
	TB_ERIGHTS,
	TB_EUNKNOWN,
	TB_EPPT,
	TB_EDOCX,
	TB_EPPTX,
	TB_ESIZE,
	TB_ENOTTEXT,
	TB_ENAME, /* place file name over 255 units; detail "<N>: <name>" */
	TB_ETIME,
	TB_EKILLED,  /* detail is the count */
	TB_EBADNAME, /* a name that no list can hold, portability.md 3 */
	/* 12.2: cause, then the detail in （詳細: …） */
	TB_EBROKEN,
	TB_EACCESS,
	TB_EGONE,
	TB_EPATHLONG,
	TB_EMEMORY,
	TB_EBUSY,
	TB_EKIND, /* no reader for this content or extension */
	TB_EIO,   /* any other failure of the system, by strerror */
	/* trouble of a run, never a document's */
	TB_ESTREAM,  /* not a tb-stream */
	TB_ECUT,     /* the stream ended before its last line */
	TB_EVERSION, /* a format version that we do not read */
	TB_ESTORE,   /* the store is not as it must be */
	TB_ELOCK,    /* somebody else writes */
	TB_EUSAGE,   /* what the user asked for cannot be */
	TB_CODES
};

struct tb_error {
	enum tb_code code;
	char what[512]; /* detail, UTF-8, cut at a character's end */
};

#define TB_ERROR_INIT                                                          \
 {                                                                             \
  TB_OK, ""                                                                    \
 }

/* Exit status, in rising order of trouble. */
enum tb_exit {
	TB_DONE = 0,
	TB_PARTLY = 1,  /* nothing found, or some files failed */
	TB_TROUBLE = 2, /* usage, store, output lost */
};

/*
 * Fills *e (NULL allowed) and returns false, so that a function ends with
 * "return tb_fail(e, …)".  fmt gives the detail; NULL means none.
 */
bool tb_fail(struct tb_error *e, enum tb_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/*
 * The same from errno: the code follows extraction.md 12.2, the detail is
 * "doing: strerror".
 */
bool tb_fail_sys(struct tb_error *e, const char *doing);
/* Puts "where: " in front of the detail.  Returns false. */
bool tb_context(struct tb_error *e, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void tb_clear(struct tb_error *e);

/* Appends the words for the ingest list: Japanese, on one line. */
void tb_reason(const struct tb_error *e, struct buf *out);
/*
 * The reverse of tb_reason: finds the code by the words of the table.  A reason
 * of another writer's gives TB_EIO with the whole text as detail.
 */
void tb_unreason(struct span reason, struct tb_error *e);
/* Appends the message in the user's language: "what: why". */
void tb_message(const struct tb_error *e, struct buf *out);
/* Appends s fit for a terminal: control characters and bad bytes escaped. */
void tb_printable(struct span s, struct buf *out);

/* The tool's name for messages, locale, gettext.  First thing in main(). */
void tb_start(const char *tool);
const char *tb_tool(void);
/*
 * "tool: file: what: why" on stderr; file may be NULL.  Returns st, so that
 * reporting and status are one act.
 */
enum tb_exit tb_report(
    const char *file, const struct tb_error *e, enum tb_exit st);
/* "tool: …" on stderr, already translated. */
enum tb_exit tb_say(enum tb_exit st, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* After a bad option or operand: the hint at --help; returns TB_TROUBLE. */
enum tb_exit tb_try_help(void);
/* Text as it stands on stderr; for progress and summaries. */
void tb_raw(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Flushes stdout and checks it; the worse of st and that is the status. */
enum tb_exit tb_finish(enum tb_exit st);

#endif
