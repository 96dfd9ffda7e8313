"""readstore: reads stores (format version 2) for tests, without our own tools.

    from readstore import *
    parts("ws")          # path below content -> [(document, [lines of its block])]
    rows("ws")           # rel path -> the other seven fields
    stream(blocks, ...)  # the documents again as a TSV stream
"""
import os
import re


def part(path):
    """A content index file: [(document, block's lines)]."""
    text = open(path, "rb").read().decode("utf-16")
    lines = text.split("\n")
    assert lines[0] == "\x1e 版=2" and lines[-1] == "", path
    out = []
    for line in lines[1:-1]:
        if line.startswith("\x1e ファイル名="):
            out.append((decode(line.split("=", 1)[1]), []))
        out[-1][1].append(line)
    return out


def decode(v):
    return re.sub("%(?:[01][0-9A-F]|25)", lambda m: chr(int(m.group()[1:], 16)), v)


def parts(ws):
    out = {}
    top = os.path.join(ws, "store/content")
    for folder, _, files in sorted(os.walk(top)):
        for f in sorted(files):
            if re.fullmatch(r"content_index\.[^.]+\.\d{3,}\.tsv", f):
                path = os.path.join(folder, f)
                out[os.path.relpath(path, top)] = part(path)
    return out


def rows(ws):
    text = open(os.path.join(ws, "store/ingest_status.tsv"), "rb").read().decode("utf-8-sig")
    assert text.endswith("\r\n")
    out = {}
    for line in text.split("\r\n")[:-1]:
        f = line.split("\t")
        if len(f) == 8 and f[0] != "相対パス":
            out[f[0]] = f[1:]
    return out


def places(block):
    """The block's places: [(meta lines, body lines)]."""
    out = []
    for line in block[1:]:
        m = re.match("\x1e ([^=]*)=", line)
        if m and m.group(1) in ("シート", "ページ", "スライド", "部分"):
            out.append(([line], []))
        elif m and m.group(1) != "種類":
            out[-1][0].append(line)
        elif not m:
            out[-1][1].append(line)
    return out


def meta(key, value):
    return f"\x1e {key}={value}\n"


def document(path, block, time="2026/03/02 09:15:07", size=1):
    s = meta("ファイル名", block[0].split("=", 1)[1]) + meta("パス", path) \
        + meta("更新日時", time) + meta("サイズ", size)
    got = places(block)
    for head, body in got:
        s += "".join(x + "\n" for x in head + body)
    return s + meta("終わり", len(got))


def text(path, *lines, ends=None, **kw):
    """A document of one place 本文, made up."""
    name = path.rpartition("/")[2]
    s = document(path, [f"\x1e ファイル名={name}", "\x1e 部分=本文", "\x1e 対象=本文", *lines], **kw)
    return s if ends is None else s.rpartition("\x1e 終わり")[0] + ends


def stream(documents, plan=(), gone=(), index="営業", source="/srv/営業", whole=True):
    s = meta("版", 2) + meta("形", "TSV") + meta("索引", index) + meta("元のフォルダ", source)
    for path in plan:
        s += meta("予定", path) + meta("更新日時", "2026/03/02 09:15:07") + meta("サイズ", 1)
    s += "".join(meta("削除", path) for path in gone) + "".join(documents)
    return s + (meta("以上", len(documents)) if whole else "")
