/*
 * zipfd.h: an open descriptor as libzip's source, read by pread() alone, so
 * that it works where nothing can be opened.
 */
#ifndef BOX_ZIPFD_H
#define BOX_ZIPFD_H

#include <zip.h>

/* fd is lent and must stay open; NULL, with err filled, when that fails. */
zip_source_t *zipfd_source(int fd, zip_error_t *err);

#endif
