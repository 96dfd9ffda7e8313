#include "base/opt.h"

#include <stdlib.h>

#include "base/mem.h"

bool
opt_num(const char *option, const char *arg, uint64_t min, uint64_t max,
    uint64_t *v)
{
	if (span_u64(span_str(arg), max, v) && *v >= min)
		return true;
	tb_say(TB_TROUBLE, _("%s: '%s' is not a number from %llu to %llu"),
	    option, arg, (unsigned long long)min, (unsigned long long)max);
	return false;
}

char *
opt_workspace(const char *arg)
{
	struct buf b = BUF_INIT;
	const char *s;

	if (arg && *arg)
		return mem_dup(arg, strlen(arg));
	if ((s = getenv("TB_WORKSPACE")) && *s)
		return mem_dup(s, strlen(s));
	if ((s = getenv("XDG_DATA_HOME")) && *s == '/')
		buf_adds(&b, s);
	else
		buf_printf(&b, "%s/.local/share",
		    (s = getenv("HOME")) && *s ? s : ".");
	buf_adds(&b, "/tebunko");
	return buf_take(&b);
}
