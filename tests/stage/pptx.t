#!/bin/sh
# .pptx: slides, notes, comments, objects (extraction.md 8), and what public bug
# reports say that other readers get wrong.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

P14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"


def grp(*x):
    return "<p:grpSp>" + "".join(x) + "</p:grpSp>"


def tbl(*rows):
    return "<p:graphicFrame><a:graphic><a:graphicData><a:tbl>" + "".join(
        "<a:tr>" + "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{x}</a:t></a:r></a:p></a:txBody></a:tc>"
                           for x in r) + "</a:tr>" for r in rows) \
        + "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"


def frame(x):
    return f"<p:graphicFrame><a:graphic><a:graphicData>{x}</a:graphicData></a:graphic></p:graphicFrame>"


def notes(*shapes):
    return slide_part("".join(shapes), tag="notes")


def pres(ids, more=""):
    return (XML + f'<p:presentation xmlns:p="{PML}" xmlns:r="{OD}"><p:sldIdLst>{ids}</p:sldIdLst>'
            f"{more}</p:presentation>")


two = [sp("一"), sp("二")]
pptx("b121.pptx", two, parts={"ppt/presentation.xml": pres(
    '<p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/>',
    f'<p:extLst><p:ext><p14:sectionLst xmlns:p14="{P14}"><p14:section><p14:sldIdLst>'
    '<p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst></p14:section></p14:sectionLst>'
    "</p:ext></p:extLst>")})
pptx("b122.pptx", [sp("一度")], parts={"ppt/_rels/presentation.xml.rels": rels(
    ("rId1", "slide", "slides/slide1.xml"), ("rId7", "slide", "slides/slide1.xml"))})
pptx("b124.pptx", [sp("本文")], links={1: [("n", "notesSlide", "../notesSlides/notesSlide1.xml")]},
     parts={"ppt/notesSlides/notesSlide1.xml": notes(sp("話すこと", ph="body"), sp("1", ph="sldNum"),
            sp("絵", ph="sldImg"))})
pptx("b125.pptx", [grp(sp("組"), grp(sp("組の組")))])
pptx("b127.pptx", [tbl(["a", "b"], ["c", "d"]) + grp(tbl(["e", ""])), tbl(["表だけ"])])
pptx("b128.pptx", [sp("<a:p><a:r><a:t>Q3 results</a:t></a:r><a:br/><a:r><a:t>up</a:t></a:r></a:p>",
     "<a:p><a:r><a:t>Page </a:t></a:r><a:fld type=\"slidenum\"><a:t>7</a:t></a:fld>"
     "<a:r><a:t> of 20</a:t></a:r></a:p>")])
pptx("b130.pptx", [frame('<dgm:relIds r:dm="d" r:lo="l"/>')],
     links={1: [("d", "diagramData", "../diagrams/data1.xml"),
                ("w", "diagramDrawing", "../diagrams/drawing1.xml")]},
     parts={"ppt/diagrams/data1.xml": smartart_part("企画", "実行"),
            "ppt/diagrams/drawing1.xml": slide_part(sp("企画") + sp("実行"))})
pptx("b131.pptx", ['<mc:AlternateContent><mc:Choice Requires="p14">' + sp("選択")
     + "</mc:Choice><mc:Fallback>" + sp("代わり") + "</mc:Fallback></mc:AlternateContent>"])
pptx("b133.pptx", two + [sp("三")], hidden=(2,),
     links={2: [("n", "notesSlide", "../notesSlides/notesSlide1.xml")]},
     parts={"ppt/notesSlides/notesSlide1.xml": notes(sp("隠れたノート", ph="body"))})
pptx("b134.pptx", [frame('<c:chart r:id="c"/>')], links={1: [("c", "chart", "../charts/chart1.xml")]},
     parts={"ppt/charts/chart1.xml": chart_part("売上", "東京", categories=["4月", "5月"])})

pptx("order.pptx", [sp("一"), sp("二"), sp("三")], order=[3, 1, 2])
pptx("missing.pptx", [sp("一"), sp("二"), sp("三")], parts={"ppt/slides/slide2.xml": None})
pptx("skipped.pptx", [sp("題", ph="title") + sp("3", ph="sldNum") + sp("日付", ph="dt")
     + sp("頭", ph="hdr") + sp("社外秘", ph="ftr"), sp("社外秘", ph="ftr") + sp("別", ph="ftr")])
CM = (XML + f'<p:cmLst xmlns:p="{PML}"><p:cm authorId="0" idx="1"><p:text> 直す </p:text></p:cm>'
      '<p:cm authorId="0" idx="2"><p:text>二つ目</p:text></p:cm></p:cmLst>')
MODERN = (XML + f'<p188:cmLst xmlns:p188="{P188}" xmlns:a="{DML}"><p188:cm id="1">'
          "<p188:replyLst><p188:reply id=\"2\"><p188:txBody><a:p><a:r><a:t>返事</a:t></a:r></a:p>"
          "</p188:txBody></p188:reply></p188:replyLst><p188:txBody><a:p><a:r><a:t>新しい</a:t></a:r></a:p>"
          "<a:p><a:r><a:t>注</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>")
pptx("comments.pptx", two, links={1: [("c", "comments", "../comments/comment1.xml")],
     2: [("c", "http://schemas.microsoft.com/office/2018/10/relationships/comments",
          "../comments/modern1.xml")]},
     parts={"ppt/comments/comment1.xml": CM, "ppt/comments/modern1.xml": MODERN})
write_zip("in.pptx", pptx_parts([sp("中の一"), sp("中の二")]))
pptx("embed.pptx", [frame('<p:oleObj r:id="e" progId="PowerPoint.Show.12"><p:embed/></p:oleObj>')],
     links={1: [("e", "package", "../embeddings/1.pptx")]},
     parts={"ppt/embeddings/1.pptx": open("in.pptx", "rb").read()})
pptx("none.pptx", [])
pptx("nomain.pptx", [sp("x")], parts={"ppt/presentation.xml": None,
     "_rels/.rels": rels(("a", "extended", "x.xml"))})
pptx("badslide.pptx", two, parts={"ppt/slides/slide1.xml": slide_part(sp("x"))[:-30]})
pptx("badnotes.pptx", two, links={1: [("n", "notesSlide", "../notesSlides/notesSlide1.xml")]},
     parts={"ppt/notesSlides/notesSlide1.xml": "<p:notes"})
deep = sp("底")
for _ in range(400):
    deep = grp(deep)
pptx("deep.pptx", [sp("上") + deep])
PY

# shows FILE WANT…: what the file shows, one line an argument; places as @key=…
shows() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' -e 's/^\x1e \(スライド\|部分\|非表示\)/@\1/p' \
		-e 's/^\x1e 対象=\([^本]\)/@\1/p' -e 's/^\x1e \(埋め込み=\)/@\1/p' \
		-e 's/^\x1e \(注=[^:]*\).*/@\1/p' -e 's/^\x1e \(失敗=..........\).*/@\1/p' \
		-e 's/^\x1e \(終わり=0\)/@\1/p' stream >got
	same "$_file" got want
}

shows b121.pptx @スライド=1 一 @スライド=2 二
shows b122.pptx @スライド=1 一度
shows b124.pptx @スライド=1 本文 @スライド=1 @ノート 話すこと
shows b125.pptx @スライド=1 組 組の組
shows b127.pptx @スライド=1 'a	b' 'c	d' e @スライド=2 表だけ
shows b128.pptx @スライド=1 'Q3 results up' 'Page 7 of 20'
shows b130.pptx @スライド=1 @図形 '企画 実行'
shows b131.pptx @スライド=1 選択
shows b133.pptx @スライド=1 一 @スライド=2 @非表示=はい 二 \
	@スライド=2 @ノート 隠れたノート @スライド=3 三
shows b134.pptx @スライド=1 @図形 '売上 東京'
shows order.pptx @スライド=1 三 @スライド=2 一 @スライド=3 二
shows missing.pptx @スライド=1 一 @注=ppt/presentation.xml @スライド=3 三
shows skipped.pptx @スライド=1 題 @部分=ヘッダー・フッター 社外秘 別
shows comments.pptx @スライド=1 一 @スライド=1 @コメント 直す 二つ目 \
	@スライド=2 二 @スライド=2 @コメント '新しい 注' 返事
shows embed.pptx @スライド=1 @埋め込み @埋め込み=1 中の一 中の二
shows none.pptx @終わり=0
shows nomain.pptx @失敗=PowerPoint
shows badslide.pptx @失敗=ファイルが壊れている
shows badnotes.pptx @スライド=1 一 @注=ppt/notesSlides/notesSlide1.xml \
	@スライド=2 二
tb-extract deep.pptx >stream 2>err
ok 'groups in groups without end: a result, one way or another' \
	grep -q '^. \(終わり\|失敗\)=' stream

tb-extract b133.pptx b127.pptx comments.pptx skipped.pptx embed.pptx b130.pptx |
	sed '/^. \(更新日時\|サイズ\)=/d' >cells
golden 'the cell stream' cells pptx.stream
done_testing
