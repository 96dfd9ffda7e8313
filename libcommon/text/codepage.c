#include "text/codepage.h"

#include <unicode/ucnv.h>

#include "text/cp1252.h"

static const char *
converter(unsigned number)
{
	static const struct {
		unsigned number;
		const char *name;
	} known[] = {
		{ 1250, "windows-1250" }, { 1251, "windows-1251" },
		{ 1253, "windows-1253" }, { 1254, "windows-1254" },
		{ 1255, "windows-1255" }, { 1256, "windows-1256" },
		{ 1257, "windows-1257" }, { 1258, "windows-1258" },
		{ 874, "windows-874" }, { CODEPAGE_MAC, "macintosh" },
		{ 32768, "macintosh" }, /* as BIFF calls it */
	};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].number == number)
			return known[i].name;
	return NULL;
}

bool
codepage_table(unsigned number, uint16_t to[256])
{
	const char *name = converter(number);
	UErrorCode err = U_ZERO_ERROR;
	UConverter *cnv;
	unsigned i;
	UChar u[2];
	char byte;

	for (i = 0; i < 256; i++)
		to[i] = (uint16_t)cp1252_char((uint8_t)i);
	if (!name)
		return number == 1252;
	cnv = ucnv_open(name, &err);
	if (U_FAILURE(err))
		return false;
	for (i = 0x80; i < 256; i++) {
		err = U_ZERO_ERROR;
		byte = (char)i;
		to[i] = 0xfffd;
		if (ucnv_toUChars(cnv, u, 2, &byte, 1, &err) == 1)
			to[i] = u[0];
	}
	ucnv_close(cnv);
	return true;
}
