#!/bin/sh
# tb-crawl: random folders and ingest lists, against a model of store.md 7 that
# is as plain as possible.  SEED=n repeats one.
. "${0%/*}/../lib.sh"

cat >model.py <<'PY'
import os, random, subprocess, sys, time

RS = "\x1e "
SEED = int(sys.argv[1])
r = random.Random(SEED)
EXTS = [".xlsx", ".XLSX", ".docx", ".txt", ".pdf", ".tsv", ".jpg", "", ".xlsx.bak"]
STEMS = ["a", "A", "b", "あ", "ア", "ｱ", "契約", "~$a", ".h", "a b", "%1", "é",
         "content_index.xlsx.001", "Ω", "😀", "z-1", "ß"]

def units(s):
    return [int.from_bytes(s.encode("utf-16-be")[i:i + 2], "big")
            for i in range(0, len(s.encode("utf-16-be")), 2)]

def up(s):  # names here hold no character whose simple upper case is odd
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in s)

def order(s):
    return (units(up(s)), units(s))

def target(name):
    ext = os.path.splitext(name)[1] if "." in name else ""
    if name.startswith("."):
        return False
    return not name.startswith("~$") and (
            ext.lower() in (".xlsx", ".docx", ".txt", ".pdf")
            or ext == ".tsv" and not name.startswith("content_index."))

def tree(path, depth):
    os.mkdir(path)
    for _ in range(r.randrange(6)):
        name = r.choice(STEMS) + r.choice(EXTS)
        if name in ("", ".") or os.path.lexists(f"{path}/{name}"):
            continue
        kind = r.random()
        if kind < .08:
            os.symlink(r.choice(["..", "nowhere", "a.txt"]), f"{path}/{name}")
        elif kind < .3 and depth:
            tree(f"{path}/{name}", depth - 1)
        else:
            with open(f"{path}/{name}", "w") as f:
                f.write("x" * r.randrange(3))
            os.utime(f"{path}/{name}", (r.choice(TIMES), ) * 2)

TIMES = [1736480096, 1736480097, 1e9, 1e9 + .9, 0, -1]

def stamp(t):
    return time.strftime("%Y/%m/%d %H:%M:%S", time.localtime(t // 1))

def walk(path, rel, twin, out):
    names = os.listdir(path)
    names.sort(key=order)
    def twins(n):
        return sum(up(n) == up(m) for m in names) > 1
    real = [n for n in names if not os.path.islink(f"{path}/{n}")]
    for n in real:
        if os.path.isfile(f"{path}/{n}") and target(n):
            st = os.stat(f"{path}/{n}")
            out.append((rel + n, stamp(st.st_mtime_ns // 10**9),
                        str(st.st_size), twin or twins(n)))
    for n in real:
        if os.path.isdir(f"{path}/{n}") and not n.startswith("."):
            walk(f"{path}/{n}", rel + n + "/", twin or twins(n), out)

def plan(files, rows):  # rows: path -> (time, size, state, places, version)
    same = {}
    for p in rows:
        same[up(p)] = p
    found, read = set(), []
    for path, t, size, twin in files:
        row = path if path in rows else None
        if row is None and not twin and up(path) in same:
            row = same[up(path)]
        if row is None:
            read.append(path)
            continue
        found.add(row)
        was, was_size, state, places, version = rows[row]
        alike = (was, was_size) == (t, size) and state != "未取り込み"
        if alike and state == "失敗":
            continue
        if alike and not (places.isdigit() and int(places) > 0) \
                and version == "99":
            continue
        read.append(path)
    return read, sorted(p for p in rows if p not in found)

def escape(s):
    return s.replace("%", "%25")

def one():
    subprocess.run(["rm", "-rf", "share", "ws"])
    tree("share", 3)
    files = []
    walk("share", "", False, files)
    rows = {}
    for path, t, size, twin in files:
        # with a row in one spelling only, which is the known one
        if r.random() < .3 or any(up(path) == up(p) for p in rows):
            continue
        if r.random() < .2 and not twin:
            path = path.swapcase()
        rows[path] = (r.choice([t, t, stamp(1e9 + 7)]),
                      r.choice([size, size, "77"]),
                      r.choice(["済", "済", "失敗", "未取り込み"]),
                      r.choice(["0", "0", "1", ""]),
                      r.choice(["99", "99", "0", "x"]))
    for _ in range(r.randrange(3)):
        path = "gone/" + r.choice(STEMS) + ".txt"
        if path not in rows and not any(up(path) == up(p) for p in rows):
            rows[path] = (stamp(0), "1", "済", "0", "99")
    os.makedirs("ws/store")
    with open("ws/store/ingest_status.tsv", "w", newline="") as f:
        f.write(f"\ufeffクロール対象フォルダ\t{os.getcwd()}/share\t索\r\n"
                "相対パス\t…\r\n")
        for p, v in rows.items():
            f.write("索\\" + p.replace("/", "\\") + "\t"
                    + "\t".join(v[:4]) + "\t\t\t" + v[4] + "\r\n")
        f.write("別\\a.txt\t\t\t済\t\t\t\t\r\n")
    p = subprocess.run(["tb-crawl", "-i", "索"], capture_output=True)
    lines = p.stdout.decode().split("\n")
    read = [l[5:] for l in lines if l.startswith(RS + "予定=")]
    gone = [l[5:] for l in lines if l.startswith(RS + "削除=")]
    want_read, want_gone = plan(files, rows)
    ok = (p.returncode == 0 and read == [escape(x) for x in want_read]
          and sorted(gone) == sorted(escape(x) for x in want_gone)
          and lines[-2:] == [RS + "以上=0", ""])
    if not ok:
        print("seed", SEED, p.returncode, p.stderr.decode())
        print("files", files, "rows", rows, sep="\n")
        print("read", read, "want", want_read, sep="\n")
        print("gone", gone, "want", want_gone, sep="\n")
    return ok

time.tzset()
for _ in range(int(sys.argv[2])):
    if not one():
        sys.exit(1)
PY
SEED=${SEED:-$(date +%s)}
echo "# SEED=$SEED"
ok "random folders, seed $SEED" python3 model.py "$SEED" 60
done_testing
