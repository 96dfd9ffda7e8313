#!/bin/sh
# tb-extract(1): where files come from, what goes wrong, and how it says so.
. "${0%/*}/../lib.sh"

# stream: standard input with ␞ for RS, as the manuals print it
stream() {
	sed "s/␞/$(printf '\036')/g"
}

# at FILE…: gives the files the time that the tests expect
at() {
	TZ=UTC touch -d '2025-01-10 03:34:56.9' "$@"
}

printf '一\n二\n' >a.txt
mkdir -p d/e
printf 'x\n' >d/b.txt
: >empty.txt
at a.txt d/b.txt empty.txt

# ---- operands

run tb-extract a.txt ./d//./b.txt empty.txt
stream >want <<'EOF'
␞ 版=2
␞ 形=セル
␞ ファイル名=a.txt
␞ パス=a.txt
␞ 更新日時=2025/01/10 12:34:56
␞ サイズ=8
␞ 種類=テキスト
␞ 部分=本文
␞ 対象=本文
一
二
␞ 終わり=1
␞ ファイル名=b.txt
␞ パス=d/b.txt
␞ 更新日時=2025/01/10 12:34:56
␞ サイズ=2
␞ 種類=テキスト
␞ 部分=本文
␞ 対象=本文
x
␞ 終わり=1
␞ ファイル名=empty.txt
␞ パス=empty.txt
␞ 更新日時=2025/01/10 12:34:56
␞ サイズ=0
␞ 種類=テキスト
␞ 終わり=0
␞ 以上=3
EOF
same 'operands, in order' out want
is 'status 0' "$status" 0
is 'and nothing to say' "$(cat err)" ''

run tb-extract -C d b.txt
ok '-C: names are relative to it' contains out 'パス=b.txt'
run tb-extract -C nowhere b.txt
is '-C that is no folder: trouble' "$status" 2
ok 'is named' contains err 'tb-extract: nowhere: '
run tb-extract --text a.txt d/b.txt
is '--text: lines only' "$(cat out)" "$(printf '一\n二\nx')"
run tb-extract -v a.txt
ok '-v names the file and its places' contains err 'tb-extract: a.txt: 1 places, '

cp a.txt ./-dash.txt
run tb-extract -- -dash.txt
ok '-- ends the options' contains out 'パス=-dash.txt'

# ---- files that cannot be read

mkfifo pipe.txt
ln -s a.txt link.txt
run tb-extract missing.txt d pipe.txt /dev/null link.txt a.txt
is 'bad operands cost 1' "$status" 1
is 'each is a document that failed' "$(grep -c 失敗= out)" 4
is 'the good ones are whole' "$(grep -c 終わり=1 out)" 2
ok 'missing: named, with the reason' \
	grep -q '^tb-extract: missing.txt: .*not found' err
ok 'in the words of the format too' \
	contains out '失敗=ファイルが見つかりません'
ok 'a folder' contains err 'tb-extract: d: a folder: '
ok 'a pipe does not hang' contains err 'tb-extract: pipe.txt: not a regular'
ok 'nor does a device' contains err 'tb-extract: /dev/null: not a regular'
ok 'the stream is whole' contains out '以上=6'

run tb-extract --text missing.txt a.txt
is '--text: nothing of a failed one' "$(cat out)" "$(printf '一\n二')"
is 'but the status' "$status" 1

cp a.txt secret.txt
chmod 000 secret.txt
if [ -r secret.txt ]; then
	: 'root reads all'
else
	run tb-extract secret.txt
	ok 'no right to read' contains out '失敗=ファイルを読むアクセス権がありません'
fi

# ---- names

nl=$(printf 'a\nb.txt')
bad=$(printf 'bad\377.txt')
for name in "$nl" "$bad" 'back\slash.txt'; do
	cp a.txt "$name"
	run tb-extract "$name" a.txt
	is 'a name that no list can hold costs 1' "$status" 1
	ok 'its document fails, with the reason' \
		contains out '失敗=ファイル名に使えない文字があるため更新できません'
	is 'every line of the stream is still one' "$(grep -c 終わり=1 out)" 1
	ok 'and UTF-8' iconv -f UTF-8 -t UTF-16 out
	run tb-extract --text "$name"
	is 'by hand it is read' "$(head -n 1 out)" 一
done
run tb-extract 'back\slash.txt'
ok 'its name is shown with a full-width sign' contains out 'パス=back￥slash.txt'
run tb-extract "$nl"
is 'one line of message' "$(wc -l <err)" 1
ok 'with the line end escaped' contains err 'a\x0ab.txt'

cp a.txt '100%.txt'
run tb-extract '100%.txt'
ok 'a percent sign is escaped' contains out 'パス=100%25.txt'

# ---- lists

printf 'a.txt\n\nd/b.txt' >list
run tb-extract -T list
is '-T: the files of a list, its last line without end' \
	"$(grep -c 終わり=1 out)" 2
run tb-extract -T - <list
is '-T -: from standard input' "$(grep -c 終わり=1 out)" 2
printf '\357\273\277a.txt\r\nd/b.txt\r\n' >crlflist
run tb-extract -T crlflist
is 'a list from Windows: BOM and CRLF' "$(grep -c 終わり=1 out)" 2
printf 'd/b.txt\0%s\0' "$nl" >list0
run tb-extract -0 --text -T list0
is '-0: names end in NUL' "$(cat out)" "$(printf 'x\n一\n二')"
run tb-extract -T list empty.txt
is 'operands come before the list' "$(sed -n 's/.*パス=//p' out | tr '\n' ' ')" \
	'empty.txt a.txt d/b.txt '
run tb-extract -T no-list
is 'a list that is missing: trouble' "$status" 2
: >nothing
run tb-extract -T nothing
is 'an empty list: an empty stream, whole' "$(grep -c 以上=0 out)" 1

# ---- plans

stream >plan <<EOF
␞ 版=2
␞ 形=計画
␞ 索引=営業
␞ 元のフォルダ=$PWD
␞ 予定=d/b.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=99
␞ 予定=gone.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=1
␞ 予定=a.txt
␞ 削除=old.txt
␞ ファイル名=x￥y.txt
␞ パス=x￥y.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=1
␞ 失敗=ファイル名に使えない文字があるため更新できません
␞ 以上=1
EOF
stream >want <<EOF
␞ 版=2
␞ 形=セル
␞ 索引=営業
␞ 元のフォルダ=$PWD
␞ 予定=d/b.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=99
␞ 予定=gone.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=1
␞ 予定=a.txt
␞ 削除=old.txt
␞ 開始=d/b.txt
␞ ファイル名=b.txt
␞ パス=d/b.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=99
␞ 種類=テキスト
␞ 部分=本文
␞ 対象=本文
x
␞ 終わり=1
␞ 削除=gone.txt
␞ 開始=a.txt
␞ ファイル名=a.txt
␞ パス=a.txt
␞ 種類=テキスト
␞ 部分=本文
␞ 対象=本文
一
二
␞ 終わり=1
␞ ファイル名=x￥y.txt
␞ パス=x￥y.txt
␞ 更新日時=2025/01/01 00:00:00
␞ サイズ=1
␞ 種類=テキスト
␞ 失敗=ファイル名に使えない文字があるため更新できません
␞ 以上=3
EOF
run tb-extract <plan
same 'a plan is carried out and passed on' out want
is 'a document that failed before: status 1' "$status" 1
is 'of which it is not for us to tell' "$(cat err)" ''

{ printf '\357\273\277'; sed 's/$/\r/' plan; } >crlf
run tb-extract <crlf
same 'BOM and CRLF change nothing' out want

sed "s,元のフォルダ=.*,元のフォルダ=\\\\\\\\server\\\\share," plan >unc
run tb-extract -C . <unc
ok '-C takes the place of its source folder' contains out '終わり=1'
run tb-extract <unc
is 'a source folder that is not here: trouble' "$status" 2
ok 'nothing is called gone because of it' not contains out '削除=gone.txt'
ok 'and the stream is not whole' not contains out 以上

mkdir lost
cp a.txt lost/a.txt
stream >plan2 <<EOF
␞ 版=2
␞ 形=計画
␞ 元のフォルダ=$PWD/lost
␞ 予定=a.txt
␞ 予定=b.txt
␞ 以上=0
EOF
run tb-extract <plan2
is 'while the folder is there, a missing file is gone' \
	"$(sed -n 's/.*削除=//p' out)" b.txt

for path in ../a.txt /etc/passwd d/../a.txt ./a.txt d//b.txt; do
	stream >evil <<EOF
␞ 版=2
␞ 形=計画
␞ 元のフォルダ=$PWD/d
␞ 予定=$path
␞ 以上=0
EOF
	run tb-extract <evil
	is "a path that could leave the folder: $path" "$status" 1
	ok 'fails, and nothing is read' not contains out 終わり=
done
mkdir -p src/real
cp a.txt src/real/a.txt
ln -s real src/dir
ln -s real/a.txt src/file.txt
for path in dir/a.txt file.txt; do
	stream >links <<EOF
␞ 版=2
␞ 形=計画
␞ 元のフォルダ=$PWD/src
␞ 予定=$path
␞ 以上=0
EOF
	run tb-extract <links
	ok "no link is followed below it: $path" not contains out 終わり=
done

head -n 8 plan >cut
run tb-extract <cut
is 'a plan that was cut off: trouble' "$status" 2
ok 'says so' contains err 'cut off'
ok 'what it named is read' contains out 終わり=1
ok 'the next stage is not told that it is whole' not contains out 以上
run tb-extract </dev/null
is 'an empty stream: trouble' "$status" 2
sed '1s/2/3/' plan >newer
run tb-extract <newer
is 'a newer version: trouble' "$status" 2
ok 'the message names it' contains err '版=3'
sed 's/形=計画/形=セル/' plan >cells
run tb-extract <cells
is 'a cell stream is no plan' "$status" 2
run tb-extract <a.txt
is 'nor is a document' "$status" 2

# ---- order and output

i=0
while [ $i -lt 300 ]; do
	echo "text $i" >"d/e/$i.txt"
	echo "d/e/$i.txt"
	[ $((i % 50)) -ne 0 ] || echo "missing$i"
	i=$((i + 1))
done >many
run tb-extract -j 1 -T many
cp out one
cp err one.err
run tb-extract -j 8 -T many
same '-j 1 and -j 8: the same bytes' out one
same 'and the same messages' err one.err
ok 'output lost is trouble' exits 2 sh -c 'tb-extract a.txt >/dev/full'
ok 'so is one that is closed' exits 2 sh -c 'tb-extract a.txt >&-'
ok 'a closed input is no plan' exits 2 sh -c 'tb-extract <&-'
ok 'a reader that leaves ends it quietly' \
	sh -c 'tb-extract -T many 2>pipe.err | head -n 1 >/dev/null
	! grep -v "not found" pipe.err'

# ---- the examples of the manual

mkdir share
mk <<'EOF'
from mkooxml import *
docx("contract.docx", p("納期は明日") + p("数量"))
docx("share/a.docx", p("本文"))
EOF
sed -n 's/^\.Dl \$ //p' "$ROOT/man/tb-extract.1" >examples
is 'there are examples' "$(wc -l <examples)" 3
run sh -c "$(sed -n 1p examples)"
is 'the first one' "$(cat out)" 納期は明日
run sh -c "$(sed -n 2p examples)"
is 'the second one' "$(grep -c 終わり=1 all.stream)" 1

# ---- options

run tb-extract --help
is '--help' "$status" 0
run tb-extract --version
is '--version' "$(cat out)" "tb-extract $VERSION"
for wrong in --wrong '-j 0' '-j x' '-j 257' '--timeout=0' '--memory=1' \
	'--xml=expat' '-0'; do
	# shellcheck disable=SC2086 # an option with its argument
	run tb-extract $wrong a.txt
	is "a wrong option is trouble: $wrong" "$status" 2
	ok 'and points to --help' contains err 'tb-extract --help'
done
for right in '-j 256' '--timeout=86400' '--memory=16' '--xml=libxml2' \
	'--xml=auto'; do
	# shellcheck disable=SC2086
	run tb-extract $right a.txt
	is "a right one is not: $right" "$status" 0
done
done_testing
