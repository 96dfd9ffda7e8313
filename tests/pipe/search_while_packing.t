#!/bin/sh
# tb-grep(1) while tb-pack rewrites what it searches: every answer is that of a
# store as it was or as it is, each document whole and none of them lost.
. "${0%/*}/../lib.sh"

ROUNDS=${TB_ROUNDS:-15}
LINES=400
FILES='い/一.txt い/二.txt ろ/三.txt ろ/は/四.md'

# put N: version N of every file, with a time of its own
put() {
	for f in $FILES; do
		awk -v n="$1" -v lines=$LINES 'BEGIN {
			for (i = 1; i <= lines; i++)
				print "見積 第" n "版 " i
		}' >"share/$f"
		touch -d "@$((1700000000 + $1 * 60))" "share/$f"
	done
}

mkdir -p share/い share/ろ/は
put 0
run tb-index share 営業
is 'the index is made' "$status" 0

mkdir answers
(
	i=0
	while [ ! -e over ] || [ $i -lt 20 ]; do
		i=$((i + 1))
		jobs=$((i % 3 + 1))
		tb-grep -j $jobs 見積 >"answers/$i" 2>"answers/$i.err"
		echo "$?" >"answers/$i.status"
	done
) &
searches=$!
n=1
while [ $n -le "$ROUNDS" ]; do
	put $n
	tb-index >/dev/null 2>pack.err || cat pack.err >>failures
	n=$((n + 1))
done
: >over
wait $searches

count=$(find answers -name '*.status' | wc -l)
echo "# $count searches, $ROUNDS runs of tb-index"
ok 'every run of tb-index ended well' test ! -s failures
is 'every search ended with hits' "$(sort -u answers/*.status)" 0
is 'and nothing was skipped' "$(cat answers/*.err)" ''
# shellcheck disable=SC2086 # several names
mk answers $LINES "$ROUNDS" $FILES >report <<'PY'
import collections, os, re, sys

folder, lines, rounds, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
mixed = lost = back = 0
seen, last = set(), {}
for i in sorted(int(f) for f in os.listdir(folder) if f.isdigit()):
    docs = collections.defaultdict(list)
    for line in open(f"{folder}/{i}", encoding="utf-8"):
        path, version, number = re.fullmatch(r"営業/(.*?):本文:\d+:見積 第(\d+)版 (\d+)\n", line).groups()
        docs[path].append((int(version), int(number)))
    lost += set(docs) != set(files)
    for path, found in docs.items():
        version = found[0][0]
        mixed += found != [(version, n) for n in range(1, lines + 1)]
        back += version < last.get(path, 0)
        last[path] = version
        seen.add(version)
print(f"mixed {mixed} lost {lost} back {back}")
print(f"versions {len(seen)}")
print(f"newest {int(all(v == rounds for v in last.values()))}")
PY
is 'no document is mixed, lost or older than before' \
	"$(sed -n 1p report)" 'mixed 0 lost 0 back 0'
ok 'many versions were seen' \
	test "$(sed -n 's/versions //p' report)" -gt $((ROUNDS / 4))
is 'the last answer is the newest' "$(sed -n 's/newest //p' report)" 1
done_testing
