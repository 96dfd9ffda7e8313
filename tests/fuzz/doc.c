/*
 * Any bytes as a file of one of the families: compound files, RTF, pages, XML
 * spreadsheets, packages, PDF.  The first byte chooses the name.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "doc/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = { "a.xls", "a.doc", "a.ppt", "a.rtf",
		"a.xlsx", "a.docx", "a.pptx", "a.csv", "a.pdf" };
	struct tb_error e = TB_ERROR_INIT;
	struct doc_input in = { .fd = memfd_create("doc", 0) };
	struct out o;
	struct sink s;

	if (size == 0) {
		close(in.fd);
		return 0;
	}
	if (in.fd < 0 ||
	    write(in.fd, data + 1, size - 1) != (ssize_t)(size - 1))
		abort();
	lseek(in.fd, 0, SEEK_SET);
	in.size = size - 1;
	in.file = span_str(names[(uint8_t)(data[0] - '0') % 9]);
	out_init(&o, -1);
	sink_init(&s, &o);
	doc_read(&in, &s, &e);
	sink_release(&s);
	out_release(&o);
	close(in.fd);
	return 0;
}
