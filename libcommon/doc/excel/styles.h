/*
 * styles.h: which number format a cell has ([ECMA-376] 18.8).
 *
 *	c/@s -> cellXfs/xf -> numFmtId -> numFmts, else a built-in one
 */
#ifndef EXCEL_STYLES_H
#define EXCEL_STYLES_H

#include "box/pull.h"
#include "text/numfmt.h"

#define STYLES_XF_MAX  65536U /* cell formats; Excel's own limit is 65,490 */
#define STYLES_FMT_MAX 8192U  /* number formats; Excel's is about 250 */

struct styles_fmt;
struct styles_xf;

struct styles {
	struct styles_fmt *fmt; /* compiled, in order of their numFmtId */
	size_t fmts, fmt_cap;
	struct styles_xf *xf; /* cell formats, in order */
	size_t xfs, xf_cap;
	struct numfmt *general;
};

/* All cells are General until styles_read. */
void styles_init(struct styles *s);
void styles_release(struct styles *s);
/*
 * Reads the part.  False, with e filled and all cells General, when it is
 * broken or over a limit.
 */
bool styles_read(struct styles *s, struct opc *o, struct span part,
    enum pull_parser parser, struct tb_error *e);
/* The format of cell style i; General when there is none.  Never NULL. */
const struct numfmt *styles_get(struct styles *s, uint64_t i);

/*
 * The two steps of reading, for whoever has the styles in another form: a format
 * that the book writes out itself (the first of an id counts), then the cell
 * formats, in order.
 */
void styles_add_format(struct styles *s, unsigned id, struct span code);
void styles_add_xf(struct styles *s, unsigned id);

#endif
