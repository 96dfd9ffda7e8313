#!/bin/sh
# shellcheck disable=SC2016 # names hold a $
# tb-crawl(1): what is looked at, what is read, what is gone; options, messages.
. "${0%/*}/../lib.sh"

mkdir share ws ws/store

# plan [OPTION…]: the plan of the index 営業 as "status +read -gone !failed"
plan() {
	run tb-crawl -i 営業 "$@"
	printf '%s ' "$status"
	sed -n 's/^. 予定=/+/p; s/^. 削除=/-/p; s/^. 失敗=.*/!/p' out | tr '\n' ' '
}

# meta KEY: the values of a key in ./out
meta() {
	sed -n "s/^. $1=//p" out
}

# list ROW…: the ingest list; a row is path,time,size,state,places,version
list() {
	printf '\357\273\277クロール対象フォルダ\t%s\t営業\r\n' "$PWD/share"
	printf '相対パス\t更新日時\tサイズ\t状態\tTSV数\t取り込み日時\tエラー\t抽出版\r\n'
	for _row; do
		printf '%s\n' "$_row" | awk -F , -v OFS='\t' '{ printf "%s\r\n",
			"営業\\" $1 OFS $2 OFS $3 OFS $4 OFS $5 OFS OFS OFS $6 }'
	done
}

NOW='2025/01/10 12:34:56'
# file NAME…: five bytes, changed at $NOW
file() {
	for _f; do
		mkdir -p "share/$(dirname "$_f")"
		printf 12345 >"share/$_f"
		touch -d '2025-01-10 12:34:56.9' "share/$_f"
	done
}

# ---- what is looked at
file b.txt a.xlsx Z/y.docx Z/C/x.pdf 'あ い.XLSM' '%41.txt'
is 'files of a folder before its subfolders, in name order' "$(plan share)" \
	'0 +%2541.txt +a.xlsx +b.txt +あ い.XLSM +Z/y.docx +Z/C/x.pdf '
cat >want <<END
␞ 版=2
␞ 形=計画
␞ 索引=営業
␞ 元のフォルダ=$PWD/share
␞ 予定=%2541.txt
␞ 更新日時=$NOW
␞ サイズ=5
END
head -n 7 out | sed 's/^./␞/' >got
same 'the plan as a stream: time cut to seconds' got want
is 'its last line' "$(tail -n 1 out | cut -c 3-)" '以上=0'
is 'nothing is written' "$(find ws)" "$(printf 'ws\nws/store')"
rm -r share

file '~$b.xlsx' .hidden.txt .d/a.txt c.jpg c.xlsx.bak noext .xlsx \
	content_index.xlsx.001.tsv System_Index1.txt システムインデックス2.txt \
	ingest_status.tsv ok.txt 'lost+found/a.txt' '$RECYCLE.BIN/a.txt' \
	'Z/System Volume Information/a.txt' Z/lost+found/a.txt
mkfifo share/pipe.txt
chmod 0 'share/~$b.xlsx'
is 'only targets; a lock file that cannot be read is nothing' \
	"$(plan share) $(cat err)" '0 +ok.txt +Z/lost+found/a.txt  '
is '--hidden takes dot files' "$(plan --hidden share)" \
	'0 +.hidden.txt +.xlsx +ok.txt +.d/a.txt +Z/lost+found/a.txt '
rm -r share

# ---- links
file a.txt d/b.txt
mkdir out_of
printf x >out_of/secret.txt
ln -s .. share/d/up
ln -s ../out_of share/out
ln -s ../out_of/secret.txt share/secret.txt
ln -s loop1 share/loop2
ln -s loop2 share/loop1
ln -s nowhere share/dead.txt
is 'no link is followed, each file comes once' "$(plan -v share)" \
	'0 +a.txt +d/b.txt '
ok 'and -v counts them' contains err '6 links'
ln -s share alias
is 'the folder itself may be a link' "$(plan alias)" '0 +a.txt +d/b.txt '
rm -r share alias

# ---- workspaces
file a.txt old/ingest_status.tsv old/content_index/x.txt old/mine.txt \
	new/store/ingest_status.tsv new/store/content/x.txt new/mine.txt \
	ws/tmp/x.txt ws/store/x.txt ws/mine.txt
is 'no workspace is walked into, other files beside it are' \
	"$(plan -w share/ws share)" '0 +a.txt +new/mine.txt +old/mine.txt +ws/mine.txt '
rm -r share

# ---- names that no list can hold
file 'a\b.txt' a￥b.txt "$(printf 'tab\there.txt')" "$(printf 'tab\001here.txt')"
file "$(printf 'bad\377.txt')" 'dir\x/a.txt' good.txt
is 'they fail' "$(plan share)" '1 +a￥b.txt +good.txt ! ! ! ! '
is 'and can be told apart' "$(meta パス | sort | tr '\n' '|')" \
	'a￥b (2).txt|bad�.txt|tab�here (2).txt|tab�here.txt|'
ok 'a folder is named' contains err 'dir'
rm -r share

# ---- what is read (store.md 7.2, 15)
mkdir -p ws/store/content/営業
file done.xlsx lost.txt none.txt failed.xlsx failed1.xlsx pending.xlsx \
	older.xlsx newer.xlsx size.xlsx outdated.xlsx noversion.xlsx odd.xlsx \
	new.xlsx times.xlsx
printf x >ws/store/content/営業/content_index.XLSX.0007.tsv
list "done.xlsx,$NOW,5,済,1,99" "lost.txt,$NOW,5,済,1,99" \
	"none.txt,$NOW,5,済,0,99" "failed.xlsx,$NOW,5,失敗,,99" \
	"failed1.xlsx,$NOW,5,失敗,,1" "pending.xlsx,$NOW,5,未取り込み,," \
	"older.xlsx,2025/01/10 12:34:57,5,済,1,99" \
	"newer.xlsx,2025/01/10 12:34:55,5,失敗,,99" \
	"size.xlsx,$NOW,6,済,1,99" "outdated.xlsx,$NOW,5,済,1,0" \
	"noversion.xlsx,$NOW,5,済,1," "odd.xlsx,$NOW,5,済,1,x" \
	"times.xlsx,2025/1/10 12:34:56,5,済,1,99" \
	"gone.xlsx,$NOW,5,済,1,99" 'gone\a.txt',"$NOW,5,失敗,,99" \
	>ws/store/ingest_status.tsv
is 'the table of decisions' "$(plan)" \
	'0 +lost.txt +new.xlsx +newer.xlsx +noversion.xlsx +odd.xlsx +older.xlsx +outdated.xlsx +pending.xlsx +size.xlsx +times.xlsx -gone.xlsx -gone/a.txt '
is '--retry-failed: they come last' \
	"$(plan --retry-failed | grep -o '+failed.*')" \
	'+failed.xlsx +failed1.xlsx '
: >ws/store/content/営業/content_index.xlsx.008.tsv
ok 'an empty part makes its documents lost' \
	sh -c "tb-crawl -i 営業 | grep -q 予定=done.xlsx"
rm ws/store/content/営業/content_index.xlsx.008.tsv
cp ws/store/ingest_status.tsv before
ok 'the list is not touched' cmp before ws/store/ingest_status.tsv

# ---- names of another case
rm -r share
file DONE.xlsx
list "done.xlsx,$NOW,5,済,1,99" >ws/store/ingest_status.tsv
is 'another case is the same file' "$(plan)" '0 '
file done.xlsx
is 'of two, one is the known one' "$(plan)" '0 +DONE.xlsx '

# ---- names that are composed differently: が by one character or two
rm -r share
GA=$(printf '\343\201\214') KA_=$(printf '\343\201\213\343\202\231')
file "$GA/$GA.xlsx"
mkdir "ws/store/content/営業/$KA_"
printf x >"ws/store/content/営業/$KA_/content_index.xlsx.001.tsv"
list "$KA_\\$KA_.xlsx,$NOW,5,済,1,99" >ws/store/ingest_status.tsv
is 'a row as a Mac spells it' "$(plan)" '0 '
rm -r share
mv "ws/store/content/営業/$KA_" "ws/store/content/営業/$GA"
file "$KA_/$KA_.xlsx"
list "$GA\\$GA.xlsx,$NOW,5,済,1,99" >ws/store/ingest_status.tsv
is 'a file as a Mac spells it' "$(plan)" '0 '
echo longer >>"share/$KA_/$KA_.xlsx"
is 'changed, it is one by its own name' "$(plan)" \
	"0 +$KA_/$KA_.xlsx -$GA/$GA.xlsx "
file "$GA/$GA.xlsx"
is 'where both are there, they are two' "$(plan)" "0 +$KA_/$KA_.xlsx "
list "$GA\\$GA.xlsx,$NOW,5,済,1,99" "$KA_\\$GA.xlsx,$NOW,5,済,1,99" \
	>ws/store/ingest_status.tsv
rm -r "share/$GA"
file "$KA_/$KA_.xlsx"
is 'where two rows could be meant, none is' "$(plan)" \
	"0 +$KA_/$KA_.xlsx -$GA/$GA.xlsx -$KA_/$GA.xlsx "

# ---- which folder, which index
run tb-crawl share
is 'the index that has the folder' "$(meta 索引)" 営業
ln -s share alias
run tb-crawl ./alias/.//
is 'under another name, too' "$(meta 索引)" 営業
is 'written absolute, without . and doubled /' \
	"$(meta 元のフォルダ)" "$PWD/alias"
mkdir -p x/営業 x/空
run tb-crawl x/営業
is 'a used name gets a number' "$(meta 索引)" '営業(2)'
run tb-crawl -i 別 share
is 'a folder in two indexes is refused' "$status" 2
run tb-crawl -i 別 .
is 'so is one around it' "$status $(wc -c <out)" '2 0'
run tb-crawl -i 営業 x/空
is 'an index that moves' "$status $(meta 元のフォルダ)" \
	"0 $PWD/x/空"
run tb-crawl -i 営業 nowhere
is 'no such folder: trouble, nothing is gone' "$status $(grep -c 削除 out)" '2 0'
run tb-crawl -i 'a?b' x
is 'a name that cannot be' "$status" 2
run tb-crawl -i 無い
is 'an index that nobody knows' "$status" 2
run tb-crawl "$(printf 'x/\t')"
is 'a folder that no list can hold' "$status" 2
sed -i 's,\t/[^\t]*,\tC:\\data,' ws/store/ingest_status.tsv
run tb-crawl -i 営業
is 'a folder of another system is not here' "$status $(grep -c 削除 out)" '2 0'
printf '\357\273\277版=3\r\n' >ws/store/format.tsv
run tb-crawl -i 営業 x/空
is 'a store of a later version is left alone' "$status" 2
rm ws/store/format.tsv

# ---- the time zone
rm -r share
rows=
for i in $(seq 20); do
	file "$i.xlsx"
	rows="$rows $i.xlsx,2025/01/10_03:34:56,5,済,1,99"
done
# shellcheck disable=SC2086 # a list of words
list $rows | tr _ ' ' >ws/store/ingest_status.tsv
run tb-crawl -i 営業
is 'all times differ by nine hours: trouble, no plan' \
	"$status $(wc -c <out)" '2 0'
ok 'and the message says by how much' contains err '+9:00'
is '--accept-times reads them' \
	"$(plan --accept-times | tr ' ' '\n' | grep -c '^+')" 20
touch -d '2024-01-01' share/7.xlsx
is 'one that differs otherwise: they have changed' \
	"$(plan | tr ' ' '\n' | grep -c '^+')" 20

ok 'too many operands' exits 2 tb-crawl a b
ok 'output lost is trouble' exits 2 sh -c 'tb-crawl -i 営業 x/空 >/dev/full'
done_testing
