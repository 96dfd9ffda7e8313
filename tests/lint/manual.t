#!/bin/sh
# Each tool has a page; its options are those of --help; references exist.
. "${0%/*}/../lib.sh"

for tool in "$BUILD"/bin/tb-*; do
	name=${tool##*/}
	page=$ROOT/man/$name.1
	ok "$name has a page" test -f "$page"
	[ -f "$page" ] || continue
	# long options in --help and in the page
	"$tool" --help | grep -o -e '--[a-z][a-z-]*' | sort -u >help
	sed -n 's/.*Fl -\([a-z][a-z-]*\).*/--\1/p' "$page" | sort -u >man
	is "$name: options of --help that the page lacks" \
		"$(comm -23 help man | tr '\n' ' ')" ''
	is "$name: options of the page that --help lacks" \
		"$(comm -13 help man | tr '\n' ' ')" ''
	# every option letter as well
	"$tool" --help | sed -n 's/^  -\([A-Za-z0-9]\)[ ,].*/\1/p' | sort -u >help
	grep -o '^\.It Fl [A-Za-z0-9]\b' "$page" | sed 's/.* //' | sort -u >man
	is "$name: letters of --help that the page lacks" \
		"$(comm -23 help man | tr '\n' ' ')" ''
	ok "$name --version" sh -c "'$tool' --version | grep -q '$VERSION'"
	ok "$name: a wrong option is trouble" exits 2 "$tool" --no-such-option
done

missing=
for page in "$ROOT"/man/*.[1-8]; do
	for ref in $(sed -n 's/^\.Xr \(t[be][a-z-]*\) \([1-8]\).*/\1.\2/p' "$page" |
		sort -u); do
		[ -f "$ROOT/man/$ref" ] || missing="$missing ${page##*/}:$ref"
	done
done
is 'references to pages that do not exist' "$missing" ''

if command -v mandoc >/dev/null; then
	for page in "$ROOT"/man/*.[1-8] "$ROOT"/man/ja/*.[1-8]; do
		[ -f "$page" ] || continue
		is "mandoc has nothing to say on ${page#"$ROOT"/}" \
			"$(mandoc -T lint -W warning "$page" 2>&1)" ''
	done
fi
done_testing
