#!/bin/sh
# tb-grep(1) on a terminal: headings, links, colours, and nothing that steers it.
# shellcheck disable=SC2016 # the inner shell expands
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkstore import *
store("ws", {"営業": {"2024/A 社.xlsx": [
    ("シート=明細", "本文", ["品名\t見積", "悪\x1b[2J見積\x07\u202eabc\x9b1m\u2066", "\"改\u2028行\"\t見積"]),
    ("シート=悪\x1b]0;x\x07", "本文", ["見積"])]}})
PY
export TB_WORKSPACE="$PWD/ws" TERM=xterm

cat >onpty.py <<'PY'
import os, pty, sys
out = b""
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    out += data
os.waitpid(pid, 0)
sys.stdout.buffer.write(out.replace(b"\r\n", b"\n"))
PY
tty() {
	python3 onpty.py tb-grep "$@"
}

# clean FILE: there is text, and nothing to steer a terminal but our own colours
# and the NUL of -0
clean() {
	python3 - "$1" <<'PY'
import re, sys
s = open(sys.argv[1], encoding="utf-8").read()
s = re.sub("\x1b\\[[0-9;]*m|\x1b\\]8;;[^\x1b\x07]*\x1b\\\\", "", s)
bad = re.search("[\x01-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", s)
sys.exit(0 if ("A 社" in s or "見積" in s) and not bad else 1)
PY
}

tty --color=never 見積 >out
is 'a heading, then the cells' "$(sed -n '1,2p' out)" \
	"$(printf '営業/2024/A 社.xlsx\n[シート] 明細!B1: 品名\t見積')"
ok 'a line break in a cell is an arrow' contains out '"改↵行"'
printf '\033[2J見積\n' >raw
ok 'an escape is found' test "$(clean raw && echo clean)" = ''
for o in --color=always -h -H -0 -o -c -l --json --tsv -C1; do
	tty "$o" 見積 >out
	ok "nothing steers: $o" clean out
done
tty --json 見積 >out
ok '--json is JSON still' python3 -c 'import json
l = [json.loads(x) for x in open("out", encoding="utf-8")]
assert l[1]["text"].startswith("悪\x1b[2J"), l'
ok 'a pipe gets the bytes' sh -c 'tb-grep -h 見積 | grep -q "$(printf "\033\[2J")"'
tty 見積 >out
ok 'colours on a terminal' contains out "$(printf '\033[01;31m見積')"
NO_COLOR=1 tty 見積 >out
ok 'NO_COLOR' sh -c 'grep -q 見積 out && ! grep -q "$(printf "\033")" out'
TERM=dumb tty 見積 >out
ok 'a dumb terminal' sh -c 'grep -q 見積 out && ! grep -q "$(printf "\033")" out'

# a source folder that is known
mkdir 'src dir'
printf '見積\n' >'src dir/あ b.txt'
tb-crawl -w "$PWD/w2" -i 営業 'src dir' | tb-extract | tb-tsv | tb-pack -w "$PWD/w2" 2>err
tty --workspace "$PWD/w2" 見積 >out
ok 'a link to the file' contains out \
	"$(printf '\033]8;;file://')$PWD/src%20dir/%E3%81%82%20b.txt"
done_testing
