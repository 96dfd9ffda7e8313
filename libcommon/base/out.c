#include "base/out.h"

#include <errno.h>
#include <unistd.h>

void
out_init(struct out *o, int fd)
{
	o->fd = fd;
	o->error = 0;
	o->written = 0;
	buf_init(&o->buf);
	buf_room(&o->buf, OUT_BLOCK);
}

/* Writes n bytes past the buffer. */
static void
push(struct out *o, const char *p, size_t n)
{
	ssize_t k;

	while (n > 0 && !o->error) {
		k = write(o->fd, p, n);
		if (k < 0) {
			if (errno != EINTR)
				o->error = errno;
			continue;
		}
		p += k;
		n -= (size_t)k;
		o->written += (uint64_t)k;
	}
}

void
out_write(struct out *o, const void *p, size_t n)
{
	if (n == 0 || o->error)
		return;
	if (o->buf.len + n > OUT_BLOCK) {
		push(o, o->buf.p, o->buf.len);
		buf_reset(&o->buf);
	}
	if (n >= OUT_BLOCK)
		push(o, p, n);
	else
		buf_add(&o->buf, p, n);
}

bool
out_flush(struct out *o)
{
	push(o, o->buf.p, o->buf.len);
	buf_reset(&o->buf);
	return o->error == 0;
}

void
out_release(struct out *o)
{
	buf_release(&o->buf);
}

enum tb_exit
out_finish(struct out *o, enum tb_exit st)
{
	bool ok = out_flush(o);

	if (ok && close(o->fd) < 0 && errno != EINTR) {
		o->error = errno;
		ok = false;
	}
	if (!ok)
		st = tb_say(
		    TB_TROUBLE, _("standard output: %s"), strerror(o->error));
	out_release(o);
	return st;
}
