#!/bin/sh
# tb-crawl: a source folder that cannot be seen whole is no reason to remove
# anything.  Faults come from a library that is loaded before the C library's.
. "${0%/*}/../lib.sh"

cat >fault.c <<'END'
/* FAULT=call:errno:after: that call fails so from its n-th time on. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int
fails(const char *call)
{
	static int n;
	const char *f = getenv("FAULT");
	size_t len = strlen(call);
	int code, after;

	if (!f || strncmp(f, call, len) != 0 || f[len] != ':' ||
	    sscanf(f + len, ":%d:%d", &code, &after) != 2 || ++n <= after)
		return 0;
	errno = code;
	return 1;
}

/* One entry a call, so that a folder can fail behind any of them. */
ssize_t
getdents64(int fd, void *p, size_t n)
{
	ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "getdents64");
	struct dirent64 *first = p;
	ssize_t got = fails("getdents") ? -1 : real(fd, p, n);

	if (got <= 0)
		return got;
	if (getenv("NOTYPE")) /* as some file systems answer */
		first->d_type = DT_UNKNOWN;
	lseek(fd, first->d_off, SEEK_SET);
	return first->d_reclen;
}

static int
stat_fails(const char *name)
{
	const char *gone = getenv("GONE");

	if (gone && strcmp(gone, name) == 0) {
		errno = ENOENT;
		return 1;
	}
	return strstr(name, ".txt") && fails("stat");
}

int
fstatat(int d, const char *name, struct stat *st, int flags)
{
	int (*real)(int, const char *, struct stat *, int) =
	    dlsym(RTLD_NEXT, "fstatat");

	return stat_fails(name) ? -1 : real(d, name, st, flags);
}

int
fstatat64(int d, const char *name, struct stat64 *st, int flags)
{
	int (*real)(int, const char *, struct stat64 *, int) =
	    dlsym(RTLD_NEXT, "fstatat64");

	return stat_fails(name) ? -1 : real(d, name, st, flags);
}

static int
open_fails(const char *name)
{
	const char *away = getenv("AWAY"), *to = getenv("AWAY_TO");

	if (away && to && strcmp(name, "sub") == 0)
		rename(away, to); /* the share goes away just now */
	return strcmp(name, "sub") == 0 && fails("openat");
}

int
openat(int d, const char *name, int flags, ...)
{
	int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat");

	return open_fails(name) ? -1 : real(d, name, flags, 0);
}

int
openat64(int d, const char *name, int flags, ...)
{
	int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat64");

	return open_fails(name) ? -1 : real(d, name, flags, 0);
}
END
${CC:-cc} -shared -fPIC -o fault.so fault.c -ldl 2>cc.err ||
	skip_all 'no library can be put in front'

mkdir -p share/sub/deep ws/store/content/営業
for f in a.txt b.txt sub/c.txt sub/deep/d.txt; do
	echo x >share/$f
done
{
	printf 'クロール対象フォルダ\t%s\t営業\r\n相対パス\t…\r\n' "$PWD/share"
	printf '営業\\gone.txt\t2025/01/10 12:34:56\t5\t済\t0\t\t\t1\r\n'
} >ws/store/ingest_status.tsv
cp -r share spare

# crawl NAME=VALUE…: the plan under a fault, as "status +read -gone"
crawl() {
	run env ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 \
		LD_PRELOAD="$PWD/fault.so" "$@" tb-crawl -i 営業
	printf '%s ' "$status"
	sed -n 's/^. 予定=/+/p; s/^. 削除=/-/p' out | tr '\n' ' '
}

ALL='+a.txt +b.txt +sub/c.txt +sub/deep/d.txt '
is 'without a fault' "$(crawl X=)" "0 $ALL-gone.txt "
is 'a file system that tells no types' "$(crawl NOTYPE=1)" "0 $ALL-gone.txt "

# every entry from the n-th on fails: first at the root, at last nowhere
n=0 removed='' seen=''
while [ $n -lt 40 ]; do
	got=$(crawl FAULT=getdents:5:$n)
	case $got in
	'0 '*) break ;;
	*-gone*) removed="$removed $n" ;;
	esac
	seen=$got
	[ -s err ] || removed="$removed silent:$n"
	n=$((n + 1))
done
is 'B215: a folder fails with EIO half-way: nothing is gone, and it is told' "$removed" ''
ok 'at each place, and then nowhere' test $n -gt 5 -a $n -lt 40
is 'what was seen until then is read' "$seen" '1 +a.txt +b.txt +sub/c.txt '

for code in 5 13 116; do # EIO, EACCES, ESTALE
	is "a folder that cannot be opened ($code)" \
		"$(crawl FAULT=openat:$code:0)" '1 +a.txt +b.txt '
	is "a file that cannot be looked at ($code)" \
		"$(crawl FAULT=stat:$code:1)" '1 +a.txt '
done
run env ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 \
	LD_PRELOAD="$PWD/fault.so" FAULT=openat:13:0 tb-crawl -i 営業
ok 'the folder is named' contains err 'sub'

is 'a folder that is gone meanwhile: the walk is whole' \
	"$(crawl FAULT=openat:2:0)" '0 +a.txt +b.txt -gone.txt '
is 'a file that is gone meanwhile' "$(crawl GONE=b.txt)" \
	'0 +a.txt +sub/c.txt +sub/deep/d.txt -gone.txt '
is 'a share that goes away meanwhile' \
	"$(crawl AWAY="$PWD/share" AWAY_TO="$PWD/away")" "1 $ALL"
is 'and that is away' "$(crawl X=)" '2 '
mv away share

# 900 folders in folders, in a path of 9 KB
mk <<'PY'
import os
os.chdir("share")
for i in range(900):
    os.mkdir("d" * 9); os.chdir("d" * 9)
open("deep.txt", "w").write("x")
PY
run tb-crawl -i 営業
ok 'a path of 9,000 bytes' sh -c \
	"grep -a '予定=ddddddddd/.*/deep.txt' out | awk '{ exit length < 9000 }'"
mk <<'PY'
import os
os.chdir("share")
for i in range(900): os.chdir("d" * 9)
for i in range(101):
    os.mkdir("e"); os.chdir("e")
PY
run tb-crawl -i 営業
is 'the folder in 1,000 others cannot be listed: nothing is gone' \
	"$status $(grep -c 削除 out)" '1 0'
done_testing
