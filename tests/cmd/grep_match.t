#!/bin/sh
# tb-grep(1): what counts as the same, as a word, as a line; which documents.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkstore import *
kanji = "".join(chr(0x4E00 + i) for i in range(2001))
store("ws", {
    "報告": {
        "a.txt": [("部分=本文", "本文", ["Élan und ÄPFEL", "Привет ПрИвЕт", "ΣΟΦΙΑ ﬁ İ ı ſ K",
                                       "ＡＢＣ ａｂｃ", "わがはい", "ワガハイ", "ﾜｶﾞﾊｲ", "ﾊﾟｿｺﾝ パソコン",
                                       "ゔぁ ゝ ゞ ゟ", "ヴァ ヽ ヾ ヿ", "あ\u3099 カ\u3099", "㈱山田 ①番 e\u0301",
                                       "東京都に住む", "京都に住む", "cat concat cat.", "１２３", "", "修復", "復修", "Ａﾞ"]),
                  ("部分=長い", "本文", ["前" + kanji + "後"])],
        "b.xlsx": [("シート=売上 4月", "本文", ["見積\tcat", "cat"]), ("シート=原価", "本文", ["見積"]),
                   ("シート=原価", "コメント", ["A1\tcat", "cat\tB2"])]}})
open("ws/store/ingest_status.tsv", "wb").write(b"\xef\xbb\xbf" + "".join(
    x + "\r\n" for x in ["相対パス\t更新日時\tサイズ\t状態\t取り込み数\t取り込み日時\t失敗\t抽出版",
    "報告\\a.txt\t2025/01/31 12:34:56\t1\t済\t2\t\t\t1",
    "報告\\b.xlsx\t2026/02/01 00:00:00\t1\t済\t4\t\t\t4"]).encode())
# every edge of a block of a vector, and of a page
edge = {}
for n in list(range(0, 40)) + [62, 63, 64, 65, 2046, 2047, 2048, 2049]:
    edge[f"e{n}.txt"] = [("部分=本文", "本文", ["あ" * n + "𠮷野家カ", "い" * n + "\U00020BB8\U00024FB7", "え" * 70])]
store("edge", {"端": edge})
PY
export TB_WORKSPACE="$PWD/ws"

hits() {
	tb-grep "$@" 2>err | tr '\n' '|'
}

for w in élan äpfel привет σοφια ａｂｃ; do
	is "B188: case of $w" "$(hits -c "$w")" '報告/a.txt:1|'
done
is 'B188: -s tells' "$(hits -c -s привет)" ''
is 'B188: letters without a simple capital are themselves' \
	"$(hits -o -h -e ı -e ſ)" '本文:3:ı|本文:3:ſ|'
printf '修復\r\n' >w8
printf 'わがはい\n' | iconv -f UTF-8 -t UTF-16 >w16
printf 'わがはい\n' | iconv -f UTF-8 -t UTF-16BE | { printf '\376\377' && cat; } >w16be
is 'B199: words of UTF-8 and UTF-16, by argument and standard input' \
	"$(hits -h わがはい; hits -h -f w16; hits -h -f w16be; tb-grep -h -f - <w16 | tr '\n' '|')" \
	'本文:5:わがはい|本文:5:わがはい|本文:5:わがはい|本文:5:わがはい|'
is 'B199: several files and words' "$(hits -h -f w8 -e １２３ -f w16)" \
	'本文:5:わがはい|本文:16:１２３|本文:18:修復|'
: >empty
ok 'B199: an empty file of words is no pattern' exits 2 tb-grep -f empty 修復
is 'B191: a short word constrains' "$(hits -h 修復)" '本文:18:修復|'
is 'B191: one character' "$(hits -h 復)" '本文:18:修復|本文:19:復修|'
long=$(python3 -c 'print("".join(chr(0x4E00 + i) for i in range(2001)))')
is 'B193: a long word' "$(hits -c "$long")" '報告/a.txt:1|'
is 'B193: and one that is not there' "$(hits -c "${long}x")" ''
is 'B194: kana of every width' "$(hits -W -K -c わがはい; hits -W -K -c ワガハイ; hits -W -K -c ﾜｶﾞﾊｲ)" \
	'報告/a.txt:3|報告/a.txt:3|報告/a.txt:3|'
is 'B194: each option alone' "$(hits -K -c わがはい; hits -W -c ワガハイ)" \
	'報告/a.txt:2|報告/a.txt:2|'
is 'B194: columns of a match that has more characters' \
	"$(hits -W -o -h パソコン)" '本文:8:ﾊﾟｿｺﾝ|本文:8:パソコン|'
is 'B196: iteration marks and ゔ' "$(hits -K -o -h 'ヴァ ヽ ヾ')" \
	'本文:9:ゔぁ ゝ ゞ|本文:10:ヴァ ヽ ヾ|'
is 'B196: what has no pair is itself' "$(hits -K -o -h ゟ; hits -K -o -h ヿ)" \
	'本文:9:ゟ|本文:10:ヿ|'
is 'B197: a mark goes to what can take it' \
	"$(hits --loose -o -h ガ | sed 's/.*:11:/11:/')" '11:ガ|'
is 'B197: and else stays' "$(hits --loose -c あ)" '報告/a.txt:1|'
is '--loose: compatible forms' \
	"$(hits --loose -o -h '(株)'; hits --loose -o -h '1番'; hits --loose -o -h é | sed 's/.*|本文:12/本文:12/')" \
	"$(printf '本文:12:㈱|本文:12:①番|本文:12:e\314\201|')"
is '-W: letters, digits' "$(hits -W -o -h 123; hits -W -h -c abc)" '本文:16:１２３|1|'
is '-W with -s' "$(hits -W -s -o -h abc)" '本文:4:ａｂｃ|'
is '-E folds, too' "$(hits -E -W -o -h '^1\d+$'; hits -E -W -o -h '[a-c]{3} ＊?ＡＢ')" \
	'本文:16:１２３|'
is '-E: a wide sign is none of syntax' "$(hits -E -W -c '（株')" ''

is '-w: words of a language without spaces' "$(hits -w -h 京都)" '本文:14:京都に住む|'
is '-w: of one with them' "$(hits -w -o -h cat 報告)" \
	'本文:15:cat|本文:15:cat|売上 4月:1:cat|売上 4月:2:cat|原価[コメント]:1:cat|'
is '-w -E' "$(hits -w -E -h --place 本文 '京.')" '本文:14:京都に住む|'
is '-x' "$(hits -x -h cat; hits -x -h ワガハイ)" \
	'売上 4月:2:cat|原価[コメント]:1:A1	cat|本文:6:ワガハイ|'
is '-x: behind the address' "$(hits -x -h B2)" '原価[コメント]:2:cat	B2|'
is '-x -E: the longer one, too' "$(hits -x -E -h 'ワ|ワガハイ')" '本文:6:ワガハイ|'
is '-x: not a part of what is folded as one' "$(hits --loose -x -c A)" ''
is '--and' "$(hits -h 住む --and 東京)" '本文:13:東京都に住む|'
is '--and alone' "$(hits -h --and 住む --and 東京)" '本文:13:東京都に住む|'
is '--not' "$(hits -h 住む --not 東京)" '本文:14:京都に住む|'
is '--and with -e' "$(hits -h -e 修 -e 京 --and 復)" '本文:18:修復|本文:19:復修|'
is '--place' "$(hits -h --place 原価 見積; hits -c --place '売上*' cat)" \
	'原価:1:見積|報告/b.xlsx:2|'
is '--newer' "$(hits -c --newer 2026-01-01 cat; hits -l --newer 2026/2/1 cat)" \
	'報告/b.xlsx:3|報告/b.xlsx|'
is '--older' "$(hits -l --older 2025-01-31 住む; hits -l --older '2025/1/31 12:34:57' 住む)" \
	'報告/a.txt|'
is 'between' "$(hits -l --newer 2025-01-31 --older 2026-02-01 -e cat)" \
	'報告/a.txt|'
for d in 2025 2025-13-01 2025-01-01x '2025-01-01 25:00' 昨日; do
	run tb-grep --newer "$d" x
	is "no date: $d" "$status" 2
done

is 'any number of threads' "$(hits -j1 住む)" "$(hits -j7 住む)"
run tb-grep -j0 x
is 'none is wrong' "$status" 2
is '-L with threads' "$(hits -L -j3 京都)" '報告/b.xlsx|'
is '-q' "$(tb-grep -q -j2 京都 && echo yes)" yes
is '--limit' "$(hits -j4 --limit 2 -h cat)" \
	"$(hits -j1 -h cat | cut -d'|' -f1,2)|"

export TB_WORKSPACE="$PWD/edge"
is 'B190: characters at every edge' "$(hits -c 𠮷野 | tr '|' '\n' | grep -c ':1$')" 48
is 'B190: with case and a common last unit' \
	"$(hits -c -e 野家カ | tr '|' '\n' | grep -c ':1$')" 48
is 'B190: half of a pair is nothing' "$(hits -c 𠮷 | tr '|' '\n' | grep -c ':1$')" 48
is 'B190: the pair behind it' "$(hits -o -h 𤾷 | tr '|' '\n' | sort -u | head -1)" \
	'本文:2:𤾷'
done_testing
