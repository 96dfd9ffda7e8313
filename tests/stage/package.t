#!/bin/sh
# Packages as other producers write them: archives, names, relationships,
# namespaces, encodings.  B: rows of the public bug log.
. "${0%/*}/../lib.sh"

mk <<'EOF' || exit 99
import re
import zipfile
from mkooxml import *

ROWS = row(1, c("A1", "s", 0), c("B1", None, 42))
SST = si("品名")


def change(name, *edits, also=None):
    """The same with texts replaced: (part, old, new)."""
    parts = xlsx_parts({"表": ROWS}, sst=SST, parts=also)
    for part, old, new in edits:
        assert old in parts[part], (part, old)
        parts[part] = parts[part].replace(old, new)
    write_zip(name, parts)


WB, SHEET, RELS = "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"
SSTP = "xl/sharedStrings.xml"
change("good.xlsx")
change("b019-rooted.xlsx", ("_rels/.rels", '"xl/workbook.xml"', '"/xl/workbook.xml"'),
       (RELS, '"worksheets/', '"/xl/worksheets/'), (RELS, '"shared', '"/xl/shared'))
change("b020-backslash-targets.xlsx", (RELS, "worksheets/sheet1", "worksheets\\sheet1"),
       ("_rels/.rels", "xl/workbook", "xl\\workbook"))
write_zip("b022-backslash-names.xlsx", {
    k.replace("[Content_Types]", "[content_types]").replace("/", "\\").upper(): v
    for k, v in xlsx_parts({"表": ROWS}, sst=SST).items()})
change("b023-no-type.xlsx", ("[Content_Types].xml", '<Default Extension="xml" '
       'ContentType="application/xml"/>', ""))
change("no-types.xlsx", also={"[Content_Types].xml": None})


def prefixed(s):
    s = re.sub(r"<(/?)(?=[A-Za-z])", r"<\1x:", s)
    return s.replace("xmlns=", "xmlns:x=")


write_zip("b026-prefixes.xlsx", {k: prefixed(v) for k, v in
          xlsx_parts({"表": ROWS}, sst=SST).items()})
change("b028-prefixed-rels.xlsx", *[(part, old, new) for part in (RELS, "_rels/.rels")
       for old, new in (("<Relationship", "<ns0:Relationship"),
                        ("</Relationship", "</ns0:Relationship"),
                        ("xmlns=", "xmlns:ns0="))])
change("b029-id-prefix.xlsx", (WB, 'r:id="rId1"', f'd3p1:id="rId1" xmlns:d3p1="{OD}"'))
write_zip("b031-strict-parts.xlsx", merged(
    xlsx_parts({"表": ROWS}, sst=SST, ns=STRICT_SML, od=STRICT_OD),
    {"_rels/.rels": rels(("rId1", "officeDocument", "xl/workbook.xml"))}))
write_zip("b031-strict-rels.xlsx", merged(
    xlsx_parts({"表": ROWS}, sst=SST),
    {"_rels/.rels": rels(("rId1", "officeDocument", "xl/workbook.xml"), od=STRICT_OD)}))
write_zip("strict.xlsx", xlsx_parts({"表": ROWS}, sst=SST, ns=STRICT_SML, od=STRICT_OD))
parts = xlsx_parts({"表": ROWS}, sst=SST)
for enc, mark in (("utf-16-le", b""), ("utf-16-be", b""), ("utf-16-le", b"\xff\xfe"),
                  ("utf-16-be", b"\xfe\xff")):
    for part in (WB, SHEET):
        s = parts[part].replace('encoding="UTF-8"', 'encoding="UTF-16"')
        write_zip(f"b032-{enc}-{len(mark)}-{part.split('/')[-1][:-4]}.xlsx",
                  merged(parts, {part: mark + s.encode(enc)}))
change("utf8-called-utf16.xlsx", (WB, 'encoding="UTF-8"', 'encoding="utf-16"'),
       (SHEET, 'encoding="UTF-8"', 'encoding="utf-16"'))
write_zip("shift-jis.xlsx", merged(parts, {
    p: parts[p].replace("UTF-8", "Shift_JIS").encode("cp932") for p in (WB, SSTP)}))
write_zip("bom.xlsx", {k: v if k.startswith("[") else b"\xef\xbb\xbf" + v.encode()
          for k, v in parts.items()})
change("b034-end-tags.xlsx", (WB, "/>", "></sheet>"))
change("reserved-in-rels.xlsx", (RELS, '"worksheets/sheet1.xml"', '"./worksheets/../worksheets/sheet1.xml"'))


# ---- the archive itself ----

def raw(name, edit):
    """The good book, its bytes changed."""
    data = bytearray(open("good.xlsx", "rb").read())
    data = edit(data) or data
    open(name, "wb").write(data)


def each(data, sig):
    at = data.find(sig)
    while at >= 0:
        yield at
        at = data.find(sig, at + 4)


class Pipe:
    def __init__(self, f):
        self.f = f

    def write(self, b):
        return self.f.write(b)

    def flush(self):
        pass


def streamed(name, how):
    with open(name, "wb") as f, zipfile.ZipFile(Pipe(f), "w", how) as z:
        for k, v in parts.items():
            z.writestr(zipfile.ZipInfo(k, (2026, 1, 1, 0, 0, 0)), v, how)


streamed("b203-stored-descriptor.xlsx", zipfile.ZIP_STORED)
streamed("descriptor.xlsx", zipfile.ZIP_DEFLATED)


def fill_local(d):  # the bit is set, but the local header has the sizes
    for at in each(d, b"PK\1\2"):
        d[at + 8] |= 8
    for at in each(d, b"PK\3\4"):
        d[at + 6] |= 8


def zip64_local(d):
    for at in each(d, b"PK\3\4"):
        d[at + 18:at + 26] = b"\xff" * 8


raw("b202-filled-local.xlsx", fill_local)
raw("b205-zip64-local.xlsx", zip64_local)
with zipfile.ZipFile("zip64.xlsx", "w") as z:
    for k, v in parts.items():
        with z.open(zipfile.ZipInfo(k, (2026, 1, 1, 0, 0, 0)), "w", force_zip64=True) as f:
            f.write(v.encode())
raw("front.xlsx", lambda d: b"PK\3\4 MZ" + d)
raw("behind.xlsx", lambda d: d + b"\r\n-- sent by a scanner --\r\n")
raw("b119-truncated.xlsx", lambda d: d[:len(d) * 6 // 10])


def sentinels(d):
    d[-12:-2] = b"\xff" * 10


raw("b209-sentinels.xlsx", sentinels)


def overlap(d):  # every entry is the first one
    for at in each(d, b"PK\1\2"):
        d[at + 42:at + 46] = b"\0\0\0\0"


raw("b208-overlap.xlsx", overlap)


def checksum(d):
    for at in each(d, b"PK\1\2"):
        d[at + 16] ^= 1


raw("checksum.xlsx", checksum)


def encrypted(d):
    for at in each(d, b"PK\1\2"):
        d[at + 8] |= 1


raw("encrypted-entries.xlsx", encrypted)
with zipfile.ZipFile("lzma.xlsx", "w", zipfile.ZIP_LZMA) as z:
    for k, v in parts.items():
        z.writestr(k, v)
write_zip("bomb.xlsx", merged(parts, {WB: parts[WB] + " " * (100 << 20)}))
write_zip("long-text.xlsx", merged(parts, {SSTP: sst_part(si("x" * ((64 << 20) + 1)))}))
write_zip("depth.xlsx", merged(parts, {SHEET: sheet_part(ROWS, after="<x>" * 300 + "</x>" * 300)}))
write_zip("doctype.xlsx", merged(parts, {
    SHEET: parts[SHEET].replace("<worksheet", '<!DOCTYPE x [<!ENTITY e "x">]><worksheet')}))

# ---- Word ----
DOC = "word/document.xml"
docx("good.docx", p("本文"))
docx("bomb.docx", p("本文") + " " * (100 << 20))
d = docx_parts(p("本文"))
write_zip("b106-document2.docx", merged(docx_parts(p("古い")), {
    "_rels/.rels": rels(("rId1", "officeDocument", "word/document2.xml")),
    "word/document2.xml": d[DOC]}))
write_zip("b107-absolute.docx", merged(
    docx_parts(p("本文"), links=[("rId1", "footnotes", "/word/footnotes.xml"),
                                ("rId2", "hyperlink", "http://example.com/x", "External")]),
    {"word/footnotes.xml": XML + f'<w:footnotes xmlns:w="{WML}"><w:footnote w:id="1">'
     + p("脚注") + "</w:footnote></w:footnotes>"}))
write_zip("b109-bom.docx", merged(d, {DOC: b"\xef\xbb\xbf" + d[DOC].encode()}))
for enc, mark in (("utf-16-le", b""), ("utf-16-be", b""), ("utf-16-le", b"\xff\xfe"),
                  ("utf-16-be", b"\xfe\xff")):
    write_zip(f"b110-{enc}-{len(mark)}.docx", merged(d, {
        DOC: mark + d[DOC].replace("UTF-8", "UTF-16").encode(enc)}))
EOF

# All in one run; FILE.doc is what was said of a file, but for its name and time.
run tb-extract ./*.xlsx ./*.docx
is 'some fail' "$status" 1
awk '
	/^\036 ファイル名=/ { doc = substr($0, index($0, "=") + 1) ".doc"; next }
	/^\036 (パス|更新日時|サイズ|以上)=/ { next }
	doc { print >doc }' out

for good in good.xlsx good.docx; do
	ok "$good has text" grep -q '[品本]' $good.doc
done
for file in b0[123]*.xlsx b20[23]*.xlsx b205*.xlsx no-types.xlsx strict.xlsx \
	utf8-called-utf16.xlsx shift-jis.xlsx bom.xlsx reserved-in-rels.xlsx \
	descriptor.xlsx zip64.xlsx front.xlsx behind.xlsx b106*.docx \
	b109*.docx b110*.docx; do
	same "$file reads as the good one" "$file.doc" "good.${file##*.}.doc"
done
ok 'b107: footnotes by an absolute target' contains b107-absolute.docx.doc 脚注

for file in b119-truncated b209-sentinels checksum encrypted-entries lzma depth \
	doctype long-text; do
	ok "$file fails as broken" grep -q '失敗=.*壊れて' $file.xlsx.doc
done
for file in b208-overlap.xlsx bomb.xlsx bomb.docx; do
	ok "$file fails as too large" grep -q '失敗=.*大きすぎ' $file.doc
done
done_testing
