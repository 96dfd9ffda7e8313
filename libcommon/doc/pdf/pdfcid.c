#include "doc/pdf/pdfcid.h"

#include "doc/pdf/pdfcid_int.h"
#include "text/utf.h"

static const struct pdfcid_table *
table_of(struct span ordering)
{
	if (span_eqs(ordering, "Japan1"))
		return &pdfcid_japan1;
	if (span_eqs(ordering, "GB1"))
		return &pdfcid_gb1;
	if (span_eqs(ordering, "CNS1"))
		return &pdfcid_cns1;
	return span_eqs(ordering, "Korea1") ? &pdfcid_korea1 : NULL;
}

/* The row of cid among those of several units, or NULL. */
static const struct pdfcid_more *
find_more(const struct pdfcid_table *t, uint32_t cid)
{
	size_t lo = 0, hi = t->n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (t->more[mid].cid < cid)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && t->more[lo].cid == cid ? &t->more[lo] : NULL;
}

bool
pdfcid_text(struct span ordering, uint32_t cid, struct buf *out)
{
	const struct pdfcid_table *t = table_of(ordering);
	const struct pdfcid_more *more;
	uint8_t le[sizeof(more->unit)];
	size_t n;

	if (!t || cid >= t->end)
		return false;
	if (t->unit[cid] != 0) {
		utf_put(out, t->unit[cid]);
		return true;
	}
	more = find_more(t, cid);
	if (!more)
		return false;
	for (n = 0; n < sizeof(le) / 2 && more->unit[n] != 0; n++) {
		le[2 * n] = (uint8_t)more->unit[n];
		le[2 * n + 1] = (uint8_t)(more->unit[n] >> 8);
	}
	utf_from16(span_of(le, 2 * n), out);
	return true;
}
