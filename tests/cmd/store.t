#!/bin/sh
# tb-store(1): each command, on good stores and on damaged ones.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkstore import *
S = "シート="
docs = {
    "営業": {
        "2024/A社.xlsx": [(S + "明細", "本文", ["品名\t数量", "", "見積\t1"]), (S + "明細", "コメント", ["B2\t要確認"])],
        "報告.docx": [("ページ=1", "本文", ["一行目"]), ("ページ=1", "埋め込み", ["中身"], "埋め込み=2"),
                     ("部分=文書", "コメント", ["全体"])],
        "発表.pptx": [("スライド=2", "本文", ["題"], "非表示=はい")]},
    "総務": {"規程.txt": [("部分=本文", "本文", ["第一条"])]},
}
ROWS = ["営業\\2024\\A社.xlsx\t2025/01/10 12:34:56\t10\t済\t2\t2025/02/01 00:00:00\t\t4",
        "営業\\報告.docx\t2025/01/11 12:34:56\t20\t済\t3\t2025/02/01 00:00:00\t\t4",
        "営業\\発表.pptx\t2025/01/12 12:34:56\t30\t済\t1\t2025/02/01 00:00:00\t\t4",
        "営業\\秘密.xlsx\t2025/01/13 12:34:56\t40\t失敗\t\t2025/02/01 00:00:00\t読み取りパスワード\t",
        "営業\\新規.docx\t2025/01/14 12:34:56\t50\t未取り込み\t\t\t\t",
        "総務\\規程.txt\t2025/01/15 12:34:56\t60\t済\t1\t2025/02/01 00:00:00\t\t1"]

def make(ws, rows=ROWS, catalog="営業\t作り終えた\r\n総務\t作成中\r\n", sources=True):
    store(ws, docs)
    head = "クロール対象フォルダ\tC:\\営業\t営業\r\nクロール対象フォルダ\t/srv/総務\t総務\r\n" if sources else ""
    head += "相対パス\t更新日時\tサイズ\t状態\t取り込み数\t取り込み日時\t失敗\t抽出版\r\n"
    open(ws + "/store/ingest_status.tsv", "wb").write(
        b"\xef\xbb\xbf" + (head + "".join(r + "\r\n" for r in rows)).encode())
    open(ws + "/store/format.tsv", "wb").write(
        b"\xef\xbb\xbf" + ("版=2\r\nアプリの版=x\r\n" + catalog).encode())
    for name, path in ("営業", "C:\\営業"), ("総務", "/srv/総務"):
        open(f"{ws}/store/content/{name}/source_folder.txt", "wb").write(
            b"\xef\xbb\xbf" + f"# x\r\n{name}\t{path}\r\n".encode())

make("ws")
make("rows", rows=ROWS[1:] + ["総務\\消えた.txt\t2025/01/15 12:34:56\t60\t済\t1\t2025/02/01 00:00:00\t\t1"])
make("nocat", catalog="営業\t作り終えた\r\n")
make("nosource", sources=False)
make("damaged")
import glob, shutil
p = glob.glob("damaged/store/content/総務/content_index.txt.*.tsv")[0]
open(p, "wb").write(b"\xff\xfe" + "\x1e 版=1\n".encode("utf-16-le"))
make("brokencat", catalog="")
open("brokencat/store/format.tsv", "wb").write(b"\xef\xbb\xbfx\r\n")
make("newer")
open("newer/store/format.tsv", "wb").write("\ufeff版=3\r\n".encode())
make("twice")
p = glob.glob("twice/store/content/営業/content_index.docx.*.tsv")[0]
shutil.copy(p, p.replace(".001.", ".002.").replace(".1.", ".2."))
make("old")
shutil.copytree("old/store/content/総務", "old/content_index/総務")
shutil.copytree("old/store/content/総務", "old/content_index/経理")
PY
export TB_WORKSPACE="$PWD/ws"

is 'ls: state and counts' "$(tb-store ls | sed 's/, [0-9]* bytes//' | tr '\n' '|')" \
	'営業: complete|  3 documents, 1 failed, 1 not read yet; 3 files|  C:\営業|総務: not complete: update it|  1 documents, 0 failed, 0 not read yet; 1 files|  /srv/総務|'
is 'ls of one' "$(tb-store ls 総務 | head -1)" '総務: not complete: update it'
is 'ls --json' "$(tb-store ls --json | jq -r '[.index,.state,.documents,.failed,.waiting,.files,.source]|@tsv' | tr '\t\n' ',|')" \
	'営業,current,3,1,1,3,C:\\営業|総務,building,1,0,0,1,/srv/総務|'
run tb-store ls 経理
is 'ls of none' "$status" 2
ok 'which is named' contains err 経理
is 'old places' "$(TB_WORKSPACE=$PWD/old tb-store ls --json | jq -r '.index+"="+.state' | tr '\n' ' ')" \
	'営業=current 経理=old 総務=rebuilding '

is 'failures' "$(tb-store failures)" '営業/秘密.xlsx: 読み取りパスワード'
is 'failures of another index' "$(tb-store failures 総務)" ''
is 'failures --json' "$(tb-store failures --json | jq -r .path+.reason)" \
	'秘密.xlsx読み取りパスワード'

is 'cat: a document' "$(tb-store cat 営業/2024/A社.xlsx | tr '\036\n\t' '~|>')" \
	'~ 版=2|~ 形=TSV|~ 索引=営業|~ 元のフォルダ=C:\営業|~ ファイル名=A社.xlsx|~ パス=2024/A社.xlsx|~ 更新日時=2025/01/10 12:34:56|~ サイズ=10|~ 種類=Excel|~ シート=明細|~ 対象=本文|品名>数量||見積>1|~ シート=明細|~ 対象=コメント|B2>要確認|~ 終わり=2|~ 以上=1|'
is 'cat --json' "$(tb-store cat --json 営業/報告.docx | jq -r '[.place,.place_kind,.line,.text]|@tsv' | tr '\t\n' ',|')" \
	'ページ001,本文,1,一行目|ページ001[埋め込み2],埋め込み,1,中身|文書[コメント],コメント,1,全体|'
run tb-store cat 営業/無い.xlsx
is 'cat of no document' "$status" 1
for i in 営業 総務; do
	tb-store cat $i | tb-pack -w again
	ok "cat | tb-pack gives the same bytes: $i" diff -r -x source_folder.txt \
		ws/store/content/$i again/store/content/$i
done
run tb-store cat
is 'cat of nothing' "$status" 2

run tb-store check
is 'check: all is well' "$status$(cat out)" 0
check() {
	TB_WORKSPACE=$PWD/$1 run tb-store check
	is "check: $1" "$status $(sed 's/: .*//' out | sort | tr '\n' '|')" "1 $2"
}
check rows '営業/2024/A社.xlsx|総務\消えた.txt|'
check nocat '総務|'
check nosource '営業|総務|'
check damaged '総務/content_index.txt.001.tsv|総務\規程.txt|'
check brokencat 'format.tsv|'
check twice '営業/報告.docx|'
before=$(find ws -type f -exec cksum {} + | sort)
tb-store check && tb-store ls >/dev/null && tb-store failures >/dev/null
is 'nothing is changed' "$(find ws -type f -exec cksum {} + | sort)" "$before"

TB_WORKSPACE=$PWD/newer run tb-store ls
is 'a newer store is left alone' "$status" 2
TB_WORKSPACE=$PWD/missing run tb-store ls
is 'no workspace' "$status" 2
mkdir empty
is 'an empty one' "$(TB_WORKSPACE=$PWD/empty tb-store ls; echo $?)" 0
for a in '' 'frobnicate' '-x'; do
	# shellcheck disable=SC2086 # none, or one
	run tb-store $a
	is "wrong usage: '$a'" "$status" 2
done
run tb-store --help
is '--help' "$status" 0
done_testing
