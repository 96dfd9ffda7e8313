/*
 * cp1252.h: Windows' western code page, which the old binary formats use for
 * text of one byte a character.
 */
#ifndef TEXT_CP1252_H
#define TEXT_CP1252_H

#include "base/buf.h"

/* The character of a byte; the five that are unassigned are C1 controls. */
uint32_t cp1252_char(uint8_t byte);
/* Appends s as UTF-8. */
void cp1252_to_utf8(struct span s, struct buf *out);

#endif
