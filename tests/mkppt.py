"""mkppt: makes small .ppt files ([MS-PPT]) for tests.

    from mkppt import *
    ppt("a.ppt", [slide([box("題名"), group([box("中")])], notes="ノート")])

A slide is a dict; what it lacks is left out of the file, so that a test can
make what a damaged file would be.
"""
import struct

from mkcfb import cfb

CONTAINER = 15


def rec(kind, body=b"", ver=0, inst=0):
    return struct.pack("<HHI", ver | inst << 4, kind, len(body)) + body


def con(kind, *children, inst=0):
    return rec(kind, b"".join(children), CONTAINER, inst)


def chars(s):
    return rec(0x0FA0, s.encode("utf-16-le"))


def latin(s):
    return rec(0x0FA8, s.encode("latin-1"))


def text(s, kind=4):
    """TextHeaderAtom and the characters."""
    return rec(0x0F9F, struct.pack("<I", kind)) + chars(s)


def shape(*parts, kind=202, opt=b"", anchor=None):
    """A SpContainer; parts are records of its text box."""
    body = rec(0xF00A, struct.pack("<II", 1024, 0x0A00), 2, kind)
    body += opt
    if anchor:
        body += rec(0xF00F, struct.pack("<iiii", *anchor))
    for p in parts:
        body += p
    return con(0xF004, body)


def textbox(*atoms):
    return con(0xF00D, *atoms)


def placeholder(n):
    return con(0xF011, rec(0x0BC3, struct.pack("<iBBH", 0, n, 0, 0)))


def box(s, **kw):
    return shape(textbox(text(s)), **kw)


def outline_ref(n):
    return shape(textbox(rec(0x0F9E, struct.pack("<I", n))))


def wordart(s):
    data = s.encode("utf-16-le") + b"\0\0"
    opt = rec(0xF00B, struct.pack("<HI", 0x80C0, len(data)) + data, 3, 1)
    return shape(opt=opt)


def group(shapes, table=False):
    opt = rec(0xF122, struct.pack("<HI", 0x039F, 1), 3, 1) if table else b""
    return con(0xF003, shape(opt=opt, kind=0), *shapes)


def cell(s, row, col, kind=1):
    return box(s, kind=kind, anchor=(col * 100, row * 50, col * 100 + 90, row * 50 + 40))


def drawing(shapes):
    return con(0x040C, con(0xF002, group(shapes)))


def footer(s, shown=True):
    return con(0x0FD9, rec(0x0FDA, struct.pack("<HH", 0, 0x20 if shown else 0)),
               rec(0x0FBA, s.encode("utf-16-le"), 0, 2), inst=3)


def comment(author, s):
    c = con(0x2EE0, rec(0x0FBA, author.encode("utf-16-le"), 0, 0),
            rec(0x0FBA, s.encode("utf-16-le"), 0, 1))
    return con(0x1388, con(0x138A, rec(0x0FBA, "___PPT10".encode("utf-16-le")),
                           rec(0x138B, c)))


def slide(shapes=(), outline=(), hidden=False, notes=None, extra=b"", note_of=None):
    return dict(shapes=list(shapes), outline=list(outline), hidden=hidden,
                notes=notes, extra=extra, note_of=note_of)


def ppt_streams(slides, document=b"", first=b"", token=0xE391C05F, order=None):
    """The streams; document: more records of the DocumentContainer; first: records
    in front of all others; order: slide numbers in the order of the stream."""
    lists, notes, objects = b"", b"", {}
    for i, s in enumerate(slides):
        sid = 256 + i
        lists += rec(0x03F3, struct.pack("<IIiII", 10 + i, 0, len(s["outline"]), sid, 0))
        lists += b"".join(s["outline"])
        body = rec(0x03EF, bytes(24), 2)
        if s["hidden"]:
            body += rec(0x03F9, bytes(10) + struct.pack("<HI", 4, 0))
        objects[10 + i] = con(0x03EE, body, drawing(s["shapes"]), s["extra"])
        if s["notes"] is not None:
            of = s["note_of"] if s["note_of"] is not None else sid
            notes += rec(0x03F3, struct.pack("<IIiII", 100 + i, 0, 0, 900 + i, 0))
            objects[100 + i] = con(0x03F0, rec(0x03F1, struct.pack("<IHH", of, 0, 0), 1),
                                   drawing(s["notes"]))
    doc = con(0x03E8, document, con(0x0FF0, lists, inst=0), con(0x0FF0, notes, inst=2))
    stream, at = first, {}
    at[1] = len(stream)
    stream += doc
    keys = [10 + i for i in order] if order else [k for k in objects if k < 100]
    for k in keys + [k for k in objects if k >= 100]:
        at[k] = len(stream)
        stream += objects[k]
    directory = len(stream)
    stream += rec(0x1772, b"".join(struct.pack("<II", k | 1 << 20, v) for k, v in at.items()))
    edit = len(stream)
    stream += rec(0x0FF5, struct.pack("<IHBBIIIIHH", 0, 0, 0, 3, 0, directory, 1, 200, 0, 0))
    user = rec(0x0FF6, struct.pack("<IIIHHBBH", 20, token, edit, 0, 0x3F4, 3, 0, 0))
    return {"Current User": user, "PowerPoint Document": stream}


def ppt(path, slides, **kw):
    cfb(path, ppt_streams(slides, **kw))
