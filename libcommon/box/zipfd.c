#include "box/zipfd.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

struct zipfd {
	int fd;
	zip_int64_t size, pos;
	zip_error_t err;
};

static zip_int64_t
failed(struct zipfd *z, int code, int sys)
{
	zip_error_set(&z->err, code, sys);
	return -1;
}

static zip_int64_t
read_some(struct zipfd *z, void *p, zip_uint64_t n)
{
	ssize_t r;

	if (n > (zip_uint64_t)SSIZE_MAX)
		n = (zip_uint64_t)SSIZE_MAX;
	do
		r = pread(z->fd, p, (size_t)n, (off_t)z->pos);
	while (r < 0 && errno == EINTR);
	if (r < 0)
		return failed(z, ZIP_ER_READ, errno);
	z->pos += r;
	return r;
}

/* libzip's source protocol, zip_source_function(3). */
static zip_int64_t
source(void *arg, void *p, zip_uint64_t n, zip_source_cmd_t cmd)
{
	struct zipfd *z = arg;
	zip_int64_t off;

	switch (cmd) {
	case ZIP_SOURCE_SUPPORTS:
		return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN,
		    ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
		    ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK,
		    ZIP_SOURCE_TELL, -1);
	case ZIP_SOURCE_OPEN:
		z->pos = 0;
		return 0;
	case ZIP_SOURCE_READ:
		return read_some(z, p, n);
	case ZIP_SOURCE_SEEK:
		off = zip_source_seek_compute_offset(
		    (zip_uint64_t)z->pos, (zip_uint64_t)z->size, p, n, &z->err);
		if (off < 0)
			return -1;
		z->pos = off;
		return 0;
	case ZIP_SOURCE_TELL:
		return z->pos;
	case ZIP_SOURCE_CLOSE:
		return 0;
	case ZIP_SOURCE_STAT:
		if (n < sizeof(zip_stat_t))
			return failed(z, ZIP_ER_INVAL, 0);
		zip_stat_init(p);
		((zip_stat_t *)p)->size = (zip_uint64_t)z->size;
		((zip_stat_t *)p)->valid |= ZIP_STAT_SIZE;
		return sizeof(zip_stat_t);
	case ZIP_SOURCE_ERROR:
		return zip_error_to_data(&z->err, p, n);
	case ZIP_SOURCE_FREE:
		zip_error_fini(&z->err);
		free(z);
		return 0;
	default:
		return failed(z, ZIP_ER_OPNOTSUPP, 0);
	}
}

zip_source_t *
zipfd_source(int fd, zip_error_t *err)
{
	struct zipfd *z = mem_calloc(1, sizeof(*z));
	zip_source_t *src;
	struct stat st;

	zip_error_init(&z->err);
	z->fd = fd;
	if (fstat(fd, &st) < 0) {
		zip_error_set(err, ZIP_ER_READ, errno);
		goto bad;
	}
	z->size = st.st_size;
	src = zip_source_function_create(source, z, err);
	if (src)
		return src;
bad:
	zip_error_fini(&z->err);
	free(z);
	return NULL;
}
