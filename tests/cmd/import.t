#!/bin/sh
# tb-import(1): what is taken, and every way in that is refused.
. "${0%/*}/../lib.sh"

mk >names <<'PY'
from mkarchive import *
archive("good.zip", files())
archive("stored.zip", files(), method=zipfile.ZIP_STORED)
archive("strings.zip", files(), manifest(files(), formatVersion="2", unknown={"a": [1]}))
archive("posix.zip", files(), manifest(files(), sourceFolder="/srv/営業"))
archive("inside.zip", files(), manifest(files(), indexName="別", sourceFolder="c:\\営業\\2024"))
archive("around.zip", files(), manifest(files(), indexName="別", sourceFolder="C:/"))
archive("equal.zip", files(), manifest(files(), indexName="別", sourceFolder="c:\\営業\\"))
archive("beside.zip", files(), manifest(files(), indexName="別", sourceFolder="C:\\営業部"))
f = files()
f[LIST] = b"\xef\xbb\xbf" + listing("a.txt").replace(b"\r\n", b"\n") + b"\n\n"
archive("lf.zip", f)
f = files()
f["content_index/content_index.docx.001.tsv"] = b"\xff\xfe"
archive("emptypart.zip", f)
long_ = "長" * 255
archive("long.zip", files(), manifest(files(), indexName=long_))
import os
os.mkdir("bad")
for name, fn in attacks().items():
    fn(f"bad/{name}.zip")
    print(name)
PY

tb() {
	tb-import -w ws "$@" >out 2>err
}
# what the workspace holds, byte for byte
sum() {
	find ws ! -name lock -type f -exec cksum {} + | sort
	find ws -type d | sort
}

ok 'a good one' tb good.zip
is 'its files' "$(find ws -type f | sed 's,ws/store/,,' | sort | tr '\n' ' ')" \
	'content/営業/2024/content_index.txt.001.tsv content/営業/content_index.txt.001.tsv content/営業/source_folder.txt format.tsv ingest_status.tsv lock '
is 'its rows' "$(tail -n +2 ws/store/ingest_status.tsv | cut -f1 | tr '\n' ' ')" \
	'相対パス 営業\a.txt 営業\2024\b.txt '
is 'its folder' "$(head -1 ws/store/ingest_status.tsv | tr -d '\r\357\273\277' | cut -f2,3)" "C:\\営業	営業"
is 'its state' "$(tb-store -w ws ls --json | jq -r .state)" current
is 'it is searched' "$(tb-grep --workspace=ws -c 本文 | tr '\n' ' ')" \
	'営業/a.txt:1 営業/2024/b.txt:1 '
ok 'and checked' tb-store -w ws check
ok 'nothing is left' test ! -e ws/publish
before=$(sum)

tb good.zip
is 'again: cancelled' "$?" 1
is 'and nothing is done' "$(sum)" "$before"
tb --on-conflict=rename --source='D:\他' good.zip
is 'again: renamed' "$?" 0
is 'to' "$(tb-store -w ws ls --json | jq -r .index | tr '\n' ' ')" '営業 営業(2) '
tb --on-conflict=overwrite --source='E:\新' good.zip
is 'again: overwritten' "$?" 0
is 'with the new folder' "$(tb-store -w ws ls --json | jq -r .source | tr '\n' ' ')" \
	'E:\新 D:\他 '
ok 'all fits' tb-store -w ws check
tb --name=経理 --source=/srv/経理 stored.zip
is 'under a name of its own, stored' "$?" 0
tb --name='a/b' --source=/srv/x good.zip
is 'a name that cannot be' "$?" 2
tb --name=x --source=rel good.zip
is 'a source folder that cannot be' "$?" 2
for z in strings posix lf emptypart; do
	rm -rf one
	run tb-import -w one $z.zip
	is "taken: $z" "$status" 0
done
rm -rf one
tb-import -w one --name=x long.zip 2>/dev/null
tb-import -w one --name=x --source=/y --on-conflict=rename long.zip 2>/dev/null
is 'a second one of the same name' "$(tb-store -w one ls --json | jq -r .index | tr '\n' ' ')" 'x x(2) '
rm -rf one
tb-import -w one good.zip 2>/dev/null
for z in inside around equal; do
	run tb-import -w one $z.zip
	is "refused: its folder is $z another's" "$status" 2
done
run tb-import -w one beside.zip
is 'taken: beside it' "$status" 0

before=$(sum)
run tb-import -w ws --dry-run --name=試 --source=/z good.zip
is '--dry-run' "$status" 0
is 'changes nothing' "$(sum)" "$before"
is '--list' "$(tb-import --list good.zip | head -2 | tr '\n' '|')" \
	"index: 営業|source folder: C:\\営業|"

while read -r a; do
	case $a in
	name*) run tb-import -w ws --source=/attack "bad/$a.zip" ;;
	source*) run tb-import -w ws --name=攻撃 "bad/$a.zip" ;;
	*) run tb-import -w ws --name=攻撃 --source=/attack "bad/$a.zip" ;;
	esac
	[ "$status" -eq 2 ] && [ -s err ] && [ "$(sum)" = "$before" ] ||
		echo "$a: $status $(cat err)"
done <names >report 2>&1
is 'attacks that were not refused, or left something' "$(cat report)" ''
ok 'attacks' test "$(wc -l <names)" -ge 80

# round trip
rm -rf one two
tb-import -w one good.zip 2>/dev/null
tb-export -w one 営業 r.zip
ok 'exported again: every file is the same' python3 -c '
import zipfile
a, b = zipfile.ZipFile("good.zip"), zipfile.ZipFile("r.zip")
assert sorted(a.namelist()) == sorted(b.namelist())
assert all(a.read(n) == b.read(n) for n in a.namelist() if not n.endswith("json"))'
ok 'and imported again' tb-import -w two r.zip
if [ -d "$SHARED/golden/store-v2" ]; then
	rm -rf gold
	ok 'golden: the zip of another writer' \
		tb-import -w gold "$SHARED/golden/store-v2/export.zip"
	ok 'golden: is as its store' diff -r -x source_folder.txt \
		gold/store/content "$SHARED/golden/store-v2/store/content"
fi
mkdir -p newer/store
printf '\357\273\277版=3\r\n' >newer/store/format.tsv
run tb-import -w newer good.zip
is 'not into a newer store' "$status$(ls newer/store/content 2>/dev/null)" 2
mkdir -p old/system_index && : >old/system_index_state.tsv
tb-import -w old good.zip 2>/dev/null
is 'what the format before left is removed' \
	"$(find old -maxdepth 1 -name 'system*')" ''
# a link in the way is no way out
mkdir -p link/store/content away
ln -s "$PWD/away" link/store/content/営業
run tb-import -w link --on-conflict=overwrite good.zip
is 'a link is replaced, not followed' "$(ls away)" ''
for a in '' '--on-conflict=x good.zip' 'good.zip stored.zip' '-x good.zip'; do
	# shellcheck disable=SC2086 # several
	run tb-import -w ws $a
	is "wrong usage: '$a'" "$status" 2
done
done_testing
