#include "run/sandbox.h"

#include "config.h"

#ifdef HAVE_SECCOMP
# include <errno.h>
# include <fcntl.h>
# include <seccomp.h>
# include <sys/mman.h>
# include <sys/prctl.h>
# include <unistd.h>

/* What a reader's work comes down to, whatever its arguments. */
static const int allowed[] = {
	/* the descriptors that it has; recvmsg brings the documents */
	SCMP_SYS(read),
	SCMP_SYS(readv),
	SCMP_SYS(pread64),
	SCMP_SYS(write),
	SCMP_SYS(writev),
	SCMP_SYS(lseek),
	SCMP_SYS(_llseek),
	SCMP_SYS(fstat),
	SCMP_SYS(fstat64),
	SCMP_SYS(close),
	SCMP_SYS(dup),
	SCMP_SYS(recvmsg),
	/* memory, never executable: see fill() */
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(madvise),
	/* time, chance, and what the C library asks about the machine */
	SCMP_SYS(clock_gettime),
	SCMP_SYS(clock_gettime64),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(getrandom),
	SCMP_SYS(getrusage),
	SCMP_SYS(sysinfo),
	SCMP_SYS(sched_getaffinity),
	SCMP_SYS(sched_yield),
	SCMP_SYS(futex),
	/* dying */
	SCMP_SYS(getpid),
	SCMP_SYS(gettid),
	SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
};

/* Allows call when the bits mask of its argument arg are value. */
static bool
allow_if(
    scmp_filter_ctx ctx, int call, unsigned arg, uint64_t mask, uint64_t value)
{
	struct scmp_arg_cmp cmp =
	    SCMP_CMP(arg, SCMP_CMP_MASKED_EQ, mask, value);

	return seccomp_rule_add_array(ctx, SCMP_ACT_ALLOW, call, 1, &cmp) == 0;
}

static bool
fill(scmp_filter_ctx ctx)
{
	size_t i;
	int err;

	for (i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
		err = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, allowed[i], 0);
		/* EDOM: this machine has no such call */
		if (err != 0 && err != -EDOM)
			return false;
	}
	return allow_if(ctx, SCMP_SYS(mmap), 2, PROT_EXEC, 0) &&
	       allow_if(ctx, SCMP_SYS(mprotect), 2, PROT_EXEC, 0) &&
	       /* fstat() of newer C libraries: of a descriptor, not a path */
	       allow_if(ctx, SCMP_SYS(newfstatat), 3, AT_EMPTY_PATH,
		   AT_EMPTY_PATH) &&
	       allow_if(ctx, SCMP_SYS(fcntl), 1, UINT32_MAX, F_GETFL) &&
	       allow_if(ctx, SCMP_SYS(fcntl), 1, UINT32_MAX, F_GETFD) &&
	       /* abort() */
	       allow_if(
		   ctx, SCMP_SYS(tgkill), 0, UINT32_MAX, (uint32_t)getpid());
}

/*
 * A call that is not allowed fails with EPERM: a library that looks for an
 * optional file goes on without it, and nothing else can come of the call.
 */
bool
sandbox_filter(void)
{
	scmp_filter_ctx ctx;
	bool ok;

	/* not to be traced by another worker, and no core with its text */
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
		return false;
	ctx = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	if (!ctx)
		return false;
	ok = fill(ctx) && seccomp_load(ctx) == 0;
	seccomp_release(ctx);
	return ok;
}
#endif
