/*
 * ppt.h: a binary presentation, PowerPoint 97 to 2003 ([MS-PPT]).
 *
 *	"Current User" -> the last UserEditAtom -> the one before it -> ...
 *	  each with a persist directory: object number -> offset
 *	"PowerPoint Document": DocumentContainer, then slides and notes
 *
 * extraction.md 17.4.  Places are those of a .pptx without [図形] and embedded
 * files, which the binary format keeps as OLE objects.
 */
#ifndef DOC_SLIDES_PPT_H
#define DOC_SLIDES_PPT_H

#include "box/cfb.h"
#include "doc/sink.h"

#define PPT_STREAM_MAX ((uint64_t)1048576000) /* bytes, extraction.md 13 */

/*
 * Reads the presentation in c.  False, with e filled: TB_EPPT when there is
 * none, TB_EPASSWORD when it is encrypted, TB_ESIZE over the limit.  A stream
 * that is cut or whose directory is damaged is read as far as it goes, with a
 * note.
 */
bool ppt_read(struct cfb *c, struct sink *s, struct tb_error *e);

#endif
