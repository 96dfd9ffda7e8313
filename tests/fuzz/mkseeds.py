"""mkseeds DIR: the seeds that are no text, made anew: DIR/{zip,enc}/*."""
import io
import os
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mkooxml import docx_parts, p, row, c, si, write_zip, xlsx_parts  # noqa: E402

out = os.path.join(sys.argv[1], "zip")
os.makedirs(out, exist_ok=True)
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
