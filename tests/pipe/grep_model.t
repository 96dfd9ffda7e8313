#!/bin/sh
# tb-grep against a model of a few lines, on random stores and questions.
. "${0%/*}/../lib.sh"

SEED=${TB_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "# TB_SEED=$SEED"
mk "$SEED" >report <<'PY'
import random, re, subprocess, sys, unicodedata
from mkstore import store

seed = int(sys.argv[1])
rnd = random.Random(seed)
ALPHABET = "abABｶﾞかガカゔヴゝヽ゛見積書 　\t\"ａＡéÉ\u2028𠮷."


def up(s):
    """Upper case where it is one character, of the BMP, and none becomes ASCII."""
    out = ""
    for c in s:
        u = c.upper()
        out += u if len(u) == 1 and ord(c) < 65536 and (ord(u) > 127 or ord(c) < 128) else c
    return out


def wide(s):
    """-W: half-width katakana with its marks, full-width ASCII, the wide space."""
    s = re.sub("[\uff61-\uff9f]+", lambda m: unicodedata.normalize("NFKC", m[0])
               .replace("\u3099", "\u309b").replace("\u309a", "\u309c"), s)
    return "".join(chr(ord(c) - 0xFEE0) if "！" <= c <= "～" else " " if c == "　" else c for c in s)


def kana(s):
    """-K"""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" or c in "ヽヾ" else c for c in s)


def loose(s):
    return kana(unicodedata.normalize("NFKC", s))


def units(s):
    return s.replace("𠮷", "\ue000\ue001")


def text():
    return "".join(rnd.choice(ALPHABET) for _ in range(rnd.randrange(12)))


def make():
    docs = {}
    for _ in range(rnd.randrange(1, 12)):
        folder = rnd.choice(["", "い/", "い/ろ/", "は/"])
        name = rnd.choice("abcdef") + rnd.choice([".xlsx", ".docx", ".txt"])
        places = []
        for i in range(rnd.randrange(4)):
            lines = [text() for _ in range(rnd.randrange(1, 8))]
            if name.endswith("xlsx"):
                target = rnd.choice(["本文", "図形", "コメント"])
                if target != "本文":
                    lines = ["B2\t" + x.replace("\t", " ") for x in lines]
                places.append((f"シート=表{i}", target, lines))
            elif name.endswith("docx"):
                places.append((f"ページ={i + 1}", "本文", lines))
            else:
                places.append(("部分=本文", "本文", lines))
        docs[folder + name] = places
    return docs


def order(docs):
    """Folders before what is below them, extensions, then as they were put."""
    def key(item):
        path = item[1]
        folder, _, name = path.rpartition("/")
        return (folder.split("/") if folder else [], name.rpartition(".")[2], item[0])
    return [p for _, p in sorted(enumerate(docs), key=key)]


def place_name(base, target):
    key, _, value = base.partition("=")
    name = f"ページ{int(value):03d}" if key == "ページ" else value
    return name + (f"[{target}]" if target != "本文" else "")


def model(docs, find, opts):
    out = []
    for path in order(docs):
        if not opts["kind"](path):
            continue
        hits = 0
        for base, target, lines in docs[path]:
            if target in opts["without"]:
                continue
            for n, line in enumerate(lines, 1):
                hay = line.split("\t", 1)[1] if target in ("図形", "コメント") else line
                if opts["max"] and hits >= opts["max"]:
                    break
                if find(hay):
                    hits += 1
                    out.append(f"x/{path}:{place_name(base, target)}:{n}:{line}")
    return out[:opts["limit"]] if opts["limit"] else out


bad = runs = some = 0
for round_ in range(12):
    docs = make()
    ws = f"ws{round_}"
    store(ws, {"x": docs}, split=rnd.randrange(1, 4))
    for _ in range(20):
        args, opts = [], {"kind": lambda p: True, "without": [], "max": 0, "limit": 0}
        word = "".join(rnd.choice(ALPHABET) for _ in range(rnd.randrange(1, 4)))
        if rnd.random() < 0.3:
            word = rnd.choice([f"[{word[0] if word[0] not in chr(92) + '^]' else 'a'}b]+",
                               "^" + re.escape(word), re.escape(word) + "$", "見.書", "a|か"])
            args += ["-E", "-s"]
            # a character beyond the BMP is two units, as in the original
            rx = re.compile(units(word))
            find = lambda s, r=rx: r.search(units(s))
        elif rnd.random() < 0.5:
            args.append("-s")
            find = lambda s, w=word: w in s
        else:
            fold, flags = rnd.choice([(lambda s: s, []), (wide, ["-W"]), (kana, ["-K"]),
                                      (lambda s: kana(wide(s)), ["-W", "-K"]), (loose, ["--loose"])])
            f = lambda s, fold=fold: up(fold(s))
            args += flags
            if rnd.random() < 0.2:
                args.append("-x")
                find = lambda s, w=f(word), f=f: w == f(s)
            elif rnd.random() < 0.3:
                also, never = rnd.choice(ALPHABET), rnd.choice(ALPHABET)
                args += ["--and", also, "--not", never]
                find = (lambda s, w=f(word), a=f(also), n=f(never), f=f:
                        w in f(s) and a in f(s) and n not in f(s))
            else:
                find = lambda s, w=f(word), f=f: w in f(s)
        args += ["-j", str(rnd.randrange(1, 4))]
        if rnd.random() < 0.2:
            args += ["--kind", "excel"]
            opts["kind"] = lambda p: p.endswith("xlsx")
        if rnd.random() < 0.2:
            args.append("--no-comments")
            opts["without"].append("コメント")
        if rnd.random() < 0.2:
            args.append("--no-shapes")
            opts["without"].append("図形")
        if rnd.random() < 0.2:
            opts["max"] = rnd.randrange(1, 3)
            args += ["-m", str(opts["max"])]
        if rnd.random() < 0.2:
            opts["limit"] = rnd.randrange(1, 5)
            args += ["--limit", str(opts["limit"])]
        want = model(docs, find, opts)
        got = subprocess.run(["tb-grep", "--workspace", ws, *args, "-e", word],
                             capture_output=True).stdout.decode().split("\n")[:-1]
        runs += 1
        some += bool(want)
        if got != want:
            bad += 1
            if bad < 4:
                print("#", args, repr(word), "\n# got", got, "\n# want", want)
print(f"{bad} of {runs} differ, {some} had hits")
PY
grep '^#' report
is 'questions that differ' "$(sed -n 's/ of .*//p' report)" 0
ok 'enough of them had hits' test "$(sed -n 's/.*differ, \([0-9]*\) .*/\1/p' report)" -gt 40
done_testing
