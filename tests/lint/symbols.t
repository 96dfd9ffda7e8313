#!/bin/sh
# A global name of libcommon starts with its file's name, or tb_ in err.
. "${0%/*}/../lib.sh"

lib=$BUILD/libcommon.a
[ -f "$lib" ] || skip_all 'not built'
command -v nm >/dev/null || skip_all 'no nm'

nm -A -g --defined-only "$lib" 2>/dev/null |
	sed -n 's/^[^:]*:\([^:]*\)\.o:[0-9a-f]* [A-Z] \(.*\)$/\1 \2/p' >names
ok 'there are names to look at' test -s names
awk '
	$2 ~ /^__(asan|odr_asan|ubsan)/ || $2 ~ /^_/ { next }
	{
		stem = $1
		if (stem == "err")
			want = "tb_"
		else if (stem ~ /^(sys|sandbox)_/)
			want = substr(stem, 1, index(stem, "_"))
		else
			want = stem
		# internals that two files of one format share carry its name
		base = stem
		sub(/_.*/, "", base)
		if (index($2, want) != 1 && index($2, base "_") != 1)
			print $1 ".o: " $2
	}' names >wrong
is 'names that do not say where they come from' "$(cat wrong)" ''
done_testing
