#!/bin/sh
# .xlsb: the cells as displayed, by BIFF12 records.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkxlsb import *
from mkxls import rk_float, rk_int

xlsb("cells.xlsb", {"明細": rowhdr(0) + isst(0, 0) + isst(1, 2) + blank(2) + isst(3, 1)
    + rowhdr(1) + rk(0, rk_int(-7)) + rk(1, rk_int(12345, True)) + rk(2, rk_float(0.5)) + real(3, 1234.5)
    + rowhdr(2) + boolean(0, 1) + boolean(1, 0) + err(2, 0x2A) + err(3, 7) + err(4, 0xEE) + st(5, "直書き")
    + rowhdr(3) + real(0, 440.0, kind=9) + st(1, "式の結果", kind=8) + boolean(2, 1, kind=10)
    + err(3, 0x17, kind=11) + cell(62, 4, rich("太字", bytes(8), 1)) + st(5, "")
    + rowhdr(9) + st(16383, "𠮷野家\n😀")}, sst=["品名", "", rich("東京", bytes(20), 3)])
xlsb("formats.xlsb", {"表": rowhdr(0) + real(0, 44259, 1) + real(1, 0.5, 2) + real(2, 45383, 3)
    + rk(3, rk_int(1500), 4) + st(4, "メモ", 5) + real(5, 1, 99) + real(6, 1, 0xFF000002)},
    formats=['[$-411]ggge"年"m"月"d"日"', 9, 14, "#,##0;\"▲\"#,##0", '0;0;0;"["@"]"'])
xlsb("d1904.xlsb", {"日": rowhdr(0) + real(0, 42797, 1)}, formats=["yyyy/m/d"], date1904=True)
xlsb("hidden.xlsb", {n: rowhdr(0) + real(0, i) for i, n in enumerate(("見える", "隠れ", "深く", "図", "次"), 1)},
    states={"隠れ": 1, "深く": 2}, kinds={"図": "chartsheet"})
# records that we do not know, with bodies that look like others
strange = rec(2071, rec(156, b"\0" * 8) * 3) + rec(0x7F, b"\x9c\x01") + rec(3000, bytes(70000))
xlsb("unknown.xlsb", {"表": sheet(rowhdr(0) + strange + real(0, 1), before=strange, after=rowhdr(5) + real(0, 9))},
    before=strange)
xlsb("order.xlsb", {"順": rowhdr(3) + real(0, 4) + rowhdr(0) + real(1, 2) + real(0, 0) + real(0, 1)})
xlsb("outside.xlsb", {"表": rowhdr(0) + real(16384, 1) + real(0, 2) + rowhdr(1048576) + real(0, 3)
    + rowhdr(0xFFFFFFFF) + real(0, 4)})
xlsb("range.xlsb", {"表": rowhdr(0) + isst(0, 7) + isst(1, 0xFFFFFFFF) + cell(6, 2, b"\xff\xff\xff\x7f")
    + cell(5, 3, b"\0") + rec(5, b"\0") + real(4, 1)}, sst=["甲"])
xlsb("nosst.xlsb", {"表": rowhdr(0) + isst(0, 0) + real(1, 1)})
xlsb("nostyles.xlsb", {"表": rowhdr(0) + real(0, 0.5, 1)}, formats=[9], parts={"xl/styles.bin": rec(44)[:1] + b"\xff"})
xlsb("named.xlsx", {"表": rowhdr(0) + real(0, 1)})
xlsb("norel.xlsb", {"表": b""}, parts={"xl/_rels/workbook.bin.rels": rels()})
xlsb("gone.xlsb", {"表": b""}, parts={"xl/worksheets/sheet1.bin": None})
xlsb("xml.xlsb", {"表": b""}, parts={"xl/worksheets/sheet1.bin": "<worksheet/>"})
xlsb("long.xlsb", {"表": rowhdr(0) + b"\x06\xff\xff\xff\x7f"})
# what stands beside the cells: notes, a thread, headers, a drawing, a chart sheet
D = 'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' \
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
drawing = (f'<xdr:wsDr {D}><xdr:twoCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>3</xdr:row></xdr:from>'
    '<xdr:sp><xdr:txBody><a:p><a:r><a:t>図の文字</a:t></a:r></a:p></xdr:txBody></xdr:sp>'
    '</xdr:twoCellAnchor></xdr:wsDr>')
thread = ('<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
    '<threadedComment ref="B2" id="{1}"><text>質問</text></threadedComment>'
    '<threadedComment ref="B2" id="{2}" parentId="{1}"><text>答え</text></threadedComment></ThreadedComments>')
xlsb("objects.xlsb", {"表": sheet(rowhdr(0) + real(0, 1), after=hdrftr("&L社外秘&R&P 頁", "&C下", first_header="表紙のみ", flags=2)),
    "図": sheet(b"", after=hdrftr("図の頭"))}, kinds={"図": "chartsheet"}, parts={
    "xl/comments1.bin": comments((4, 0, "税抜\n金額"), (1, 1, "[Threaded comment]"), (0, 2, "先頭")),
    "xl/threadedComments/t1.xml": thread, "xl/drawings/drawing1.xml": drawing,
    "xl/worksheets/_rels/sheet1.bin.rels": rels(("rId1", "comments", "../comments1.bin"),
        ("rId2", "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment", "../threadedComments/t1.xml"),
        ("rId3", "drawing", "../drawings/drawing1.xml")),
    "xl/worksheets/_rels/sheet2.bin.rels": rels(("rId1", "drawing", "../drawings/drawing1.xml"))})
xlsb("badnotes.xlsb", {"表": rowhdr(0) + real(0, 1)}, parts={
    "xl/comments1.bin": comments((0, 0, "x"))[:-12] + b"\x06\xff\xff\xff\x7f",
    "xl/worksheets/_rels/sheet1.bin.rels": rels(("rId1", "comments", "../comments1.bin"))})
whole = xlsb_parts({"表": rowhdr(0) + st(0, "切" * 50) + real(1, 1)})
for n in range(1, len(whole["xl/worksheets/sheet1.bin"]), 7):
    write_zip(f"cut{n}.xlsb", merged(whole, {
        "xl/worksheets/sheet1.bin": whole["xl/worksheets/sheet1.bin"][:n]}))
for n in range(0, len(whole["xl/workbook.bin"]), 7):
    write_zip(f"cutbook{n}.xlsb", merged(whole, {"xl/workbook.bin": whole["xl/workbook.bin"][:n]}))
PY

LS=$(printf '\342\200\250')

# cells FILE WANT…: the cell lines of the file, U+2028 as |, sheets as @name
cells() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e "s/$LS/|/g" -e '/^\x1e/!p' -e 's/^\x1e \(シート=\)/@/p' \
		-e 's/^\x1e \(注=[^:]*\).*/@\1/p' -e 's/^\x1e \(失敗\)/@\1/p' \
		stream >got
	same "$_file" got want
}

cells objects.xlsb @表 'A1	1' @表 'C4	図の文字' @表 'C1	先頭' 'B2	質問|答え' \
	'A5	税抜|金額' @表 '表紙のみ' '社外秘' '頁' '下' @図 'A1	図の文字' @図 '図の頭'
cells badnotes.xlsb @表 'A1	1' '@注=xl/comments1.bin'
cells cells.xlsb @明細 'A1	品名' 'B1	東京' 'A2	-7' 'B2	123.45' 'C2	0.5' \
	'D2	1234.5' 'A3	TRUE' 'B3	FALSE' 'C3	#N/A' 'D3	#DIV/0!' \
	'F3	直書き' 'A4	440' 'B4	式の結果' 'C4	TRUE' 'D4	#REF!' \
	'E4	太字' 'XFD10	𠮷野家|😀'
cells formats.xlsb @表 'A1	令和3年3月4日' 'B1	50%' 'C1	2024/4/1' \
	'D1	1,500' 'E1	[メモ]' 'F1	1' 'G1	100%'
cells d1904.xlsb @日 'A1	2021/3/4'
cells hidden.xlsb @見える 'A1	1' @次 'A1	5'
cells unknown.xlsb @表 'A1	1'
cells order.xlsb @順 'A1	1' 'B1	2' 'A4	4'
cells outside.xlsb @表 'A1	2' @注=xl/worksheets/sheet1.bin
cells range.xlsb @表 'E1	1' @注=xl/worksheets/sheet1.bin
cells nosst.xlsb @表 'B1	1'
cells nostyles.xlsb @注=xl/styles.bin @表 'A1	0.5'
cells named.xlsx @表 'A1	1'
broken='@失敗=ファイルが壊れているか、拡張子と中身の形式が一致していません'
cells norel.xlsb "$broken（詳細: xl/workbook.bin: no part for sheet '表'）"
for f in gone xml long; do
	run tb-extract $f.xlsb
	is "$f.xlsb fails, that is all" "$status" 1
	ok "$f.xlsb: the part is named" contains err xl/worksheets/sheet1.bin
done
run tb-extract cut*.xlsb
ok 'cut parts cost only their books' test "$status" -eq 1
ok 'and the stream is whole' sh -c 'tail -n 1 out | grep -q 以上='
ok 'nothing died' not grep -q signal err
done_testing
