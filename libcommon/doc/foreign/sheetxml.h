/*
 * sheetxml.h: XML Spreadsheet 2003 under the extension .xls (extraction.md
 * 17.2).
 *
 *	Workbook > Worksheet ss:Name > Table > Row ss:Index > Cell ss:Index > Data
 *
 * Visible sheets, each cell as its Data stands: formats are not applied.
 */
#ifndef DOC_FOREIGN_SHEETXML_H
#define DOC_FOREIGN_SHEETXML_H

#include "doc/reader.h"

/* TB_EKIND when it is some other XML, TB_EBROKEN when it is not well-formed. */
bool sheetxml_read(
    const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
