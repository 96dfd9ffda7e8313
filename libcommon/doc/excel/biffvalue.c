#include "doc/excel/biffvalue.h"

#define RK_HUNDRED 1U /* the value is 100 times too large */
#define RK_INTEGER 2U

double
biffvalue_rk(uint32_t rk)
{
	uint64_t bits = (uint64_t)(rk & ~3U) << 32;
	double v;

	if (rk & RK_INTEGER)
		v = (double)((int32_t)rk >> 2);
	else
		memcpy(&v, &bits, sizeof(v));
	return rk & RK_HUNDRED ? v / 100 : v;
}

double
biffvalue_f64(struct cur *c)
{
	uint64_t bits = cur_u64(c);
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

void
biffvalue_bes(unsigned value, bool is_error, struct buf *out)
{
	static const struct {
		unsigned code;
		const char *text;
	} errors[] = { { 0x00, "#NULL!" }, { 0x07, "#DIV/0!" },
		{ 0x0f, "#VALUE!" }, { 0x17, "#REF!" }, { 0x1d, "#NAME?" },
		{ 0x24, "#NUM!" }, { 0x2a, "#N/A" },
		{ 0x2b, "#GETTING_DATA" } };
	size_t i;

	if (!is_error) {
		buf_adds(out, value ? "TRUE" : "FALSE");
		return;
	}
	for (i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].code == value)
			buf_adds(out, errors[i].text);
}
