/*
 * Any bytes as a package: all its parts are read, whole and as streams, with
 * their relationships.
 */
#include <stdlib.h>

#include "box/opc.h"
#include "box/zipdir.h"

#define SMALL ((uint64_t)1 << 20) /* larger parts take time and tell nothing */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The part by opc_stream, in odd pieces, is what it is as a whole. */
static void
read_stream(struct opc *o, struct span part, struct span want)
{
	struct tb_error e = TB_ERROR_INIT;
	struct opc_stream *s = opc_stream_open(o, part, OPC_STREAM_MAX, &e);
	struct buf got = BUF_INIT;
	char piece[61];
	size_t n;

	if (!s)
		abort();
	while (opc_stream_read(s, piece, sizeof(piece), &n, &e) && n > 0)
		buf_add(&got, piece, n);
	if (e.code != TB_OK || !span_eq(buf_span(&got), want))
		abort();
	opc_stream_close(s);
	buf_release(&got);
}

static void
read_part(struct opc *o, const struct zipdir_entry *entry)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf out = BUF_INIT;
	struct opc_rels rels;
	size_t i;

	opc_has(o, entry->name);
	if (entry->size <= SMALL && opc_part(o, entry->name, &out, &e))
		read_stream(o, entry->name, buf_span(&out));
	buf_release(&out);
	if (opc_rels(o, entry->name, &rels, &e))
		for (i = 0; i < rels.n; i++)
			opc_has(o, rels.rel[i].target);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tb_error e = TB_ERROR_INIT;
	struct span bytes = span_of(data, size);
	struct opc *o = opc_open_embedded(NULL, bytes, &e);
	struct opc_rels rels;
	struct zipdir z;
	size_t i;

	if (zipdir_init(&z, -1, bytes, &e) != (o != NULL))
		abort();
	for (i = 0; o && i < z.n && i < 100; i++)
		read_part(o, &z.entry[i]);
	if (o)
		opc_rels(o, SPAN(""), &rels, &e);
	zipdir_release(&z);
	opc_close(o);
	return 0;
}
