"""mkseeds DIR: the seeds that are no text, made anew: DIR/{zip,enc}/*."""
import io
import os
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import mkpdf  # noqa: E402
import mkppt  # noqa: E402
import mkxls  # noqa: E402
import mkxlsb  # noqa: E402
from mkooxml import *  # noqa: E402,F403



def folder(target):
    out = os.path.join(sys.argv[1], target)
    os.makedirs(out, exist_ok=True)
    return out


out = folder("zip")
book = xlsx_parts({"表": row(1, c("A1", "s", 0), c("B1", None, 1.5))}, sst=si("品名"))
write_zip(os.path.join(out, "xlsx"), book)
write_zip(os.path.join(out, "stored"), book, store=True)
write_zip(os.path.join(out, "docx"), docx_parts(p("本文"), links=[
    ("rId1", "footnotes", "/word/footnotes.xml")]))
write_zip(os.path.join(out, "names"), {
    "xl\\A.xml": "1", "/xl/a.xml": "2", "_rels\\.rels": book["_rels/.rels"]})


class Pipe(io.RawIOBase):
    """Cannot seek, so that zipfile writes data descriptors."""

    def __init__(self, f):
        self.f = f

    def writable(self):
        return True

    def write(self, b):
        return self.f.write(b)


with open(os.path.join(out, "descriptor"), "wb") as f, \
        zipfile.ZipFile(Pipe(f), "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr(zipfile.ZipInfo("a", (2026, 1, 1, 0, 0, 0)), "text")
with zipfile.ZipFile(os.path.join(out, "zip64"), "w") as z, \
        z.open(zipfile.ZipInfo("a", (2026, 1, 1, 0, 0, 0)), "w", force_zip64=True) as f:
    f.write(b"text")

out = os.path.join(sys.argv[1], "enc")
os.makedirs(out, exist_ok=True)
text = "処理区分,件数 ひらがな カタカナ ①～\r\n売上,１２\r\n"
for enc in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932",
            "euc_jis_2004", "iso2022_jp_ext"):
    with open(os.path.join(out, enc), "wb") as f:
        f.write(text.encode(enc, "ignore"))
with open(os.path.join(out, "kana"), "wb") as f:
    f.write("ﾌﾘｺﾐ ｶ)ﾔﾏﾀﾞ ﾊﾟｲﾌﾟ".encode("cp932") + b"\x1b(I1\x1b$B!A\x1b(J\\~")


# ---- ooxml: parts as text, each behind a line "@name" ----

out = folder("ooxml")


def parts_as_text(name, parts):
    """The main part first: its folder says which reader."""
    first = next(k for k in parts if k.startswith(("xl/", "word/", "ppt/")))
    with open(os.path.join(out, name), "wb") as f:
        for k in [first] + [k for k in parts if k != first]:
            data = parts[k] if isinstance(parts[k], bytes) else parts[k].encode()
            f.write(f"@{k}\n".encode() + data + b"\n")


parts_as_text("book", xlsx_parts(
    {"表": row(1, c("A1", "s", 0), c("B1", None, 45000, s=1), c("C1", "is", "直接"))
        + row(None, c(None, "b", 1), c("XFD2", "e", "#REF!"), c(None, "str", "式", f="A1")),
     "隠れ": sheet_part(row(3, c("A3", None, "1e3")),
        after="<headerFooter><oddHeader>&amp;C&amp;A 社外秘</oddHeader></headerFooter>"
        '<drawing r:id="rId1"/>')},
    sst=si("品名") + "<si><r><t>甲</t></r><rPh sb=\"0\" eb=\"1\"><t>コウ</t></rPh></si>",
    styles=styles_part('[$-411]ggge"年"m"月"d"日"'), states={"隠れ": "hidden"},
    parts={"xl/worksheets/_rels/sheet2.xml.rels": rels(
        ("rId1", "drawing", "../drawings/drawing1.xml"),
        ("rId2", "comments", "../comments1.xml")),
        "xl/drawings/drawing1.xml": drawing_part(anchor(1, 1, textbox("箱"))),
        "xl/comments1.xml": comments_part(("B2", "注"))}))
parts_as_text("binary", mkxlsb.xlsb_parts(
    {"表": mkxlsb.rowhdr(0) + mkxlsb.isst(0, 0) + mkxlsb.real(1, 45000, 1) + mkxlsb.rk(2, 6)
        + mkxlsb.rowhdr(2) + mkxlsb.st(0, "式", kind=8) + mkxlsb.err(1, 7) + mkxlsb.boolean(2, 1),
     "隠れ": mkxlsb.real(0, 1)},
    sst=["品名"], formats=['[$-411]ggge"年"m"月"d"日"'], states={"隠れ": 1}))
parts_as_text("document", docx_parts(
    p("見積", "書") + "<w:tbl><w:tr><w:tc>" + p("外") + "</w:tc><w:tc/></w:tr></w:tbl>"
    + p('<w:r><w:br w:type="page"/><w:fldChar w:fldCharType="begin"/></w:r>', "結果")
    + p("<w:r><mc:AlternateContent><mc:Choice><w:txbxContent>" + p("箱")
        + "</w:txbxContent></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>"),
    links=[("rId1", "footnotes", "footnotes.xml"), ("rId2", "comments", "comments.xml")],
    parts={"word/footnotes.xml": XML + f'<w:footnotes xmlns:w="{WML}"><w:footnote w:id="1">'
           + p("脚注") + "</w:footnote></w:footnotes>",
           "word/comments.xml": XML + f'<w:comments xmlns:w="{WML}"><w:comment w:id="0">'
           + p("コメント") + "</w:comment></w:comments>"}))
parts_as_text("slides", pptx_parts(
    [sp("題名", ph="title") + sp("本文"), sp("二")], order=(2, 1), hidden=(2,),
    links={1: [("rId1", "notesSlide", "../notesSlides/notesSlide1.xml")]},
    parts={"ppt/notesSlides/notesSlide1.xml": slide_part(sp("ノート", ph="body"), tag="notes")}))

# ---- doc: the first byte chooses the name ----

out = folder("doc")


def document(name, kind, data):
    with open(os.path.join(out, name), "wb") as f:
        f.write(kind + (data.encode() if isinstance(data, str) else data))


def made(write, *args, **kw):
    path = os.path.join(out, "made")
    write(path, *args, **kw)
    with open(path, "rb") as f:
        data = f.read()
    os.remove(path)
    return data


document("xls", b"0", made(mkxls.xls, {"表": mkxls.labelsst(0, 0, 0) + mkxls.number(0, 1, 1.5)
         + mkxls.mulrk(1, 0, [mkxls.rk_int(1), mkxls.rk_float(0.5)])
         + mkxls.formula(2, 0, (0, 0)) + mkxls.string("式")}, sst=["品名"]))
document("xls5", b"0", made(mkxls.xls5, {"表": mkxls.label5(0, 0, "品名")}))
document("ppt", b"2", made(mkppt.ppt, [mkppt.slide(
    [mkppt.box("題名"), mkppt.group([mkppt.box("中")])], notes=[mkppt.box("ノート")])]))
for key, font in ("simple", mkpdf.HELVETICA), ("japan1", mkpdf.type0("90ms-RKSJ-H")[0]):
    document("pdf-" + key, b"8", made(mkpdf.page, b"BT /F1 12 Tf 72 700 Td [(ab) -300 (c)] TJ ET /Fm Do",
        fonts={"F1": font}, objs={**mkpdf.type0("H")[1], 21: mkpdf.tounicode(b"<41> <898b>")}))
document("pdf-rc4", b"8", made(lambda f: mkpdf.pdf(f, *mkpdf.protect(mkpdf.doc(
    mkpdf.stream(b"BT /F1 9 Tf (x) Tj ET", flate=True), fonts={"F1": mkpdf.HELVETICA}), "RC4"))))
document("docx", b"5", made(write_zip, docx_parts(p("本文"))))
document("rtf", b"1", r"{\rtf1\ansi\ansicpg932 \u35211?\'8c\'a9\par\trowd a\cell b\cell\row}")
document("html", b"0", "<html><table><tr><td rowspan=2>品名<td>数量</table></html>")
document("sheetxml", b"0", '<?xml version="1.0"?><Workbook '
         'xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
         'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'
         '<Worksheet ss:Name="表"><Table><Row><Cell ss:Index="2"><Data ss:Type="String">品名</Data></Cell></Row></Table></Worksheet></Workbook>')
document("mhtml", b"1", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n"
         "\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>本文\r\n--x--\r\n")
