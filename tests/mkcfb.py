"""mkcfb: makes small compound files ([MS-CFB] version 3) for tests.

    from mkcfb import cfb
    cfb("a.doc", {"WordDocument": b"...", "ObjectPool/_1/Package": b"PK..."})

A value of None makes an empty storage.  Streams under 4096 bytes go into the
mini stream, as they must.  No more than one FAT sector's worth of DIFAT (7 MB).
"""
import struct

FREE, END, FATSECT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
SECTOR, MINI, CUTOFF = 512, 64, 4096


def _tree(files):
    """Nested dicts: name -> dict (storage) or bytes (stream)."""
    root = {}
    for path, data in files.items():
        *dirs, name = path.split("/")
        at = root
        for d in dirs:
            at = at.setdefault(d, {})
        at[name] = {} if data is None else data
    return root


def _entries(root):
    """Directory entries in order; a storage's children are a chain to the right."""
    out = [["Root Entry", 5, FREE, FREE, b""]]  # name, type, right, child, data

    def add(tree, parent):
        names = sorted(tree, key=lambda n: (len(n), n.upper()))
        ids = []
        for n in names:
            kind = 1 if isinstance(tree[n], dict) else 2
            out.append([n, kind, FREE, FREE, b"" if kind == 1 else tree[n]])
            ids.append(len(out) - 1)
        for a, b in zip(ids, ids[1:]):
            out[a][2] = b
        if ids:
            out[parent][3] = ids[0]
        for n, i in zip(names, ids):
            if isinstance(tree[n], dict):
                add(tree[n], i)

    add(root, 0)
    return out


def cfb_bytes(files):
    entries = _entries(_tree(files))
    sectors, fat = [], []

    def chain(data):
        """Puts data into sectors; the first one's number."""
        if not data:
            return END
        first = len(sectors)
        for i in range(0, len(data), SECTOR):
            sectors.append(data[i:i + SECTOR].ljust(SECTOR, b"\0"))
            fat.append(len(sectors))
        fat[-1] = END
        return first

    mini, minifat, starts = b"", [], []
    for name, kind, right, child, data in entries:
        if kind != 2 or not data:
            starts.append(END if kind == 2 else 0)
        elif len(data) < CUTOFF:
            starts.append(len(minifat))
            n = -(-len(data) // MINI)
            minifat += [len(minifat) + i + 1 for i in range(n - 1)] + [END]
            mini += data.ljust(n * MINI, b"\0")
        else:
            starts.append(chain(data))
    mini_start = chain(mini)
    minifat_bytes = b"".join(struct.pack("<I", x) for x in minifat)
    pad = -len(minifat_bytes) % SECTOR
    minifat_start = chain(minifat_bytes + b"\xff" * pad)

    directory = b""
    for i, (name, kind, right, child, data) in enumerate(entries):
        raw = name.encode("utf-16-le") + b"\0\0"
        start, size = starts[i], len(data)
        if kind == 5:
            start, size = mini_start, len(mini)
        directory += struct.pack(
            "<64sHBBIII16sI8s8sIQ", raw, len(raw), kind, 1, FREE, right, child,
            b"", 0, b"", b"", start, size)
    while len(directory) % SECTOR:
        directory += struct.pack("<64sHBBIII16sI8s8sIQ", b"", 0, 0, 0, FREE,
                                 FREE, FREE, b"", 0, b"", b"", 0, 0)
    dir_start = chain(directory)

    n_fat = 1
    while n_fat * (SECTOR // 4) < len(fat) + n_fat:
        n_fat += 1
    fat_start = len(sectors)
    fat += [FATSECT] * n_fat
    fat += [FREE] * (n_fat * (SECTOR // 4) - len(fat))
    sectors += [struct.pack(f"<{SECTOR // 4}I", *fat[i:i + SECTOR // 4])
                for i in range(0, len(fat), SECTOR // 4)]
    difat = list(range(fat_start, fat_start + n_fat))
    difat += [FREE] * (109 - len(difat))
    header = struct.pack(
        "<8s16sHHHHH6sIIIIIIIII109I", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"",
        0x3E, 3, 0xFFFE, 9, 6, b"", 0, n_fat, dir_start, 0, CUTOFF,
        minifat_start, len(minifat_bytes + b"\xff" * pad) // SECTOR, END, 0,
        *difat)
    return header + b"".join(sectors)


def cfb(path, files):
    with open(path, "wb") as f:
        f.write(cfb_bytes(files))
