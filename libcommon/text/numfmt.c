#include "text/numfmt.h"

#include <math.h>

#include "base/mem.h"
#include "text/numfmt_int.h"

static const char *const builtins[59] = {
	[0] = "General",
	[1] = "0",
	[2] = "0.00",
	[3] = "#,##0",
	[4] = "#,##0.00",
	[5] = "\"¥\"#,##0;\"¥\"-#,##0",
	[6] = "\"¥\"#,##0;[Red]\"¥\"-#,##0",
	[7] = "\"¥\"#,##0.00;\"¥\"-#,##0.00",
	[8] = "\"¥\"#,##0.00;[Red]\"¥\"-#,##0.00",
	[9] = "0%",
	[10] = "0.00%",
	[11] = "0.00E+00",
	[12] = "# ?/?",
	[13] = "# ?\?/?\?", /* escaped: ??/ is a trigraph */
	[14] = "yyyy/m/d",
	[15] = "d-mmm-yy",
	[16] = "d-mmm",
	[17] = "mmm-yy",
	[18] = "h:mm AM/PM",
	[19] = "h:mm:ss AM/PM",
	[20] = "h:mm",
	[21] = "h:mm:ss",
	[22] = "yyyy/m/d h:mm",
	[27] = "[$-411]ge.m.d",
	[28] = "[$-411]ggge\"年\"m\"月\"d\"日\"",
	[29] = "[$-411]ggge\"年\"m\"月\"d\"日\"",
	[30] = "m/d/yy",
	[31] = "yyyy\"年\"m\"月\"d\"日\"",
	[32] = "h\"時\"mm\"分\"",
	[33] = "h\"時\"mm\"分\"ss\"秒\"",
	[34] = "yyyy\"年\"m\"月\"",
	[35] = "m\"月\"d\"日\"",
	[36] = "[$-411]ge.m.d",
	[37] = "#,##0;-#,##0",
	[38] = "#,##0;[Red]-#,##0",
	[39] = "#,##0.00;-#,##0.00",
	[40] = "#,##0.00;[Red]-#,##0.00",
	[45] = "mm:ss",
	[46] = "[h]:mm:ss",
	[47] = "mm:ss.0",
	[48] = "##0.0E+0",
	[49] = "@",
	[50] = "[$-411]ge.m.d",
	[51] = "[$-411]ggge\"年\"m\"月\"d\"日\"",
	[52] = "yyyy\"年\"m\"月\"",
	[53] = "m\"月\"d\"日\"",
	[54] = "[$-411]ggge\"年\"m\"月\"d\"日\"",
	[55] = "yyyy\"年\"m\"月\"",
	[56] = "m\"月\"d\"日\"",
	[57] = "[$-411]ge.m.d",
	[58] = "[$-411]ggge\"年\"m\"月\"d\"日\"",
};

const char *
numfmt_builtin(unsigned id)
{
	return id < sizeof(builtins) / sizeof(builtins[0]) ? builtins[id]
							   : NULL;
}

struct numfmt *
numfmt_compile(struct span code)
{
	struct numfmt *f = mem_calloc(1, sizeof(*f));

	buf_init(&f->lits);
	if (code.n == 0 || code.n > NUMFMT_MAXCODE)
		code = SPAN("General");
	numfmt_parse_code(f, code);
	return f;
}

void
numfmt_free(struct numfmt *f)
{
	if (!f)
		return;
	buf_release(&f->lits);
	free(f->tok);
	free(f);
}

bool
numfmt_is_general(const struct numfmt *f)
{
	return f->general;
}

static bool
passes(const struct numfmt_section *s, double v)
{
	switch (s->op) {
	case NF_LT:
		return v < s->limit;
	case NF_LE:
		return v <= s->limit;
	case NF_EQ:
		return v == s->limit;
	case NF_NE:
		return v != s->limit;
	case NF_GE:
		return v >= s->limit;
	case NF_GT:
		return v > s->limit;
	case NF_ANY:
		break;
	}
	return false;
}

/* The section of v, extraction.md 6.2; NULL when there are none for numbers. */
static const struct numfmt_section *
choose(const struct numfmt *f, double v)
{
	int i, last = f->nsec - 1;

	if (f->nsec <= 1)
		return f->nsec ? &f->sec[0] : NULL;
	for (i = 0; i < last; i++) {
		const struct numfmt_section *s = &f->sec[i];

		if (s->op != NF_ANY) {
			if (passes(s, v))
				return s;
		} else if (i == 1 ? v < 0 : last == 1 ? v >= 0 : v > 0) {
			return s;
		}
	}
	return &f->sec[last];
}

void
numfmt_number(const struct numfmt *f, double v, bool date1904, struct buf *out)
{
	const struct numfmt_section *s;

	if (!isfinite(v)) {
		buf_adds(out, "#NUM!");
		return;
	}
	s = f->general ? NULL : choose(f, v);
	if (!s || s->type == NF_AS_PLAIN)
		numfmt_digits_general(v, out);
	else if (s->type != NF_AS_DATE)
		numfmt_digits_put(f, s, v, out);
	else if (!numfmt_date_put(f, s, v, date1904, out))
		numfmt_digits_general(v, out);
}

void
numfmt_text(const struct numfmt *f, struct span s, struct buf *out)
{
	const struct numfmt_section *sec = &f->sec[3];
	bool numeric = false;
	uint32_t i;

	for (i = 0; f->has_text && !sec->has_text && i < sec->count; i++)
		numeric = numeric || f->tok[sec->first + i].kind != NF_LIT;
	if (!f->has_text || numeric) { /* a fourth section for numbers */
		buf_addspan(out, s);
		return;
	}
	for (i = 0; i < sec->count; i++) {
		const struct numfmt_tok *t = &f->tok[sec->first + i];

		if (t->kind == NF_TEXT)
			buf_addspan(out, s);
		else if (t->kind == NF_LIT)
			buf_add(out, f->lits.p + t->off, t->n);
	}
}
