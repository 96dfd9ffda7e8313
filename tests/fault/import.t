#!/bin/sh
# tb-import(1), tb-export(1): every write, fsync, rename and unlink fails by
# turns, or is the last thing that the process does.
. "${0%/*}/../lib.sh"

! grep -q __asan_init "$BUILD/bin/tb-import" || skip_all 'not under a sanitizer'
CC=${CC:-cc}
command -v "$CC" >/dev/null || skip_all 'no compiler'
"$CC" -shared -fPIC -o shim.so "$ROOT/tests/fault/shim.c" -ldl ||
	skip_all 'no shared objects'

mk >report <<'PY'
import os, shutil, subprocess
from mkarchive import *

archive("old.zip", files())
new = {LIST: listing("c.txt", "2025\\d.txt"), "content_index/content_index.txt.001.tsv": part("c.txt"),
       "content_index/2025/content_index.txt.001.tsv": part("d.txt")}
archive("new.zip", new)


def run(tool, *args, **shim):
    env = dict(os.environ, **{k: str(v) for k, v in shim.items()})
    if shim:
        env["LD_PRELOAD"] = os.path.abspath("shim.so")
    return subprocess.run([tool, "-w", "ws", *args], env=env, capture_output=True).returncode


def shape(top="ws"):
    """Every file of the store, but for the lock and the work of a killed import."""
    out = {}
    for d, _, fs in os.walk(top + "/store"):
        for f in fs:
            if f != "lock":
                p = os.path.join(d, f)
                out[os.path.relpath(p, top)] = open(p, "rb").read()
    return out


def fresh():
    shutil.rmtree("ws", ignore_errors=True)
    shutil.copytree("start", "ws")


assert run("tb-import", "old.zip") == 0
os.rename("ws", "start")
before = shape("start")
fresh()
IMPORT = ["tb-import", "--on-conflict=overwrite", "new.zip"]
assert run(*IMPORT) == 0
want = shape()
content = lambda s: {k: v for k, v in s.items() if "content_index." in k}
for kind in "write", "fsync", "renameat", "unlinkat":
    for kill in "", "kill":
        bad, n = [], 0
        while n < 80:
            n += 1
            fresh()
            status = run(*IMPORT, SHIM_KIND=kind, SHIM_AT=n, **({"SHIM_KILL": 1} if kill else {}))
            got = shape()
            if status == 0:
                if got != want:
                    bad.append(f"{n}: done, and not as it should be")
                break
            if not kill and got not in (before, want):
                bad.append(f"{n}: not undone")
            # the text of an overwritten index may be gone between the two renames
            if kill and content(got) not in (content(before), content(want), {}):
                bad.append(f"{n}: a mixed text")
            if run(*IMPORT) != 0 or shape() != want:
                bad.append(f"{n}: the next import does not do it")
            if any(f.endswith(".tmp") for _, _, fs in os.walk("ws/store") for f in fs):
                bad.append(f"{n}: a temporary file is left")
        print(f"import: {kind}\t{kill or 'fails'}\t{n - 1}\t{'; '.join(bad)}")

fresh()
for kind in "write", "fsync":
    for kill in "", "kill":
        bad, n = [], 0
        while n < 40:
            n += 1
            for f in "x.zip", "x.zip.tmp":
                if os.path.exists(f):
                    os.remove(f)
            open("x.zip", "w").write("older")
            status = run("tb-export", "営業", "x.zip", SHIM_KIND=kind, SHIM_AT=n, **({"SHIM_KILL": 1} if kill else {}))
            if status == 0:
                break
            if open("x.zip", "rb").read() != b"older" or (not kill and os.path.exists("x.zip.tmp")):
                bad.append(f"{n}: the older file is gone, or a new one left")
            if run("tb-export", "営業", "x.zip") != 0 or not zipfile.is_zipfile("x.zip"):
                bad.append(f"{n}: the next export does not do it")
        print(f"export: {kind}\t{kill or 'fails'}\t{n - 1}\t{'; '.join(bad)}")
PY
while IFS='	' read -r kind how n bad; do
	is "$kind $how, $n times: nothing is lost" "$bad" ''
done <report
is 'all of them were tried' "$(wc -l <report)" 12
ok 'and came to that' test "$(awk '{ n += $4 } END { print n }' FS='[\t ]' report)" -gt 40
awk -F'\t' '{ n += $3 } END { print "# fault points: " n }' report
done_testing
