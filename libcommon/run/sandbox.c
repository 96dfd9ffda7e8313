#include "run/sandbox.h"

#include <sys/resource.h>

/* At most so much, for good; less when the user has less. */
static bool
limit(int what, rlim_t most, struct tb_error *e)
{
	struct rlimit r;

	if (getrlimit(what, &r) < 0)
		return tb_fail_sys(e, "getrlimit");
	if (r.rlim_max > most) /* RLIM_INFINITY is above all */
		r.rlim_max = most;
	r.rlim_cur = r.rlim_max;
	return setrlimit(what, &r) == 0 || tb_fail_sys(e, "setrlimit");
}

bool
sandbox_enter(uint64_t memory, bool *filtered, struct tb_error *e)
{
	*filtered = false;
	if (!limit(RLIMIT_CORE, 0, e) || /* a document's text is in it */
	    !limit(RLIMIT_FSIZE, 0, e) || !limit(RLIMIT_NPROC, 0, e) ||
	    !limit(RLIMIT_NOFILE, SANDBOX_FDS, e))
		return false;
	if (SANDBOX_CHECKED)
		return true;
	/*
	 * RLIMIT_DATA counts what the process allocates; RLIMIT_AS would count
	 * the libraries and ICU's tables as well.
	 */
	if (!limit(RLIMIT_DATA, (rlim_t)memory, e))
		return false;
	*filtered = sandbox_filter();
	return true;
}
