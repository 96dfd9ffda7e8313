#!/bin/sh
# .xlsx: cells as displayed, whoever wrote the file and however oddly.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

def one(path, rows, **kw):
    """A book of one sheet."""
    xlsx(path, {"表": rows}, **kw)

def rich(*parts):
    return "".join(f"<r><rPr><b/></rPr><t>{escape(x)}</t></r>" for x in parts)

def ph(text, sb=0, eb=1):
    return f'<rPh sb="{sb}" eb="{eb}"><t>{text}</t></rPh>'

def shared(n):
    return row(1, *[c(f"{chr(65 + i)}1", "s", i) for i in range(n)])

# ---- shared strings
sst = ("<si><t>日本語あいう</t>" + ph("ニホンゴ", 0, 3) + '<phoneticPr fontId="1"/></si>'
       "<si>" + ph("マエ") + rich("東京") + ph("トウキョウ") + rich("都") + ph("ト") + "</si>"
       "<si><t>宁东大道</t>" + ph("dao") + '<phoneticPr fontId="1" type="noConversion"/></si>'
       "<si><t>甲</t><r><t>乙</t></r><r><t>丙</t></r></si>"
       "<si><r><t>先</t></r><t>後</t></si>"
       '<si><t xml:space="preserve">  前後の空白  </t></si><si><t/></si><si/><si><t>末</t></si>')
one("phonetic.xlsx", shared(9), sst=sst)
one("escapes.xlsx", shared(10), sst="".join(f"<si><t>{t}</t></si>" for t in (
    "一行目_x000D_&#10;二行目", "_x005F_x000D_", "_xZZZZ_", "_x000d_小文字",
    "a_x0009_b", "_xD842__xDFB7_野家", "_x005f_x005F_x0041_", "_x00e9", "__x0041__",
    "_X0041_")))
one("inline_escapes.xlsx", row(1, c("A1", "is", "甲_x0041_"), c("B1", "str", "_x005F_x0041_"))
    + row(2, c("A2", "s", 0)), sst=si("_x0041_"))
one("astral.xlsx", shared(3), sst=si("𠮷野家😀") + "<si><t>&#x20BB7;野家</t></si><si><t>&#134071;</t></si>")
one("index.xlsx", row(1, c("A1", "s", 1), '<c r="B1" t="s"><v/></c>', '<c r="C1" t="s"><v></v></c>',
    '<c r="D1" t="s"/>', c("E1", "s", 2), c("F1", "s", -1), c("G1", "s", "4294967296"),
    c("H1", "s", "99999999999999999999"), c("I1", "s", "x"), '<c r="J1" t="s"><v> 1\n</v></c>'),
    sst=si("秘密", "公開"))
one("digits.xlsx", shared(4), sst=si("1E1000", "00123E45", "00123", "-0"))
one("nosst_a.xlsx", row(1, c("A1", None, 1), c("B1", None, 2.5)))
one("nosst_b.xlsx", row(1, c("A1", None, 1), c("B1", "s", 0), c("C1", "is", "直")))
one("gonesst.xlsx", row(1, c("A1", None, 1), c("B1", "s", 0)), sst=si("甲"),
    parts={"xl/sharedStrings.xml": None})

# ---- inline strings
one("inline.xlsx", row(1, '<c r="A1" t="inlineStr"><is><t><![CDATA[A&B <見積>]]></t></is></c>',
    '<c r="B1" t="inlineStr"><is>' + rich("太", "字") + ph("フト") + "</is></c>",
    '<c r="C1" t="inlineStr"><is><t>前<![CDATA[&amp;]]>後&amp;</t></is></c>',
    '<c r="D1" t="inlineStr"/>', '<c r="E1" t="inlineStr"><v>値に書く</v></c>',
    '<c r="F1"><is><t>型なし</t></is></c>', '<c r="G1" t="inlineStr"><is/></c>'))
one("header.xlsx", row(1, c("A1", "is", "品名"), c("B1", "is", "数量"))
    + row(2, c("A2", None, 1), c("B2", None, 20)))

# ---- kinds of cells
one("kinds.xlsx", row(1, c("A1", "b", 1), c("B1", "b", 0), c("C1", "b", "true"), c("D1", "b", "false"))
    + row(2, *[c(f"{chr(65 + i)}2", "e", x) for i, x in enumerate(
        ("#DIV/0!", "#N/A", "#NAME?", "#REF!", "#SPILL!", "#CALC!", "#未知!"))])
    + row(3, c("A3", "str", "数式の\n改行", f="X"), c("B3", "str", "00123"), c("C3", "n", "007"),
          c("D3", None, "文字"), c("E3", "zz", "5"), c("F3", None, "1e3"), c("G3", None, " 7 "))
    + row(4, c("A4", "d", "2024-04-01T12:34:00", 1), c("B4", "d", "2024-04-01", 2),
          c("C4", "d", "いつか", 2), c("D4", "b", 1, 3), c("E4", "e", "#N/A", 3)),
    styles=styles_part("yyyy/mm/dd hh:mm", "yyyy/m/d", "0.00"))
one("formulas.xlsx", row(1, c("A1", f="SUM(A1:A3)"), c("B1", "str", f="A1"), c("C1", None, 3, f="1+2"),
    '<c r="D1"><f>A1</f><v/></c>', '<c r="E1" t="str"><f>""</f><v></v></c>', c("F1", None, 6)))
one("sharedf.xlsx", row(4, '<c r="F4"><f t="shared" ref="F4:F5" si="0">D4*2</f><v>220</v></c>')
    + row(5, '<c r="F5"><f t="shared" si="0"/><v>440</v></c>',
          '<c r="G5"><f t="array" ref="G5:H5">A1:B1</f><v>1</v></c>', '<c r="H5"><v>2</v></c>'))
one("values.xlsx", row(1, '<c r="A1"><v>1</v><extLst><ext><v xmlns="urn:x">9</v></ext></extLst></c>',
    '<c r="B1"><!-- c --><v>2<!-- c -->3</v></c>', "<c r=\"C1\"><v><![CDATA[45]]></v></c>"))

# ---- packaging
base = xlsx_parts({"表": row(1, c("A1", "s", 0), c("B1", None, 0.5, 1))}, sst=si("品名"),
                  styles=styles_part("0%"))
def variant(path, **parts):
    write_zip(path, merged(base, parts.pop("parts", None)))
variant("rooted.xlsx", parts={
    "_rels/.rels": rels(("rId1", "officeDocument", "/xl/workbook.xml")),
    "xl/_rels/workbook.xml.rels": rels(("rId1", "worksheet", "/xl/worksheets/sheet1.xml"),
        ("rId2", "styles", "/xl/styles.xml"), ("rId3", "sharedStrings", "/xl/sharedStrings.xml"))})
variant("back.xlsx", parts={"xl/_rels/workbook.xml.rels": rels(
    ("rId1", "worksheet", "worksheets\\sheet1.xml"), ("rId2", "styles", "styles.xml"),
    ("rId3", "sharedStrings", "sharedStrings.xml"), ("rId4", "theme", "theme\\theme1.xml"))})
write_zip("dos.xlsx", {k.replace("[Content_Types]", "[content_types]").replace("/", "\\"): v
                       for k, v in base.items()})
write_zip("case.xlsx", {k.upper() if "heet" in k or "hared" in k else k: v for k, v in base.items()})
variant("notypes.xlsx", parts={"[Content_Types].xml": XML + f'<Types xmlns="{TYPES}"/>'})
variant("typesgone.xlsx", parts={"[Content_Types].xml": None})
variant("elsewhere.xlsx", parts={
    "_rels/.rels": rels(("rId1", "officeDocument", "book/main.xml")),
    "book/main.xml": base["xl/workbook.xml"], "xl/workbook.xml": None,
    "book/_rels/main.xml.rels": rels(("rId1", "worksheet", "../xl/worksheets/sheet1.xml"),
        ("rId2", "styles", "../xl/styles.xml"), ("rId3", "sharedStrings", "../xl/sharedStrings.xml"))})
variant("norels.xlsx", parts={"_rels/.rels": None})
def linked(path, sheet, sst="sharedStrings.xml", kinds=("worksheet", "styles", "sharedStrings"), name=None):
    p = dict(base)
    if name:
        p[name] = p.pop("xl/worksheets/sheet1.xml")
    p["xl/_rels/workbook.xml.rels"] = rels(("rId1", kinds[0], sheet), ("rId2", kinds[1], "styles.xml"),
                                           ("rId3", kinds[2], sst))
    write_zip(path, p)
linked("rootless.xlsx", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml")
linked("dots.xlsx", "./worksheets/../worksheets/sheet1.xml", "./sharedStrings.xml")
linked("percent.xlsx", "worksheets/sheet%201.xml", name="xl/worksheets/sheet 1.xml")
linked("named.xlsx", "worksheets/シート.xml", name="xl/worksheets/シート.xml")
linked("named2.xlsx", "worksheets/%E3%82%B7.xml", name="xl/worksheets/シ.xml")
linked("kinds2.xlsx", "worksheets/sheet1.xml", kinds=("WorkSheet", "STYLES", "SharedStrings"))
linked("kindless.xlsx", "worksheets/sheet1.xml", kinds=("http://example.com/sheet", "styles", "sharedStrings"))
write_zip("slash.xlsx", {"/" + k: v for k, v in base.items()})
variant("onlysheet.xlsx", parts={"xl/_rels/workbook.xml.rels": rels(("rId1", "worksheet", "worksheets/sheet1.xml"))})
variant("nostyles.xlsx", parts={"xl/styles.xml": None})
variant("badstyles.xlsx", parts={"xl/styles.xml": "<styleSheet"})
variant("badsst.xlsx", parts={"xl/sharedStrings.xml": "<sst><si>"})
variant("badsheet.xlsx", parts={"xl/worksheets/sheet1.xml": sheet_part("")[:-20]})
variant("nosheet.xlsx", parts={"xl/worksheets/sheet1.xml": None})
variant("badbook.xlsx", parts={"xl/workbook.xml": "<workbook>"})
variant("nobook.xlsx", parts={"xl/workbook.xml": None})
variant("dtd.xlsx", parts={"xl/worksheets/sheet1.xml": base["xl/worksheets/sheet1.xml"].replace(
    "<worksheet", '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet', 1)})

# ---- XML
import re
def prefixed(s):
    s = re.sub(r"<(/?)(?=[a-zA-Z])", r"<\1x:", s)
    return s.replace('xmlns="' + SML, 'xmlns:x="' + SML).replace('xmlns="' + PKGREL, 'xmlns:x="' + PKGREL)
write_zip("prefix.xlsx", {k: v if "Types" in k else prefixed(v) for k, v in base.items()})
variant("relid.xlsx", parts={"xl/workbook.xml": XML + f'<workbook xmlns="{SML}"><sheets>'
    f'<sheet name="表" sheetId="1" d3p1:id="rId1" xmlns:d3p1="{OD}"/></sheets></workbook>'})
write_zip("strict.xlsx", xlsx_parts({"表": row(1, c("A1", "s", 0))}, sst=si("品名"),
    ns=STRICT_SML, od=STRICT_OD))
mixed = xlsx_parts({"表": row(1, c("A1", "s", 0))}, sst=si("品名"), ns=STRICT_SML)
write_zip("mixed1.xlsx", mixed)
write_zip("mixed2.xlsx", xlsx_parts({"表": row(1, c("A1", "s", 0))}, sst=si("品名"), od=STRICT_OD))
book = base["xl/workbook.xml"]
for name, enc, bom in (("be", "utf-16-be", b"\xfe\xff"), ("be0", "utf-16-be", b""),
                       ("le", "utf-16-le", b"\xff\xfe"), ("le0", "utf-16-le", b"")):
    variant(f"utf16{name}.xlsx", parts={"xl/workbook.xml":
        bom + book.replace("UTF-8", "UTF-16").encode(enc)})
variant("utf16sheet.xlsx", parts={k: b"\xff\xfe" + base[k].replace("UTF-8", "UTF-16").encode("utf-16-le")
    for k in ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml")})
variant("bom.xlsx", parts={k: b"\xef\xbb\xbf" + base[k].encode() for k in base if k.endswith(".xml")
                           and "Types" not in k})
variant("sjis.xlsx", parts={"xl/sharedStrings.xml": sst_part(si("品名")).replace(
    "UTF-8", "Shift_JIS").encode("cp932")})
def opened(s):
    return re.sub(r"<([\w:]+)([^<>]*)/>", r"<\1\2></\1>", s)
write_zip("opened.xlsx", {k: opened(v) for k, v in base.items()})
variant("pretty.xlsx", parts={"xl/worksheets/sheet1.xml": XML + f'''<worksheet xmlns="{SML}">
  <sheetData>
    <row r="1">
      <c r="A1" t="s">
        <v>
          0
        </v>
      </c>
      <c
        r="B1" s="1"
      >
        <v>0.5</v>
      </c>
    </row>
  </sheetData>
</worksheet>'''})

# ---- positions
one("nor.xlsx", row(1, *[c(None, None, i) for i in range(3)]) + row(3, c(None, None, 9), c("D3", None, 8),
    c(None, None, 7)))
one("norow.xlsx", "".join(row(None, c(None, None, i)) for i in range(71)))
one("mixrow.xlsx", row(None, c(None, None, 1)) + row(None, c(None, None, 2))
    + row(7, c(None, None, 3)) + row(None, c(None, None, 4)) + row(None, c("B12", None, 5))
    + row(None, c(None, None, 6)))
one("order.xlsx", row(3, c("C3", None, 3), c("A3", None, 1), c("B3", None, 2))
    + row(1, c("B1", None, 8), c("A1", None, 7)) + row(2, c("A2", None, 9)))
one("twice.xlsx", row(1, c("A1", None, 1), c("A1", None, 2), c("B1", None, 3))
    + row(1, c("B1", None, 4)) + row(2, c("A2", None, 5), '<c r="A2"/>', c("B2", None, 6)))
one("lower.xlsx", row(1, c("b1", None, 1), c("$C$1", None, 2)))
write_zip("dimension.xlsx", xlsx_parts({"表": sheet_part(
    row(1, c("A1", None, 1)) + row(50, c("E50", None, 2)), before='<dimension ref="A1"/>')}))
write_zip("huge.xlsx", xlsx_parts({"表": sheet_part(
    row(1, c("A1", None, 1)), before='<dimension ref="A1:XFD1048576"/>')}))
one("empties.xlsx", "".join(f'<row r="{n}"/>' for n in range(1, 200001))
    + row(200001, c("A200001", None, 1)))
one("outside.xlsx", row(1, c("A1", None, 1), c("XFE1", None, 2), c("XFD1", None, 3), c("AAAA1", None, 4),
    c("A16777217", None, 5)) + row(1048577, c("A1048577", None, 6))
    + row(4294967296, c(None, None, 7)) + row("99999999999999999999", c("A3", None, 8)))
one("last.xlsx", row(1048576, c("XFD1048576", None, 1)))

# ---- the book
xlsx("states.xlsx", {"見える": row(1, c("A1", None, 1)), "隠れ": row(1, c("A1", None, 2)),
     "深く": row(1, c("A1", None, 3)), "空": "", "次": row(1, c("A1", None, 4))},
     states={"隠れ": "hidden", "深く": "veryHidden", "次": "visible"})
xlsx("names.xlsx", {"a_x0009_b": row(1, c("A1", None, 1)), "a&b <c>": row(1, c("A1", None, 2)),
     "100%_": row(1, c("A1", None, 3))})
one("rows.xlsx", row(1, c("A1", None, 1), attrs=' hidden="1"') + row(2, c("A2", None, 2),
    attrs=' ht="0" customHeight="1"') + row(3, c("A3", None, 3), attrs=' collapsed="1" outlineLevel="2"'))
links = rels(("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "dialogsheet", "d.xml"),
    ("rId3", "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet", "m.xml"))
write_zip("macro.xlsx", merged(xlsx_parts({n: row(1, c("A1", None, 1)) for n in ("表", "窓", "旧")}),
    {"xl/_rels/workbook.xml.rels": links, "xl/d.xml": sheet_part(row(1, c("A1", None, 8))),
     "xl/m.xml": sheet_part(row(1, c("A1", None, 9)))}))
one("empty.xlsx", "")
one("cut.xlsx", row(1, *[c(None, "is", "切" * 20) for _ in range(200)]))
open("cut.xlsx", "r+b").truncate(900)
PY

# cells FILE WANT…: the cell lines of the file, places as @name, notes as @注
cells() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' -e 's/^\x1e \(シート=\)/@/p' \
		-e 's/^\x1e \(注\|失敗\)/@\1/p' stream >got
	same "$_file" got want
}
broken='ファイルが壊れているか、拡張子と中身の形式が一致していません'

# shared strings
cells phonetic.xlsx @表 'A1	日本語あいう' 'B1	東京都' 'C1	宁东大道' \
	'D1	甲乙丙' 'E1	先後' 'F1	  前後の空白  ' 'I1	末'
cells escapes.xlsx @表 'A1	一行目 二行目' 'B1	_x000D_' 'C1	_xZZZZ_' \
	'D1	 小文字' 'E1	a	b' 'F1	𠮷野家' 'G1	_x005FA' 'H1	_x00e9' \
	'I1	_A_' 'J1	_X0041_'
cells inline_escapes.xlsx @表 'A1	甲A' 'B1	_x0041_' 'A2	A'
cells astral.xlsx @表 'A1	𠮷野家😀' 'B1	𠮷野家' 'C1	𠮷'
cells index.xlsx @表 'A1	公開' 'J1	公開'
cells digits.xlsx @表 'A1	1E1000' 'B1	00123E45' 'C1	00123' 'D1	-0'
cells nosst_a.xlsx @表 'A1	1' 'B1	2.5'
cells nosst_b.xlsx @表 'A1	1' 'C1	直'
cells gonesst.xlsx @表 'A1	1'

# inline strings
cells inline.xlsx @表 'A1	A&B <見積>' 'B1	太字' 'C1	前&amp;後&' \
	'E1	値に書く' 'F1	型なし'
cells header.xlsx @表 'A1	品名' 'B1	数量' 'A2	1' 'B2	20'

# kinds of cells
cells kinds.xlsx @表 'A1	TRUE' 'B1	FALSE' 'C1	TRUE' 'D1	FALSE' \
	'A2	#DIV/0!' 'B2	#N/A' 'C2	#NAME?' 'D2	#REF!' 'E2	#SPILL!' \
	'F2	#CALC!' 'G2	#未知!' 'A3	数式の 改行' 'B3	00123' 'C3	7' \
	'D3	文字' 'E3	5' 'F3	1000' 'G3	7' 'A4	2024/04/01 12:34' \
	'B4	2024/4/1' 'C4	いつか' 'D4	TRUE' 'E4	#N/A'
cells formulas.xlsx @表 'C1	3' 'F1	6' \
	'@注=計算結果が保存されていない数式 3 個'
cells sharedf.xlsx @表 'F4	220' 'F5	440' 'G5	1' 'H5	2'
cells values.xlsx @表 'A1	1' 'B1	23' 'C1	45'

# packaging and XML: all the same book
for f in rooted back dos case notypes typesgone elsewhere norels prefix relid \
	utf16be utf16be0 utf16le utf16le0 utf16sheet bom sjis opened pretty \
	rootless dots percent named named2 kinds2 kindless slash onlysheet; do
	cells $f.xlsx @表 'A1	品名' 'B1	50%'
done
for f in strict mixed1 mixed2; do
	cells $f.xlsx @表 'A1	品名'
done
cells nostyles.xlsx @表 'A1	品名' 'B1	0.5'
tb-extract badstyles.xlsx >stream
ok 'broken styles are noted' contains stream ' 注=xl/styles.xml: '
is 'and all is General' "$(grep '^B1' stream)" 'B1	0.5'
for f in badsst badsheet nosheet badbook nobook dtd cut; do
	run tb-extract $f.xlsx
	is "$f.xlsx costs only itself" "$status" 1
	ok "$f.xlsx is told to be broken" contains out " 失敗=$broken"
done
ok 'the part is named' contains out "$broken"
run tb-extract badsheet.xlsx header.xlsx
ok 'the broken part is named' grep -q '失敗=.*xl/worksheets/sheet1.xml' out
ok 'the next file is read' contains out 'A1	品名'

# positions
cells nor.xlsx @表 'A1	0' 'B1	1' 'C1	2' 'A3	9' 'D3	8' 'E3	7'
tb-extract norow.xlsx >stream
is 'row n is the n-th row' "$(grep -c '^A[0-9]*	' stream)$(grep '^A71	' stream)" \
	'71A71	70'
cells mixrow.xlsx @表 'A1	1' 'A2	2' 'A7	3' 'A8	4' 'B12	5' 'A13	6'
cells order.xlsx @表 'A1	7' 'B1	8' 'A2	9' 'A3	1' 'B3	2' 'C3	3'
cells twice.xlsx @表 'A1	2' 'B1	4' 'B2	6'
cells lower.xlsx @表 'B1	1' 'C1	2'
cells dimension.xlsx @表 'A1	1' 'E50	2'
cells huge.xlsx @表 'A1	1'
cells empties.xlsx @表 'A200001	1'
cells last.xlsx @表 'XFD1048576	1'
tb-extract last.xlsx | tb-tsv >stream
is 'a line for each row' "$(sed '/^\x1e/d' stream | wc -l)" 1048576
tb-extract outside.xlsx >stream
is 'cells outside of a sheet are left out' "$(grep '^[A-Z]' stream | tr '\n' ' ')" \
	'A1	1 XFD1	3 A3	8 '
ok 'and noted' contains stream ' 注=xl/worksheets/sheet1.xml: '

# the book
cells states.xlsx @見える 'A1	1' @次 'A1	4'
cells names.xlsx '@a	b' 'A1	1' '@a&b <c>' 'A1	2' '@100%25_' 'A1	3'
cells rows.xlsx @表 'A1	1' 'A2	2' 'A3	3'
cells macro.xlsx @表 'A1	1'
run tb-extract empty.xlsx
is 'an empty book is a success' "$status" 0
ok 'without places' contains out ' 終わり=0'
done_testing
