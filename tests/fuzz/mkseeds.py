"""mkseeds DIR: the seeds that are no text, made anew: DIR/zip/*."""
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
