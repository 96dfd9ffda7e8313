#!/bin/sh
# tb-tsv(1): shaping, trees, and streams that are not as they should be.
. "${0%/*}/../lib.sh"

# stream: standard input with ␞ for RS and → for TAB, as the manuals print it
stream() {
	sed "s/␞/$(printf '\036')/g; s/→/	/g"
}

stream >good <<'EOF'
␞ 版=2
␞ 形=セル
␞ 索引=営業
␞ 元のフォルダ=/srv/営業
␞ 予定=2024/見積.xlsx
␞ 更新日時=2025/01/10 12:34:56
␞ 削除=2024/古い.xlsx
␞ 開始=2024/見積.xlsx
␞ ファイル名=見積.xlsx
␞ パス=2024/見積.xlsx
␞ 更新日時=2025/01/10 12:34:56
␞ サイズ=10420
␞ 種類=Excel
␞ シート=2024_上期
␞ 対象=本文
B2→品名
C2→1,234
A4→ 
␞ 注=一部を読み取れませんでした: xl/charts/chart1.xml
␞ 先の版の鍵=x
B5→終
␞ シート=空
␞ 対象=本文
A1→　
␞ シート=2024_上期
␞ 対象=コメント
C2→税抜,の金額
␞ 終わり=3
␞ ファイル名=秘密.xlsx
␞ パス=秘密.xlsx
␞ 失敗=読み取りパスワードが設定されているため開けません（パスワード付きのファイルは更新できません）
␞ ファイル名=記録.txt
␞ パス=記録.txt
␞ 種類=テキスト
␞ 部分=本文
␞ 対象=本文
一  

三

␞ 終わり=1
␞ 以上=3
EOF

stream >want <<'EOF'
␞ 版=2
␞ 形=TSV
␞ 索引=営業
␞ 元のフォルダ=/srv/営業
␞ 予定=2024/見積.xlsx
␞ 更新日時=2025/01/10 12:34:56
␞ 削除=2024/古い.xlsx
␞ 開始=2024/見積.xlsx
␞ ファイル名=見積.xlsx
␞ パス=2024/見積.xlsx
␞ 更新日時=2025/01/10 12:34:56
␞ サイズ=10420
␞ 種類=Excel
␞ 注=一部を読み取れませんでした: xl/charts/chart1.xml
␞ 先の版の鍵=x
␞ シート=2024_上期
␞ 対象=本文

→品名→"1,234"

 
→終
␞ シート=2024_上期
␞ 対象=コメント
C2→税抜,の金額
␞ 終わり=2
␞ ファイル名=秘密.xlsx
␞ パス=秘密.xlsx
␞ 失敗=読み取りパスワードが設定されているため開けません（パスワード付きのファイルは更新できません）
␞ ファイル名=記録.txt
␞ パス=記録.txt
␞ 種類=テキスト
␞ 部分=本文
␞ 対象=本文
一

三
␞ 終わり=1
␞ 以上=3
EOF

run tb-tsv good
same 'a whole stream' out want
is 'a document that failed before: status 1' "$status" 1
is 'and nothing more to say' "$(cat err)" ''

run tb-tsv <good
same 'standard input' out want
{ printf '\357\273\277'; sed 's/$/\r/' good; } >crlf
run tb-tsv crlf
same 'BOM and CRLF change nothing' out want

run tb-tsv -b good
printf '\n\t品名\t"1,234"\n\n \n\t終\nC2\t税抜,の金額\n一\n\n三\n' >bodies
same '-b: bodies only' out bodies

# ---- not as they should be

: >empty
run tb-tsv empty
is 'an empty stream is trouble' "$status" 2
ok 'and is called cut off' contains err 'cut off'

head -n 16 good >cut
run tb-tsv cut
is 'a cut stream is trouble' "$status" 2
ok 'its document is not committed' not contains out '終わり='
ok 'and the next stage is not told that it is whole' not contains out '以上='

sed '1s/2/3/' good >newer
run tb-tsv newer
is 'a newer version is trouble' "$status" 2
ok 'the message names it' contains err '版=3'
is 'nothing comes out' "$(cat out)" ''

iconv -f UTF-8 -t UTF-16 good >utf16
run tb-tsv utf16
is 'UTF-16 is refused' "$status" 2
ok 'with a hint for PowerShell' contains err '-Encoding utf8'

run tb-tsv missing good
is 'a missing operand costs 1' "$status" 1
ok 'it is named' contains err 'tb-tsv: missing: '
same 'the good one still comes out' out want

stream >badcell <<'EOF'
␞ 版=2
␞ 形=セル
␞ ファイル名=a.xlsx
␞ シート=S
␞ 対象=本文
何か
␞ 終わり=1
␞ ファイル名=b.xlsx
␞ シート=S
␞ 対象=本文
A1→x
␞ 終わり=1
␞ 以上=2
EOF
run tb-tsv badcell
is 'a line that is no cell: its document fails' "$status" 1
is 'once' "$(grep -c 失敗= out)" 1
is 'and the next one is whole' "$(grep -c 終わり=1 out)" 1

ok 'output lost is trouble' exits 2 sh -c 'tb-tsv good >/dev/full'

# ---- trees

run tb-tsv -d tree good
is '-d: status 1 for the failed document' "$status" 1
find tree -type f | LC_ALL=C sort >out
cat >want <<'EOF'
tree/2024/見積.xlsx/2024%5F上期.tsv
tree/2024/見積.xlsx/2024%5F上期[comment].tsv
tree/記録.txt/doc_body.tsv
EOF
LC_ALL=C sort -o want want
same 'the names of a tree' out want
printf '\357\273\277\r\n\t品名\t"1,234"\r\n\r\n \r\n\t終\r\n' >want
same 'BOM and CRLF in its files' 'tree/2024/見積.xlsx/2024%5F上期.tsv' want

stream >again <<'EOF'
␞ 版=2
␞ 形=セル
␞ 削除=記録.txt
␞ 削除=無い/無い.txt
␞ ファイル名=見積.xlsx
␞ パス=2024/見積.xlsx
␞ シート=新
␞ 対象=本文
A1→x
␞ 終わり=1
␞ ファイル名=空.xlsx
␞ パス=空.xlsx
␞ 終わり=0
␞ 以上=2
EOF
run tb-tsv -d tree again
is 'a second run' "$status" 0
is 'replaces a document as a whole' "$(find tree -type f)" \
	'tree/2024/見積.xlsx/新.tsv'
ok 'removes one that is gone' test ! -e tree/記録.txt
ok 'and leaves an empty folder for one without text' test -d tree/空.xlsx

head -n 9 again >cut
run tb-tsv -d tree cut
is 'cut off: trouble' "$status" 2
is 'and the older document stands' "$(find tree -type f)" \
	'tree/2024/見積.xlsx/新.tsv'

for path in ../x.xlsx /tmp/x.xlsx a/../../x.xlsx ./x.xlsx a//x.xlsx; do
	sed "s,^\(. パス=\)2024/見積.xlsx,\1$path," again >evil
	run tb-tsv -d tree evil
	is "a path that could leave the tree: $path" "$status" 1
done
ok 'nothing was written outside' test ! -e x.xlsx
mkdir outside
ln -s ../outside tree/link
sed 's,^\(. パス=\)2024/見積.xlsx,\1link/x.xlsx,' again >evil
run tb-tsv -d tree evil
is 'a link in the tree is not followed' "$status" 1
is 'nothing behind it' "$(ls outside)" ''

# ---- sparse sheets

stream >sparse <<'EOF'
␞ 版=2
␞ 形=セル
␞ ファイル名=a.xlsx
␞ シート=S
␞ 対象=本文
XFD1048576→端
␞ 終わり=1
␞ 以上=1
EOF
limit='ulimit -v 65536' # a sanitizer's shadow is larger than any limit
! grep -q __asan_init "$BUILD/bin/tb-tsv" || limit=:
ok 'the last cell of the grid in 64 MB' \
	sh -c "$limit; tb-tsv -b sparse >out"
is 'its line' "$(wc -l <out)" 1048576
is 'its column' "$(tail -n 1 out | tr -cd '\t' | wc -c)" 16383

# ---- options

run tb-tsv --help
is '--help' "$status" 0
run tb-tsv --version
is '--version' "$(cat out)" "tb-tsv $VERSION"
run tb-tsv --wrong
is 'a wrong option is trouble' "$status" 2
ok 'and points to --help' contains err "tb-tsv --help"
run tb-tsv -b -d tree good
is '-b with -d is trouble' "$status" 2
done_testing
