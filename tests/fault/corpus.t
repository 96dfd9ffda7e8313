#!/bin/sh
# tb-extract(1) on the real files beside the checkout, whole and damaged: every
# file is read or fails with a reason, in order; nothing crashes, hangs or takes
# 600 MB.  TB_SEED repeats a run.
. "${0%/*}/../lib.sh"
need_shared corpus/MANIFEST.tsv

SEED=${TB_SEED:-$(od -An -N3 -tu4 </dev/urandom | tr -d ' ')}
echo "# TB_SEED=$SEED"

cat >damage.py <<'EOF'
"""damage.py SEED COUNT CORPUS FOLDER: damaged copies of files; prints names."""
import io, os, random, sys, zipfile

seed, count, corpus, folder = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
rnd = random.Random(seed)
with open(corpus + "/MANIFEST.tsv", encoding="utf-8") as f:
    names = [l.split("\t")[0] for l in f.read().split("\n")[1:] if l]
names = [n for n in names if os.path.isfile(f"{corpus}/{n}")
         and 0 < os.path.getsize(f"{corpus}/{n}") < 300000]

def bytes_of(data):
    data = bytearray(data)
    how = rnd.randrange(5)
    if how == 0:                                # cut off
        return data[:rnd.randrange(len(data))]
    if how == 1:                                # a hole
        at = rnd.randrange(len(data))
        return data[:at] + data[at + rnd.randrange(1, 4000):]
    if how == 2:                                # a block written twice
        at, n = rnd.randrange(len(data)), rnd.randrange(1, 4000)
        return data[:at + n] + data[at:]
    for _ in range(rnd.randrange(1, 60)):       # bytes, and numbers
        at = rnd.randrange(len(data))
        if how == 3:
            data[at] = rnd.randrange(256)
        else:
            data[at:at + 4] = rnd.choice([b"\xff\xff\xff\xff", b"\0\0\0\0",
                                          b"\xff\xff\xff\x7f", b"<<<<", b"\0\0\0\x80"])
    return data

def damage(data):
    if data[:2] != b"PK" or rnd.random() < 0.4:
        return bytes_of(data)
    try:                                        # inside the parts of a package
        old = zipfile.ZipFile(io.BytesIO(data))
        parts = {n: old.read(n) for n in old.namelist()}
    except Exception:
        return bytes_of(data)
    out = io.BytesIO()
    victims = set(rnd.sample(sorted(parts), min(len(parts), rnd.randrange(1, 4))))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for n, d in parts.items():
            new.writestr(n, bytes(bytes_of(d)) if n in victims and d else d)
    return out.getvalue()

os.mkdir(folder)
for i in range(count):
    name = rnd.choice(names)
    with open(f"{corpus}/{name}", "rb") as f:
        data = f.read()
    path = f"{folder}/{i}-{os.path.basename(name)}"
    with open(path, "wb") as f:
        f.write(damage(data))
    print(path)
EOF

cat >measure.py <<'EOF'
"""measure.py CMD…: runs it with ./out and ./err; prints status and peak KB."""
import resource, subprocess, sys
with open("out", "wb") as out, open("err", "wb") as err:
    status = subprocess.call(sys.argv[1:], stdout=out, stderr=err)
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
EOF

# judge NAME COUNT: the run on so many files whose output is in ./out
judge() {
	is "$1: some files fail, that is all" "$status" 1
	is "$1: every file is a document" "$(sed -n '$s/^. 以上=//p' out)" "$2"
	is "$1: that ends" "$(grep -c '^. \(終わり\|失敗\)=' out)" "$2"
	sed -n 's/^. 失敗=//p' out | sort | uniq -c | sort -rn >reasons
	sed 's/^/# /' reasons
	is "$1: no crash, no hang" "$(grep -n \
		'signal\|status\|10 分以内' reasons)" ''
	ok "$1: no process took 600 MB ($peak KB)" test "$peak" -lt 614400
	ok "$1: the next stage takes it" sh -c 'tb-tsv -b out >bodies; [ $? -eq 1 ]'
	ok "$1: all of it is UTF-8" iconv -f UTF-8 -t UTF-16 bodies
}

CORPUS=$SHARED/corpus
tail -n +2 "$CORPUS/MANIFEST.tsv" | cut -f 1 >list
python3 measure.py tb-extract -C "$CORPUS" -T list >figures
read -r status peak <figures
judge 'the corpus' "$(wc -l <list)"
# one string of 1 MB in 50,000 cells (extraction.md 13)
is 'the corpus: too large are' "$(sed -n '/^. 失敗=.*メモリが不足/{g;p;}
	/^. パス=/{s/^. パス=//;h;}' out)" poi/spreadsheet/poc-shared-strings.xlsx
cp out whole
cp err whole.err

nice tb-extract -C "$CORPUS" -T list -j 5 >out 2>err
ok '-j 5: the same bytes' cmp out whole
ok 'and the same messages' cmp err whole.err

python3 damage.py "$SEED" "${TB_DAMAGED:-400}" "$CORPUS" damaged >list
python3 measure.py tb-extract --timeout=60 -T list >figures
read -r status peak <figures
judge "damaged (TB_SEED=$SEED)" "$(wc -l <list)"
done_testing
