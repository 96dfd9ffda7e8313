#!/bin/sh
# .xlsx: a book of everything, as a cell stream and as TSV; two parsers agree.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

HEAD = "<headerFooter differentFirst=\"1\"><oddHeader>&amp;L社外秘&amp;C&amp;\"Times,Bold\"&amp;12&amp;A&amp;R&amp;D</oddHeader>" \
    "<oddFooter>&amp;C&amp;P / &amp;N ページ</oddFooter><firstHeader>表紙</firstHeader></headerFooter>"
strings = si("品名", "数量", "単価", "りんご", " 前後の空白 ", 'a,b "c"') + \
    '<si><r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t>都</t></r></si>' \
    "<si><t>1行目\n2行目_x000D_\n3行目</t></si>" + si("左\t右", "_x0041_")
detail = (row(2, c("B2", "s", 0), c("C2", "s", 1), c("D2", "s", 2))
    + row(3, c("B3", "s", 3), c("C3", None, 12), c("D3", None, 1234.5, 1), c("E3", None, 14814, 1, "C3*D3"))
    + row(4, c("B4", "s", 6), c("C4", None, 45383, 2), c("D4", None, 45383, 3), c("E4", "b", 1), c("F4", "e", "#N/A"))
    + row(6, c("B6", "s", 7), c("C6", "s", 8), c("D6", "s", 5), c("E6", "s", 4), c("F6", "s", 9))
    + row(7, c("B7", "is", "直書き"), c("C7", "str", "式の結果", f="X"), c("D7", None, -0.125, 4), c("E7", f="NOW()")))
parts = xlsx_parts({"明細_2024": sheet_part(detail, after=HEAD + '<drawing r:id="rId1"/>'), "隠し": row(1, c("A1", None, 1)),
        "グラフ": "", "空": "", "備考 <1>": row(1, c("A1", "s", 3))},
    sst=strings, styles=styles_part("#,##0.0", "yyyy/m/d", '[$-411]ggge"年"m"月"d"日"', '0.0%;"▲"0.0%'),
    states={"隠し": "hidden"})
links = [(f"rId{i}", "chartsheet" if i == 3 else "worksheet",
          "chartsheets/sheet1.xml" if i == 3 else f"worksheets/sheet{i}.xml") for i in range(1, 6)]
parts["xl/_rels/workbook.xml.rels"] = rels(*links, ("rId6", "styles", "styles.xml"),
                                           ("rId7", "sharedStrings", "sharedStrings.xml"))
parts["xl/worksheets/sheet3.xml"] = None
parts["xl/chartsheets/sheet1.xml"] = XML + f'<chartsheet xmlns="{SML}"/>'
parts["xl/chartsheets/_rels/sheet1.xml.rels"] = rels(("rId1", "drawing", "../drawings/drawing2.xml"))
parts["xl/worksheets/_rels/sheet1.xml.rels"] = rels(("rId1", "drawing", "../drawings/drawing1.xml"),
    ("rId2", "comments", "../comments1.xml"), ("rId3", THREADED_REL, "../threadedComments/t1.xml"))
parts["xl/drawings/drawing1.xml"] = drawing_part(
    anchor(8, 2, "<xdr:grpSp>" + textbox("グループ") + graphic_chart("rId1") + "</xdr:grpSp>"),
    anchor(1, 5, textbox("1段落目", '2"段落"目')), anchor(1, 2, graphic_smartart("rId2")))
parts["xl/drawings/_rels/drawing1.xml.rels"] = rels(("rId1", "chart", "../charts/chart1.xml"),
    ("rId2", "diagramData", "../diagrams/data1.xml"))
parts["xl/drawings/drawing2.xml"] = drawing_part(anchor(0, 0, graphic_chart("rId1"), "absoluteAnchor"))
parts["xl/drawings/_rels/drawing2.xml.rels"] = rels(("rId1", "chart", "../charts/chart1.xml"))
parts["xl/charts/chart1.xml"] = chart_part("月別売上", "東京支店", "大阪支店", categories=("4月",))
parts["xl/diagrams/data1.xml"] = smartart_part("工程1", "工程2")
parts["xl/comments1.xml"] = comments_part(("D2", "山田:\n税抜の金額"), ("B3", "[スレッド化されたコメント]"))
parts["xl/threadedComments/t1.xml"] = threaded_part(("B3", "産地は？"), ("B3", "青森です"))
write_zip("全部入り.xlsx", parts, store=True)  # one size wherever it is made
PY

tb-extract 全部入り.xlsx | sed '/^. 更新日時=/d' >cells
golden 'the cell stream' cells xlsx.stream
tb-extract --xml=libxml2 全部入り.xlsx | sed '/^. 更新日時=/d' >sax
same 'libxml2 reads the same' sax cells
tb-tsv cells >lines
golden 'the TSV stream' lines xlsx.tsv
cp 全部入り.xlsx 全部入り.xls
tb-extract 全部入り.xls | sed -e '/^. 更新日時=/d' -e 's/入り\.xls$/&x/' >xls
same 'the content says what it is, not the name' xls cells
done_testing
