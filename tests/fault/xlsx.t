#!/bin/sh
# .xlsx: books made to exhaust or to mislead; each costs itself at most.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

def one(path, rows, **kw):
    xlsx(path, {"表": rows}, **kw)

# some kilobytes that unfold to gigabytes
one("unfold.xlsx", "".join(row(n, c(f"A{n}", "s", 0)) for n in range(1, 3001)), sst=si("x" * 1000000))
one("longtext.xlsx", row(1, c("A1", "is", "a" * 70000000)))
one("manysi.xlsx", row(1, c("A1", "s", 2)), sst="<si/>" * 300000)
one("deep.xlsx", row(1, '<c r="A1"><is>' + "<r>" * 300 + "</r>" * 300 + "</is></c>"))
one("attrs.xlsx", row(1, "<c " + " ".join(f'a{i}="1"' for i in range(1001)) + "/>"))
one("wide.xlsx", ("<row>" + "<c><v>1</v></c>" * 20000 + "</row>") * 5)
one("same.xlsx", row(1, *[c("A1", None, i) for i in range(50000)]))
one("reverse.xlsx", "".join(row(n, c(f"A{n}", None, n)) for n in range(100000, 0, -1)))
xlsx("header.xlsx", {"a": sheet_part("", after="<headerFooter><oddHeader>"
    + "\n".join(map(str, range(50000))) + "</oddHeader></headerFooter>")})

# many of what there is one of
p = xlsx_parts({"a": row(1, c("A1", None, 1))}, parts={
    "xl/worksheets/_rels/sheet1.xml.rels": rels(("rId1", "drawing", "../d.xml")),
    "xl/d.xml": drawing_part(anchor(0, 0, textbox("x")))})
p["xl/workbook.xml"] = XML + f'<workbook xmlns="{SML}" xmlns:r="{OD}"><sheets>' + "".join(
    f'<sheet name="s{i}" sheetId="{i}" r:id="rId1"/>' for i in range(1000)) + "</sheets></workbook>"
write_zip("sheets.xlsx", p)
one("objects.xlsx", "", parts={
    "xl/worksheets/_rels/sheet1.xml.rels": rels(("rId1", "drawing", "../drawings/d.xml"), ("rId2", "comments", "../c.xml")),
    "xl/drawings/d.xml": drawing_part(*[anchor(i % 1000, i % 50, textbox("t") + graphic_chart("rId1")) for i in range(1000)]),
    "xl/drawings/_rels/d.xml.rels": rels(("rId1", "chart", "../charts/chart1.xml")),
    "xl/charts/chart1.xml": chart_part("t", "s"),
    "xl/c.xml": comments_part(*[(f"A{i}", "n") for i in range(9000, 0, -1)])})

# parts that name themselves or what they are not
one("self.xlsx", row(1, c("A1", None, 1)), parts={
    "xl/worksheets/_rels/sheet1.xml.rels": rels(("rId1", "drawing", "sheet1.xml"), ("rId2", "comments", "sheet1.xml"),
        ("rId3", THREADED_REL, "../workbook.xml"), ("rId4", "drawing", ""), ("rId5", "drawing", "../../../../etc/passwd"))})
one("kinds.xlsx", "", parts={"xl/_rels/workbook.xml.rels": rels(
    ("rId1", "worksheet", "workbook.xml"), ("rId2", "sharedStrings", "workbook.xml"), ("rId3", "styles", "workbook.xml"))})
one("noroot.xlsx", "", parts={"xl/worksheets/sheet1.xml": XML + '<worksheet xmlns="urn:x"/>'})
one("nobook.xlsx", "", parts={"xl/workbook.xml": XML + '<book xmlns="urn:x"/>'})
one("norel.xlsx", "", parts={"xl/_rels/workbook.xml.rels": rels()})
one("external.xlsx", "", parts={"xl/_rels/workbook.xml.rels":
    rels(("rId1", "worksheet", "http://example.com/s.xml", "External"))})
PY
cat >measure.py <<'EOF2'
"""measure.py CMD…: runs it with ./out and ./err; prints status and peak KB."""
import resource, subprocess, sys
with open("out", "wb") as out, open("err", "wb") as err:
    status = subprocess.call(sys.argv[1:], stdout=out, stderr=err)
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
EOF2

# reads FILE LINES…: it is read, and these are some of its lines
reads() {
	_file=$1
	shift
	python3 measure.py tb-extract "$_file" >measured
	is "$_file is read" "$(cut -d' ' -f1 measured)" 0
	ok "$_file takes under 600 MB" test "$(cut -d' ' -f2 measured)" -lt 614400
	for _line; do
		ok "$_file: $_line" grep -qx "$_line" out
	done
}

# fails FILE WHY: it fails with that in the message
fails() {
	status=0
	tb-extract "$1" >/dev/null 2>err || status=$?
	is "$1 fails, that is all" "$status" 1
	ok "$1 fails: $2" contains err "$2"
}

fails unfold.xlsx 'sheet1.xml: too large for the memory limit'
fails longtext.xlsx 'text too long'
reads manysi.xlsx
fails deep.xlsx 'too deep'
fails attrs.xlsx 'too many attributes'
reads wide.xlsx 'XFD5	1'
ok 'wide.xlsx: the rest is noted' grep -q '注=.*18080 cells outside' out
reads same.xlsx 'A1	49999'
reads reverse.xlsx 'A1	1' 'A100000	100000'
reads header.xlsx 49999
reads sheets.xlsx 'A1	x'
reads objects.xlsx 'A1	t.*t s' 'A9000	n'
reads self.xlsx 'A1	1'
fails kinds.xlsx 'no sheet'
fails noroot.xlsx 'no sheet'
fails nobook.xlsx 'no workbook'
fails norel.xlsx "no part for sheet '表'"
fails external.xlsx "no part for sheet '表'"
done_testing
