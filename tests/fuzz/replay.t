#!/bin/sh
# Every fuzz target reads its seeds, and damaged copies of them, without harm.
. "${0%/*}/../lib.sh"

here=$ROOT/tests/fuzz
python3 "$here/mkseeds.py" seeds || exit 99
for src in "$here"/*.c; do
	target=${src##*/}
	target=${target%.c}
	[ "$target" != replay ] || continue
	if [ ! -x "$BUILD/tests/fuzz/$target" ]; then
		ok "$target is built" false
		continue
	fi
	set --
	for seed in "$here/seeds/$target"/* "seeds/$target"/*; do
		[ ! -f "$seed" ] || set -- "$@" "$seed"
	done
	ok "$target has seeds" test $# -gt 0
	ok "$target: $# seeds, damaged 300 times each" \
		"$BUILD/tests/fuzz/$target" -n 300 "$@"
done
done_testing
