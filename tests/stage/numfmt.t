#!/bin/sh
# Number formats in a workbook: what public bug reports say of other programs
# (the numbers of our bug log), from the styles part to the stream.
. "${0%/*}/../lib.sh"

# rows: the number, a format code or a built-in id, value, what the cell shows
cat >rows <<'EOF'
B050	[$-411]ge.m.d;@	44259	R3.3.4
B050	[$]ggge"年"m"月"d"日";@	44259	令和3年3月4日
B050	27	44259	R3.3.4
B050	58	44259	令和3年3月4日
B052	[DBNum3][$-411]ggge"年"m"月"d"日";@	44377	令和３年６月３０日
B052	[DBNum1][$-411]ggge"年"m"月"d"日";@	44377	令和三年六月三十日
B053	[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@	43586	令和元年5月1日
B053	[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@	43829	令和元年12月30日
B053	[$-ja-JP]ggge"年"m"月"d"日";@	43586	令和1年5月1日
B056	[h]:mm:ss	1.0416666667	25:00:00
B056	h:mm	1.0416666667	1:00
B058	0	4901234567894	4.90123E+12
B058	1	4901234567894	4901234567894
B058	0	100025440003960000	1.00025E+17
B058	0	12345678901	12345678901
B059	0.00_	2021.1	2021.10
B059	0.00_);(0.00)	-2021.1	(2021.10)
B061	0	19100000000000000000	1.91E+19
B062	hh:mm:ss.000	0.50001157407	12:00:01.000
B062	hh:mm:ss	0.500011569	12:00:01
B064	0.00E+00	1234.5	1.23E+03
B064	0%	1234.5	123450%
B064	#,##0	1234.5	1,235
B064	# ?/?	1234.5	1234 1/2
B064	12	1234.5	1234 1/2
B064	14	45383	2024/4/1
B064	22	45383.5	2024/4/1 12:00
EOF

mk <<'PY'
from mkooxml import *

rows = [line.rstrip("\n").split("\t") for line in open("rows")]
codes = [int(r[1]) if r[1].isdigit() else r[1] for r in rows]
xlsx("a.xlsx", {"表": "".join(
    f'<row r="{i}"><c r="A{i}" s="{i}"><v>{r[2]}</v></c></row>'
    for i, r in enumerate(rows, 1))}, styles=styles_part(*codes))
xlsx("b.xlsx", {"表": '<row r="1"><c r="A1" s="1"><v>42797</v></c></row>'},
     styles=styles_part(14), workbook='<workbookPr date1904="1"/>')
PY
tb-extract a.xlsx | sed -n 's/^A[0-9]*	//p' >got
cut -f 4 rows >want
same 'each row of the table' got want
is 'B055: the date system of 1904' \
	"$(tb-extract b.xlsx | sed -n 's/^A1	//p')" 2021/3/4
done_testing
