"""mkarchive: archives of an index for tests, good ones and every bad kind.

    from mkarchive import *
    archive("a.zip", files())          # what files() gives is changed first
"""
import hashlib
import json
import struct
import zipfile

LIST = "ingest_status.tsv"
HEAD = "相対パス\t更新日時\tサイズ\t状態\tTSV数\t取り込み日時\tエラー\t抽出版"
ROW = "2025/01/10 12:34:56\t10\t済\t1\t2025/02/01 00:00:00\t\t4"


def part(*docs, version="2"):
    text = f"\x1e 版={version}\n"
    for name in docs:
        text += f"\x1e ファイル名={name}\n\x1e 種類=テキスト\n\x1e 部分=本文\n\x1e 対象=本文\n本文 {name}\n"
    return b"\xff\xfe" + text.encode("utf-16-le")


def listing(*paths, head=HEAD, rows=None):
    return ("\r\n".join([head] + (rows or [f"{p}\t{ROW}" for p in paths])) + "\r\n").encode()


def files():
    return {LIST: listing("a.txt", "2024\\b.txt"),
            "content_index/content_index.txt.001.tsv": part("a.txt"),
            "content_index/2024/content_index.txt.001.tsv": part("b.txt")}


def manifest(entries, **changes):
    m = {"format": "tebunko-index", "formatVersion": 2, "appVersion": "test",
         "exportedAt": "2026-01-01T00:00:00+09:00", "indexName": "営業", "sourceFolder": "C:\\営業",
         "files": [{"path": p, "size": len(d), "sha256": hashlib.sha256(d).hexdigest().upper()}
                   for p, d in entries.items()]}
    m.update(changes)
    return {k: v for k, v in m.items() if v is not None}


def archive(path, entries, m=None, extra=(), raw=None, method=zipfile.ZIP_DEFLATED):
    """m: the manifest as an object, or text; extra: (name, data) behind it."""
    if m is None:
        m = manifest(entries)
    text = m if isinstance(m, (str, bytes)) else json.dumps(m, ensure_ascii=False)
    with zipfile.ZipFile(path, "w", method) as z:
        for name, data in list(entries.items()) + ([("tebunko-index.json", text)] if text is not None else []):
            z.writestr(zipfile.ZipInfo(name), data, compress_type=method)
        for name, data in extra:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            import warnings
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                z.writestr(info, data)
    if raw:
        data = bytearray(open(path, "rb").read())
        open(path, "wb").write(raw(data))


def attacks():
    """name -> a function that writes the archive; all of them are to be refused."""
    out = {}

    def add(name, fn):
        assert name not in out
        out[name] = fn

    def with_file(name, path, data=None, **kw):
        def fn(to):
            f = files()
            f[path] = part("x.txt") if data is None else data
            archive(to, f, **kw)
        add(name, fn)

    def with_manifest(name, **changes):
        add(name, lambda to: archive(to, files(), manifest(files(), **changes)))

    # paths: every way out, every name that some system cannot have
    T = "content_index.xlsx.001.tsv"
    for i, p in enumerate([
            "../x.tsv", "/x.tsv", "C:/x.tsv", f"content_index/../../{T}", f"content_index\\{T}", f"content_index//{T}",
            f"content_index/a:b/{T}", f"content_index/CON/{T}", f"content_index/con.txt/{T}", f"content_index/LPT1/{T}",
            f"content_index/x ./{T}", f"content_index/x./{T}", f"content_index/x /{T}", f"content_index/./{T}",
            f"content_index/../{T}", f"content_index/a*b/{T}", f"content_index/a?b/{T}", f'content_index/a"b/{T}',
            f"content_index/a<b/{T}", f"content_index/a>b/{T}", f"content_index/a|b/{T}", f"content_index/a\x01b/{T}",
            f"content_index/{'長' * 256}/{T}", "content_index/content.xlsx.001.tsv", "content_index/source_folder.txt",
            f"system_index/{T}", "content_index/content_index.xlsx.tsv", "content_index/content_index.xlsx.99999999999.tsv",
            f"Content_index/{T}", f"\\\\host\\share\\{T}", f"content_index/a\\..\\..\\b/{T}", "Ingest_status.tsv2",
            f"content_index/2024/{T}:stream", f"content_index/NUL/{T}", f"content_index/COM9.x/{T}"]):
        with_file(f"path{i}", p)
    with_file("folder", "content_index/2024/", b"")
    # two names that are one
    with_file("case", "content_index/content_index.TXT.001.tsv")
    def twofolders(to):
        f = files()
        f["content_index/ABC/" + T] = part("x.xlsx")
        f["content_index/abc/content_index.xlsx.002.tsv"] = part("y.xlsx")
        archive(to, f)
    add("twofolders", twofolders)
    add("twice", lambda to: archive(to, files(), extra=[(LIST, b"x")]))
    add("twicecase", lambda to: archive(to, files(), extra=[("INGEST_STATUS.TSV", b"x")]))
    m2 = manifest(files())
    add("twicemanifest", lambda to: archive(to, files(), dict(m2, files=m2["files"] + m2["files"][-1:])))
    # entries and manifest
    add("extra", lambda to: archive(to, files(), extra=[("content_index/" + T, part("z.xlsx"))]))
    add("extrafolder", lambda to: archive(to, files(), extra=[("content_index/2024/", b"")]))
    add("missing", lambda to: archive(to, {k: v for k, v in files().items() if "2024" not in k}, manifest(files())))
    add("nolist", lambda to: archive(to, {k: v for k, v in files().items() if k != LIST}))
    add("nomanifest", archive_without_manifest)
    for name, d in (("less", -1), ("more", 1), ("zero", None)):
        def size(to, d=d):
            m = manifest(files())
            m["files"][1]["size"] = 0 if d is None else m["files"][1]["size"] + d
            archive(to, files(), m)
        add("size" + name, size)
    for i, (key, value) in enumerate([("size", -1), ("size", 1.5), ("size", "x"), ("size", None), ("size", 1 << 27),
                                      ("size", 1 << 62), ("sha256", ""), ("sha256", "0" * 64), ("sha256", "0" * 63),
                                      ("sha256", None), ("sha256", "g" * 64), ("path", None), ("path", 5), ("path", "")]):
        def field(to, key=key, value=value):
            m = manifest(files())
            m["files"][1][key] = value
            archive(to, files(), m)
        add(f"field{i}", field)
    # the manifest itself
    for i, v in enumerate([1, 3, "2.0", 2.5, "abc", "", -1, 0, None, [2], 1 << 70]):
        with_manifest(f"version{i}", formatVersion=v)
    for i, v in enumerate(["", "x", None, 5]):
        with_manifest(f"format{i}", format=v)
    for i, v in enumerate(["", " a", "a ", "a.", "a/b", "a\\b", "CON", "..", "a:b", "長" * 256, None, 7, "a\x07"]):
        with_manifest(f"name{i}", indexName=v)
    with_manifest("files0", files=None)
    with_manifest("files1", files={})
    with_manifest("files2", files=[1])
    with_manifest("source0", sourceFolder="relative")
    with_manifest("source1", sourceFolder=None)
    with_manifest("source2", sourceFolder="C:\\a\nb")
    text = json.dumps(manifest(files()), ensure_ascii=False)
    add("dupkey", lambda to: archive(to, files(), text.replace('"format"', '"indexName": "x", "format"', 1)))
    add("deep", lambda to: archive(to, files(), text[:-1] + ', "x": ' + "[" * 20 + "]" * 20 + "}"))
    add("cutjson", lambda to: archive(to, files(), text[:-10]))
    add("notjson", lambda to: archive(to, files(), "hello"))
    add("manyfiles", lambda to: archive(to, files(), manifest(files(), files=[{"path": LIST, "size": 1, "sha256": "0" * 64}] * 100000)))
    # lists
    def with_list(name, data):
        def fn(to):
            f = files()
            f[LIST] = data
            archive(to, f)
        add(name, fn)
    with_list("list-empty", b"")
    with_list("list-head", listing("a.txt", head="x"))
    with_list("list-state", listing(rows=["a.txt\t2025/01/10 12:34:56\t10\t完\t1\t\t\t4"]))
    with_list("list-seven", listing(rows=["a.txt\t2025/01/10 12:34:56\t10\t済\t1\t\t"]))
    with_list("list-nine", listing(rows=[f"a.txt\t{ROW}\tx"]))
    with_list("list-twice", listing("a.txt", "A.TXT"))
    with_list("list-utf8", listing("a.txt") + b"\xff\xfe\r\n")
    for i, p in enumerate(["..\\a.txt", "\\a.txt", "C:\\a.txt", "a\\\\b.txt", "a/b.txt", "CON\\a.txt", "a.txt.", "", "a:b.txt"]):
        with_list(f"list-path{i}", listing(p))
    # parts
    for i, d in enumerate([part("a.txt", version="1"), part("a.txt", version="3"), b"", b"x", b"\xff\xfe",
                           "本文だけ\n".encode(), b"\xff\xfe" + "\x1e 版=2\n\x1e ファイル名=a.txt".encode("utf-16-le"),
                           b"\xff\xfe" + "行\n\x1e 版=2\n".encode("utf-16-le")]):
        if i in (2, 4):
            continue  # an empty part is one
        with_file(f"part{i}", "content_index/" + T, d)
    # the container
    add("notzip", lambda to: open(to, "wb").write(b"hello"))
    add("empty", lambda to: open(to, "wb").close())
    def cut(to):
        archive(to, files())
        data = open(to, "rb").read()
        open(to, "wb").write(data[:-30])
    add("cut", cut)
    add("encrypted", lambda to: archive(to, files(), raw=lambda d: patch_flag(d, 1)))
    add("method", lambda to: archive(to, files(), raw=lambda d: patch_method(d, 12)))
    add("lzma", lambda to: archive(to, files(), method=zipfile.ZIP_LZMA))
    def link(to):
        info = zipfile.ZipInfo("content_index/" + T)
        info.external_attr = 0o120777 << 16
        f = dict(files())
        m = manifest(dict(f, **{"content_index/" + T: b"/etc/passwd"}))
        archive(to, f, m, extra=[(info, b"/etc/passwd")])
    add("symlink", link)
    def bomb(to):
        f = files()
        f["content_index/" + T] = bytes(80 << 20)
        m = manifest(f)
        for x in m["files"]:
            if x["path"].endswith(T):
                x["size"] = 1000
        archive(to, f, m)
    add("bomb", bomb)
    add("bigmanifest", lambda to: archive(to, files(), text + " " * ((64 << 20) + 1)))
    return out


def archive_without_manifest(to):
    with zipfile.ZipFile(to, "w") as z:
        for name, data in files().items():
            z.writestr(name, data)


def _central(d):
    at = d.index(b"PK\x01\x02")
    while d[at:at + 4] == b"PK\x01\x02":
        yield at
        n, x, c = struct.unpack_from("<HHH", d, at + 28)
        at += 46 + n + x + c


def patch_flag(d, bit):
    for at in _central(d):
        d[at + 8] |= bit
    return d


def patch_method(d, method):
    for at in _central(d):
        struct.pack_into("<H", d, at + 10, method)
    return d
