/*
 * pdffile.h: a PDF as a set of numbered objects ([ISO 32000-1] 7.5).
 *
 *	%PDF-1.7 ... 5 0 obj << ... >> endobj ... xref ... trailer ... startxref
 *
 * Cross-reference tables and streams, hybrid ones, object streams, updates; a
 * file whose cross references are wrong is read by looking for its objects.
 */
#ifndef DOC_PDF_PDFFILE_H
#define DOC_PDF_PDFFILE_H

#include "base/err.h"
#include "doc/pdf/pdfobj.h"

#define PDF_STREAM_MAX ((size_t)100 << 20) /* bytes decoded, extraction.md 13 */
#define PDF_TOTAL_MAX  ((size_t)300 << 20) /* of all streams of a file */

struct pdffile;

/*
 * Opens fd, which is lent and has size bytes.  NULL, with e filled, when there
 * is nothing in it that can be read, or it is protected.
 */
struct pdffile *pdffile_open(int fd, uint64_t size, struct tb_error *e);
void pdffile_close(struct pdffile *f);
/* The document catalog; null when there is none. */
const struct pdfobj *pdffile_root(struct pdffile *f);
/* Object numbers are below this. */
uint32_t pdffile_end(const struct pdffile *f);
/* Object num, or null.  Lent until pdffile_forget. */
const struct pdfobj *pdffile_object(struct pdffile *f, uint32_t num);
/* What o is, or refers to. */
const struct pdfobj *pdffile_resolve(struct pdffile *f, const struct pdfobj *o);
/* The value of key, resolved, or null. */
const struct pdfobj *pdffile_get(
    struct pdffile *f, const struct pdfobj *dict, const char *key);
/* Element i of an array, resolved, or null. */
const struct pdfobj *pdffile_at(
    struct pdffile *f, const struct pdfobj *array, uint32_t i);
/*
 * The decoded data of a stream into out, which is reset.  False, with e filled:
 * TB_ESIZE over a limit, TB_EKIND when it is a picture's.
 */
bool pdffile_data(struct pdffile *f, const struct pdfobj *stream,
    struct buf *out, struct tb_error *e);
/*
 * Gives back the memory of the objects read so far when it is much; what was
 * lent is gone then.
 */
void pdffile_forget(struct pdffile *f);

#endif
