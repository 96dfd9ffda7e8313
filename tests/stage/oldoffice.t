#!/bin/sh
# Word 2, 6 and 95, Excel 2 to 4: what they hold, in their code pages.
. "${0%/*}/../lib.sh"

mk <<'PY'
import struct
from mkdoc import *
from mkxls import old, oldcell, oldstr, rec

doc6("w6.doc", ["見積書\r", row("品名", "数量"), row("ボルト", "ｱｲｳ"), "改ページ\x0c次の頁\r"],
     footnotes="脚注です\r", headers="社外秘\r")
doc6("w95.doc", ["版の違い\r"], nfib=0x68)
doc6("pieces.doc", "一つ目の段落\r二つ目の段落\r三つ目\r", pieces=13)
doc6("deleted.doc", ["残る", deleted("消えた"), "文\r"])
doc6("field.doc", "前\x13 HYPERLINK \"x\" \x14表示\x15後\r\x13 EQ \\o\\ad(\\s\\up 9(よみ),漢字)\x15です\r")
doc6("mac.doc", "caf\u00e9 \u2020\r", enc="mac_roman", lid=0x40c, chs=256)
doc6("russian.doc", "договор\r", enc="cp1251", lid=0x419)
doc6("czech.doc", "příliš\r", enc="cp1250", lid=0x405)
doc6("locked.doc", "x\r", flags=0x0100)
doc6("w2.doc", "Word 2\r\n甲\x07乙\x07\x07丙\x07丁\x07\x07終\r\n", ident=0xA5DB, nfib=0x2D, flat=True)
data = open("w6.doc", "rb").read()
open("cut.doc", "wb").write(data[:1600])

def sheet(v):
    f = struct.pack("<d", 1234567.0)
    out = oldcell(v, 4, 0, 0, oldstr(v, "品名")) + oldcell(v, 4, 0, 1, oldstr(v, "ｶﾅ Abc"))
    out += oldcell(v, 3, 1, 0, struct.pack("<d", 1234.5), xf=1, fmt=1)
    out += oldcell(v, 3, 1, 1, struct.pack("<d", 34000), xf=2, fmt=2)
    out += oldcell(v, 5, 2, 0, b"\x01\x00") + oldcell(v, 5, 2, 1, b"\x2a\x01")
    out += oldcell(v, 6, 3, 0, f + bytes(6), xf=3, fmt=3)
    out += oldcell(v, 6, 3, 1, b"\0\0\0\0\0\0\xff\xff" + bytes(6))
    out += rec(7 if v == 2 else 0x207, oldstr(v, "式の文字"))
    if v == 2:
        out += oldcell(v, 2, 4, 0, struct.pack("<H", 65535))
    else:
        out += rec(0x027E, struct.pack("<HHHI", 4, 0, 0, 65535 << 2 | 2))
    return out

for v in (2, 3, 4):
    old("e%d.xls" % v, v, sheet(v))
old("book.xls", 4, [sheet(4), oldcell(4, 4, 0, 0, oldstr(4, "二枚目"))], names=["表紙", "明細"])
old("lock.xls", 4, b"", extra=rec(0x2F, bytes(4)))
open("e4.xlsx", "wb").write(open("e4.xls", "rb").read())
for n in range(6, 120, 7):
    open("cut%d.xls" % n, "wb").write(open("e3.xls", "rb").read()[:n])
PY

text() {
	tb-extract --text "$1" 2>/dev/null | tr '\n\t' '|>'
}

is 'Word 6: paragraphs, rows, pages, notes, headers' "$(text w6.doc)" \
	'見積書|品名>数量|ボルト>ｱｲｳ|改ページ|次の頁|社外秘|脚注です|'
is 'on two pages' "$(tb-extract w6.doc | grep -c 'ページ=[12]')" 2
is 'Word 95' "$(text w95.doc)" '版の違い|'
is 'a fast save: text in pieces' "$(text pieces.doc)" \
	'一つ目の段落|二つ目の段落|三つ目|'
is 'deleted text is left out' "$(text deleted.doc)" '残る文|'
is 'fields show their results, ruby its reading' "$(text field.doc)" \
	'前表示後|よみ漢字です|'
is 'written on a Macintosh' "$(text mac.doc)" 'café †|'
is 'Russian, Czech' "$(text russian.doc; text czech.doc)" 'договор|příliš|'
run tb-extract locked.doc
is 'with a password' "$status $(grep -c '失敗=読み取りパスワード' out)" '1 1'
is 'Word 2' "$(text w2.doc)" 'Word 2|甲>乙|丙>丁|終|'
run tb-extract cut.doc
ok 'cut off: no crash' [ "$status" -le 1 ]

for v in 2 3 4; do
	is "Excel $v" "$(text e$v.xls)" \
		"e$v|A1>品名|B1>ｶﾅ Abc|A2>1234.50|B2>1993/1/31|A3>TRUE|B3>#N/A|A4>1,234,567|B4>式の文字|A5>65535|"
done
is 'a workbook of Excel 4' "$(tb-extract book.xls | grep -c 'シート=')" 2
is 'its sheets by their names' \
	"$(tb-extract book.xls | grep -A2 'シート=明細' | tail -1)" \
	"A1	二枚目"
run tb-extract lock.xls
is 'a protected one' "$status $(grep -c '失敗=読み取りパスワード' out)" '1 1'
run tb-extract e4.xlsx
is 'under a newer name' "$status $(grep -c '失敗=' out)" '1 1'
run tb-extract cut*.xls
ok 'cut anywhere: no crash' [ "$status" -le 1 ]
done_testing
