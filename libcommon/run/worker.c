#include "run/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "run/sandbox.h"

/* Descriptors of the worker's side. */
#define CTL  3
#define BODY 4

#define UNFIT 3 /* exit status: it could not be shut in */

#define PIPE_BYTES (1 << 20)  /* so that large documents switch rarely */
#define GROWN_KB   (96 << 10) /* more than at its start: it is replaced */

struct request {
	uint64_t size;
	uint32_t name; /* bytes of the name that follows */
};

/* A message of one descriptor. */
union rights {
	struct cmsghdr head; /* for the alignment */
	char bytes[CMSG_SPACE(sizeof(int))];
};

/* ---- the worker's side ---- */

/* The next request: 1, or 0 when the parent has closed its end. */
static int
receive(struct worker_task *t, char name[WORKER_NAME_MAX])
{
	struct request rq;
	struct iovec iov[2] = { { &rq, sizeof(rq) },
		{ name, WORKER_NAME_MAX } };
	union rights rights;
	struct msghdr m = { .msg_iov = iov,
		.msg_iovlen = 2,
		.msg_control = rights.bytes,
		.msg_controllen = sizeof(rights.bytes) };
	struct cmsghdr *c;
	ssize_t n;

	do
		n = recvmsg(CTL, &m, 0);
	while (n < 0 && errno == EINTR);
	c = n > 0 ? CMSG_FIRSTHDR(&m) : NULL;
	if (n < (ssize_t)sizeof(rq) || !c || c->cmsg_type != SCM_RIGHTS)
		return 0;
	memcpy(&t->fd, CMSG_DATA(c), sizeof(t->fd));
	t->size = rq.size;
	t->file = span_of(name, (size_t)n - sizeof(rq));
	return 1;
}

static bool
reply(const struct worker_reply *r)
{
	ssize_t n;

	do
		n = write(CTL, r, sizeof(*r));
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(*r);
}

/* The most memory that this process has had, in KB. */
static long
peak_kb(void)
{
	struct rusage u;

	return getrusage(RUSAGE_SELF, &u) == 0 ? u.ru_maxrss : 0;
}

static void
serve(worker_fn *fn, void *arg, bool filtered)
{
	char name[WORKER_NAME_MAX];
	struct worker_reply r;
	struct worker_task t;
	struct out out;
	unsigned files = 0;
	long start = peak_kb();

	out_init(&out, BODY);
	while (receive(&t, name)) {
		/* its padding goes to the parent as well */
		memset(&r, 0, sizeof(r));
		out.written = 0;
		fn(arg, &t, &out, &r.places, &r.e);
		close(t.fd);
		if (!out_flush(&out))
			break;
		r.bytes = out.written;
		r.filtered = filtered;
		r.retire =
		    ++files >= WORKER_FILES || peak_kb() - start > GROWN_KB;
		if (!reply(&r))
			break;
	}
	out_release(&out);
}

/*
 * Moves the two descriptors to their places, closes all others.  The standard
 * ones lead nowhere: what is said about a document goes through the parent.
 */
static bool
settle(int ctl, int body)
{
	int null = open("/dev/null", O_RDWR);
	int c = fcntl(ctl, F_DUPFD, BODY + 1);
	int b = fcntl(body, F_DUPFD, BODY + 1);

	if (null < 0 || c < 0 || b < 0 || dup2(null, STDIN_FILENO) < 0 ||
	    dup2(null, STDOUT_FILENO) < 0 || dup2(c, CTL) < 0 ||
	    dup2(b, BODY) < 0)
		return false;
	if (!SANDBOX_CHECKED && dup2(null, STDERR_FILENO) < 0)
		return false;
	return sys_close_from(BODY + 1);
}

static _Noreturn void
work(int ctl, int body, pid_t parent, worker_fn *fn, void *arg, uint64_t memory)
{
	struct tb_error e = TB_ERROR_INIT;
	bool filtered = false;

	/* keyboard signals end the parent, and that ends the workers */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	/* system errors go into files: never in the user's language */
	setlocale(LC_ALL, "C");
	if (!sys_die_with_parent(parent) || !settle(ctl, body) ||
	    !sandbox_enter(memory, &filtered, &e))
		_exit(UNFIT);
	serve(fn, arg, filtered);
	_exit(0);
}

/* ---- the parent's side ---- */

static void
close_all(const int fd[4])
{
	int i, err = errno;

	for (i = 0; i < 4; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	errno = err;
}

bool
worker_start(struct worker *w, worker_fn *fn, void *arg, uint64_t memory,
    struct tb_error *e)
{
	int fd[4] = { -1, -1, -1, -1 }; /* ctl: ours, its; body: ours, its */
	pid_t parent = getpid();

	w->pid = 0;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fd) < 0 ||
	    pipe(fd + 2) < 0 || fcntl(fd[2], F_SETFL, O_NONBLOCK) < 0) {
		close_all(fd);
		return tb_fail_sys(e, "pipe");
	}
#ifdef F_SETPIPE_SZ
	(void)fcntl(fd[2], F_SETPIPE_SZ, PIPE_BYTES); /* else as it is */
#endif
	w->pid = fork();
	if (w->pid < 0) {
		close_all(fd);
		w->pid = 0;
		return tb_fail_sys(e, "fork");
	}
	if (w->pid == 0)
		work(fd[1], fd[3], parent, fn, arg, memory);
	close(fd[1]);
	close(fd[3]);
	w->ctl = fd[0];
	w->body = fd[2];
	return true;
}

bool
worker_send(struct worker *w, const struct worker_task *t)
{
	/* of a name that is too long the end counts: the extension */
	size_t n = t->file.n < WORKER_NAME_MAX ? t->file.n : WORKER_NAME_MAX;
	struct request rq = { t->size, (uint32_t)n };
	struct span tail = span_skip(t->file, t->file.n - n);
	union rights rights;
	struct iovec iov[2] = { { &rq, sizeof(rq) },
		{ (void *)(uintptr_t)tail.p, n } };
	struct msghdr m = { .msg_iov = iov,
		.msg_iovlen = 2,
		.msg_control = rights.bytes,
		.msg_controllen = sizeof(rights.bytes) };
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	ssize_t k;

	memset(&rights, 0, sizeof(rights));
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &t->fd, sizeof(int));
	do
		k = sendmsg(w->ctl, &m, MSG_NOSIGNAL);
	while (k < 0 && errno == EINTR);
	return k > 0;
}

/* A worker may be anybody's by now: nothing that it says is taken as it is. */
bool
worker_reply(struct worker *w, struct worker_reply *r)
{
	ssize_t n;

	do
		n = recv(w->ctl, r, sizeof(*r), MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof(*r) || (unsigned)r->e.code >= TB_ESTREAM)
		return false;
	r->e.what[sizeof(r->e.what) - 1] = '\0';
	return true;
}

void
worker_end(struct worker *w, struct tb_error *e)
{
	int status = 0;
	pid_t pid;

	/* one that is dying already keeps the status that it dies with */
	kill(w->pid, SIGKILL);
	do
		pid = waitpid(w->pid, &status, 0);
	while (pid < 0 && errno == EINTR);
	close(w->ctl);
	close(w->body);
	w->pid = 0;
	if (WIFSIGNALED(status))
		tb_fail(e, TB_EBROKEN, "signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) == MEM_EXIT)
		tb_fail(e, TB_EMEMORY, NULL);
	else if (WEXITSTATUS(status) == UNFIT)
		tb_fail(e, TB_EIO, "no worker can be set up");
	else
		tb_fail(e, TB_EBROKEN, "status %d", WEXITSTATUS(status));
}
