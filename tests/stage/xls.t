#!/bin/sh
# .xls: the cells as displayed, by BIFF8 and BIFF5 records.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkxls import *

xls("cells.xls", {"明細": labelsst(0, 0, 2) + labelsst(0, 1, 1) + number(1, 0, 1234.5)
    + rk(1, 1, rk_int(-7)) + rk(1, 2, rk_int(12345, True)) + rk(1, 3, rk_float(0.5))
    + mulrk(2, 1, [rk_int(1), rk_int(2), rk_float(300, True)])
    + boolerr(3, 0, 1) + boolerr(3, 1, 0) + boolerr(3, 2, 0x2A, True) + boolerr(3, 3, 7, True)
    + label(4, 0, "直書き") + label(4, 1, "caf\xe9")}, sst=["甲", "", "品名"])
xls("formula.xls", {"式": formula(0, 0, 440.0) + formula(0, 1, (0, 0)) + rec(0x04BC, bytes(10))
    + string("文字の結果") + formula(0, 2, (1, 1)) + formula(0, 3, (2, 0x17))
    + formula(0, 4, (3, 0)) + formula(0, 5, 45000.0, xf=1)},
    formats=[(164, '[$-411]ggge"年"m"月"d"日"')], xfs=[0, 164])
xls("order.xls", {"順": number(3, 0, 4) + number(0, 1, 2) + number(0, 0, 0) + number(0, 0, 1)})
xls("hidden.xls", {"見える": number(0, 0, 1), "隠れ": number(0, 0, 2), "深く隠れ": number(0, 0, 3),
    "図": number(0, 0, 4), "次": number(0, 0, 5)},
    hidden={"隠れ": 1, "深く隠れ": 2}, kinds={"図": 2})
xls("d1904.xls", {"日": number(0, 0, 1.0, xf=0)}, xfs=[14], date1904=True)
xls("chart.xls", {"図入り": number(0, 0, 1) + bof(0x20) + number(0, 0, 9) + rec(0x000A)
    + number(1, 0, 2)})
xls("range.xls", {"x": labelsst(0, 0, 7) + number(0, 1, 1, xf=99) + label(0, 2, "続")}, sst=["甲"])
xls("locked.xls", {"x": number(0, 0, 1)}, extra=rec(0x002F, bytes(54)))
xls("case.xls", {"x": number(0, 0, 1)}, stream="WORKBOOK")
xls("off.xls", {"x": number(0, 0, 1)}, extra=rec(0x0085, (0x7FFFFFFF).to_bytes(4, "little")
    + b"\0\0" + b"\2\0no"))
xls5("biff5.xls", {"売上": label5(0, 0, "品名") + label5(0, 1, "太字", kind=0x00D6)
    + number(1, 0, 0.25, xf=1)}, formats=[(164, '0.0"割"')], xfs=[0, 164])
xls5("russian.xls", {"Лист": label5(0, 0, "договор", enc="cp1251")}, codepage=1251, enc="cp1251")
xls5("macjapan.xls", {"売上": label5(0, 0, "見積")}, codepage=10001)
xls5("latin.xls", {"Caf\xe9": label5(0, 0, "\u20ac \xe9", enc="cp1252")}, codepage=1252, enc="cp1252")

# one long string whose pieces change their width, then an ordinary one
parts = [(0, b"a" * 10), (1, "漢".encode("utf-16-le") * 5), (0, b"z" * 5)]
body = struct.pack("<II", 2, 2) + struct.pack("<HB", 20, 0) + parts[0][1]
cont = (rec(0x003C, b"\1" + parts[1][1]) + rec(0x003C, b"\0" + parts[2][1] + sst_string("次")))
xls("widths.xls", {"x": labelsst(0, 0, 0) + labelsst(0, 1, 1)}, sst_rec=rec(0x00FC, body) + cont)

# runs and phonetic data over the end of a record
long_ones = [sst_string("甲", runs=3, ext=b"p" * 7000), sst_string("乙", runs=2000),
             sst_string("丙", ext=b"q" * 20000), sst_string("丁")]
xls("crossing.xls", {"x": b"".join(labelsst(0, i, i) for i in range(4))}, sst_rec=sst(long_ones))

# 40,000 characters over several records
n, left, chunk = 40000, 40000, 4000
first = struct.pack("<II", 1, 1) + struct.pack("<HB", n, 1) + "長".encode("utf-16-le") * chunk
rest = b"".join(rec(0x003C, b"\1" + "長".encode("utf-16-le") * chunk)
                for _ in range(n // chunk - 1))
xls("long.xls", {"x": labelsst(0, 0, 0)}, sst_rec=rec(0x00FC, first) + rest)
xls("pair.xls", {"x": labelsst(0, 0, 0)}, sst_rec=rec(0x00FC, struct.pack("<II", 1, 1)
    + struct.pack("<HB", 4, 1) + "𠮷".encode("utf-16-le")[:2])
    + rec(0x003C, b"\1" + "𠮷".encode("utf-16-le")[2:] + "野家".encode("utf-16-le")))
PY

# cells FILE WANT…: the cell lines of the file, sheets as @name
cells() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' -e 's/^\x1e \(シート=\)/@/p' \
		-e 's/^\x1e \(注\|失敗\)/@\1/p' stream >got
	same "$_file" got want
}

cells cells.xls @明細 'A1	品名' 'A2	1234.5' 'B2	-7' 'C2	123.45' \
	'D2	0.5' 'B3	1' 'C3	2' 'D3	3' 'A4	TRUE' 'B4	FALSE' 'C4	#N/A' \
	'D4	#DIV/0!' 'A5	直書き' 'B5	café'
cells formula.xls @式 'A1	440' 'B1	文字の結果' 'C1	TRUE' 'D1	#REF!' \
	'F1	令和5年3月15日'
cells order.xls @順 'A1	1' 'B1	2' 'A4	4'
cells hidden.xls @見える 'A1	1' @次 'A1	5'
cells d1904.xls @日 'A1	1904/1/2'
cells chart.xls @図入り 'A1	1' 'A2	2'
cells range.xls @x 'B1	1' 'C1	続'
cells case.xls @x 'A1	1'
cells biff5.xls @売上 'A1	品名' 'B1	太字' 'A2	0.3割'
cells russian.xls @Лист 'A1	договор'
cells macjapan.xls @売上 'A1	見積'
cells latin.xls @Café 'A1	€ é'
cells widths.xls @x 'A1	aaaaaaaaaa漢漢漢漢漢zzzzz' 'B1	次'
cells crossing.xls @x 'A1	甲' 'B1	乙' 'C1	丙' 'D1	丁'
cells pair.xls @x 'A1	𠮷野家'
tb-extract long.xls >stream
is 'a string of 40,000 characters is whole' \
	"$(sed -n 's/^A1	//p' stream | tr -d '\n' | wc -m)" 40000
lost='ファイルが壊れているか、拡張子と中身の形式が一致していません'
cells off.xls "@注=no: $lost（詳細: BoundSheet8）" @x 'A1	1'
locked='読み取りパスワードが設定されているため開けません'
cells locked.xls "@失敗=$locked（パスワード付きのファイルは更新できません）"

# cut anywhere: a stream that ends well, whatever is in it
mk <<'PY'
data = open("formula.xls", "rb").read()
for n in range(0, len(data), 97):
    open(f"cut{n}.xls", "wb").write(data[:n])
PY
run tb-extract cut*.xls
ok 'cut files cost only themselves' test "$status" -le 1
ok 'and the stream is whole' sh -c 'tail -n 1 out | grep -q 以上='

tb-extract cells.xls formula.xls hidden.xls biff5.xls |
	sed '/^. \(更新日時\|サイズ\)=/d' >cells
golden 'the cell stream' cells xls.stream
done_testing
