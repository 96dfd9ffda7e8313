"""mkxlsb: makes small .xlsb books ([MS-XLSB]) for tests.

    from mkxlsb import *
    xlsb("a.xlsb", {"表": rowhdr(0) + isst(0, 0) + real(1, 1.5)}, sst=["品名"])

A sheet is the bytes of the records between BrtBeginSheetData and its end; the
parts are those of write_zip, `parts` adds to them or replaces.
"""
import struct

from mkooxml import content_types, merged, rels, write_zip


def rec(kind, body=b""):
    def number(v):
        out = b""
        while True:
            out += bytes([v & 0x7F | (0x80 if v > 0x7F else 0)])
            v >>= 7
            if not v:
                return out
    # a type's second byte is told by the high bit of its first
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return head + number(len(body)) + body


def wide(s):
    """XLWideString; None: XLNullableWideString that is null."""
    if s is None:
        return struct.pack("<I", 0xFFFFFFFF)
    raw = s.encode("utf-16-le", "surrogatepass")
    return struct.pack("<I", len(raw) // 2) + raw


def rich(s, runs=b"", flags=0):
    return bytes([flags]) + wide(s) + runs


def rowhdr(row):
    return rec(0, struct.pack("<I", row) + bytes(12))


def cell(kind, col, body=b"", xf=0):
    return rec(kind, struct.pack("<II", col, xf) + body)


def blank(col):
    return cell(1, col)


def rk(col, v, xf=0):
    return cell(2, col, struct.pack("<I", v), xf)


def err(col, code, kind=3):
    return cell(kind, col, bytes([code]))


def boolean(col, v, kind=4):
    return cell(kind, col, bytes([v]))


def real(col, v, xf=0, kind=5):
    return cell(kind, col, struct.pack("<d", v), xf)


def st(col, s, xf=0, kind=6):
    return cell(kind, col, wide(s) + (bytes(10) if kind == 8 else b""), xf)


def isst(col, i, xf=0):
    return cell(7, col, struct.pack("<I", i), xf)


def sheet(data, before=b"", after=b""):
    return rec(129) + before + rec(145) + data + rec(146) + after + rec(130)


def bundle(state, sheet_id, rid, name):
    return rec(156, struct.pack("<II", state, sheet_id) + wide(rid) + wide(name))


def styles(*formats):
    """cellXfs 0 is General, n the n-th of formats: a code, or a built-in id."""
    fmts = [(200 + i, f) for i, f in enumerate(formats) if isinstance(f, str)]
    ids = [0] + [200 + i if isinstance(f, str) else f for i, f in enumerate(formats)]
    return (rec(278) + rec(615, struct.pack("<I", len(fmts)))
            + b"".join(rec(44, struct.pack("<H", i) + wide(f)) for i, f in fmts) + rec(616)
            + rec(626) + rec(47, struct.pack("<HH", 0xFFFF, 10) + bytes(12)) + rec(627)
            + rec(617) + b"".join(rec(47, struct.pack("<HH", 0, i) + bytes(12)) for i in ids)
            + rec(618) + rec(279))


def xlsb_parts(sheets, sst=None, formats=(), states=None, date1904=False, before=b"",
               kinds=None, parts=None):
    """sheets: name -> records, or a whole part when it begins with
    BrtBeginSheet; before: records in front of the sheets of the book."""
    names = list(sheets)
    links = [(f"rId{i}", (kinds or {}).get(n, "worksheet"), f"worksheets/sheet{i}.bin")
             for i, n in enumerate(names, 1)]
    out = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": rels(("rId1", "officeDocument", "xl/workbook.bin")),
        "xl/workbook.bin": rec(131) + rec(153, struct.pack("<III", 1 if date1904 else 0, 0, 0))
        + before + rec(143) + b"".join(
            bundle((states or {}).get(n, 0), i, f"rId{i}", n) for i, n in enumerate(names, 1))
        + rec(144) + rec(132),
        "xl/styles.bin": styles(*formats),
    }
    links.append(("rId90", "styles", "styles.bin"))
    if sst is not None:
        links.append(("rId91", "sharedStrings", "sharedStrings.bin"))
        out["xl/sharedStrings.bin"] = rec(159, struct.pack("<II", len(sst), len(sst))) \
            + b"".join(rec(19, s if isinstance(s, bytes) else rich(s)) for s in sst) + rec(160)
    out["xl/_rels/workbook.bin.rels"] = rels(*links)
    for i, n in enumerate(names, 1):
        d = sheets[n]
        out[f"xl/worksheets/sheet{i}.bin"] = d if d[:2] == rec(129)[:2] else sheet(d)
    return merged(out, parts)


def xlsb(path, sheets, **kw):
    write_zip(path, xlsb_parts(sheets, **kw))


def hdrftr(odd_header=None, odd_footer=None, even_header=None, even_footer=None,
           first_header=None, first_footer=None, flags=0):
    """Behind the data of a sheet."""
    return rec(479, struct.pack("<H", flags) + b"".join(wide(x) for x in (
        odd_header, odd_footer, even_header, even_footer, first_header, first_footer))) + rec(480)


def comments(*notes):
    """The part of notes: (row, col, text)."""
    out = rec(628) + rec(630) + rec(632, wide("誰か")) + rec(631) + rec(633)
    for row, col, text in notes:
        out += rec(635, struct.pack("<IIIII", 0, row, row, col, col) + bytes(16))
        out += rec(637, rich(text)) + rec(636)
    return out + rec(634) + rec(629)
