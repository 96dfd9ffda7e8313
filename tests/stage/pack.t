#!/bin/sh
# tb-pack(1): documents go in, are replaced, go out; what is not whole does not
# count (store.md 3, 5, 9).
. "${0%/*}/../lib.sh"

# make NAME <<'PY': a stream from Python
make() {
	{
		echo 'from readstore import *'
		cat
	} | mk >"$1"
}

# state: the documents of the store, part by part, and their text
state() {
	mk <<-'PY'
	from readstore import *
	for path, blocks in parts("ws").items():
	    print(path.split("/", 1)[1])
	    for name, block in blocks:
	        print("  ", name, "|".join(x for x in block if not x.startswith("\x1e")))
	PY
}

# row PATH: the row of a document, without the time of taking in
row() {
	awk -F '\t' -v p="営業\\\\$1" '$1 == p {
		print $2, $3, $4, $5, ($6 != ""), $7, $8 }' ws/store/ingest_status.tsv |
		tr -d '\r'
}

make one <<'PY'
docs = ["b.txt", "a.txt", "x/c.md", "x/C.MD.txt"]
print(stream([text(d, d + " 一", "二") for d in docs], plan=docs), end="")
PY
run tb-pack -v one
is 'documents are packed' "$status $(cat err)" \
	'0 tb-pack: 4 packed, 0 failed, 0 removed'
is 'by folder and extension, in name order' "$(state)" 'content_index.txt.001.tsv
   a.txt a.txt 一|二
   b.txt b.txt 一|二
x/content_index.md.001.tsv
   c.md x/c.md 一|二
x/content_index.txt.001.tsv
   C.MD.txt x/C.MD.txt 一|二'
is 'its row' "$(row a.txt)" '2026/03/02 09:15:07 1 済 1 1  1'
is 'the list, the catalog, the source' "$(head -n 1 ws/store/ingest_status.tsv |
	tr -d '\r' | sed 's/^.//')@$(sed -n 3p ws/store/format.tsv | tr -d '\r')@$(
	sed -n 2p ws/store/content/営業/source_folder.txt | tr -d '\r')" \
	'クロール対象フォルダ	/srv/営業	営業@営業	作り終えた@営業	/srv/営業'

cp -a ws before
make none <<'PY'
print(stream([]), end="")
PY
run tb-pack none
is 'an empty plan changes nothing' "$status" 0
ok 'not even a time of a part' test -z "$(find ws -newer none \
	-name 'content_index*')"

make two <<'PY'
print(stream([text("b.txt", "新しいb"), text("c.txt", "c"), meta("ファイル名", "x/c.md") +
              meta("パス", "x/c.md") + meta("更新日時", "2026/03/03 00:00:00") + meta("サイズ", 9) +
              meta("失敗", "壊れています")], plan=["b.txt", "c.txt", "x/c.md"], gone=["a.txt"]), end="")
PY
run tb-pack two
is 'a failed document: status 1' "$status" 1
is 'replaced in place, appended, removed; a failed one keeps its text' "$(state)" \
	'content_index.txt.001.tsv
   b.txt 新しいb
   c.txt c
x/content_index.md.001.tsv
   c.md x/c.md 一|二
x/content_index.txt.001.tsv
   C.MD.txt x/C.MD.txt 一|二'
is 'the row of the failed one' "$(row 'x\\c.md')" \
	'2026/03/03 00:00:00 9 失敗  1 壊れています '
is 'the row of the gone one' "$(row a.txt)" ''

make gone <<'PY'
print(stream([], gone=["x/c.md", "x/C.MD.txt", "無い.txt"]), end="")
PY
run tb-pack gone
ok 'a folder without documents goes' not test -e ws/store/content/営業/x

# what is not whole
make cut <<'PY'
docs = ["d.txt", "e.txt"]
print((stream([text("d.txt", "d")], plan=docs, whole=False) + text("e.txt", "e", ends="")), end="")
PY
run tb-pack cut
is 'a stream cut off is trouble' "$status" 2
ok 'and said' contains err 'cut off'
is 'what was whole is there' "$(state | grep -c ' d.txt d')" 1
is 'what was not is not' "$(state | grep -c ' e.txt')" 0
is 'and waits' "$(row e.txt)" '2026/03/02 09:15:07 1 未取り込み  0  '
make count <<'PY'
print(stream([text("f.txt", "f", ends="\x1e 終わり=2\n"), text("g.txt", "g")]), end="")
PY
run tb-pack count
is 'a wrong count of places fails its document' "$status $(state |
	grep -c ' [fg].txt')" '1 1'
printf '\036 版=2\n\036 形=セル\n\036 以上=0\n' >cells
run tb-pack -i x cells
is 'a cell stream is refused' "$status" 2
ok 'with a hint' contains err tb-tsv
printf '\036 版=2\n\036 形=TSV\n\036 以上=0\n' >nameless
run tb-pack nameless
is 'a stream that names no index' "$status" 2
printf '\036 版=3\n' >newer
ok 'a newer stream' exits 2 tb-pack newer
ok 'an index name that Windows cannot have' exits 2 tb-pack -i 'a:b' none
make escape <<'PY'
print(stream([text("../../x.txt", "x")]), end="")
PY
run tb-pack escape
is 'a path that leaves the index' "$status" 2

# however it comes
sed 's/$/\r/' two | sed '1s/^/\xef\xbb\xbf/' >windows
rm -rf ws && tb-pack one && tb-pack two 2>/dev/null
mv ws unix
tb-pack one && tb-pack windows 2>/dev/null
ok 'CRLF and a mark make no difference' diff -r unix/store/content \
	ws/store/content
make whole <<'PY'
docs = ["b.txt", "c.txt"]
print(stream([text("b.txt", "新しいb"), text("c.txt", "c")], plan=docs), end="")
PY
rm -rf ws && tb-pack whole
ok 'the same as packed at once' diff unix/store/content/営業/content_index.txt.001.tsv \
	ws/store/content/営業/content_index.txt.001.tsv

# names
make names <<'PY'
docs = ["Ａ.txt", "か\u3099.txt", "が.txt", "100%.txt", "あ" * 80 + ".txt", "A.TXT"]
print(stream([text(d, d) for d in docs], plan=docs), end="")
PY
rm -rf ws && tb-pack names
is 'NFC and NFD are two names' "$(state | grep -c '^   ')" 6
make renamed <<'PY'
print(stream([text("a.txt", "改名")], plan=["a.txt"], gone=[]), end="")
PY
tb-pack renamed
is 'a name that changes its case is the same document' \
	"$(state | grep -c -i ' a.txt')$(row a.txt | grep -c 済)$(row A.TXT)" 11

# the store
printf '\357\273\277版=3\r\n' >ws/store/format.tsv
run tb-pack names
is 'a newer store is left alone' "$status" 2
printf 'junk\r\n' >ws/store/format.tsv
run tb-pack none
is 'a broken catalog is made anew' "$status $(sed -n '1s/^.//p;3p' \
	ws/store/format.tsv | tr -d '\r' | tr '\n' ' ')" '0 版=2 営業	作り終えた '
mkdir -p ws/store/gram/営業
: >ws/store/gram/営業/theirs.bin
: >ws/store/gram/営業/ours.tbg
tb-pack renamed
is 'foreign gram files go before a part changes' \
	"$(ls ws/store/gram/営業)" ours.tbg
printf '\036 壊れ\n' >ws/store/content/営業/content_index.txt.001.tsv
run tb-pack one
ok 'a part that cannot be read is put aside' \
	test -e ws/store/content/営業/content_index.txt.001.tsv.bad
printf '営業\\c.txt\t2026' >>ws/store/ingest_status.tsv
tb-pack one
is 'half a line at the end of the list hurts nobody' "$(row a.txt)" \
	'2026/03/02 09:15:07 1 済 1 1  1'
rm -rf ws/store/content && ln -s /tmp ws/store/content
run tb-pack one
is 'a link in the way is not followed' "$status" 2

# a tree instead of a stream
rm -rf ws
tb-pack one
cp -a ws/store/content/営業 stream
rm -rf ws
mkdir -p src/x
for d in a.txt b.txt x/c.md x/C.MD.txt; do
	printf '%s\n' "$d 一" 二 >"src/$d"
done
tb-extract -C src a.txt b.txt x/c.md x/C.MD.txt | tb-tsv -d tree
run tb-pack -v -i 営業 -s "$PWD/src" tree
is 'a tree is packed' "$status $(cat err)" \
	'0 tb-pack: 4 packed, 0 failed, 0 removed'
ok 'as its stream would be' diff -r -x source_folder.txt stream \
	ws/store/content/営業
run tb-crawl -v -i 営業 src
ok 'and the next crawl has nothing to do' contains err '4 done, 0 new'
: >tree/a.txt/本文.tsv
run tb-pack -i 営業 -s "$PWD/src" tree
is 'a place of 0 bytes is damage' "$status $(row a.txt | cut -d' ' -f 4)" \
	'1 失敗'

# one writer at a time
rm -rf ws && tb-pack one
mkfifo slow
tb-pack -i 営業 <slow & writer=$!
{
	sed '/以上/d' one
	sleep 1
	tb-pack none 2>busy
	echo $? >busy.status
	sed -n '/以上/p' one
} >slow
wait $writer
is 'the second writer is told' "$(cat busy.status)" 2
ok 'who holds the store' contains busy tb-pack

# an independent writer's store
if [ -d "$SHARED/golden/store-v2" ]; then
	mk "$SHARED/golden/store-v2" >golden <<'PY'
import random, sys
from readstore import *
random.seed(1)
docs = []
for path, blocks in parts(sys.argv[1]).items():
    folder = path.split("/", 1)[1].rpartition("/")[0]
    for name, block in blocks:
        got = places(block)
        random.shuffle(got)   # the order of places is tb-pack's business
        flat = [block[0]] + [x for head, body in got for x in head + body]
        docs.append(document((folder + "/" if folder else "") + name, flat))
random.shuffle(docs)
print(stream(docs), end="")
PY
	rm -rf ws && tb-pack golden
	ok 'the store of an independent writer, byte for byte' diff -r \
		-x source_folder.txt "$SHARED/golden/store-v2/store/content" \
		ws/store/content
fi
done_testing
