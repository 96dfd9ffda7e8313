#include "find/unitfold.h"

#include "base/mem.h"
#include "text/fold.h"
#include "text/utf.h"

struct unitfold *
unitfold_new(bool ignore_case)
{
	struct unitfold *f = mem_alloc(sizeof(*f));
	uint32_t u;

	for (u = 0; u < 65536; u++)
		f->to[u] = ignore_case && !utf_high(u) && !utf_low(u)
			       ? (uint16_t)fold_upper(u)
			       : (uint16_t)u;
	return f;
}
