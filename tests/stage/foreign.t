#!/bin/sh
# tb-extract(1): the content decides, the name says the family (extraction.md
# 1.2, 17.2, 17.3).  Here: what is neither a package nor an old format.
. "${0%/*}/../lib.sh"

# text FILE: what comes out of it
text() {
	tb-extract "$1" 2>err | sed '/^\x1e/d'
}

# why FILE: the reason that it fails with, in the words of the format
why() {
	tb-extract "$1" 2>err | sed -n 's/^. 失敗=//p'
}

# place FILE: its places
places() {
	tb-extract "$1" 2>err |
		sed -n 's/^. \(シート=.*\|ページ=.*\|部分=.*\|対象=.*\)/\1/p' |
		tr '\n' ' '
}

BROKEN='ファイルが壊れているか、拡張子と中身の形式が一致していません'
UNKNOWN='暗号化されているか壊れているため更新できません。'
PASSWORD='読み取りパスワードが設定されているため開けません（パスワード付きのファイルは更新できません）'
RIGHTS='IRM・秘密度ラベルで暗号化されているため更新できません。'
PPT='ファイルが壊れているか、PowerPointのファイルではありません（新形式（ZIP）でも旧形式でもない内容です）。'

# ---- the table of 1.2

: >empty
printf 'ただの文章です\r\n\r\n  二行目\t終 \r\n' >text
printf 'a\000b' >unknown
printf '%%PDF-1.4\n%%\342\343\n' >pdf
mk <<'EOF'
from mkcfb import cfb
cfb("locked", {"EncryptionInfo": b"x" * 100, "EncryptedPackage": b"y" * 9000,
               "\x06DataSpaces/Version": b"z"})
cfb("upper", {"ENCRYPTIONINFO": b"x", "ENCRYPTEDPACKAGE": b"y" * 9000})
cfb("strong", {"StrongEncryptionDataSpace": b"x"})
cfb("rights", {"\x09DRMContent": b"x", "EncryptionInfo": b"x"})
cfb("spaces", {"\x06DataSpaces/Version": b"z"})
cfb("filepass", {"Workbook": bytes.fromhex("0908100000060500" "00" * 12)[:20]
    + bytes.fromhex("2f000600") + b"\1" * 6 + b"\0" * 5000})
cfb("locked.doc", {"WordDocument": bytes.fromhex("eca5c1000000000000000001")
    + b"\0" * 5000})
cfb("locked.ppt", {"Current User": bytes.fromhex(
    "0000f60f14000000" "14000000" "dfc4d1f3") + b"\0" * 20,
    "PowerPoint Document": b"\0" * 5000})
EOF

# verdict CONTENT EXTENSION: the reason, or "ok"
verdict() {
	cp "$1" "case.$2"
	_why=$(why "case.$2")
	echo "${_why:-ok}"
}

for ext in xlsx xlsm xlsb; do
	is "empty .$ext" "$(verdict empty $ext)" "$BROKEN（詳細: 0 bytes）"
	is "text .$ext" "$(verdict text $ext)" "$BROKEN（詳細: text）"
done
is 'empty .xls: no places' "$(verdict empty xls)" ok
for ext in docx docm doc; do
	is "empty .$ext: no places" "$(verdict empty $ext)" ok
	is "text .$ext is read" "$(verdict text $ext)" ok
done
for ext in pptx pptm ppt; do
	is "empty .$ext" "$(verdict empty $ext)" "$PPT"
	is "text .$ext" "$(verdict text $ext)" "$PPT"
done
for ext in xlsx xls docx doc pptx ppt XLSX Doc; do
	is "unknown .$ext" "$(verdict unknown $ext)" "$UNKNOWN"
	is "locked .$ext" "$(verdict locked $ext)" "$PASSWORD"
	is "strongly locked .$ext" "$(verdict strong $ext)" "$PASSWORD"
	is "rights .$ext" "$(verdict rights $ext)" "$RIGHTS"
	is "data spaces that nothing explains .$ext" \
		"$(verdict spaces $ext)" "$RIGHTS"
done
is 'names of streams in capitals' "$(verdict upper docx)" "$PASSWORD"
is 'a locked .xls' "$(verdict filepass xls)" "$PASSWORD"
is 'an .xls called .xlsx: Excel refuses it' "$(verdict filepass xlsx)" \
	"$BROKEN（詳細: xls）"
is 'a locked .doc' "$(why locked.doc)" "$PASSWORD"
is 'a locked .ppt' "$(why locked.ppt)" "$PASSWORD"
is 'a PDF called .docx' "$(verdict pdf docx)" "$BROKEN（詳細: PDF）"
is 'text called .pdf' "$(verdict text pdf)" "$BROKEN"

# ---- Word: text, pages, RTF

cp text t.doc
is 'text: paragraphs' "$(text t.doc)" "$(printf 'ただの文章です\n二行目 終')"
is 'its place' "$(places t.doc)" 'ページ=1 対象=本文 '
printf '\203e\203X\203g\n' >sjis.docx
is 'text in Shift_JIS' "$(text sjis.docx)" テスト
printf '\377\376\173\173\n\000' >utf16.doc
is 'text in UTF-16' "$(text utf16.doc)" 筻

cat >h.doc <<'EOF'
<html><head><title>題</title><style>p { x: y }</style></head>
<body><!-- 注釈 --><h1>見出し</h1><p>一つ目の
  <b>段</b>落&nbsp;&amp;&#x3042;&#12356;&bogus;<br>続き<p>次
<table border="1"><tr><td>甲<td>乙<p>丙</td></tr>
<tr><th></th><th>丁</th><td> </td></tr></table>
<pre>
 行1
 行2
</pre><script>if (a < b) c();</script>終</body></html>
EOF
cat >want <<'EOF'
見出し
一つ目の 段落 &あい&bogus; 続き
次
甲	乙 丙
	丁
行1
行2
終
EOF
text h.doc | sed "s,\xc2\xa0, ," >out
same 'a web page as a document (B152)' out want
cat >m.doc <<'EOF'
MIME-Version: 1.0
Content-Type: multipart/related; boundary="=-x"

--=-x
Content-Type: image/png
Content-Transfer-Encoding: base64

AAAA
--=-x
Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: quoted-printable

<html><p>=E8=A6=8B=E7=
=A9=8D=3D1 a=zz</p>
--=-x--
EOF
is 'a page in a MIME file' "$(text m.doc)" '見積=1 a=zz'
{
	printf 'Content-Type: multipart/related\r\n\r\n--b\r\n'
	printf 'content-type: text/html\r\ncontent-transfer-encoding: BASE64\r\n\r\n'
	printf '<table><tr><td>甲<td>乙</table>' | base64 -w 20 | sed 's/$/\r/'
	printf '\r\n--b--\r\n'
} >m.xls
is 'in base64, as a workbook' "$(text m.xls)" "$(printf 'A1\t甲\nB1\t乙')"
printf 'MIME-Version: 1.0\n\n--x\nContent-Type: text/plain\n\nx\n' >m2.doc
is 'a MIME file without a page' "$(why m2.doc)" \
	"$BROKEN（詳細: MIME without text/html）"

printf '<html><meta charset=Shift_JIS><p>\223\372\226{</p>' >hs.doc
is 'its encoding by its meta element' "$(text hs.doc)" 日本

cat >r.doc <<'EOF'
{\rtf1\ansi\ansicpg932\deff0{\fonttbl{\f0\fnil\fcharset128 \'82\'6c\'82\'72;}}
{\info{\title x}}{\stylesheet{\s0 Normal;}}
{\header\pard \'8b\'40\'96\'a7\par}
\pard \'93\'fa\'96\{\'95\'5c\'92\'e8\par
\uc1 \u26085?\u26412? {\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}\tab a\line b\par
{\footnote \pard note\par}c{\*\bkmkstart x}{\b d}{\deleted gone}\~e\_f\-g\par
\trowd\cellx1\intbl\pard\intbl 1\cell 2\par 3\cell\row
\pard {\pict 0102}{\*\unknown nothing}\page second\sect third\par
{\*\annotation \pard remark\par}{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt \pard box\par}}}
}trailing
EOF
text r.doc >out
cat >want <<'EOF'
日本表定
日本 link a b
cd e-fg
1	2 3
second
third
機密
note
remark
box
EOF
sed -i "s/\xc2\xa0/ /" out
same 'RTF as a document (B152)' out want
is 'its places' "$(places r.doc)" "$(printf '%s ' \
	ページ=1 対象=本文 ページ=2 対象=本文 ページ=3 対象=本文 \
	部分=ヘッダー・フッター 対象=本文 部分=脚注 対象=本文 \
	ページ=3 対象=コメント ページ=3 対象=図形)"
awk 'BEGIN { printf "{\\rtf1 "; for (i = 0; i < 100000; i++) printf "{" }' \
	>deep.doc
is 'groups without end are broken' "$(why deep.doc)" \
	"$BROKEN（詳細: RTF: groups too deep）"
printf '{\\rtf1 cut {\\b of' >cut.doc
is 'RTF that was cut off gives what there is' "$(text cut.doc)" 'cut of'
cp r.doc r.rtf
is 'by hand it is read under its own name' "$(text r.rtf | head -n 1)" 日本表定
is 'RTF is no presentation' "$(verdict r.doc ppt)" "$PPT"
is 'nor a workbook' "$(verdict r.doc xls)" "$BROKEN（詳細: RTF）"

# ---- Excel: lines and web pages

printf 'TC15-5,\222\206\220g\202\315 CSV\r\n\r\na\tb\t\tc\n00123\n' >csv.xls
printf 'A1\tTC15-5,中身は CSV\nA3\ta\nB3\tb\nD3\tc\nA4\t00123\n' >want
text csv.xls >out
same 'a CSV called .xls: a line is one cell, a TAB the next' out want
is 'its sheet is called as the file' "$(places csv.xls)" 'シート=csv 対象=本文 '
printf '\357\273\277\343\201\202\n' >'a[1]とても長い名前の表ですから三十一文字で切られますよここまで続く.xls'
is 'cut to 31, without what a sheet name cannot hold' \
	"$(places a*.xls)" 'シート=a_1_とても長い名前の表ですから三十一文字で切られますよここ 対象=本文 '
is 'UTF-8 by its mark' "$(text a*.xls)" "$(printf 'A1\tあ')"

iconv -t CP932 >web.xls <<'EOF'
<html><head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"></head>
<body>一覧<table><tr><th>品名</th><th colspan=2>数量<br>（個）</th><th>備考</th></tr>
<tr><td rowspan="2">鉛筆</td><td>1,200</td><td></td><td>&lt;黒&gt;</td></tr>
<tr><td>x</td></tr></table>
<table><tr><td>二つ目</td></tr></table></body></html>
EOF
printf 'A1\t一覧\nA2\t品名\nB2\t数量\342\200\250（個）\nD2\t備考\n' >want
printf 'A3\t鉛筆\nB3\t1,200\nD3\t<黒>\nB4\tx\nA6\t二つ目\n' >>want
text web.xls >out
same 'a web page called .xls: its tables (B080)' out want
is 'a web page called .xlsx' "$(verdict web.xls xlsx)" "$BROKEN（詳細: HTML）"
printf '<table><tr><td colspan=99999999 rowspan=99999999>x<td>y</table>' >big.xls
is 'a cell over all columns' "$(text big.xls)" "$(printf 'A1\tx')"
done_testing
