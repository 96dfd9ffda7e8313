#!/bin/sh
# tb-index(1): a small share from the first run to the last file: each run reads
# what has changed and nothing else, and a kill costs only what was not done.
. "${0%/*}/../lib.sh"

mk <<'PY'
import os
from mkooxml import *
os.makedirs("share/2024/見積")
os.makedirs("share/.隠れ")
xlsx("share/2024/見積/A社.xlsx", {"明細": '<row r="1">' + c("A1", "s", 0) + c("B1", "n", 3)
     + "</row>"}, sst=si("見積書"))
docx("share/2024/報告.docx", p("納期は未定です"))
pptx("share/発表.pptx", [sp("見積の説明")])
open("share/メモ.txt", "w").write("一行目\n見積のこと\n")
open("share/.隠れ/見積.txt", "w").write("隠れた見積\n")
open("share/~$A社.xlsx", "w").write("lock")
open("share/写真.jpg", "w").write("見積")
open("share/壊れ.xlsx", "w").write("見積")
PY
ln -s ../share/メモ.txt share/リンク.txt

# reads: how many files the last run read
reads() {
	sed -n 's/^tb-pack: \([0-9]*\) packed, \([0-9]*\) failed.*/\1+\2/p' err
}

# list STATE: paths of that state in the ingest list
list() {
	awk -F '\t' -v s="$1" '$4 == s { print $1 }' ws/store/ingest_status.tsv |
		sort | tr '\n' ' '
}

run tb-index share 営業
is 'a broken file: status 1' "$status" 1
is 'first run: all targets are read' "$(reads)" 4+1
ok 'the broken one is named' contains err '壊れ.xlsx'
is 'rows of what is done' "$(list 済)" \
	'営業\2024\報告.docx 営業\2024\見積\A社.xlsx 営業\メモ.txt 営業\発表.pptx '
is 'rows of what failed' "$(list 失敗)" '営業\壊れ.xlsx '
is 'it is searched' "$(tb-grep 見積 | tr '\n' '|')" \
	'営業/発表.pptx:スライド001:1:見積の説明|営業/メモ.txt:本文:2:見積のこと|営業/2024/見積/A社.xlsx:明細:1:見積書	3|'
is 'the index is complete' "$(tr -d '\r' <ws/store/format.tsv | sed -n 3p)" \
	'営業	作り終えた'

cp -a ws before
run tb-index
is 'second run: nothing is read' "$status $(reads)" '0 0+0'
ok 'and nothing is written to the parts' diff -r before/store/content \
	ws/store/content
is 'the list is the same' "$(cmp before/store/ingest_status.tsv \
	ws/store/ingest_status.tsv)" ''

# change, remove, add, rename
touch -d '2024-01-02 03:04:05' share/メモ.txt
printf '見積は変わった\n' >share/メモ.txt
rm share/発表.pptx
mv share/2024/見積/A社.xlsx share/2024/見積/Ｂ社.xlsx
printf '新しい見積\n' >share/新しい.md
run tb-index
is 'what changed is read' "$status $(reads)" '0 3+0'
is 'and searched' "$(tb-grep -l 見積 | tr '\n' '|')" \
	'営業/新しい.md|営業/メモ.txt|営業/2024/見積/Ｂ社.xlsx|'
ok 'a part without documents is gone' \
	not test -e ws/store/content/営業/content_index.pptx.001.tsv
ok 'nothing is pending' not grep -q 営業 ws/store/pending_remove.tsv

run tb-index --retry-failed
is '--retry-failed reads the broken one again' "$status $(reads)" '1 0+1'
cp share/2024/見積/Ｂ社.xlsx share/壊れ.xlsx
run tb-index
is 'mended, it is read' "$status $(reads) $(list 失敗)" '0 1+0 '

# a second index; a folder inside another one's
mkdir other
printf '総務の見積\n' >other/規程.txt
run tb-index other 総務
is 'a second index' "$status $(tb-grep -c 見積 総務)" '0 総務/規程.txt:1'
run tb-index share/2024 中
is 'a folder in an indexed one is refused' "$status" 2
run tb-index nowhere
is 'a folder that is not there is trouble' "$status" 2
mv other away
run tb-index
is 'a folder that went away: trouble, the other is updated' "$status" 2
is 'and its index stays' "$(tb-grep -c 見積 総務)" '総務/規程.txt:1'
mv away other

# killed in the middle: what is there can be searched, the next run goes on
mk <<'PY'
for i in range(300):
    import os
    os.makedirs(f"many/{i % 7}", exist_ok=True)
    open(f"many/{i % 7}/{i}.txt", "w").write(f"番号 {i}\n" * 2000)
PY
for t in 0.02 0.1 0.2 0.4; do
	timeout -s KILL $t tb-index -q many 多い >/dev/null 2>&1
	pkill -KILL -P $$ tb-pack 2>/dev/null
done
ok 'after kills the store is searched' exits 0 sh -c \
	'tb-grep -c 見積 総務 >/dev/null'
run tb-index --workspace="$TB_WORKSPACE" many 多い
is 'the next run goes on' "$status" 0
is 'and has all' "$(tb-grep -l 番号 多い | wc -l) $(tb-grep -h 番号 多い | wc -l)" \
	'300 600000'
ok 'no temporary file is left' test -z "$(find ws -name '*.tmp')"
done_testing
