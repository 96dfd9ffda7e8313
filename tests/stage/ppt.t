#!/bin/sh
# .ppt: slides, notes, comments, footers by the persist directory.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkppt import *

ppt("order.ppt", [slide([box("一枚目")]), slide([box("二枚目")], hidden=True),
                  slide([box("三枚目")])], order=[2, 0, 1])
ppt("outline.ppt", [
    slide([outline_ref(1), box("本文")], outline=[text("題名", 0), text("箇条\r二つ目", 1)])])
ppt("group.ppt", [slide([group([group([box("中の中")]), box("中")]), wordart("飾り文字")])])
ppt("table.ppt", [slide([group([cell("右上", 0, 1), cell("", 1, 0), cell("左上", 0, 0),
                                cell("右\r下", 1, 1), cell("罫", 0, 0, kind=20)], table=True)])])
ppt("notes.ppt", [slide([box("a")], notes=[box("見本")], note_of=0x80000000),
                  slide([box("b")]), slide([box("c")], notes=[box("三のノート")], hidden=True)])
ppt("placeholders.ppt", [slide([
    shape(placeholder(n), textbox(text(f"枠{n}"))) for n in (7, 8, 9, 10, 11, 13, 14)])])
ppt("fields.ppt", [slide([shape(textbox(text("第*頁"), rec(0x0FD8, (1).to_bytes(4, "little")))),
                          shape(textbox(text("日付 *"), rec(0x0FF7, (3).to_bytes(4, "little"))))])])
ppt("bytes.ppt", [slide([shape(textbox(latin("caf\xe9\x0bau\tlait\r\r x ")))])])
ppt("comment.ppt", [slide([box("x")], extra=comment("山田", "直す\r所"))])
ppt("footer.ppt", [slide([box("x")], extra=footer("社外秘")), slide([box("y")], extra=footer("社外秘")),
                   slide([box("z")], extra=footer("出ない", shown=False))], document=footer("共通"))
ppt("master.ppt", [slide([box("本文")])],
    first=con(0x03F8, drawing([box("マスター タイトルの書式設定")])))
ppt("locked.ppt", [slide([box("x")])], token=0xF3D1C4DF)

s = ppt_streams([slide([box("甲")]), slide([box("乙")])])
cfb("nouser.ppt", {"PowerPoint Document": s["PowerPoint Document"]})
cfb("case.ppt", {k.upper(): v for k, v in s.items()})
cfb("nodir.ppt", {"PowerPoint Document": s["PowerPoint Document"][:-60]})
cfb("other.ppt", {"WordDocument": b"x" * 600})
deep = box("底")
for _ in range(300):
    deep = group([deep])
ppt("deep.ppt", [slide([box("上"), deep])])
PY

# shows FILE WANT…: the text of the file, one line an argument
shows() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' \
		-e 's/^\x1e \(スライド\|非表示\|対象\|部分\|注\|失敗\)/@\1/p' \
		stream >got
	same "$_file" got want
}

shows order.ppt @スライド=1 @対象=本文 一枚目 \
	@スライド=2 @対象=本文 @非表示=はい 二枚目 @スライド=3 @対象=本文 三枚目
shows outline.ppt @スライド=1 @対象=本文 題名 箇条 二つ目 本文
shows group.ppt @スライド=1 @対象=本文 中の中 中 飾り文字
shows table.ppt @スライド=1 @対象=本文 '左上	右上' '	右 下'
shows notes.ppt @スライド=1 @対象=本文 a @スライド=2 @対象=本文 b \
	@スライド=3 @対象=本文 @非表示=はい c @スライド=3 @対象=ノート 三のノート
shows placeholders.ppt @スライド=1 @対象=本文 枠13 枠14
shows fields.ppt @スライド=1 @対象=本文 第1頁 日付
shows bytes.ppt @スライド=1 @対象=本文 'café au lait' x
shows comment.ppt @スライド=1 @対象=本文 x @スライド=1 @対象=コメント '直す 所'
shows footer.ppt @スライド=1 @対象=本文 x @スライド=2 @対象=本文 y \
	@スライド=3 @対象=本文 z @部分=ヘッダー・フッター @対象=本文 共通 社外秘
shows master.ppt @スライド=1 @対象=本文 本文
shows nouser.ppt @スライド=1 @対象=本文 甲 @スライド=2 @対象=本文 乙
shows case.ppt @スライド=1 @対象=本文 甲 @スライド=2 @対象=本文 乙
lost='ファイルが壊れているか、拡張子と中身の形式が一致していません'
shows nodir.ppt \
	"@注=PowerPoint Document: $lost（詳細: DocumentContainer）" \
	@スライド=1 @対象=本文 甲 @スライド=2 @対象=本文 乙
shows deep.ppt @スライド=1 @対象=本文 上
locked='読み取りパスワードが設定されているため開けません'
shows locked.ppt \
	"@失敗=$locked（パスワード付きのファイルは更新できません）"
other='ファイルが壊れているか、PowerPointのファイルではありません'
shows other.ppt "@失敗=$other（新形式（ZIP）でも旧形式でもない内容です）。"

# cut anywhere: a stream that ends well, whatever is in it
mk <<'PY'
data = open("notes.ppt", "rb").read()
for n in range(0, len(data), 97):
    open(f"cut{n}.ppt", "wb").write(data[:n])
PY
run tb-extract cut*.ppt
ok 'cut files cost only themselves' test "$status" -le 1
ok 'and the stream is whole' sh -c 'tail -n 1 out | grep -q 以上='

tb-extract order.ppt table.ppt notes.ppt comment.ppt footer.ppt |
	sed '/^. \(更新日時\|サイズ\)=/d' >cells
golden 'the cell stream' cells ppt.stream
done_testing
