/* lib: seccomp */
#include <seccomp.h>
#include <stddef.h>

int
main(void)
{
	return seccomp_init(SCMP_ACT_ALLOW) == NULL;
}
