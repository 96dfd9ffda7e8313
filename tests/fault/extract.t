#!/bin/sh
# tb-extract(1) when a worker is lost, or is itself told to stop: one document
# pays for it, nothing is left running.
. "${0%/*}/../lib.sh"

echo small >small.txt
awk 'BEGIN { for (i = 0; i < 150000; i++)
	print i, "0123456789012345678901234567890123456789" }' >large.txt

# held ACTION OPTION…: runs tb-extract on large.txt small.txt with an output that
# nobody reads, so that the worker of large.txt cannot end, and does ACTION; then
# the output runs into ./out.  $status is its status (128 and more: a signal),
# $left what is left of its workers.
cat >held.py <<'EOF'
import os, signal, subprocess, sys, time

def wait_until(what):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.02)
    return False

def state(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return ""

def workers():
    try:
        with open(f"/proc/{p.pid}/task/{p.pid}/children") as f:
            return [int(x) for x in f.read().split()]
    except OSError:
        return []

def blocked():
    before = [(w, state(w)) for w in workers()]
    time.sleep(0.1)
    return before and before == [(w, state(w)) for w in workers()] and all(
        s == "S" for _, s in before)

action, options = sys.argv[1], sys.argv[2:]
p = subprocess.Popen(["tb-extract", "-j", "1", *options, "large.txt", "small.txt"],
                     stdout=subprocess.PIPE, stderr=open("err", "wb"))
if not wait_until(blocked):
    sys.exit("no worker is waiting")
pids = workers()
who, _, sig = action.partition(" ")
if who == "sleep":
    time.sleep(float(sig))
elif who == "worker":
    for w in pids:
        os.kill(w, getattr(signal, "SIG" + sig))
elif who == "parent":
    p.send_signal(getattr(signal, "SIG" + sig))
with open("out", "wb") as f:
    f.write(p.stdout.read())
status = p.wait()
wait_until(lambda: not any(state(w) not in ("", "Z") for w in pids))
left = [w for w in pids if state(w) not in ("", "Z")]
print(status if status >= 0 else 128 - status, *left)
EOF

held() {
	python3 held.py "$@" >held.out 2>&1
	read -r status left <held.out
}

held none
is 'a slow reader of the output harms nothing' "$status" 0
is 'both are whole' "$(grep -c 終わり=1 out)" 2

held 'sleep 1.5' --timeout=1
is 'nor does it use up the time of a file' "$status" 0

held 'worker KILL'
is 'a killed worker costs 1' "$status" 1
is 'its document' "$(grep -c 失敗= out)" 1
ok 'with the signal as the reason' grep -q 'large.txt: signal 9: ' err
is 'the next document is whole' "$(grep -c 終わり=1 out)" 1
is 'and so is the stream' "$(sed -n 's/.*以上=//p' out)" 2
ok 'in UTF-8' iconv -f UTF-8 -t UTF-16 out

held 'worker STOP' --timeout=1
is 'a worker that hangs costs 1' "$status" 1
ok 'with the time as the reason' \
	contains out '失敗=10 分以内に更新が終わらなかったため中止しました'
is 'the next document is whole' "$(grep -c 終わり=1 out)" 1
is 'and the worker is gone' "$left" ''

for sig in TERM INT HUP KILL; do
	held "parent $sig"
	ok "SIG$sig ends it" test "$status" -gt 128
	is 'and its workers with it' "$left" ''
	ok 'its stream is not whole' not contains out 以上
done

held 'worker INT'
is 'signals of a terminal are not for workers' "$status" 0

# ---- memory

# 9 MB of Shift_JIS are 13 MB of UTF-8
LC_ALL=C awk 'BEGIN { for (i = 0; i < 300000; i++)
	print "\223\372\226{\214\352\202\314\225\266\217\315\202\305\202\267" }' \
	>memory.txt
if ! grep -q __asan_init "$BUILD/bin/tb-extract"; then # it has no limit
	run tb-extract --memory=16 memory.txt small.txt
	is 'memory that runs out costs 1' "$status" 1
	ok 'its document, with the reason' contains out \
		'失敗=シート・文書が大きすぎて更新できません（メモリが不足しました）'
	is 'the next document is whole' "$(grep -c 終わり=1 out)" 1
fi
run tb-extract memory.txt small.txt
is 'with more memory it is read' "$status" 0
done_testing
