/* What a worker cannot do, tried from inside. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/sandbox.h"
#include "tap.h"

#define MEMORY ((uint64_t)128 << 20) /* bytes */

/* ---- run inside: true when the attempt worked ---- */

static bool
open_a_file(void)
{
	return open("/etc/passwd", O_RDONLY) >= 0;
}

static bool
make_a_file(void)
{
	return openat(AT_FDCWD, "sandbox.tmp", O_WRONLY | O_CREAT, 0600) >= 0;
}

static bool
look_at_a_path(void)
{
	struct stat st;

	return stat("/etc/passwd", &st) == 0;
}

static bool
remove_a_file(void)
{
	return unlink("sandbox.tmp") == 0 || errno == ENOENT;
}

static bool
make_a_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) >= 0 ||
	       socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static bool
run_a_program(void)
{
	char *argv[] = { NULL, NULL };

	execv("/bin/true", argv);
	return errno != EPERM;
}

static bool
make_a_process(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid > 0;
}

static bool
signal_the_parent(void)
{
	return kill(getppid(), 0) == 0;
}

static bool
make_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static bool
lift_a_limit(void)
{
	struct rlimit r = { RLIM_INFINITY, RLIM_INFINITY };

	return setrlimit(RLIMIT_DATA, &r) == 0;
}

static bool
take_too_much(void)
{
	return malloc((size_t)MEMORY) != NULL;
}

static bool
allocate_and_look(void)
{
	struct stat st;
	char *p = malloc((size_t)MEMORY / 2);
	bool ok;

	if (!p)
		return false;
	memset(p, 1, (size_t)MEMORY / 2);
	ok = p[4096] == 1 && fstat(STDIN_FILENO, &st) == 0 &&
	     fcntl(STDIN_FILENO, F_GETFL) >= 0;
	free(p);
	return ok;
}

static bool
abort_at_once(void)
{
	abort();
}

/* Tries it in a process of its own: 1 it worked, 0 it did not, else a death. */
static int
inside(bool (*attempt)(void), bool *filtered)
{
	struct tb_error e = TB_ERROR_INIT;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (!sandbox_enter(MEMORY, filtered, &e))
			_exit(99);
		_exit((attempt() ? 1 : 0) | (*filtered ? 2 : 0));
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return -1;
	if (WIFSIGNALED(status))
		return 1000 + WTERMSIG(status);
	*filtered = (WEXITSTATUS(status) & 2) != 0;
	return WEXITSTATUS(status) == 99 ? 99 : WEXITSTATUS(status) & 1;
}

int
main(void)
{
	static const struct {
		bool (*attempt)(void);
		const char *name;
	} denied[] = {
		{ open_a_file, "no file is opened" },
		{ make_a_file, "no file is made" },
		{ look_at_a_path, "no path is looked at" },
		{ remove_a_file, "no file is removed" },
		{ make_a_socket, "no socket" },
		{ run_a_program, "no program is run" },
		{ make_a_process, "no process is made" },
		{ signal_the_parent, "no signal to others" },
		{ make_code, "no memory that can be executed" },
		{ lift_a_limit, "no limit is lifted" },
	};
	bool filtered;
	size_t i;

	is_num(inside(allocate_and_look, &filtered), 1,
	    "work goes on: memory, descriptors");
	if (SANDBOX_CHECKED || !filtered) {
		printf("# system calls are not filtered in this build\n");
		return done_testing();
	}
	for (i = 0; i < sizeof(denied) / sizeof(denied[0]); i++)
		is_num(inside(denied[i].attempt, &filtered), 0, denied[i].name);
	is_num(inside(take_too_much, &filtered), 0, "memory has its limit");
	is_num(inside(abort_at_once, &filtered), 1000 + SIGABRT,
	    "abort() is seen as what it is");
	return done_testing();
}
