"""mkdoc: makes small .doc files ([MS-DOC], Word 97) for tests.

    from mkdoc import *
    doc("a.doc", "一行目\\r二行目\\r")
    doc("t.doc", [row("甲", "乙"), "下\\r"])

Text is a str, or a list of str and Para, whose marks have properties.  The
stories and tables beside it are keywords.
"""
import struct

from mkcfb import cfb

IN_TABLE, ROW_END, PAGE_BREAK = 0x2416, 0x2417, 0x2407


class Para(str):
    """Text that ends in a mark with these sprms (operand 1)."""
    sprms = ()


def para(text, *sprms):
    out = Para(text)
    out.sprms = sprms
    return out


def row(*cells):
    """A table row: cells end in U+0007, the row's mark too."""
    return [para(c + "\x07", IN_TABLE) for c in cells] + [para("\x07", IN_TABLE, ROW_END)]


def deleted(text):
    out = Para(text)
    out.sprms = ("deleted",)
    return out


def flat(x):
    return [x] if isinstance(x, str) else [z for y in x for z in flat(y)]


def fkp(runs, paras):
    """A page of 512 bytes; runs: (from, to, grpprl)."""
    size, data = (13, b"") if paras else (1, b"")
    head = b"".join(struct.pack("<I", a) for a, _, _ in runs) + struct.pack("<I", runs[-1][1])
    base = len(head) + size * len(runs)
    base += base % 2
    offs = []
    for _, _, g in runs:
        if not g:
            offs.append(0)
            continue
        offs.append((base + len(data)) // 2)
        if paras:
            g = struct.pack("<H", 0) + g
            x = bytes([(len(g) + 1) // 2]) + g if len(g) % 2 else bytes([0, len(g) // 2]) + g
        else:
            x = bytes([len(g)]) + g
        data += x + b"\0" * (len(x) % 2)
    body = head + b"".join(bytes([o]) + bytes(size - 1) for o in offs)
    page = body.ljust(base, b"\0") + data
    assert len(page) < 511 and len(runs) < 128, "one page holds no more"
    return page.ljust(511, b"\0") + bytes([len(runs)])


def plc(cps, items):
    return b"".join(struct.pack("<I", c) for c in cps) + b"".join(items)


def doc_streams(main, footnotes="", headers=None, comments=None, endnotes="", boxes=None,
                sections=None, compressed=False, flags=0, nfib=0xC1, ident=0xA5EC, chunks=None):
    """The streams.  headers: six stories a section; comments: (cp of the reference, text);
    boxes: (cp of the anchor, text); sections: (end cp, bkc); chunks: cut the main text
    into pieces of that many characters, put into the file in reverse."""
    parts = flat(main)
    text = "".join(parts)
    stories = [text, footnotes, "", "", "", endnotes, "", ""]
    blocks = {}
    if headers is not None:
        cps, s = [], ""
        for h in [""] * 6 + headers:
            cps.append(len(s))
            s += h
        stories[2] = s + "\r"
        blocks[11] = plc(cps + [len(s), len(s) + 1], [])
    if comments is not None:
        cps, s = [], ""
        for _, t in comments:
            cps.append(len(s))
            s += t
        stories[4] = s + "\r"
        blocks[4] = plc([c for c, _ in comments] + [len(text)], [bytes(30)] * len(comments))
        blocks[5] = plc(cps + [len(s), len(s) + 1], [])
    if boxes is not None:
        cps, s = [], ""
        for _, t in boxes:
            cps.append(len(s))
            s += t
        stories[6] = s + "\r"
        blocks[40] = plc([c for c, _ in boxes] + [len(text)], [
            struct.pack("<I", 1000 + i) + bytes(22) for i in range(len(boxes))])
        blocks[56] = plc(cps + [len(s)], [
            bytes(14) + struct.pack("<I", 1000 + i) + bytes(4) for i in range(len(boxes))])
    everything = "".join(stories)
    raw = lambda s: s.encode("cp1252") if compressed else s.encode("utf-16-le")
    width = 1 if compressed else 2
    step = chunks or len(everything) or 1
    cuts = list(range(0, len(everything), step)) + [len(everything)]
    pieces = [(a, b) for a, b in zip(cuts, cuts[1:]) if b > a]
    body, at = b"\0" * 1024, {}
    for a, b in reversed(pieces):
        at[a] = len(body)
        body += raw(everything[a:b])
    body = body.ljust(-(-len(body) // 512) * 512, b"\0")

    def fc(cp):
        a, b = next((a, b) for a, b in pieces if a <= cp < b or (cp == b == len(everything)))
        return at[a] + (cp - a) * width

    if not chunks:  # properties by file offset, in the one piece
        pruns, cruns, cp = [], [], 0
        for x in parts:
            end = cp + len(x)
            sprms = getattr(x, "sprms", ())
            g = b"".join(struct.pack("<HB", s, 1) for s in sprms if s != "deleted")
            start = cp
            for line in x.splitlines(True) if not g else [x]:
                pruns.append((fc(start), fc(start) + len(line) * width, g))
                start += len(line)
            if "deleted" in sprms:
                cruns.append((fc(cp), fc(cp) + len(x) * width, struct.pack("<HB", 0x0800, 1)))
            cp = end
        pn = len(body) // 512
        body += fkp(pruns or [(1024, 1026, b"")], True)
        blocks[13] = plc([0, 0xFFFFFF], [struct.pack("<I", pn)])
        if cruns:
            body += fkp(cruns, False)
            blocks[12] = plc([0, 0xFFFFFF], [struct.pack("<I", pn + 1)])
    if sections:
        items, ends = [], [0]
        for end, bkc in sections:
            sepx = struct.pack("<H", 3) + struct.pack("<HB", 0x3009, bkc)
            items.append(struct.pack("<HI", 0, len(body)) + bytes(6))
            body += sepx
            ends.append(end)
        blocks[6] = plc(ends, items)
    pcd = plc(cuts[:-1] + [len(everything)] if pieces else [0], [
        struct.pack("<HIH", 0, at[a] * 2 | 1 << 30 if compressed else at[a], 0) for a, _ in pieces])
    blocks[33] = b"\x01" + struct.pack("<H", 3) + b"xyz" + b"\x02" + struct.pack("<I", len(pcd)) + pcd
    table, pairs = b"", bytearray(93 * 8)
    for i, b in blocks.items():
        struct.pack_into("<II", pairs, i * 8, len(table), len(b))
        table += b
    lw = bytearray(88)
    for i, s in enumerate(stories):
        struct.pack_into("<I", lw, 12 + 4 * i, len(s))
    fib = struct.pack("<HH", ident, nfib) + bytes(6) + struct.pack("<H", flags | 0x0200) + bytes(20)
    fib += struct.pack("<H", 14) + bytes(28) + struct.pack("<H", 22) + bytes(lw)
    fib += struct.pack("<H", 93) + bytes(pairs)
    return {"WordDocument": fib.ljust(1024, b"\0") + body[1024:], "1Table": table.ljust(4096, b"\0")}


def doc(path, main, **kw):
    cfb(path, doc_streams(main, **kw))


# ---- Word 6 and 95: one stream, sprms of one byte, text in a code page ----

OLD_SPRM = {IN_TABLE: 24, ROW_END: 25, PAGE_BREAK: 9}


def old_fkp(runs, paras):
    size, data = (7, b"") if paras else (1, b"")
    head = b"".join(struct.pack("<I", a) for a, _, _ in runs) + struct.pack("<I", runs[-1][1])
    base = len(head) + size * len(runs)
    base += base % 2
    offs = []
    for _, _, g in runs:
        if not g:
            offs.append(0)
            continue
        offs.append((base + len(data)) // 2)
        if paras:
            g = struct.pack("<H", 0) + g
            g += b"\0" * (len(g) % 2)
            x = bytes([len(g) // 2]) + g
        else:
            x = bytes([len(g)]) + g
        data += x + b"\0" * (len(x) % 2)
    body = head + b"".join(bytes([o]) + bytes(size - 1) for o in offs)
    return (body.ljust(base, b"\0") + data).ljust(511, b"\0") + bytes([len(runs)])


def old_fib(main, stories, lid, flags, chs, ident, nfib, pairs, end):
    fib = bytearray(768)
    struct.pack_into("<HHxxHxxH", fib, 0, ident, nfib, lid, flags)
    struct.pack_into("<H", fib, 0x14, chs)
    struct.pack_into("<II", fib, 0x18, 768, end)
    for i, n in enumerate(stories):
        struct.pack_into("<I", fib, 0x34 + 4 * i, n)
    for i, (fc, lcb) in pairs.items():
        struct.pack_into("<II", fib, 0x58 + 8 * i, fc, lcb)
    return bytes(fib)


def doc6(path, main, footnotes="", headers="", enc="cp932", lid=0x411, chs=0, pieces=None,
         ident=0xA5DC, nfib=0x65, flags=0, flat=False):
    """pieces: cut the text into pieces of that many bytes, put into the file in reverse."""
    parts = flat_(main)
    text = [p.encode(enc) for p in parts]
    stories = [b"".join(text), footnotes.encode(enc), headers.encode(enc)]
    all_ = b"".join(stories)
    body, pairs = b"", {}
    if pieces:
        cuts = list(range(0, len(all_), pieces)) + [len(all_)]
        at = {}
        for a, b in reversed(list(zip(cuts, cuts[1:]))):
            at[a] = 768 + len(body)
            body += all_[a:b]
        pcd = plc(cuts, [struct.pack("<HIH", 0, at[a], 0) for a in cuts[:-1]])
        pairs[33] = (768 + len(body), 5 + len(pcd))
        body += b"\x02" + struct.pack("<I", len(pcd)) + pcd
        flags |= 4
    else:
        body = all_
        pruns, cruns, off = [], [], 768
        for p, b in zip(parts, text):
            sprms = getattr(p, "sprms", ())
            g = b"".join(bytes([OLD_SPRM[s], 1]) for s in sprms if s != "deleted")
            pruns.append((off, off + len(b), g))
            if "deleted" in sprms:
                cruns.append((off, off + len(b), b"\x41\x01"))
            off += len(b)
        for i, runs, paras in (13, pruns, True), (12, cruns, False):
            if runs and not flat:
                body = body.ljust(-(768 + len(body)) % 512 + len(body), b"\0")
                pn = (768 + len(body)) // 512
                body += old_fkp(runs, paras)
                pairs[i] = (768 + len(body), 10)
                body += plc([0, 0xFFFFFF], [struct.pack("<H", pn)])
    fib = old_fib(main, [len(s) for s in stories], lid, flags, chs, ident, nfib, pairs,
                  768 + len(all_))
    if flat:
        open(path, "wb").write(fib + body)
    else:
        cfb(path, {"WordDocument": (fib + body).ljust(4096, b"\0")})


flat_ = flat
