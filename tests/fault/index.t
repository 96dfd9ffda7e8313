#!/bin/sh
# tb-index: interrupted at a terminal it publishes what has been read, and the
# next run reads the rest; a stage that is killed is trouble.
. "${0%/*}/../lib.sh"

cat >interrupt.py <<'PY'
import os, pty, sys

pid, fd = pty.fork()
if pid == 0:
    os.execvp("tb-index", ["tb-index", "many"])
out, sent = b"", False
while True:
    try:
        block = os.read(fd, 65536)
    except OSError:  # what Linux says at the end of a terminal
        break
    if not block:
        break
    out += block
    if not sent and b"50/300" in out:
        os.write(fd, b"\x03")
        sent = True
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.buffer.write(out)
sys.exit(status if sent else 99)
PY
mk <<'PY'
import os
os.mkdir("many")
for i in range(300):
    open(f"many/{i}.txt", "w").write(f"番号 {i}\n" * 2000)
PY

run python3 interrupt.py
is 'interrupted: the status of a signal' "$status" 130
packed=$(sed -n 's/^tb-pack: \([0-9]*\) packed.*/\1/p' out | tr -d '\r')
ok 'on a terminal it shows how far it is' grep -qaF '49/300' out
ok 'what was read is published' test "$packed" -ge 40 -a "$packed" -lt 300
is 'and searched' "$(tb-grep -l 番号 | wc -l)" "$packed"
run tb-index many
is 'the next run reads the rest' \
	"$status $(sed -n 's/^tb-pack: \([0-9]*\) packed.*/\1/p' err)" \
	"0 $((300 - packed))"
is 'and nothing is there twice' \
	"$(tb-grep -l 番号 | wc -l) $(tb-grep -h 番号 | wc -l)" '300 600000'

# a stage that dies
mkdir bin
for stage in extract tsv pack; do
	printf '#!/bin/sh\ncat >/dev/null\nkill -KILL $$\n' >bin/tb-$stage
	chmod +x bin/tb-$stage
	touch many/1.txt
	ok "tb-$stage is killed: trouble" exits 2 env PATH="$PWD/bin:$PATH" \
		tb-index -q many
	rm bin/tb-$stage
done
run tb-index many
is 'and the next run is well' "$status $(tb-grep -l 番号 | wc -l)" '0 300'
ok 'nothing temporary is left' test -z "$(find ws -name '*.tmp')"
done_testing
