#!/bin/sh
# tb-pack(1): every write, fsync and rename fails by turns, or is the last thing
# that the process does; the next run makes the same store all the same.
. "${0%/*}/../lib.sh"

! grep -q __asan_init "$BUILD/bin/tb-pack" || skip_all 'not under a sanitizer'
CC=${CC:-cc}
command -v "$CC" >/dev/null || skip_all 'no compiler'

"$CC" -shared -fPIC -o shim.so "$ROOT/tests/fault/shim.c" -ldl || skip_all 'no shared objects'

mk <<'PY'
from readstore import *
old = ["a.txt", "b.md", "い/c.txt", "い/d.txt", "ろ/e.txt"]
open("first", "w").write(stream([text(d, d + " 古い") for d in old], plan=old))
new = ["a.txt", "い/c.txt", "は/f.txt"]
open("second", "w").write(stream([text(d, d + " 新しい") for d in new], plan=new,
                                 gone=["b.md", "い/d.txt"]))
PY

tb-pack first
mv ws start

mk >report <<'PY'
import os, shutil, subprocess
from readstore import *


def run(**shim):
    env = dict(os.environ, **{k: str(v) for k, v in shim.items()})
    if shim:
        env["LD_PRELOAD"] = os.path.abspath("shim.so")
    return subprocess.run(["tb-pack", "second"], env=env, capture_output=True).returncode


def shape():
    """All that the store says, but for the time of taking in."""
    return (parts("ws"), {k: f[:4] + f[5:] for k, f in rows("ws").items()},
            open("ws/store/format.tsv", "rb").read())


def half():
    """Neither the old text nor the new, or a row without its text."""
    got = parts("ws")
    bodies = {p.rpartition("/")[0] + "/" + n: [x for x in b if not x.startswith("\x1e")]
              for p, blocks in got.items() for n, b in blocks}
    return [b for b in bodies.values() if len(b) != 1 or not b[0].endswith(("古い", "新しい"))] \
        + [r for r, f in rows("ws").items() if f[2] == "済" and r.replace("\\", "/") not in bodies]


def fresh():
    shutil.rmtree("ws", ignore_errors=True)
    shutil.copytree("start", "ws")


fresh()
assert run() == 0
want = shape()
for kind in "write", "fsync", "renameat", "unlinkat":
    for kill in ("", "kill"):
        bad, n = [], 0
        while n < 60:
            n += 1
            fresh()
            status = run(SHIM_KIND=kind, SHIM_AT=n, **({"SHIM_KILL": 1} if kill else {}))
            if status == 0:
                break
            if not kill and status != 2:
                bad.append(f"{n}: status {status}")
            if half():
                bad.append(f"{n}: {half()}")
            if run() != 0 or shape() != want:
                bad.append(f"{n}: the next run does not mend it")
            if any(f.endswith(".tmp") for _, _, fs in os.walk("ws") for f in fs):
                bad.append(f"{n}: a temporary file is left")
        print(f"{kind}\t{kill or 'fails'}\t{n - 1}\t{'; '.join(bad)}")
PY
while IFS='	' read -r kind how n bad; do
	is "$kind $how, $n times: the next run mends it" "$bad" ''
done <report
is 'all of them were tried' "$(wc -l <report)" 8
ok 'and came to that' test "$(awk '$3 > 3' report | wc -l)" -ge 6
done_testing
