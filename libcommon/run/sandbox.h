/*
 * sandbox.h: the cage of a worker process.
 *
 * Inside a process can compute, allocate up to a limit, and use the
 * descriptors that it has or is handed.  It can open no file, make no socket
 * and run no program: with libseccomp by an allow-list of system calls
 * (sandbox_seccomp.c), without it as far as resource limits go
 * (sandbox_none.c).
 */
#ifndef RUN_SANDBOX_H
#define RUN_SANDBOX_H

#include "base/err.h"

/*
 * AddressSanitizer maps terabytes and calls the system in its own ways: such a
 * build has neither the memory limit nor the filter.
 */
#if defined(__SANITIZE_ADDRESS__)
# define SANDBOX_CHECKED 1
#elif defined(__has_feature)
# if __has_feature(address_sanitizer)
#  define SANDBOX_CHECKED 1
# endif
#endif
#ifndef SANDBOX_CHECKED
# define SANDBOX_CHECKED 0
#endif

#define SANDBOX_FDS 32 /* descriptors that may be open inside */

/*
 * Shuts this process in, for good; memory is how many bytes it may allocate,
 * what it has now included.  False, with e filled, when the resource limits
 * cannot be set.  *filtered tells whether system calls are filtered too.
 */
bool sandbox_enter(uint64_t memory, bool *filtered, struct tb_error *e);
/* The filter of system calls alone; false when there is none. */
bool sandbox_filter(void);

#endif
