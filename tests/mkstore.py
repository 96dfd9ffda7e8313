"""mkstore: makes stores (format version 2) for tests, without our own tools.

    from mkstore import *
    store("ws", {"営業": {"2024/A社.xlsx": [("シート=明細", "本文", ["品名", "見積"])]}})

A document is a list of places: (base key line, target, lines[, more meta lines]).
"""
import os

KINDS = {"xls": "Excel", "doc": "Word", "ppt": "PowerPoint", "pdf": "PDF"}


def meta(key, value):
    out = "".join("%%%02X" % ord(c) if (ord(c) < 32 and c != "\t") or c == "%" else c
                  for c in value)
    return f"\x1e {key}={out}\n"


def kind(name):
    ext = name.rpartition(".")[2].lower()
    return KINDS.get(ext[:3] if len(ext) in (3, 4) else ext, "テキスト")


def block(name, places):
    s = meta("ファイル名", name) + meta("種類", kind(name))
    for place in places:
        base, target, lines = place[:3]
        key, _, value = base.partition("=")
        s += meta(key, value) + meta("対象", target)
        for line in place[3:]:
            k, _, v = line.partition("=")
            s += meta(k, v)
        s += "".join(line + "\n" for line in lines)
    return s


def part(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(b"\xff\xfe" + text.encode("utf-16-le", "surrogatepass"))


def store(ws, indexes, split=None):
    """split: documents of a part, for more than one of them."""
    os.makedirs(f"{ws}/store", exist_ok=True)
    rows = ""
    for index, docs in indexes.items():
        groups = {}
        for path, places in docs.items():
            folder, _, name = path.rpartition("/")
            groups.setdefault((folder, name.rpartition(".")[2].lower()), []).append(
                block(name, places))
        for (folder, ext), blocks in groups.items():
            step = split or len(blocks)
            for n, i in enumerate(range(0, len(blocks), step), 1):
                part(f"{ws}/store/content/{index}/{folder + '/' if folder else ''}"
                     f"content_index.{ext}.{n:03d}.tsv",
                     "\x1e 版=2\n" + "".join(blocks[i:i + step]))
        rows += f"{index}\t作り終えた\r\n"
    with open(f"{ws}/store/format.tsv", "wb") as f:
        f.write(("\ufeff版=2\r\nアプリの版=test\r\n" + rows).encode())
