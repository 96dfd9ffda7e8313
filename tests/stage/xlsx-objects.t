#!/bin/sh
# .xlsx: shapes, charts, SmartArt, comments, printed headers and footers.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

def sheet_links(*links):
    return {"xl/worksheets/_rels/sheet1.xml.rels": rels(*links)}

DRAW = ("rId1", "drawing", "../drawings/drawing1.xml")

def shapes(path, *anchors, links=(), parts=None, rows=""):
    """A book whose only sheet has a drawing."""
    more = sheet_links(DRAW)
    more["xl/drawings/drawing1.xml"] = drawing_part(*anchors)
    if links:
        more["xl/drawings/_rels/drawing1.xml.rels"] = rels(*links)
    more.update(parts or {})
    xlsx(path, {"表": rows}, parts=more)

CHART1 = ("rId1", "chart", "../charts/chart1.xml")
grp = "<xdr:grpSp>" + textbox("グループのテキスト") + "<xdr:grpSp>" + textbox("内側") \
    + "</xdr:grpSp>" + graphic_chart("rId1") + "</xdr:grpSp>"
pic = "<xdr:pic><xdr:nvPicPr><xdr:cNvPr id=\"1\" name=\"図1\" descr=\"代替\"/></xdr:nvPicPr></xdr:pic>"
choice = (f'<mc:AlternateContent><mc:Choice Requires="a14">{anchor(0, 6, textbox("選択"))}</mc:Choice>'
          f'<mc:Fallback>{anchor(0, 6, textbox("代わり"))}</mc:Fallback></mc:AlternateContent>')
shapes("shapes.xlsx",
    anchor(8, 2, grp), anchor(1, 5, textbox("1段落目", "2段落目")), anchor(1, 2, textbox('引用"あり')),
    anchor(1, 2, textbox("同じセルの次")), anchor(4, 4, textbox("絶対"), "absoluteAnchor"),
    anchor(2, 3, graphic_chart("rId2")), anchor(3, 0, pic), anchor(5, 0, textbox("")),
    anchor(5, 1, textbox("a,b"), "oneCellAnchor"), anchor(6, 0, graphic_smartart("rId3")), choice,
    anchor(7, 0, textbox("前\tタブ")), links=(CHART1, ("rId2", "chart", "../charts/chart2.xml"),
        ("rId3", "diagramData", "../diagrams/data1.xml")),
    parts={"xl/charts/chart1.xml": chart_part("グループ内グラフ"),
           "xl/charts/chart2.xml": chart_part("月別売上", "東京支店", "大阪支店", "東京支店",
                                              categories=("4月", "5月")),
           "xl/diagrams/data1.xml": smartart_part("工程1", "工程2")})
field = ('<xdr:sp><xdr:txBody><a:p><a:fld id="{1}" type="TxLink"><a:t>セル連動</a:t></a:fld>'
         "<a:br/><a:r><a:t>次</a:t></a:r></a:p></xdr:txBody></xdr:sp>")
shapes("field.xlsx", anchor(0, 0, field))
shapes("lostparts.xlsx", anchor(0, 0, textbox("残る") + graphic_chart("rId1") + graphic_chart("rId5")),
    anchor(1, 0, graphic_chart("rId9")), anchor(2, 0, graphic_chart("rId2") + textbox("も")),
    anchor(3, 0, graphic_smartart("rId3")), anchor(4, 0, graphic_chart("rId4")),
    links=(CHART1, ("rId2", "chart", "../charts/gone.xml"), ("rId3", "diagramData", "../diagrams/d.xml"),
           ("rId4", "chart", "http://example.com/c.xml", "External"),
           ("rId5", "chart", "../charts/chart5.xml")),
    parts={"xl/charts/chart1.xml": "<c:chartSpace", "xl/charts/chart5.xml": chart_part("図"), "xl/diagrams/d.xml": "broken"},
    rows=row(1, c("A1", None, 1)))
shapes("baddraw.xlsx", rows=row(1, c("A1", None, 1)),
    parts={"xl/drawings/drawing1.xml": drawing_part(anchor(0, 0, textbox("途中まで")))[:-20],
           **sheet_links(DRAW, ("rId2", "comments", "../comments1.xml")),
           "xl/comments1.xml": comments_part(("B3", "メモ"))})
shapes("badrels.xlsx", anchor(0, 0, textbox("箱")), rows=row(1, c("A1", None, 1)),
    parts={"xl/worksheets/_rels/sheet1.xml.rels": "<Relationships"})
shapes("baddrels.xlsx", anchor(0, 0, textbox("箱") + graphic_chart("rId1")),
    parts={"xl/drawings/_rels/drawing1.xml.rels": "<Relationships"})
shapes("loop.xlsx", anchor(0, 0, textbox("輪") + graphic_chart("rId1")),
    links=(("rId1", "chart", "drawing1.xml"), ("rId2", "drawing", "drawing1.xml")))
shapes("far.xlsx", anchor(1048576, 16384, textbox("外")), anchor(1048575, 16383, textbox("端")))
shapes("deepgroup.xlsx", anchor(0, 0, "<xdr:grpSp>" * 100 + textbox("底") + "</xdr:grpSp>" * 100))
shapes("vml.xlsx", rows=row(1, c("A1", None, 1)), parts={
    **sheet_links(("rId1", "vmlDrawing", "../drawings/vml1.vml"), ("rId2", "comments", "../comments1.xml")),
    "xl/drawings/vml1.vml": "<xml><font>text<br>more</font></xml>",
    "xl/comments1.xml": comments_part(("B3", "メモ"))})

# ---- chart sheets
cs = XML + f'<chartsheet xmlns="{SML}" xmlns:r="{OD}"><drawing r:id="rId1"/>' \
    "<headerFooter><oddHeader>&amp;Cグラフの見出し</oddHeader></headerFooter></chartsheet>"
def chartsheet(path, state=None, part=cs):
    p = xlsx_parts({"表": row(1, c("A1", None, 1)), "グラフ": ""},
                   states={"グラフ": state} if state else None)
    p["xl/_rels/workbook.xml.rels"] = rels(("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId2", "chartsheet", "chartsheets/sheet1.xml"))
    p["xl/worksheets/sheet2.xml"] = None
    p["xl/chartsheets/sheet1.xml"] = part
    p["xl/chartsheets/_rels/sheet1.xml.rels"] = rels(DRAW)
    p["xl/drawings/drawing1.xml"] = drawing_part(anchor(0, 0, graphic_chart("rId1"), "absoluteAnchor"),
                                                 anchor(4, 4, textbox("箱")))
    p["xl/drawings/_rels/drawing1.xml.rels"] = rels(CHART1)
    p["xl/charts/chart1.xml"] = chart_part("グラフシートのタイトル", "系列名")
    write_zip(path, p)
chartsheet("chartsheet.xlsx")
chartsheet("hiddenchart.xlsx", "hidden")
chartsheet("badchart.xlsx", part="<chartsheet")

# ---- comments
def comments(path, notes=None, threads=None, parts=None):
    more = sheet_links(("rId1", "comments", "../comments1.xml"),
                       ("rId2", THREADED_REL, "../threadedComments/t1.xml"))
    more["xl/comments1.xml"] = comments_part(*notes) if notes else None
    more["xl/threadedComments/t1.xml"] = threaded_part(*threads) if threads else None
    more.update(parts or {})
    xlsx(path, {"表": row(1, c("A1", None, 1))}, parts=more)
comments("notes.xlsx", [("C2", "<r><t>作者名:</t></r><r><t>\n税抜\tの金額</t></r>"), ("$B$3", "test:\n価格は税抜\n"),
    ("B2", "<t>素の文</t>"), ("A10", "十"), ("A2", " \n "), ("A9", "<r><t>東京</t></r><rPh sb=\"0\" eb=\"1\"><t>トウキョウ</t></rPh>"),
    ("XFD1048576", "端"), ("D4", "_x0041_")])
comments("threads.xlsx", [("B3", "[スレッド化されたコメント]\n互換"), ("C3", "旧メモ")],
    [("B3", "質問"), ("A1", "別の"), ("B3", "返信1"), ("B3", "  "), ("B3", "返信2\n2行目")])
comments("onlythread.xlsx", None, [("B3", "質問")])
comments("badnotes.xlsx", [("B3", "x")], [("A1", "糸")], parts={"xl/comments1.xml": "<comments><"})
comments("badthread.xlsx", [("B3", "メモ")], parts={"xl/threadedComments/t1.xml": "<ThreadedComments><"})
comments("gonenotes.xlsx")

# ---- headers and footers
def printed(path, inner, attrs="", rows="", before=""):
    xlsx(path, {"進捗_50%": sheet_part(rows, after=before + f"<headerFooter{attrs}>{inner}</headerFooter>")})
def odd(path, *codes):
    """Sheets, one code each, as its odd header."""
    xlsx(path, {f"s{i:02}": sheet_part("", after="<headerFooter><oddHeader>" + escape(x)
        + "</oddHeader></headerFooter>") for i, x in enumerate(codes)})
odd("codes.xlsx", "&L左&C中&R右", "中央だけ", "&L会社&&部", "&C&P / &N ページ", "&C&P+1 &P-2ページ",
    "&L&D &T&C&Z&F&R&A&G", '&C&"ＭＳ ゴシック,太字"&12見出し', "&C&11 2024年度", "&C&KFF0000赤&K04+000青",
    "&C&Q残る", "&C末尾&", '&C&"壊れ', "&C  会社\t名  ", '&C"至急" と "確認"',
    '&C&"Times,Bold"&12&A 社外秘 &D', "&L一\n二_x000D_\n二&R二", "&B太&I斜&U線&E二重&S消&X上&Y下&O縁&H影",
    "&C&1234", "&C&p小文字", "&K0000緑", "&P+x", "&R&R右だけ&L", "&&L", "&C&KFF00", "&C&K04+00")
printed("variants.xlsx", "<oddHeader>&amp;L奇数</oddHeader><oddFooter>&amp;R奇数足</oddFooter>"
    "<evenHeader>&amp;C偶数</evenHeader><evenFooter>偶数足</evenFooter>"
    "<firstHeader>先頭</firstHeader><firstFooter>先頭足&amp;R奇数足</firstFooter>",
    ' differentFirst="1" differentOddEven="true"')
printed("unused.xlsx", "<oddHeader>奇数</oddHeader><evenHeader>偶数</evenHeader><firstHeader>先頭</firstHeader>",
    ' differentFirst="0" differentOddEven="false"')
printed("views.xlsx", "<oddHeader>本物</oddHeader>", before='<customSheetViews><customSheetView guid="{1}">'
    "<headerFooter differentFirst=\"1\"><oddHeader>控え</oddHeader><firstHeader>控え先頭</firstHeader>"
    "<oddFooter>控え足</oddFooter></headerFooter></customSheetView></customSheetViews>")
PY

LS=$(printf '\342\200\250')

# places FILE WANT…: the body lines of the file, U+2028 as |; places as
# @name:target, notes as @注 with their part
places() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' -e '/^\x1e シート=/{s/^\x1e シート=/@/;N;s/\n\x1e 対象=/:/;p;}' \
		-e 's/^\x1e \(注=[^:]*\).*/@\1/p' -e 's/^\x1e \(失敗\)/@\1/p' stream |
		sed "s/$LS/|/g" >got
	same "$_file" got want
}

places shapes.xlsx @表:図形 'A1	絶対' 'G1	選択' 'C2	引用"あり' \
	'C2	同じセルの次' 'F2	1段落目|2段落目' \
	'D3	月別売上 東京支店 大阪支店' 'B6	a,b' 'A7	工程1 工程2' \
	'A8	前 タブ' 'C9	グループのテキスト|内側|グループ内グラフ'
places field.xlsx @表:図形 'A1	セル連動 次'
places lostparts.xlsx @表:本文 'A1	1' @注=xl/charts/chart1.xml \
	@注=xl/diagrams/d.xml @表:図形 'A1	残る|図' 'A3	も'
places baddraw.xlsx @表:本文 'A1	1' @注=xl/drawings/drawing1.xml \
	@表:コメント 'B3	メモ'
places badrels.xlsx @表:本文 'A1	1' @注=xl/worksheets/sheet1.xml
places baddrels.xlsx @注=xl/drawings/drawing1.xml @表:図形 'A1	箱'
places loop.xlsx @表:図形 'A1	輪|輪'
places far.xlsx @表:図形 'A1	外' 'XFD1048576	端'
places deepgroup.xlsx @表:図形 'A1	底'
places vml.xlsx @表:本文 'A1	1' @表:コメント 'B3	メモ'

places chartsheet.xlsx @表:本文 'A1	1' @グラフ:図形 \
	'A1	グラフシートのタイトル 系列名' 'A1	箱' @グラフ:ヘッダー・フッター グラフの見出し
places hiddenchart.xlsx @表:本文 'A1	1'
places badchart.xlsx @表:本文 'A1	1' @注=xl/chartsheets/sheet1.xml @グラフ:図形 \
	'A1	グラフシートのタイトル 系列名' 'A1	箱'

places notes.xlsx @表:本文 'A1	1' @表:コメント 'B2	素の文' \
	'C2	作者名:|税抜	の金額' 'B3	test:|価格は税抜' 'D4	A' \
	'A9	東京' 'A10	十' 'XFD1048576	端'
places threads.xlsx @表:本文 'A1	1' @表:コメント 'A1	別の' \
	'B3	質問|返信1|返信2|2行目' 'C3	旧メモ'
places onlythread.xlsx @表:本文 'A1	1' @表:コメント 'B3	質問'
places badnotes.xlsx @表:本文 'A1	1' @注=xl/comments1.xml @表:コメント 'A1	糸'
places badthread.xlsx @表:本文 'A1	1' @注=xl/threadedComments/t1.xml \
	@表:コメント 'B3	メモ'
places gonenotes.xlsx @表:本文 'A1	1'

f=ヘッダー・フッター
places codes.xlsx @s00:$f 左 中 右 @s01:$f 中央だけ @s02:$f '会社&部' \
	@s03:$f '/  ページ' @s04:$f ページ @s06:$f 見出し @s07:$f 2024年度 \
	@s08:$f 赤青 @s09:$f '&Q残る' @s10:$f '末尾&' @s11:$f '&"壊れ' \
	@s12:$f '会社 名' @s13:$f '"至急" と "確認"' @s14:$f 社外秘 \
	@s15:$f 一 二 @s16:$f 太斜線二重消上下縁影 @s17:$f 4 @s18:$f '&p小文字' \
	@s19:$f '&K0000緑' @s20:$f '+x' @s21:$f 右だけ @s22:$f '&L' \
	@s23:$f '&KFF00' @s24:$f '&K04+00'
places variants.xlsx "@進捗_50%25:$f" 先頭 奇数 偶数 先頭足 奇数足 偶数足
places unused.xlsx "@進捗_50%25:$f" 奇数
places views.xlsx "@進捗_50%25:$f" 本物
done_testing
