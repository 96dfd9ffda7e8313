#!/bin/sh
# tb-export(1): the archive entry by entry, and what is refused.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkstore import *
S = "シート="
HEAD = "相対パス\t更新日時\tサイズ\t状態\tTSV数\t取り込み日時\tエラー\t抽出版\r\n"

def make(ws, docs, extra=(), source=True):
    store(ws, {"営業": docs, "総務": {"x.txt": [("部分=本文", "本文", ["他の索引"])]}})
    rows = [f"営業\\{p.replace('/', chr(92))}\t2025/01/10 12:34:56\t10\t済\t1\t2025/02/01 00:00:00\t\t4" for p in docs]
    rows += list(extra) + ["総務\\x.txt\t2025/01/10 12:34:56\t10\t済\t1\t2025/02/01 00:00:00\t\t1"]
    text = ("クロール対象フォルダ\tC:\\営業\t営業\r\n" if source else "") + HEAD + "".join(r + "\r\n" for r in rows)
    open(ws + "/store/ingest_status.tsv", "wb").write(b"\xef\xbb\xbf" + text.encode())
    open(ws + "/store/format.tsv", "wb").write("\ufeff版=2\r\nアプリの版=x\r\n営業\t作り終えた\r\n".encode())

good = {"2024/見積/A社.xlsx": [(S + "明細", "本文", ["品名\t数量"])], "報告.docx": [("ページ=1", "本文", ["一行目"])]}
make("ws", good, ["営業\\秘密.xlsx\t2025/01/13 12:34:56\t40\t失敗\t\t2025/02/01 00:00:00\tパスワード\t",
                  "営業\\新規.docx\t2025/01/14 12:34:56\t50\t未取り込み\t\t\t\t"])
make("bad", dict(good, **{"CON/b.txt": [("部分=本文", "本文", ["中"])], "a:b.docx": [("ページ=1", "本文", ["名前"])],
                          "末尾.docx ": [("ページ=1", "本文", ["空白"])]}))
make("nosource", good, source=False)
for name, file in ("left", "明細.tsv"), ("number", "content_index.xlsx.99999999999.tsv"):
    make(name, good)
    open(f"{name}/store/content/営業/2024/{file}", "w").close()
make("damaged", good)
import glob
p = glob.glob("damaged/store/content/営業/content_index.docx.*")[0]
open(p, "wb").write(b"\xff\xfe" + "x\n".encode("utf-16-le"))
make("newer", good)
open("newer/store/format.tsv", "wb").write("\ufeff版=3\r\n".encode())
PY

cat >look.py <<'PY'
import hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
names = z.namelist()
m = json.loads(z.read("tebunko-index.json").decode("utf-8"))
print(list(m))
print(m["format"], m["formatVersion"], m["indexName"], m["sourceFolder"])
assert [f["path"] for f in m["files"]] == names[:-1], names
for f in m["files"]:
    data = z.read(f["path"])
    assert f["size"] == len(data) and f["sha256"] == hashlib.sha256(data).hexdigest().upper()
for i in z.infolist():
    assert i.flag_bits & 0x800 or i.filename.isascii()
    assert i.compress_type in (0, 8) and not i.is_dir()
print("\n".join(names))
PY

export TB_WORKSPACE="$PWD/ws"
run tb-export 営業 a.zip
is 'status' "$status$(cat err)" 0
is 'the archive' "$(python3 look.py a.zip | tr '\n' '|')" \
	"['format', 'formatVersion', 'appVersion', 'exportedAt', 'indexName', 'sourceFolder', 'files']|tebunko-index 2 営業 C:\\営業|ingest_status.tsv|content_index/content_index.docx.001.tsv|content_index/2024/見積/content_index.xlsx.001.tsv|tebunko-index.json|"
is 'the parts are as they lie in the store' \
	"$(unzip -p a.zip 'content_index/2024/*' | cksum)" \
	"$(cksum <ws/store/content/営業/2024/見積/content_index.xlsx.001.tsv)"
is 'the list: rows of every state, without the index' \
	"$(unzip -p a.zip ingest_status.tsv | cut -f1,4 | tr '\t\r\n' ',.|')" \
	'相対パス,状態|2024\見積\A社.xlsx,済|報告.docx,済|秘密.xlsx,失敗|新規.docx,未取り込み|'
is 'no mark, CRLF' "$(unzip -p a.zip ingest_status.tsv | head -c 3)$(unzip -p a.zip ingest_status.tsv | grep -c "$(printf '\r')$")" 相5
tb-export 営業 - >b.zip
is 'to standard output' "$(python3 look.py b.zip | wc -l)" 6
name=$(tb-export 営業)
is 'a name of its own' "$name" "営業_インデックス_$(date +%Y%m%d).zip"
is 'and another one' "$(tb-export 営業)" "営業_インデックス_$(date +%Y%m%d)(2).zip"
ok 'which is the archive' python3 look.py "$name"

# refuse WORKSPACE INDEX WORDS: nothing is written
refuse() {
	TB_WORKSPACE=$PWD/$1 run tb-export "$2" no.zip
	is "refused: $1 $2" "$status$(ls no.zip* 2>/dev/null)" 2
	ok "and it says why: $1" contains err "$3"
}
refuse ws 経理 経理
refuse nosource 営業 'ingest list'
refuse left 営業 明細.tsv
refuse number 営業 99999999999
refuse damaged 営業 content_index.docx
refuse newer 営業 format.tsv
refuse missing 営業 missing
refuse bad 営業 CON
for n in CON a:b.docx '末尾.docx '; do
	ok "the name is told: $n" contains err "$n:"
done
echo old >keep.zip
TB_WORKSPACE=$PWD/left tb-export 営業 keep.zip 2>/dev/null
is 'an older file stays' "$(cat keep.zip)" old
export TB_WORKSPACE="$PWD/bad"
run tb-export --skip-bad 営業 s.zip
is '--skip-bad: status' "$status" 1
is '--skip-bad: what is left' "$(python3 look.py s.zip | sed 1,2d | tr '\n' '|')" \
	'ingest_status.tsv|content_index/content_index.docx.001.tsv|content_index/2024/見積/content_index.xlsx.001.tsv|tebunko-index.json|'
is '--skip-bad: rows' "$(unzip -p s.zip ingest_status.tsv | cut -f1 | sed 1d | tr '\n' '|')" \
	'2024\見積\A社.xlsx|報告.docx|'
is '--skip-bad: documents' \
	"$(unzip -p s.zip content_index/content_index.docx.001.tsv | iconv -f UTF-16 -t UTF-8 | grep -c 'ファイル名')" 1
export TB_WORKSPACE="$PWD/ws"
run tb-export 営業 /nowhere/x.zip
is 'a folder that is not there' "$status" 2
if [ -c /dev/full ]; then
	status=0
	tb-export 営業 - >/dev/full 2>err || status=$?
	is 'a full disk' "$status" 2
fi
done_testing
