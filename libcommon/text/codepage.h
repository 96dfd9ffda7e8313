/*
 * codepage.h: the code pages of one byte a character that old formats name by
 * number: Windows' 125x and the Macintosh's.
 */
#ifndef TEXT_CODEPAGE_H
#define TEXT_CODEPAGE_H

#include <stdbool.h>
#include <stdint.h>

#define CODEPAGE_MAC 10000U

/*
 * The characters of each byte, 0xfffd for none.  False when the number is none
 * of these; the table is Windows-1252 then.
 */
bool codepage_table(unsigned number, uint16_t to[256]);

#endif
