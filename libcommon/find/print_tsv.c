#include "find/print_tsv.h"

#include "find/label.h"
#include "text/utf.h"

#define LINE_SEPARATOR "\xe2\x80\xa8" /* U+2028 */

/* folder\file; the folder is left out at the top. */
static void
add_file(const struct search_doc *d, struct buf *out)
{
	size_t i;

	for (i = 0; i < d->folder.n; i++)
		buf_addc(
		    out, d->folder.p[i] == '/' ? '\\' : (char)d->folder.p[i]);
	if (d->folder.n > 0)
		buf_addc(out, '\\');
	buf_addspan(out, d->file);
}

/* A cell of a workbook: as in the index, its breaks line feeds again. */
static void
add_excel_cell(struct span s, struct buf *out)
{
	while (s.n > 0) {
		if (span_starts(s, SPAN(LINE_SEPARATOR))) {
			buf_addc(out, '\n');
			s = span_skip(s, sizeof(LINE_SEPARATOR) - 1);
			continue;
		}
		buf_addc(out, (char)s.p[0]);
		s = span_skip(s, 1);
	}
}

/* Of others: one that begins with a quote would be read as quoted. */
static void
add_plain_cell(struct span s, struct buf *out)
{
	size_t i;

	if (s.n == 0 || s.p[0] != '"') {
		buf_addspan(out, s);
		return;
	}
	buf_addc(out, '"');
	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '"')
			buf_addc(out, '"');
		buf_addc(out, (char)s.p[i]);
	}
	buf_addc(out, '"');
}

void
print_tsv_row(struct print *p, const struct search_line *l)
{
	bool excel = p->doc->kind == KIND_EXCEL;
	size_t off = 0, cells = 0;
	struct span row, cell;

	add_file(p->doc, &p->rows);
	buf_addc(&p->rows, '\t');
	label_place(l->place, &p->rows);
	buf_addc(&p->rows, '\t');
	buf_addspan(&p->rows, label_kind(l->place));
	buf_printf(&p->rows, "\t%llu", (unsigned long long)l->number);
	buf_reset(&p->text);
	utf_from16(span_of(l->text, l->units * 2), &p->text);
	row = buf_span(&p->text);
	while (excel ? label_field(row, &off, &cell)
		     : span_field(&row, '\t', &cell)) {
		buf_addc(&p->rows, '\t');
		if (excel)
			add_excel_cell(cell, &p->rows);
		else
			add_plain_cell(cell, &p->rows);
		cells++;
	}
	buf_adds(&p->rows, "\r\n");
	if (cells > p->widest)
		p->widest = cells;
}

static void
put(struct print *p, struct span s)
{
	if (!p->terminal) {
		out_span(p->out, s);
		return;
	}
	print_safe(s, &p->line);
	out_span(p->out, buf_span(&p->line));
	buf_reset(&p->line);
}

void
print_tsv_end(struct print *p)
{
	struct buf head = BUF_INIT;
	size_t i;

	buf_printf(&head, "\xef\xbb\xbf【検索文字列　%.*s】 %llu 件\r\n",
	    SPAN_ARG(p->word), (unsigned long long)p->hits);
	buf_adds(&head, "ファイル名\t場所\t種別\t行");
	for (i = 0; i < p->widest; i++) {
		buf_addc(&head, '\t');
		label_column((uint32_t)i, &head);
	}
	buf_adds(&head, "\r\n");
	put(p, buf_span(&head));
	put(p, buf_span(&p->rows));
	out_puts(p->out, "\r\n");
	buf_release(&head);
}
