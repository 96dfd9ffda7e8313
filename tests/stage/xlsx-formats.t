#!/bin/sh
# .xlsx: numbers and dates as a Japanese Excel shows them, from styles to text.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

GANNEN = '[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@'
CASES = [  # code or built-in id, value, what the cell shows
    ("[$-411]ge.m.d;@", 44259, "R3.3.4"),
    ('[$]ggge"年"m"月"d"日";@', 44259, "令和3年3月4日"),
    ('[$-ja-JP]ggge"年"m"月"d"日";@', 44259, "令和3年3月4日"),
    ('[$-411]ggge"年"m"月"d"日"', 32874, "平成2年1月1日"),
    ('[$-411]ggge"年"m"月"d"日"', 32515, "昭和64年1月7日"),
    ('[$-411]ggge"年"m"月"d"日"', 32516, "平成1年1月8日"),
    ('[$-411]ggge"年"m"月"d"日"', 43585, "平成31年4月30日"),
    ('[$-411]ggge"年"m"月"d"日"', 43586, "令和1年5月1日"),
    (GANNEN, 43586, "令和元年5月1日"), (GANNEN, 43829, "令和元年12月30日"),
    (GANNEN, 43831, "令和2年1月1日"),
    (27, 44259, "R3.3.4"), (28, 44259, "令和3年3月4日"), (31, 44259, "2021年3月4日"),
    (14, 45383, "2024/4/1"), (22, 45383.524259259, "2024/4/1 12:34"), (57, 44259, "R3.3.4"),
    (30, 45383, "4/1/24"), (32, 0.75, "18時00分"), (55, 45383, "2024年4月"), (56, 45383, "4月1日"),
    ("yyyy/mm/dd", 45383, "2024/04/01"), ("[$-ja-JP]yyyy/m/d(aaa)", 45383, "2024/4/1(月)"),
    ("yyyy/m/d", 60, "1900/2/29"), ("yyyy/m/d", 61, "1900/3/1"),
    ("h:mm AM/PM", 0.75, "6:00 PM"), ("hh:mm", 0.5242592593, "12:34"),
    ("[h]:mm:ss", 1.0416666667, "25:00:00"), ("h:mm", 1.0416666667, "1:00"), (46, 1.5, "36:00:00"),
    ("[m]", 1.5, "2160"), ("yyyy/m/d", -0.5, "-0.5"), ("yyyy/m/d", 2958466, "2958466"),
    ("hh:mm:ss.000", "0.52426851851", "12:34:56.800"),
    ("hh:mm:ss.000", "0.52425925462", "12:34:56.000"), ("hh:mm:ss", "0.52425925462", "12:34:56"),
    (0, "4901234567894", "4.90123E+12"), (1, "4901234567894", "4901234567894"),
    (0, "12345678901", "12345678901"), (0, "123456789012", "1.23457E+11"),
    (0, "12345678901234567890", "1.23457E+19"), (0, 1234567, "1234567"), (0, -12.5, "-12.5"),
    (0, 0.1, "0.1"), (0, "0.30000000000000004", "0.3"), (0, "1E-12", "1E-12"), (0, 0, "0"),
    (0, "-0", "0"), (0, "1.0", "1"), (0, "007", "7"),
    ("0.00_ ", 2021.1, "2021.10 "), ("0.00_);(0.00)", 2021.1, "2021.10 "), ("0.00_);(0.00)", -1, "(1.00)"),
    ("0.00E+00", 1234.5, "1.23E+03"), ("0%", 1234.5, "123450%"), ("#,##0", 1234.5, "1,235"),
    ("# ?/?", 1234.5, "1234 1/2"), (12, 0.75, " 3/4"), (10, 0.1234, "12.34%"), (9, 0.5, "50%"),
    ("#,##0.00", 1.005, "1.01"), ("#,##0,", 1234567, "1,235"), ('#,##0"円"', 1234567, "1,234,567円"),
    ("[$¥-411]#,##0", 1500, "¥1,500"), ("[$€-2] #,##0.00", 1.5, "€ 1.50"),
    ('#,##0;"▲"#,##0', -1500, "▲1,500"), ("000-0000", 1000001, "100-0001"), ("00000", 123, "00123"),
    ('[>=10000]#,##0,"千";[<0]"▲"0;0', 12345, "12千"), ('[>=10000]#,##0,"千";[<0]"▲"0;0', -5, "▲5"),
    ('[>=10000]#,##0,"千";[<0]"▲"0;0', 5, "5"), ('"（未定）"', 1, "（未定）"), ("General", 5, "5"),
    ("標準", 5, "5"), ('General"個"', 5, "5個"), ("@", 123, "123"), (49, 1.5, "1.5"),
    ("[Red]0.0;[Blue]-0.0", -1.25, "-1.3"), ("0.0;;", 5, "5.0"), ("yyyy", 45383, "2024"),
    (37, -5, "-5"), (5, 1500, "¥1,500"), (165, 1234.5, "1234.5"), (99999, 7, "7"),
]
EMPTY = [("0;-0;;@", 0), ("#,##0;-#,##0;", 0), (";;;", 5)]
TEXTS = [('0;0;0;"[" @ "]"', "メモ", "[ メモ ]"), ("@", "00123", "00123"), ("yyyy/m/d", "文字", "文字"),
         ("0;-0;;@", "文字", "文字"), ('@" 様"', "田中", "田中 様")]

rows, want = "", ["@表"]
codes = []
def cell(n, t, v, code):
    global rows
    codes.append(code)
    rows += row(n, c(f"A{n}", t, v, len(codes)))
n = 0
for code, v, shows in CASES:
    n += 1
    cell(n, None, v, code)
    want.append(f"A{n}\t{shows}")
for code, v in EMPTY:
    n += 1
    cell(n, None, v, code)
for t, kind in ((0, "str"), (1, "is")):
    for code, v, shows in TEXTS:
        n += 1
        cell(n, kind, v, code)
        want.append(f"A{n}\t{shows}")
n += 1
cell(n, "str", "隠れる", ";;;")
xlsx("formats.xlsx", {"表": rows}, styles=styles_part(*codes))
open("formats.want", "w").write("\n".join(want) + "\n")

# ---- the date system
for v in ("1", "true", "0", "false"):
    xlsx(f"d1904_{v}.xlsx", {"表": row(1, c("A1", None, 42797, 1), c("B1", None, 0, 1), c("C1", "d", "2021-03-04", 1))},
         styles=styles_part("yyyy/m/d"), workbook=f'<workbookPr date1904="{v}"/>')

# ---- styles as others write them
one = lambda path, **kw: xlsx(path, {"表": row(1, c("A1", None, 0.5, 1), c("B1", None, 0.5, 2),
    c("C1", None, 0.5, 99), c("D1", None, 0.5, -1), c("E1", None, 0.5, "x"), c("F1", None, 0.5))}, **kw)
ss = lambda inner: XML + f'<styleSheet xmlns="{SML}">{inner}</styleSheet>'
one("noid.xlsx", styles=ss('<cellXfs><xf/><xf numFmtId="9" applyNumberFormat="0"/><xf fontId="1"/></cellXfs>'))
one("after.xlsx", styles=ss('<cellXfs><xf numFmtId="0"/><xf numFmtId="200"/><xf numFmtId="9"/></cellXfs>'
    '<numFmts><numFmt numFmtId="200" formatCode="0.00"/></numFmts>'))
one("own.xlsx", styles=ss('<numFmts><numFmt numFmtId="9" formatCode="0.000"/><numFmt numFmtId="9" formatCode="@"/>'
    '<numFmt formatCode="0"/></numFmts><cellStyleXfs><xf numFmtId="2"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="9" xfId="0"/><xf numFmtId="10"/></cellXfs>'
    '<dxfs><dxf><numFmt numFmtId="10" formatCode="&quot;dxf&quot;"/></dxf></dxfs>'))
one("escaped.xlsx", styles=ss('<numFmts><numFmt numFmtId="200" formatCode="0.0_x005F_x0041_&amp;quot;&quot;倍&quot;"/>'
    '</numFmts><cellXfs><xf/><xf numFmtId="200"/><xf/></cellXfs>'))
one("nested.xlsx", styles=ss('<cellXfs><xf numFmtId="0"><alignment/><extLst><ext><xf numFmtId="9"/></ext></extLst></xf>'
    '<xf numFmtId="9"><protection/></xf><xf numFmtId="2"/></cellXfs>'))
many = "".join(f'<numFmt numFmtId="{20000 - i}" formatCode="0.0&quot;x{i}&quot;"/>' for i in range(12000))
one("many.xlsx", styles=ss(f'<numFmts>{many}</numFmts><cellXfs><xf/><xf numFmtId="20000"/><xf numFmtId="8001"/>'
    + '<xf numFmtId="8001"/>' * 70000 + "</cellXfs>"))
PY

# cells FILE WANT…: the cell lines of the file
cells() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed '/^\x1e/d' stream >got
	same "$_file" got want
}

tb-extract formats.xlsx | sed -n -e '/^\x1e/!p' -e 's/^\x1e シート=/@/p' >got
same 'each code shows what Excel shows' got formats.want

cells d1904_1.xlsx 'A1	2021/3/4' 'B1	1904/1/1' 'C1	2021/3/4'
cells d1904_true.xlsx 'A1	2021/3/4' 'B1	1904/1/1' 'C1	2021/3/4'
cells d1904_0.xlsx 'A1	2017/3/3' 'B1	1900/1/0' 'C1	2021/3/4'
cells d1904_false.xlsx 'A1	2017/3/3' 'B1	1900/1/0' 'C1	2021/3/4'

rest="C1	0.5
D1	0.5
E1	0.5
F1	0.5"
cells noid.xlsx 'A1	50%' 'B1	0.5' "$rest"
cells after.xlsx 'A1	0.50' 'B1	50%' "$rest"
cells own.xlsx 'A1	0.500' 'B1	50.00%' "$rest"
cells nested.xlsx 'A1	50%' 'B1	0.50' "$rest"
tb-extract many.xlsx >stream
is 'more formats than Excel allows' "$(grep '^A1' stream)" 'A1	0.5x0'
is 'and more cell formats' "$(grep '^F1' stream)" 'F1	0.5'
done_testing
