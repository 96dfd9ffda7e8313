/*
 * pdf.h: PDF: a place a page, numbered by its position (extraction.md 11).
 */
#ifndef DOC_PDF_PDF_H
#define DOC_PDF_PDF_H

#include "doc/reader.h"

/*
 * Reads the document into the sink.  A page without characters gives no place;
 * what cannot be read of a page is a note.  False, with e filled, when nothing
 * can be read: damaged, or a password is needed.
 */
bool pdf_read(const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
