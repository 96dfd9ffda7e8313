#include "find/label.h"

#include "text/utf.h"

void
label_path(const struct search_doc *d, struct buf *out)
{
	buf_addspan(out, d->index);
	buf_addc(out, '/');
	if (d->folder.n > 0) {
		buf_addspan(out, d->folder);
		buf_addc(out, '/');
	}
	buf_addspan(out, d->file);
}

/* Tabs and line breaks would end a field or a line. */
static void
add_flat(struct span s, struct buf *out)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		buf_addc(out, s.p[i] == '\t' || s.p[i] == '\n' || s.p[i] == '\r'
				  ? ' '
				  : (char)s.p[i]);
}

void
label_place(const struct place *p, struct buf *out)
{
	switch (p->base) {
	case PLACE_SHEET:
		buf_adds(out, "[シート] ");
		add_flat(p->name, out);
		break;
	case PLACE_PAGE:
		buf_printf(out, "[ページ] %u（目安）", (unsigned)p->number);
		break;
	case PLACE_SLIDE:
		buf_printf(out, "[スライド] %u", (unsigned)p->number);
		if (p->hidden && p->target != PLACE_NOTES)
			buf_adds(out, "（非表示）");
		break;
	default:
		buf_addc(out, '[');
		add_flat(p->name, out);
		buf_addc(out, ']');
		break;
	}
}

struct span
label_kind(const struct place *p)
{
	switch (p->target) {
	case PLACE_SHAPE:
		return SPAN("図形");
	case PLACE_COMMENT:
		return SPAN("コメント");
	case PLACE_HEADER_FOOTER:
		return SPAN("ヘッダー・フッター");
	case PLACE_NOTES:
		return SPAN("ノート");
	case PLACE_EMBED:
		return SPAN("埋め込み");
	default:
		return p->base == PLACE_SHEET ? SPAN("セル") : SPAN("本文");
	}
}

bool
label_field(struct span row, size_t *off, struct span *field)
{
	size_t i = *off, from = i;

	if (i > row.n)
		return false;
	if (i < row.n && row.p[i] == '"') {
		for (i++; i < row.n; i++) {
			if (row.p[i] != '"')
				continue;
			if (i + 1 < row.n && row.p[i + 1] == '"')
				i++;
			else
				break;
		}
	}
	while (i < row.n && row.p[i] != '\t')
		i++;
	*field = span_of(row.p + from, i - from);
	*off = i + 1;
	return true;
}

void
label_column(uint32_t col, struct buf *out)
{
	char s[8], *p = s + sizeof(s);
	uint32_t c = col + 1;

	for (; c > 0; c = (c - 1) / 26)
		*--p = (char)('A' + (c - 1) % 26);
	buf_add(out, p, (size_t)(s + sizeof(s) - p));
}

void
label_cell(const struct search_line *l, size_t at, struct buf *out)
{
	struct buf text = BUF_INIT;
	struct span field;
	uint32_t col = 0;
	size_t off = 0;

	if (l->place->base != PLACE_SHEET ||
	    l->place->target == PLACE_HEADER_FOOTER)
		return;
	/* the text up to the match tells; its own bytes do not matter */
	utf_from16(span_of(l->text, at * 2), &text);
	if (l->place->target != PLACE_BODY) {
		buf_addspan(out, span_head(buf_span(&text),
				     span_find(buf_span(&text), '\t')));
	} else {
		while (label_field(buf_span(&text), &off, &field) &&
		       off <= text.len)
			col++;
		label_column(col, out);
		buf_printf(out, "%llu", (unsigned long long)l->number);
	}
	buf_release(&text);
}
