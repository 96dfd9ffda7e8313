#!/bin/sh
# .docx: pages, shapes, comments, headers, notes (extraction.md 7), and what
# public bug reports say that other readers get wrong.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkooxml import *

V = ' xmlns:v="urn:schemas-microsoft-com:vml"'
SE = ' xmlns:w16se="http://schemas.microsoft.com/office/word/2015/wordml/symex"'


def r(text, inner=""):
    return f'<w:r>{inner}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def part(tag, inner):
    return XML + f'<w:{tag} xmlns:w="{WML}" xmlns:r="{OD}">{inner}</w:{tag}>'


def note(tag, *items):
    return "".join(f'<w:{tag} w:id="{i}"{a}>{x}</w:{tag}>' for i, a, x in items)


def tc(*x):
    return "<w:tc>" + "".join(x) + "</w:tc>"


def tbl(*rows):
    return "<w:tbl>" + "".join(f"<w:tr>{x}</w:tr>" for x in rows) + "</w:tbl>"


def box(*x):
    return "<wps:txbx><w:txbxContent>" + "".join(x) + "</w:txbxContent></wps:txbx>"


def ref(i):
    return f'<w:r><w:commentReference w:id="{i}"/></w:r>'


def comments(*texts):
    return part("comments", note("comment", *((i, ' w:author="x"', p(t))
                                              for i, t in enumerate(texts))))


CREL = ("rC", "comments", "comments.xml")
br = '<w:r><w:br w:type="page"/></w:r>'

# runs and elements of paragraphs
docx("b083.docx", p("前", '<w:r><mc:AlternateContent><mc:Choice Requires="wps">' + box(p("部外秘"))
     + '</mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>' + p("部外秘")
     + "</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>", "後"),
     attrs=V)
docx("b085.docx", '<mc:AlternateContent><mc:Choice Requires="zz99">' + p("未知の選択肢")
     + "</mc:Choice></mc:AlternateContent>")
docx("b086.docx", p("笑", '<w:r><mc:AlternateContent><mc:Choice Requires="w16se">'
     '<w16se:symEx w16se:font="Segoe UI Emoji" w16se:char="1F600"/></mc:Choice>'
     "<mc:Fallback><w:t>😀</w:t></mc:Fallback></mc:AlternateContent></w:r>", "顔"), attrs=SE)
docx("b088.docx", p(r("見積"), r("書2024")) + p(r("空白 "), r(" の端")))
docx("b089.docx", p("前", '<w:hyperlink r:id="x">' + r("リン") + r("ク") + "</w:hyperlink>", "後"),
     links=[("x", "hyperlink", "http://example.invalid/", "External")])
docx("b091.docx", "<w:sdt><w:sdtContent><w:p><w:sdt><w:sdtContent>" + r("入れ子")
     + '</w:sdtContent></w:sdt><w:smartTag w:element="x">' + r("の札") + "</w:smartTag>"
     "<w:customXml>" + r("と印") + "</w:customXml></w:p></w:sdtContent></w:sdt>")
docx("b092.docx", tbl(tc("<w:sdt><w:sdtContent>" + p("枠内") + "</w:sdtContent></w:sdt>")
     + "<w:sdt><w:sdtContent>" + tc(p("枠ごと")) + "</w:sdtContent></w:sdt>"))
docx("b094.docx", tbl(tc(p('<w:ins w:id="1">' + r("挿入") + "</w:ins>")))
     + p('<w:moveTo w:id="2">' + r("移動先") + "</w:moveTo>"))
docx("b095.docx", p("残る", '<w:del w:id="1"><w:r><w:delText>消えた</w:delText></w:r></w:del>',
     '<w:moveFrom w:id="2">' + r("移動元") + "</w:moveFrom>")
     + tbl('<w:trPr><w:del w:id="3"/></w:trPr>' + tc(p("消えた行")), tc(p("残る行"))))
docx("b097.docx", p('<w:ins w:id="9"><w:commentRangeStart w:id="0"/>' + r("挿入") + ref(0) + "</w:ins>",
     '<w:del w:id="8">' + ref(1) + "</w:del>"),
     links=[CREL], parts={"word/comments.xml": comments("挿入への注", "削除への注")})
docx("b098.docx", p("その", "<w:r><w:ruby><w:rt>" + r("にほんご") + "</w:rt><w:rubyBase>" + r("日本語")
     + "</w:rubyBase></w:ruby></w:r>", "です"))
docx("b100.docx", p("<w:r><w:t>AB</w:t><w:noBreakHyphen/><w:t>12</w:t></w:r>"))
docx("b101.docx", p("<w:r><w:t>long</w:t><w:softHyphen/><w:t>word</w:t></w:r>"))


def fld(kind):
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def instr(s):
    return f"<w:r><w:instrText>{s}</w:instrText></w:r>"


docx("b103.docx", p(fld("begin"), instr('HYPERLINK "http://x" '), fld("begin"), instr("PAGE"),
     fld("separate"), r("7"), fld("end"), fld("separate"), r("結果"), fld("end")))
docx("b104.docx", p("頁", fld("begin"), instr("PAGE"), fld("end"), "の後"))
docx("breaks.docx", p("<w:r><w:t>A</w:t><w:br/><w:t>B</w:t><w:cr/><w:t>C</w:t><w:tab/><w:t>D\t E</w:t></w:r>")
     + p("  ", "\u3000") + p("\u3000字下げ "))
docx("math.docx", p("式", "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>", "終"),
     attrs=' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"')

# parts
docx("b106.docx", p("古い"), parts={
    "_rels/.rels": rels(("rId1", "officeDocument", "word/document2.xml")),
    "word/document2.xml": part("document", "<w:body>" + p("新しい") + "</w:body>")})
docx("b107.docx", p("本文"), links=[("f", "footnotes", "/word/footnotes.xml"),
     ("h", "hyperlink", "http://example.invalid/", "External")],
     parts={"word/footnotes.xml": part("footnotes", note("footnote", (1, "", p("脚注の文"))))})
body = docx_parts(p("本文"))["word/document.xml"]
docx("b109.docx", "", parts={"word/document.xml": "\ufeff" + body})
u16 = body.replace("UTF-8", "UTF-16")
for name, data in {"le": u16.encode("utf-16-le"), "be": u16.encode("utf-16-be"),
                   "lebom": b"\xff\xfe" + u16.encode("utf-16-le"),
                   "bebom": b"\xfe\xff" + u16.encode("utf-16-be")}.items():
    docx(f"b110{name}.docx", "", parts={"word/document.xml": data})
docx("b112.docx", p("本文", "<w:r><w:pict><v:group><v:rect><v:textbox><w:txbxContent>" + p("箱の中")
     + "</w:txbxContent></v:textbox></v:rect></v:group></w:pict></w:r>"), attrs=V)
docx("b113.docx", p("前の", "<w:r>" + box(p("箱")) + "</w:r>", "後"))
docx("b115.docx", p("<w:r>" + box(tbl(tc(p("a")) + tc(p("b")) + tc(p("c")),
     tc(p("d")) + tc(p("e")) + tc(p("f")))) + "</w:r>"))
sep = '<w:p><w:r><w:separator/></w:r></w:p>'
docx("b116.docx", p('<w:r><w:footnoteReference w:id="1"/></w:r>'),
     links=[("f", "footnotes", "footnotes.xml"), ("e", "endnotes", "endnotes.xml")],
     parts={"word/footnotes.xml": part("footnotes", note(
                "footnote", (-1, ' w:type="separator"', sep),
                (0, ' w:type="continuationSeparator"', sep), (1, "", p("脚注のみ")))),
            "word/endnotes.xml": part("endnotes", note("endnote", (1, "", p("文末の注"))))})
docx("b118.docx", p("本文") + '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>',
     links=[("h", "header", "header1.xml")])
docx("whole.docx", p("本文") * 200)
data = open("whole.docx", "rb").read()
open("b119.docx", "wb").write(data[:len(data) * 6 // 10])

# pages, shapes, comments, headers
docx("pages.docx", p("A", br) + p("B")
     + p("C", ppr='<w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr>')
     + p("D", ppr="<w:pPr><w:sectPr/></w:pPr>") + p("E")
     + p("F", ppr="<w:pPr><w:pageBreakBefore/></w:pPr>"))
docx("rendered.docx", p("A", br) + p("<w:r><w:lastRenderedPageBreak/><w:t>B</w:t></w:r>")
     + p("C", br) + p("D") + p("<w:r><w:lastRenderedPageBreak/><w:t>E</w:t></w:r>"))
docx("tables.docx", tbl(tc(p("外"), tbl(tc(p("内1")) + tc(p("内2")))) + tc() + tc(p("右")))
     + tbl(tc() + tc(p("B"))) + tbl(tc(p("複数"), p("段落")) + tc()))
docx("comments.docx", p("一", ref(1), br) + p("二", ref(0), ref(1)), links=[CREL],
     parts={"word/comments.xml": part("comments", note("comment", (0, "", p("零の") + p("注")),
            (1, "", p("一の注")), (2, "", p("迷子"))))})
hdr = {f"word/{k}{n}.xml": part("hdr" if k == "header" else "ftr", x) for k, n, x in (
    ("header", 1, p("社外秘") + p("一")), ("header", 2, p("社外秘") + p("二")),
    ("footer", 1, p("下") + p("一")))}
docx("headers.docx", p("本文"), parts=hdr, links=[
    ("a", "header", "header1.xml"), ("b", "header", "header2.xml"), ("c", "footer", "footer1.xml")])
docx("objects.docx", p('<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="ch"/>'
     "</a:graphicData></a:graphic></w:drawing></w:r>") + p("文", br)
     + p('<w:r><w:drawing><dgm:relIds r:dm="dm"/></w:drawing></w:r>'),
     links=[("ch", "chart", "charts/chart1.xml"), ("dm", "diagramData", "diagrams/data1.xml")],
     parts={"word/charts/chart1.xml": chart_part("月別売上", "東京", "大阪", "東京", categories=["4月"]),
            "word/diagrams/data1.xml": smartart_part("企画", "実行")})
docx("strict.docx", p("厳格"), ns=STRICT_WML, od=STRICT_OD)

# files in the file
write_zip("in.xlsx", xlsx_parts({"表": row(1, c("A1", "s", 0), c("B1", "n", 5), c("C1", "s", 1))},
                                sst=si("品名", "数量")))
write_zip("in.docx", docx_parts(p("中の文書") + p("<w:r>" + box(p("中の箱")) + "</w:r>")))
emb = {"word/embeddings/1.xlsx": open("in.xlsx", "rb").read(),
       "word/embeddings/2.docx": open("in.docx", "rb").read(), "word/embeddings/3.bin": b"\xd0\xcf"}
O = ' xmlns:o="urn:schemas-microsoft-com:office:office"'
docx("embed.docx", p(*(f'<w:r><w:object><o:OLEObject Type="{t}" r:id="{i}"/></w:object></w:r>'
     for t, i in (("Embed", "e1"), ("Link", "e2"), ("Embed", "e3"), ("Embed", "e2"), ("Embed", "e1")))),
     attrs=O, parts=emb, links=[("e1", "package", "embeddings/1.xlsx"),
     ("e2", "package", "embeddings/2.docx"), ("e3", "oleObject", "embeddings/3.bin")])

# damage: what may be lost is noted, what may not fails the file
docx("lost.docx", p("本文", ref(0)), links=[CREL, ("a", "header", "header1.xml")],
     parts={"word/comments.xml": "<w:comments", "word/header1.xml": hdr["word/header1.xml"]})
docx("nobody.docx", "", parts={"word/document.xml": None})
docx("broken.docx", p("本文"), parts={"word/document.xml": body[:-40]})
deep = p("底")
for _ in range(400):
    deep = tbl(tc(deep))
docx("deep.docx", p("上") + deep)
PY

# shows FILE WANT…: what the file shows, one line an argument; places as @key=…
shows() {
	_file=$1
	shift
	tb-extract "$_file" >stream 2>err
	printf '%s\n' "$@" >want
	sed -n -e '/^\x1e/!p' -e 's/^\x1e \(ページ\|部分\)/@\1/p' \
		-e 's/^\x1e 対象=\([^本]\)/@\1/p' -e 's/^\x1e \(埋め込み=\)/@\1/p' \
		-e 's/^\x1e \(注=[^:]*\).*/@\1/p' -e 's/^\x1e \(失敗=..........\).*/@\1/p' \
		stream >got
	same "$_file" got want
}

shows b083.docx @ページ=1 前後 @ページ=1 @図形 部外秘
shows b085.docx @ページ=1 未知の選択肢
shows b086.docx @ページ=1 笑😀顔
shows b088.docx @ページ=1 見積書2024 '空白  の端'
shows b089.docx @ページ=1 前リンク後
shows b091.docx @ページ=1 入れ子の札と印
shows b092.docx @ページ=1 '枠内	枠ごと'
shows b094.docx @ページ=1 挿入 移動先
shows b095.docx @ページ=1 残る 残る行
shows b097.docx @ページ=1 挿入 @ページ=1 @コメント 挿入への注 削除への注
shows b098.docx @ページ=1 そのにほんご日本語です
shows b100.docx @ページ=1 AB-12
shows b101.docx @ページ=1 longword
shows b103.docx @ページ=1 結果
shows b104.docx @ページ=1 頁の後
shows b106.docx @ページ=1 新しい
shows b107.docx @ページ=1 本文 @部分=脚注 脚注の文
shows b109.docx @ページ=1 本文
for e in le be lebom bebom; do
	shows b110$e.docx @ページ=1 本文
done
shows b112.docx @ページ=1 本文 @ページ=1 @図形 箱の中
shows b113.docx @ページ=1 前の後 @ページ=1 @図形 箱
shows b115.docx @ページ=1 @図形 'a	b	c d	e	f'
shows b116.docx @部分=脚注 脚注のみ 文末の注
shows b118.docx @ページ=1 本文
shows b119.docx @失敗=ファイルが壊れている
shows breaks.docx @ページ=1 'A B C D  E' 字下げ
shows math.docx @ページ=1 式終
shows pages.docx @ページ=1 A @ページ=2 B C D @ページ=3 E @ページ=4 F
shows rendered.docx @ページ=1 A @ページ=2 B C @ページ=3 D @ページ=4 E
shows tables.docx @ページ=1 '外 内1 内2		右' '	B' '複数 段落'
shows comments.docx @ページ=1 一 @ページ=2 二 @ページ=1 @コメント 一の注 \
	@ページ=2 @コメント '零の 注' @部分=文書 @コメント 迷子
shows headers.docx @ページ=1 本文 @部分=ヘッダー・フッター 社外秘 一 二 下
shows objects.docx @ページ=1 文 @ページ=1 @図形 '月別売上 東京 大阪' \
	@ページ=2 @図形 '企画 実行'
shows strict.docx @ページ=1 厳格
shows embed.docx @ページ=1 @埋め込み @埋め込み=1 '品名	数量' \
	@ページ=1 @埋め込み @埋め込み=2 中の文書 中の箱
shows lost.docx @ページ=1 本文 @注=word/comments.xml \
	@部分=ヘッダー・フッター 社外秘 一
shows nobody.docx @失敗=Word文書の本文（
shows broken.docx @失敗=ファイルが壊れている
tb-extract deep.docx >stream 2>err
ok 'tables in tables without end: a result, one way or another' \
	grep -q '^. \(終わり\|失敗\)=' stream

tb-extract pages.docx tables.docx comments.docx headers.docx objects.docx embed.docx b116.docx |
	sed '/^. \(更新日時\|サイズ\)=/d' >cells
golden 'the cell stream' cells docx.stream
done_testing
