#!/bin/sh
# Text files through tb-extract: each encoding, each way to end a line, and
# what public bug reports say of other programs (the numbers of our bug log).
. "${0%/*}/../lib.sh"

mk <<'PY'
def put(name, data):
    open(name, "wb").write(data)

S = "処理区分,件数\r\n売上,１２\r\n"
put("01-utf8.csv", S.encode())
put("02-utf8-bom.csv", b"\xef\xbb\xbf" + S.encode())
put("03-sjis.csv", S.encode("cp932"))
put("04-euc.csv", "ひらがなと漢字\n".encode("euc_jp"))
put("05-jis.txt", "ひらがなと漢字\n".encode("iso2022_jp"))
put("06-utf16le-bom.txt", b"\xff\xfe" + S.encode("utf-16-le"))
put("07-utf16be-bom.txt", b"\xfe\xff" + S.encode("utf-16-be"))
put("08-utf16le.txt", "見積書のひながたです\n".encode("utf-16-le"))
put("09-ends.log", b"lf\ncr\rcrlf\r\n\n\nlast  \n \n\n")
put("10-page.html", "<p>源泉&amp;徴収\u2028続き\x0c改頁</p>\n".encode())
put("11-blank.md", "\r\n \u3000\r\n".encode())
put("12-empty.json", b"")
put("13-binary.txt", bytes(range(256)))
put("14-tabs.tsv", "品名\t数量\t\n\t3\t\n".encode())
put("15-marks.txt", b"\x1e \xe7\xb5\x82\xe3\x82\x8f\xe3\x82\x8a=9\n\x1f=\x1c\n")
put("16-large.txt", b"x" * 10485761)

put("b179.csv", "処理区分,件数\r\n1,2".encode("cp932"))
put("b181.csv", ("商品,ｱｲｳｴｵ,ｶﾞｷﾞ,在庫\n" * 9).encode("cp932"))
put("b182.txt", "髙﨑①Ⅳ㈱～－".encode("cp932"))
put("b184-jis.txt", "短文".encode("iso2022_jp"))
put("b184-kanji.txt", "漢字".encode("euc_jp"))
put("b184-kana.txt", "半角は".encode("euc_jp") + b"\x8e\xb1\x8e\xb2")
put("b185-be.txt", b"\xfe\xff" + "grep 対象".encode("utf-16-be"))
put("b185-le.txt", "grep target".encode("utf-16-le"))
put("b187-byte.txt", "一つだけ壊れた\n".encode() * 3 + b"\xe4\n")
put("b187-first.txt", b"\xe4 " + "一つだけ壊れた\n".encode() * 3)
put("b187-ascii.txt", b"a text with one bad byte \xe4 in it\n")
put("b187-long.txt", b"y" * 5000 + b"\n" + b"z" * 1000000)
PY

run tb-extract [0-9]*
is 'two of them fail, which is 1' "$status" 1
sed '/^. 更新日時=/d' out >got
golden 'the golden stream' got plain.stream

# text FILE: its lines
text() {
	tb-extract --text "$1" 2>/dev/null
}

is 'B179: a short Shift_JIS file' "$(text b179.csv)" '処理区分,件数
1,2'
is 'B181: half-width kana among kanji' "$(text b181.csv | uniq)" \
	'商品,ｱｲｳｴｵ,ｶﾞｷﾞ,在庫'
is 'B182: letters of NEC and IBM' "$(text b182.txt)" '髙﨑①Ⅳ㈱～－'
is 'B184: short ISO-2022-JP' "$(text b184-jis.txt)" '短文'
is 'B184: EUC-JP with half-width kana' "$(text b184-kana.txt)" '半角はｱｲ'
ok 'B184: two kanji alone prove no encoding' exits 1 tb-extract b184-kanji.txt
is 'B185: UTF-16BE with its mark' "$(text b185-be.txt)" 'grep 対象'
is 'B185: UTF-16LE without' "$(text b185-le.txt)" 'grep target'
bad=$(printf '\357\277\275')
is 'B187: one bad byte' "$(text b187-byte.txt | tail -n 1)" "$bad"
is 'B187: in the first line' "$(text b187-first.txt | head -n 1)" \
	"$bad 一つだけ壊れた"
is 'B187: in ASCII' "$(text b187-ascii.txt)" \
	"a text with one bad byte $bad in it"
ok 'B187: and it is said' sh -c 'tb-extract b187-ascii.txt | grep -q "注=本文"'
is 'B187: long lines' "$(text b187-long.txt | wc -c)" 1005002
done_testing
