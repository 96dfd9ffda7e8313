#!/bin/sh
# .doc: paragraphs, tables, fields, pages and the other stories by the piece table
# (extraction.md 17.3).
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkdoc import *

doc("plain.doc", "一行目\r二行目\r\r  字下げ \r")
doc("latin.doc", "caf\xe9 \x93quote\x94 \x80\r".encode("latin-1").decode("cp1252"), compressed=True)
doc("pieces.doc", "見積書2024\r次の段落\r吉野家\r", chunks=3)
doc("specials.doc", "a\x0bb\tc\x1ed\x1fe\x01\x02f\xa0g\r")
doc("fields.doc", '前\x13 HYPERLINK "http://x" \x13 PAGE \x147\x15\x14結果\x15後\r\x13 TOC \x15残り\r')
doc("table.doc", ["前\r", row("甲", "乙"), row("", "丙"), row(["複数\r", "段落"][0].strip("\r"), ""), "後\r"])
doc("cellpara.doc", [para("一\r", IN_TABLE), row("二", "三"), "後\r"])
doc("deleted.doc", ["残る", deleted("消えた"), "続き\r"])
doc("pages.doc", ["A\x0c", "B\r", para("C\r", PAGE_BREAK), "D\r"])
doc("sections.doc", "A\r\x0cB\r\x0cC\r", sections=[(3, 2), (6, 0), (8, 2)])
doc("notes.doc", "本文\x02\r", footnotes="\x02 脚注の文\r", endnotes="\x02 文末の注\r")
doc("headers.doc", "本文\r", headers=["偶数の頭\r", "社外秘\r", "", "下\r", "社外秘\r", "最初の下\r"])
doc("comments.doc", "一\x05\x0c二\x05\r", comments=[(1, "\x05一の注\r"), (4, "\x05二の\r注\r"), (99, "\x05迷子\r")])
doc("boxes.doc", "一\x08\x0c二\x08\r", boxes=[(1, "箱の一\r続き\r"), (4, "箱の二\r")])
doc("locked.doc", "x\r", flags=0x0100)
doc("word5.doc", "x\r", nfib=60)
s = doc_streams("大文字の名前\r")
cfb("b151.doc", {k.upper(): v for k, v in s.items()})
cfb("notable.doc", {"WordDocument": s["WordDocument"]})
cfb("as.docx", s)
PY

# shows FILE WANT…: what the file shows, one line an argument; places as @key=…
shows() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' -e 's/^\x1e \(ページ\|部分\)/@\1/p' \
		-e 's/^\x1e 対象=\([^本]\)/@\1/p' \
		-e 's/^\x1e \(失敗=......\).*/@\1/p' stream >got
	same "$_file" got want
}

nbsp=$(printf '\302\240')
shows plain.doc @ページ=1 一行目 二行目 字下げ
shows latin.doc @ページ=1 'café “quote” €'
shows pieces.doc @ページ=1 見積書2024 次の段落 吉野家
shows specials.doc @ページ=1 "a b c-def${nbsp}g"
shows fields.doc @ページ=1 前結果後 残り
shows table.doc @ページ=1 前 '甲	乙' '	丙' 複数 後
shows cellpara.doc @ページ=1 '一 二	三' 後
shows deleted.doc @ページ=1 残る続き
shows pages.doc @ページ=1 A @ページ=2 B @ページ=3 C D
shows sections.doc @ページ=1 A B @ページ=2 C
shows notes.doc @ページ=1 本文 @部分=脚注 脚注の文 文末の注
shows headers.doc @ページ=1 本文 @部分=ヘッダー・フッター \
	偶数の頭 社外秘 下 最初の下
shows comments.doc @ページ=1 一 @ページ=2 二 @ページ=1 @コメント 一の注 \
	@ページ=2 @コメント '二の 注' @部分=文書 @コメント 迷子
shows boxes.doc @ページ=1 一 @ページ=2 二 @ページ=1 @図形 '箱の一 続き' \
	@ページ=2 @図形 箱の二
shows b151.doc @ページ=1 大文字の名前
shows as.docx @ページ=1 大文字の名前
shows locked.doc @失敗=読み取りパス
shows word5.doc @失敗=ファイルが壊
shows notable.doc @失敗=ファイルが壊

# cut anywhere: a stream that ends well, whatever is in it
mk <<'PY'
data = open("comments.doc", "rb").read()
for n in range(0, len(data), 97):
    open(f"cut{n}.doc", "wb").write(data[:n])
PY
run tb-extract cut*.doc
ok 'cut files cost only themselves' test "$status" -le 1
ok 'and the stream is whole' sh -c 'tail -n 1 out | grep -q 以上='

tb-extract table.doc pages.doc comments.doc boxes.doc headers.doc notes.doc |
	sed '/^. \(更新日時\|サイズ\)=/d' >cells
golden 'the cell stream' cells doc.stream
done_testing
