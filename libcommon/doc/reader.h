/*
 * reader.h: one document from its bytes to its places.
 *
 * doc_read looks at the content (doc/sniff), which decides the reader; the name
 * only says which family the file belongs to (extraction.md 1.2).
 */
#ifndef DOC_READER_H
#define DOC_READER_H

#include "box/pull.h"
#include "doc/sink.h"

struct doc_input {
	int fd;           /* read only, at its start, lent */
	uint64_t size;    /* bytes */
	struct span file; /* the file's name, without folders */
	bool libxml2;     /* every part by libxml2 (--xml=libxml2) */
};

/*
 * Reads the document into the sink.  False, with e filled, when it failed as a
 * whole; what has gone into the sink by then does not count.
 */
bool doc_read(const struct doc_input *in, struct sink *s, struct tb_error *e);

/*
 * The readers.  A package comes opened and sniffed; parser says how its hot
 * parts are parsed.
 */
bool excel_read(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e);
bool word_read(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e);
bool slides_read(
    struct opc *o, enum pull_parser parser, struct sink *s, struct tb_error *e);
bool plain_read(const struct doc_input *in, struct sink *s, struct tb_error *e);

#endif
