#include "run/sandbox.h"

#include "config.h"

#ifndef HAVE_SECCOMP
bool
sandbox_filter(void)
{
	return false;
}
#endif
