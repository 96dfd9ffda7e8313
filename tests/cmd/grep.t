#!/bin/sh
# tb-grep(1): each option, each form of output, each kind of trouble.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkstore import *
S = "シート="
store("ws", {
    "営業": {
        "2024/見積/A社.xlsx": [
            (S + "明細", "本文", ["品名\t数量", "見積書\t\"1,000\"", "", "ABC\tａｂｃ", "(株)山田"]),
            (S + "明細", "図形", ["C2\t見積の図", "見1\tB2"]),
            (S + "明細", "コメント", ["D4\t税抜の見積"]),
            (S + "明細", "ヘッダー・フッター", ["社外秘"])],
        "2024/見積/B社.xlsx": [(S + "表%", "本文", ["\"改\u2028行\"\t見積"])],
        "報告.docx": [("ページ=1", "本文", ["一行目", "見積が二つの見積", "三行目", "四行目", "五行目 見積"]),
                     ("ページ=1", "埋め込み", ["埋め込みの見積"], "埋め込み=2"),
                     ("部分=文書", "コメント", ["文書の見積"])],
        "発表.pptx": [("スライド=2", "本文", ["𠮷野家の見積"], "非表示=はい"),
                     ("スライド=2", "ノート", ["ノートの見積"])],
        "空.txt": []},
    "総務": {"規程.txt": [("部分=本文", "本文", ["Alpha beta", "\"引用\" の行", "見積なし？"])]},
})
PY
export TB_WORKSPACE="$PWD/ws"
ls=$(printf '\342\200\250') # U+2028

# hits OPTION…: the lines, in one string
hits() {
	tb-grep "$@" 2>err | tr '\n' '|'
}

run tb-grep 見積書
is 'a hit is path:place:line:text' "$(cat out)" \
	'営業/2024/見積/A社.xlsx:明細:2:見積書	"1,000"'
is 'and the status is 0' "$status" 0
ok 'no hit: status 1' exits 1 tb-grep 該当無し
is 'order: folders, extensions, documents; places as they stand' \
	"$(hits -h 見積 営業 | tr '|' '\n' | cut -d: -f1,2 | tr '\n' '|')" \
	'ページ001:2|ページ001:5|ページ001[埋め込み2]:1|文書[コメント]:1|スライド002（非表示）:1|スライド002_ノート:1|明細:2|明細[図形]:1|明細[コメント]:1|表%:1|'
is 'case is ignored, of full-width letters too' \
	"$(hits -h ａＢＣ; hits -h aBc)" '明細:4:ABC	ａｂｃ|明細:4:ABC	ａｂｃ|'
is '-s tells it' "$(hits -h -s abc; hits -h -s ABC)" '明細:4:ABC	ａｂｃ|'
is '-i takes -s back' "$(hits -h -s -i abc)" '明細:4:ABC	ａｂｃ|'
is 'a word is no expression' "$(hits -h '(株)')" '明細:5:(株)山田|'
is 'the address of a shape does not match' "$(hits -h C2)" ''
is 'nor does it hide what follows' "$(hits -h B2)" '明細[図形]:2:見1	B2|'
is 'file and sheet names do not match' "$(hits A社; hits 明細; hits シート)" ''
is 'a break in a cell is in the way' "$(hits 改行)" ''
is 'a pair is not split' "$(hits -o -h 𠮷)" 'スライド002（非表示）:1:𠮷|'
is 'an index' "$(hits -h 見積 総務)" '本文:3:見積なし？|'
is 'a folder of it' "$(hits -h -c 見積書 営業/2024)" '1|'
is '--no-recursive' "$(hits --no-recursive -l 見積 営業/2024)" ''
is '--no-recursive leaves the top' \
	"$(hits --no-recursive -l 見積 営業/2024/見積)" \
	'営業/2024/見積/A社.xlsx|営業/2024/見積/B社.xlsx|'
run tb-grep 見積 無い
is 'an index that is not there is trouble' "$status" 2
ok 'and is named' contains err '無い'

# expressions
is '-E' "$(hits -h -E '^見積.*\d')" '明細:2:見積書	"1,000"|'
is '-E: $ is the end' "$(hits -h -E '目$')" 'ページ001:1:一行目|ページ001:3:三行目|ページ001:4:四行目|'
is '-E: . takes the break of a cell' "$(hits -h -E '改.行')" "表%:1:\"改${ls}行\"	見積|"
is '-E: case' "$(hits -h -E 'ALPHA\s'; hits -s -h -E 'ALPHA\s')" '本文:1:Alpha beta|'
is '-E: no line is crossed' "$(hits -E '一行目\s')" ''
run tb-grep -E '(見積'
is 'a wrong expression is trouble' "$status" 2
ok 'and shows where' contains err '(見積<--'
is '-E: class subtraction' "$(hits -o -h -E '^[a-z-[b-z]][a-z]+')" '明細:4:ABC|本文:1:Alpha|'
is '-E: named blocks' "$(hits -o -h -E '\p{IsHiragana}{2}\p{IsCJKUnifiedIdeographs}')" \
	'ページ001:2:つの見|ページ001[埋め込み2]:1:みの見|'
run tb-grep -E '見積(?<a-b>x)'
is 'a balancing group is refused' "$status" 2
ok 'and shows where' contains err '見積(?<a-<--'
# shellcheck disable=SC2016 # it ends in a literal dollar
run tb-grep -E --time-limit=1 '(a|a)*(b|b)*(c|c)*[^x]{0,50}(?:(?:見|見)*)*$x' 営業
ok 'an expression ends, one way or another' test "$status" -ge 1

# several
is '-e twice' "$(hits -h -e 一行 -e Alpha)" 'ページ001:1:一行目|本文:1:Alpha beta|'
printf '\357\273\277一行\r\n\nAlpha\r\n' >words
is '-f' "$(hits -h -f words)" 'ページ001:1:一行目|本文:1:Alpha beta|'
is '-f from standard input' "$(printf '一行' | tb-grep -h -f -)" 'ページ001:1:一行目'
: >none
ok '-f: an empty file matches nothing' exits 2 tb-grep -f none

# which files and places
is '--include' "$(hits --include '*.XLSX' -l 見積)" \
	'営業/2024/見積/A社.xlsx|営業/2024/見積/B社.xlsx|'
is '--exclude' "$(hits --exclude 社 -l 見積)" \
	'営業/報告.docx|営業/発表.pptx|総務/規程.txt|'
is '--files' "$(hits --files '*.xlsx；規程;!b社*' -l 見積)" \
	'営業/2024/見積/A社.xlsx|総務/規程.txt|'
is '--kind' "$(hits --kind word,text -l 見積)" '営業/報告.docx|総務/規程.txt|'
ok '--kind: a wrong one is trouble' exits 2 tb-grep --kind wrod x
is '--no-shapes' "$(hits --no-shapes -h 見積の; hits --no-shapes 埋め込みの)" ''
is '--no-comments' "$(hits --no-comments -h 税抜; hits --no-comments 文書の)" ''

# forms
is '-c' "$(hits -c 見積 営業/2024)" \
	'営業/2024/見積/A社.xlsx:3|営業/2024/見積/B社.xlsx:1|'
is '-l' "$(hits -l 行目)" '営業/報告.docx|'
is '-L' "$(hits -L 見積)" '営業/空.txt|'
is '-m' "$(hits -m 1 -h 見積 営業/2024)" \
	"明細:2:見積書	\"1,000\"|表%:1:\"改${ls}行\"	見積|"
is '--limit' "$(hits --limit 2 -h 見積 | tr '|' '\n' | wc -l)" 2
is '-o: each match' "$(hits -o -h 見積 --include 報告 --no-shapes --no-comments)" \
	'ページ001:2:見積|ページ001:2:見積|ページ001:5:見積|'
is '-A' "$(hits -A 1 -h 一行目)" 'ページ001:1:一行目|ページ001-2-見積が二つの見積|'
is '-B' "$(hits -B 9 -h 三行目)" \
	'ページ001-1-一行目|ページ001-2-見積が二つの見積|ページ001:3:三行目|'
is '-C: neighbours are told once' "$(hits -C 1 -h -E '二つ|四')" \
	'ページ001-1-一行目|ページ001:2:見積が二つの見積|ページ001-3-三行目|ページ001:4:四行目|ページ001-5-五行目 見積|'
is '-C: a gap is shown' "$(hits -B 1 -h -e 一行 -e 五行)" \
	'ページ001:1:一行目|--|ページ001-4-四行目|ページ001:5:五行目 見積|'
run tb-grep -q 見積
is '-q: status alone' "$status$(cat out)" 0
tb-grep -0 -h 見積書 >out
tb-grep -0 -l 見積書 >out
is '-0' "$(tr '\0' '@' <out)" '営業/2024/見積/A社.xlsx@'
is '--color=always' "$(hits --color=always -h 書 --kind excel | cat -v | head -c 60)" \
	"$(printf '\033[32m明細\033[m:2:見積\033[01;31m書\033[m' | cat -v | head -c 60)"
ok '--color: a wrong word is trouble' exits 2 tb-grep --color=blue x
is '--color=never' "$(hits --color=never -h 見積書)" '明細:2:見積書	"1,000"|'

# JSON
tb-grep --json 見積書 >out
is '--json: a match' "$(jq -r 'select(.type == "match") | [.path, .index, .folder,
	.file, .kind, .place, .place_kind, .line, .cell, .text,
	.submatches[0].start, .submatches[0].end] | map(tostring) | join(";")' out)" \
	'営業/2024/見積/A社.xlsx;営業;2024/見積;A社.xlsx;Excel;明細;セル;2;A2;見積書	"1,000";0;9'
is '--json: the summary' "$(jq -r 'select(.type == "summary") | [.hits, .documents,
	.skipped] | map(tostring) | join(";")' out)" '1;1;0'

# the result file
tb-grep --tsv 見積書 >out
printf '\357\273\277【検索文字列　見積書】 1 件\r\nファイル名\t場所\t種別\t行\tA\tB\r\n2024\\見積\\A社.xlsx\t[シート] 明細\tセル\t2\t見積書\t"1,000"\r\n\r\n' >want
ok '--tsv' cmp out want
tb-grep --tsv 該当無し >out
printf '\357\273\277【検索文字列　該当無し】 0 件\r\nファイル名\t場所\t種別\t行\r\n\r\n' >want
ok '--tsv without a hit' cmp out want
is '--tsv: places and kinds' "$(tb-grep --tsv 見積 | tr -d '\r' | sed '1,2d;/\[/!d' |
	cut -f 2,3 | tr '\t\n' ' |')" \
	'[ページ] 1（目安） 本文|[ページ] 1（目安） 本文|[ページ] 1（目安） 埋め込み|[文書] コメント|[スライド] 2（非表示） 本文|[スライド] 2 ノート|[シート] 明細 セル|[シート] 明細 図形|[シート] 明細 コメント|[シート] 表% セル|[本文] 本文|'
is '--tsv: breaks of cells are line feeds, quotes of text are quoted' \
	"$(tb-grep --tsv -e 改 -e 引用 | tr '\n' '@' | grep -c 'セル	1	"改@行"	見積.*"""引用"" の行"')" 1

# trouble
mk <<'PY'
from mkstore import part
good = "\x1e 版=2\n\x1e ファイル名=x.txt\n\x1e 部分=本文\n\x1e 対象=本文\n"
c = "ws/store/content/壊れ/"
part(c + "content_index.a.001.tsv", good.replace("版=2", "版=3") + "見積\n")
part(c + "content_index.b.001.tsv", good.replace("\x1e 版=2\n", "") + "見積\n")
part(c + "content_index.c.001.tsv", good.replace("部分=本文", "ページ=1.5") + "見積\n")
part(c + "content_index.d.001.tsv", good + "見積 最後")
part(c + "content_index.e.001.tsv", "")
part(c + "content_index.f.001.tsv", good + "見\ud800積\n\x1e なし 見積\n見積\x1e\n")
part(c + "content_index.g.99999999999.tsv", good + "見積\n")
open(c + "content_index.h.001.tsv", "wb").write((good + "見積 UTF-8\n").encode("utf-8-sig"))
open(c + "content_index.i.001.tsv", "wb").write((good + "見積 奇数\n").encode("utf-16-le") + b"x")
import os
os.truncate(os.open(c + "content_index.j.001.tsv", os.O_CREAT | os.O_RDWR), 67108865)
PY
run tb-grep -h 見積 壊れ
is 'what is damaged is skipped, the rest is searched' "$(tr '\n' '|' <out)" \
	"本文:1:見積 最後|本文:3:見積$(printf '\036')|本文:1:見積 UTF-8|本文:1:見積 奇数|"
is 'and the status tells' "$status" 2
is 'each is named' "$(grep -o 'content_index[^:]*' err | cut -d. -f2 | tr -d '\n')" abcj
ok 'a hit beside damage satisfies -q' exits 0 tb-grep -q 見積 壊れ
run tb-grep ''
is 'an empty pattern is trouble' "$status" 2
run tb-grep "a
b"
is 'so is a line break' "$status" 2
ok 'no pattern' exits 2 tb-grep
ok 'no store' exits 2 tb-grep --workspace=nowhere x
ok 'output lost is trouble' exits 2 sh -c 'tb-grep 見積 >/dev/full'
tb-grep 見積 | head -n 1 >out
is 'a broken pipe ends it quietly' "$(wc -l <out)" 1
printf '\357\273\277版=3\r\n' >ws/store/format.tsv
run tb-grep 見積
is 'a newer store is not searched' "$status$(cat out)" 2
done_testing
