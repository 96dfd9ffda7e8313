"""mkxls: makes small .xls books ([MS-XLS]) for tests, BIFF8 and BIFF5.

    from mkxls import *
    xls("a.xls", {"表": labelsst(0, 0, 0) + number(0, 1, 1.5)}, sst=["品名"])
    xls5("b.xls", {"表": label5(0, 0, "品名")}, codepage=932)

A sheet is the bytes of its records; what stands between two records, or is
missing, is the test's affair.
"""
import struct

from mkcfb import cfb

MAXREC = 8224


def rec(kind, body=b""):
    return struct.pack("<HH", kind, len(body)) + body


def ustr(s, wide=None):
    """XLUnicodeString's flags and characters; the length goes in front."""
    if wide is None:
        wide = any(ord(ch) > 255 for ch in s)
    return bytes([1 if wide else 0]) + s.encode("utf-16-le" if wide else "latin-1")


def units(s):
    return len(s.encode("utf-16-le")) // 2


def cellhead(row, col, xf=0):
    return struct.pack("<HHH", row, col, xf)


def labelsst(row, col, i, xf=0):
    return rec(0x00FD, cellhead(row, col, xf) + struct.pack("<I", i))


def label(row, col, s, xf=0, wide=None):
    return rec(0x0204, cellhead(row, col, xf) + struct.pack("<H", units(s)) + ustr(s, wide))


def label5(row, col, s, xf=0, kind=0x0204, enc="cp932"):
    raw = s.encode(enc)
    return rec(kind, cellhead(row, col, xf) + struct.pack("<H", len(raw)) + raw)


def number(row, col, v, xf=0):
    return rec(0x0203, cellhead(row, col, xf) + struct.pack("<d", v))


def rk_int(v, hundred=False):
    return (v << 2 | 2 | (1 if hundred else 0)) & 0xFFFFFFFF


def rk_float(v, hundred=False):
    high = struct.unpack("<Q", struct.pack("<d", v))[0] >> 32
    return high & ~3 | (1 if hundred else 0)


def rk(row, col, value, xf=0):
    return rec(0x027E, cellhead(row, col, xf) + struct.pack("<I", value))


def mulrk(row, col, values, xf=0):
    body = struct.pack("<HH", row, col)
    for v in values:
        body += struct.pack("<HI", xf, v)
    return rec(0x00BD, body + struct.pack("<H", col + len(values) - 1))


def boolerr(row, col, v, error=False, xf=0):
    return rec(0x0205, cellhead(row, col, xf) + bytes([v, 1 if error else 0]))


def formula(row, col, result, xf=0):
    """result: a float, or (kind, value) for text (0), bool (1), error (2), blank (3)."""
    if isinstance(result, tuple):
        value = bytes([result[0], 0, result[1], 0, 0, 0, 0xFF, 0xFF])
    else:
        value = struct.pack("<d", result)
    return rec(0x0006, cellhead(row, col, xf) + value + bytes(6) + struct.pack("<H", 0))


def string(s):
    return rec(0x0207, struct.pack("<H", units(s)) + ustr(s))


def sst(strings):
    """The SST of ready strings (bytes: length, flags, …), cut into Continue records
    anywhere but inside a string's characters, where a flag byte is put first."""
    body = struct.pack("<II", len(strings), len(strings)) + b"".join(strings)
    out = rec(0x00FC, body[:MAXREC])
    for i in range(MAXREC, len(body), MAXREC):
        out += rec(0x003C, body[i:i + MAXREC])
    return out


def sst_string(s, wide=None, runs=0, ext=b""):
    flags, head = ustr(s, wide)[0], b""
    if runs:
        flags |= 8
        head += struct.pack("<H", runs)
    if ext:
        flags |= 4
        head += struct.pack("<I", len(ext))
    return (struct.pack("<H", units(s)) + bytes([flags]) + head + ustr(s, wide)[1:]
            + b"\xee" * (4 * runs) + ext)


def bof(kind, vers=0x0600):
    return rec(0x0809, struct.pack("<HHHH", vers, kind, 0, 0) + bytes(8))


def txo(n, s, kind=0x19, anchor=None):
    """A drawing object with text: MSODRAWING, OBJ, TXO, its Continue records."""
    out = b""
    if anchor:
        row, col = anchor
        body = struct.pack("<HHHHHHHHH", 0, col, 0, row, 0, col + 1, 0, row + 1, 0)
        client = struct.pack("<HHI", 0, 0xF010, len(body)) + body
        out += rec(0x00EC, struct.pack("<HHI", 15, 0xF004, len(client)) + client)
    out += rec(0x005D, struct.pack("<HHHH", 0x15, 0x12, kind, n) + bytes(14) + bytes(4))
    out += rec(0x01B6, bytes(10) + struct.pack("<HH", units(s), 16) + bytes(4))
    return out + rec(0x003C, ustr(s)) + rec(0x003C, bytes(16))


def note(row, col, n):
    return rec(0x001C, struct.pack("<HHHH", row, col, 0, n) + struct.pack("<H", 0) + b"\0\0")


def _book(sheets, globals_, name, vers, hidden, kinds):
    """BOUNDSHEETs need the offsets of what follows: two passes."""
    offs = [0] * len(sheets)
    for _ in range(2):
        out = bof(5, vers) + globals_
        for i, s in enumerate(sheets):
            out += rec(0x0085, struct.pack("<IBB", offs[i], hidden.get(s, 0), kinds.get(s, 0))
                       + name(s))
        out += rec(0x000A)
        for i, body in enumerate(sheets.values()):
            offs[i] = len(out)
            out += bof(0x10, vers) + body + rec(0x000A)
    return out


def xls_bytes(sheets, sst_rec=b"", formats=(), xfs=(0,), date1904=False, hidden={}, kinds={},
              extra=b""):
    g = extra
    if date1904:
        g += rec(0x0022, struct.pack("<H", 1))
    for i, code in formats:
        g += rec(0x041E, struct.pack("<HH", i, units(code)) + ustr(code))
    for i in xfs:
        g += rec(0x00E0, struct.pack("<HH", 0, i) + bytes(16))
    g += sst_rec
    return _book(sheets, g, lambda s: bytes([units(s)]) + ustr(s), 0x0600, hidden, kinds)


def xls(path, sheets, sst=None, stream="Workbook", **kw):
    if sst is not None:
        kw["sst_rec"] = globals()["sst"]([sst_string(s) for s in sst])
    cfb(path, {stream: xls_bytes(sheets, **kw)})


def xls5(path, sheets, codepage=932, enc="cp932", formats=(), xfs=(0,)):
    g = rec(0x0042, struct.pack("<H", codepage))
    for i, code in formats:
        raw = code.encode(enc)
        g += rec(0x041E, struct.pack("<HB", i, len(raw)) + raw)
    for i in xfs:
        g += rec(0x00E0, struct.pack("<HH", 0, i) + bytes(12))

    def name(s):
        raw = s.encode(enc)
        return bytes([len(raw)]) + raw

    cfb(path, {"Book": _book(sheets, g, name, 0x0500, {}, {})})


# ---- Excel 2, 3, 4: records in no compound file ----

def old(path, version, cells, formats=("General", "0.00", "yyyy/m/d", "#,##0"), xfs=(0, 1, 2, 3),
        codepage=932, names=None, extra=b""):
    """cells: bytes of records, or with names (of a workbook of Excel 4) a list of them."""
    high = {2: 0x0000, 3: 0x0200, 4: 0x0400}[version]
    bof = lambda t: rec(0x09 | high, struct.pack("<HHH", version, t, 0)[:4 if version == 2 else 6])
    head = rec(0x42, struct.pack("<H", codepage)) + extra
    for f in formats:
        f = f.encode("cp932")
        head += rec(0x1E | (0x0400 if version == 4 else 0),
                    (b"\0\0" if version == 4 else b"") + bytes([len(f)]) + f)
    for x in xfs:
        head += rec(0x43 | high, bytes([0, 0, x, 0]) if version == 2 else bytes([0, x]) + bytes(10))
    if names is None:
        data = bof(0x10) + head + cells + rec(0x0A)
    else:
        data = bof(0x100) + head
        for n, c in zip(names, cells):
            sheet = bof(0x10) + c + rec(0x0A)
            n = n.encode("cp932")
            data += rec(0x8F, struct.pack("<I", len(sheet)) + bytes([len(n)]) + n) + sheet
        data += rec(0x0A)
    open(path, "wb").write(data)


def oldcell(version, kind, row, col, body, xf=0, fmt=0):
    high = {2: 0, 3: 0x0200, 4: 0x0200 if kind != 6 else 0x0400}[version]
    head = struct.pack("<HH", row, col)
    head += bytes([xf, fmt, 0]) if version == 2 else struct.pack("<H", xf)
    return rec(kind | high, head + body)


def oldstr(version, s):
    s = s.encode("cp932")
    return (bytes([len(s)]) if version == 2 else struct.pack("<H", len(s))) + s
