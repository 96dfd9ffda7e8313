#include "find/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 16
#include <pcre2.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sys.h"
#include "find/dotnet.h"
#include "text/utf.h"

/* Steps between two looks at the clock, as PCRE2's match limit counts. */
#define STEPS     10000000U
#define JIT_STACK ((size_t)1 << 20)

struct regex {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	unsigned time_limit; /* ms */
};

/* What is wrong, and where, in the expression as it was given. */
static void
tell_fault(struct span expression, const struct dotnet *d, int code,
    struct span wide, struct tb_error *e)
{
	PCRE2_UCHAR message[256];
	struct buf head = BUF_INIT, why = BUF_INIT;
	size_t n;

	utf_from16(wide, &head);
	if (pcre2_get_error_message(
		code, message, sizeof(message) / sizeof(*message)) < 0)
		message[0] = 0;
	for (n = 0; message[n]; n++)
		utf_put(&why, message[n]);
	dotnet_fault(expression, dotnet_origin(d, head.len), why.p, e);
	buf_release(&head);
	buf_release(&why);
}

struct regex *
regex_new(struct span expression, bool case_sensitive, unsigned time_limit,
    struct tb_error *e)
{
	uint32_t options = PCRE2_UCP | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_UTF;
	struct regex *r = mem_calloc(1, sizeof(*r));
	struct buf wide = BUF_INIT;
	struct dotnet d;
	PCRE2_SIZE at;
	int code;

	if (!dotnet_rewrite(expression, &d, e))
		goto bad;
	if (!case_sensitive)
		options |= PCRE2_CASELESS;
	utf_to16(buf_span(&d.text), &wide);
	r->time_limit = time_limit;
	r->code = pcre2_compile((PCRE2_SPTR)(const void *)wide.p, wide.len / 2,
	    options, &code, &at, NULL);
	if (!r->code) {
		tell_fault(expression, &d, code,
		    span_head(buf_span(&wide), at * 2), e);
		goto bad;
	}
	/* without JIT it is slower, no more */
	(void)pcre2_jit_compile(r->code, PCRE2_JIT_COMPLETE);
	r->data = pcre2_match_data_create_from_pattern(r->code, NULL);
	r->context = pcre2_match_context_create(NULL);
	r->stack = pcre2_jit_stack_create(32 << 10, JIT_STACK, NULL);
	if (!r->data || !r->context || !r->stack)
		mem_exhausted();
	pcre2_set_match_limit(r->context, STEPS);
	pcre2_jit_stack_assign(r->context, NULL, r->stack);
	dotnet_release(&d);
	buf_release(&wide);
	return r;
bad:
	dotnet_release(&d);
	buf_release(&wide);
	regex_free(r);
	return NULL;
}

void
regex_free(struct regex *r)
{
	if (!r)
		return;
	pcre2_code_free(r->code);
	pcre2_match_data_free(r->data);
	pcre2_match_context_free(r->context);
	pcre2_jit_stack_free(r->stack);
	free(r);
}

static bool
too_long(struct tb_error *e)
{
	return tb_fail(e, TB_ETIME, "%s", _("the expression"));
}

/*
 * A line that needs more than STEPS is tried again with ten times as many, as
 * long as the clock allows.
 */
bool
regex_match(struct regex *r, const uint16_t *line, size_t n, size_t from,
    size_t *start, size_t *end, struct tb_error *e)
{
	uint64_t begin = 0;
	uint32_t steps = STEPS;
	const PCRE2_SIZE *at;
	int rc;

	for (;;) {
		rc = pcre2_match(
		    r->code, (PCRE2_SPTR)line, n, from, 0, r->data, r->context);
		if (rc != PCRE2_ERROR_MATCHLIMIT)
			break;
		if (begin == 0)
			begin = sys_now_ms();
		if (sys_now_ms() - begin > r->time_limit ||
		    steps > UINT32_MAX / 10)
			break;
		steps *= 10;
		pcre2_set_match_limit(r->context, steps);
	}
	if (steps != STEPS)
		pcre2_set_match_limit(r->context, STEPS);
	if (rc == PCRE2_ERROR_NOMATCH)
		return false;
	if (rc < 0)
		return too_long(e);
	at = pcre2_get_ovector_pointer(r->data);
	*start = at[0];
	*end = at[1] > at[0] ? at[1] : at[0]; /* \K can turn them round */
	return true;
}
