/*
 * pdfcrypt.h: the standard security handler, revisions 2 to 6 ([ISO 32000-1]
 * 7.6, [ISO 32000-2] 7.6): streams of a file that the empty user password
 * opens.
 */
#ifndef DOC_PDF_PDFCRYPT_H
#define DOC_PDF_PDFCRYPT_H

#include "base/err.h"
#include "doc/pdf/pdfobj.h"

struct pdfcrypt;

/*
 * From the values of the Encrypt dictionary, all direct, and the first string
 * of the trailer's ID (may be empty).  NULL, with e filled: TB_EPASSWORD when a
 * password is needed, TB_ERIGHTS when the handler is not the standard one.
 */
struct pdfcrypt *pdfcrypt_open(
    const struct pdfobj *encrypt, struct span id, struct tb_error *e);
void pdfcrypt_free(struct pdfcrypt *c);
/*
 * Deciphers the stream num gen into out, which is reset; filter is the name of
 * its Crypt filter, or empty for the file's.  Damaged data end early.
 */
void pdfcrypt_stream(struct pdfcrypt *c, uint32_t num, uint32_t gen,
    struct span filter, struct span in, struct buf *out);

#endif
