#!/bin/sh
# What other readers of PDF got wrong, by the numbers of the public reports
# that we keep, with neighbours of each.
. "${0%/*}/../lib.sh"

mk <<'PY'
from mkpdf import *

def show(text, at=b"72 700", size=b"12"):
    return b"BT /F1 %s Tf %s Td %s Tj ET\n" % (size, at, text)

# B155: predefined CMaps, nothing embedded, no ToUnicode
for name, enc, text in [("90ms-RKSJ-H", "cp932", "見積書①ｱ"), ("90ms-RKSJ-V", "cp932", "見積書"),
                        ("90msp-RKSJ-H", "cp932", "見積A1"), ("UniJIS-UTF16-H", "utf-16-be", "見積𠮷野"),
                        ("UniJIS-UCS2-H", "utf-16-be", "見積書"), ("EUC-H", "euc_jp", "見積ｱA"),
                        ("UniJIS-UTF8-H", "utf-8", "見積A"), ("UniJIS-UTF32-H", "utf-32-be", "見積𠮷"),
                        ("GBK-EUC-H", "gbk", "报价单"), ("ETen-B5-H", "big5", "報價單"),
                        ("KSCms-UHC-H", "cp949", "견적서")]:
    font, objs = type0(name)
    page("b155-%s.pdf" % name, show(b"<%s>" % text.encode(enc).hex().encode()), fonts={"F1": font}, objs=objs)
font, objs = type0("H")
page("b155-H.pdf", show(b"<%s>" % bytes(b & 0x7f for b in "見積書".encode("euc_jp")).hex().encode()),
     fonts={"F1": font}, objs=objs)

# B157: CIDs of a known collection (東 3174 京 1688 of Adobe-Japan1)
for ordering in ("Japan1", "Identity"):
    font, objs = type0("Identity-H", ordering)
    page("b157-%s.pdf" % ordering, show(b"<%04x%04x>" % (3174, 1688)), fonts={"F1": font}, objs=objs)

# B158: ToUnicode for codes of one byte, the font's have two
font, objs = type0("Identity-H", "Japan1", tounicode=21)
objs[21] = tounicode(ranges=b"<00> <ff> <0041>", space=b"<00> <ff>")
page("b158.pdf", show(b"<%04x%04x>" % (3174, 1688)), fonts={"F1": font}, objs=objs)
# the reverse is common, and means what it says
page("b158-simple.pdf", show(b"(\\001\\002)"), fonts={"F1": HELVETICA[:-2] + b"/ToUnicode 21 0 R >>"},
     objs={21: tounicode(b"<0001> <898b> <0002> <7a4d>")})

# B160: radicals and compatibility ideographs
font, objs = type0("Identity-H", "Identity", tounicode=21)
objs[21] = tounicode(b"<0001> <2f00> <0002> <2f45> <0003> <2f42> <0004> <2eac> <0005> <f98e> <0006> <fb01>")
page("b160.pdf", show(b"<000100020003000400050006>"), fonts={"F1": font}, objs=objs)

# B161: everything twice, exactly and with a small shift
page("b161.pdf", b"".join(show(b"(%c)" % c, b"%d 700" % (72 + 8 * i)) * 2 for i, c in enumerate(b"TOTAL"))
     + show(b"(Fat text)", b"72 650") + show(b"(Fat text)", b"72.3 650")
     + show(b"(aa bb)", b"72 600"), fonts={"F1": HELVETICA})

# B163, B164: invisible text; the mode is not text's alone
page("b163.pdf", b"3 Tr " + show(b"(hidden ocr)") + b"q 7 Tr " + show(b"(clip)", b"72 650") + b"Q "
     + show(b"(still three)", b"72 600"), fonts={"F1": HELVETICA})
t3 = (b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 "
      b"/LastChar 66 /Widths [80 80] /CharProcs << >> /Encoding << /Differences [65 /x1 /x2] >> /ToUnicode 21 0 R >>")
page("b163-type3.pdf", show(b"(AB)"), fonts={"F1": t3},
     objs={21: tounicode(b"<41> <898b> <42> <7a4d>", space=b"<00> <ff>")})

# B166: a page tree that leads back to its root
objs = doc(show(b"(page one)"), fonts={"F1": HELVETICA})
objs[2] = b"<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 9 >>"
objs[5] = b"<< /Type /Pages /Parent 2 0 R /Kids [6 0 R 2 0 R 5 0 R] /Count 3 >>"
objs[6] = b"<< /Type /Page /Parent 5 0 R /Contents 7 0 R /Resources << /Font << /F1 10 0 R >> >> >>"
objs[7] = stream(show(b"(page two)"))
pdf("b166.pdf", objs)

# B167: a length that is the stream itself; one that lies; none
for key, length in (("self", b"30 0 R"), ("long", b"99999"), ("short", b"3"), ("none", b"null"), ("minus", b"-7")):
    objs = doc(stream(show(b"(length)"), length=length), fonts={"F1": HELVETICA})
    pdf("b167-%s.pdf" % key, objs)

# B169: borders of content streams
page("b169.pdf", [b"1 0 0 1 10", b"20 cm " + show(b"(moved)"), b"BT /F1 12 Tf 72 600 Td (cut) Tj", b"ET",
                  b"BT /F1 12 Tf 72 500 Td (two", b"parts) Tj ET " + show(b"(rest)", b"72 400")], fonts={"F1": HELVETICA})

# B170: lines that go on
page("b170.pdf", show(b"(ab\\\r\ncd)") + show(b"(ef\\\ngh)", b"72 650") + show(b"(ij\\\rkl)", b"72 600")
     + show(b"(p\\(q\\)\\\\r\\101\\7z (nested (deep)))", b"72 550"), fonts={"F1": HELVETICA})

# B172, B173: where the cross references are said to be
for i, tail in enumerate([b"startxref\n-1\n%%EOF\n", b"startxref\n1000000000000\n%%EOF\n", b"startxref\n7\n%%EOF\n",
                          b"", b"startxref\n"]):
    page("b172-%d.pdf" % i, show(b"(found)"), fonts={"F1": HELVETICA}, tail=tail)
objs = doc(show(b"(found)"), fonts={"F1": HELVETICA})
out, at = body(objs)
open("b173.pdf", "wb").write(out + b"\r\r  \r  trailer \r\n\r <</Root 1 0 R>> \r")
open("b173-none.pdf", "wb").write(out)
page("b173-head.pdf", show(b"(found)"), fonts={"F1": HELVETICA}, head=b"\xef\xbb\xbfmail header\r\n\r\n")

# B175, B176: protected, but open to everybody
plain = doc(stream(show(b"(secret no more)"), flate=True), fonts={"F1": HELVETICA})
for method in ("RC4-40", "RC4", "AESV2", "AESV3", "AESV3-5"):
    for p in (-44, -3904):
        objs, trailer = protect(plain, method, p=p)
        pdf("b175-%s-%d.pdf" % (method, p & 0xffff), objs, trailer)
objs, trailer = protect(plain, "AESV2", meta=False)
pdf("b175-meta.pdf", objs, trailer)
objs, trailer = protect(plain, "RC4", id_=b"")
pdf("b176.pdf", objs, trailer)
for method in ("RC4-40", "RC4", "AESV2", "AESV3"):
    objs, trailer = protect(plain, method, password=b"locked")
    pdf("b175-locked-%s.pdf" % method, objs, trailer)
objs = dict(plain)
objs[90] = b"<< /Filter /MicrosoftIRMServices /V 1 >>"
pdf("b175-irm.pdf", objs, b"/Root 1 0 R /Encrypt 90 0 R")

# B178: a TrueType font without Encoding; encodings by name and by difference
TT = b"<< /Type /Font /Subtype /TrueType /BaseFont /Arial %s >>"
page("b178.pdf", show(b"(\\223quoted\\224)"), fonts={"F1": TT % b""})
page("b178-mac.pdf", show(b"(caf\\216)"), fonts={"F1": TT % b"/Encoding /MacRomanEncoding"})
page("b178-diff.pdf", show(b"(abcd\\001)"), fonts={"F1": TT % (
    b"/Encoding << /Differences [97 /uni898B /u7A4D /f_f_i /A.alt 1 /Euro] >>")})
page("b178-symbol.pdf", show(b"(abW)"), fonts={"F1": b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>"})
PY

text() {
	tb-extract --text "$1" 2>/dev/null | tr '\n' '|'
}

is 'B155: 90ms-RKSJ-H' "$(text b155-90ms-RKSJ-H.pdf)" '見積書①ｱ|'
is 'B155: 90ms-RKSJ-V' "$(text b155-90ms-RKSJ-V.pdf)" '見積書|'
is 'B155: 90msp-RKSJ-H' "$(text b155-90msp-RKSJ-H.pdf)" '見積A1|'
is 'B155: UniJIS-UTF16-H, a surrogate pair' \
	"$(text b155-UniJIS-UTF16-H.pdf)" '見積𠮷野|'
is 'B155: UniJIS-UCS2-H' "$(text b155-UniJIS-UCS2-H.pdf)" '見積書|'
is 'B155: EUC-H' "$(text b155-EUC-H.pdf)" '見積ｱA|'
is 'B155: H' "$(text b155-H.pdf)" '見積書|'
is 'B155: UniJIS-UTF8-H' "$(text b155-UniJIS-UTF8-H.pdf)" '見積A|'
is 'B155: UniJIS-UTF32-H' "$(text b155-UniJIS-UTF32-H.pdf)" '見積𠮷|'
is 'B155: Chinese' "$(text b155-GBK-EUC-H.pdf; text b155-ETen-B5-H.pdf)" \
	'报价单|報價單|'
is 'B155: Korean' "$(text b155-KSCms-UHC-H.pdf)" '견적서|'
is 'B157: CIDs of Adobe-Japan1' "$(text b157-Japan1.pdf)" '東京|'
run tb-extract b157-Identity.pdf
is 'B157: CIDs of no collection are no text, and no failure' \
	"$status $(grep -c 'ページ' out)" '0 0'
is 'B158: a ToUnicode of the wrong width is not believed' \
	"$(text b158.pdf)" '東京|'
is 'B158: two bytes for one in a simple font are' \
	"$(text b158-simple.pdf)" '見積|'
is 'B160: radicals are ideographs, ligatures letters' \
	"$(text b160.pdf)" '一方文示年fi|'
is 'B161: drawn twice, read once' "$(text b161.pdf)" 'TOTAL|Fat text|aa bb|'
is 'B163: invisible text is text' "$(text b163.pdf)" \
	'hidden ocr|clip|still three|'
is 'B163: of a Type 3 font' "$(text b163-type3.pdf)" '見積|'
run tb-extract b166.pdf
is 'B166: a cycle of pages ends' "$status $(grep -c '^page' out)" '0 2'
ok 'B166: and is told' grep -q '注=' out
for f in self long short none minus; do
	is "B167: a length that is wrong: $f" "$(text b167-$f.pdf)" 'length|'
done
is 'B169: content streams are parted by a blank' "$(text b169.pdf)" \
	'moved|cut|two parts|rest|'
is 'B170: escapes in strings' "$(text b170.pdf)" \
	'abcd|efgh|ijkl|p(q)\rAz (nested (deep))|'
for i in 0 1 2 3 4; do
	is "B172: startxref that is none: $i" "$(text b172-$i.pdf)" 'found|'
done
is 'B173: blanks around the trailer' "$(text b173.pdf)" 'found|'
is 'B173: no trailer at all' "$(text b173-none.pdf)" 'found|'
is 'B173: something before the header' "$(text b173-head.pdf)" 'found|'
for f in b175-RC4-40-6* b175-RC4-6* b175-AES*; do
	is "B175: opens without password: $f" "$(text "$f")" 'secret no more|'
done
is 'B175: metadata left in the clear' "$(text b175-meta.pdf)" \
	'secret no more|'
is 'B176: no ID' "$(text b176.pdf)" 'secret no more|'
for f in b175-locked-*; do
	run tb-extract "$f"
	is "B175: a password is needed: $f" \
		"$status $(grep -c '失敗=読み取りパスワード' out)" '1 1'
done
run tb-extract b175-irm.pdf
is 'B175: rights management' "$status $(grep -c '失敗=' out)" '1 1'
is 'B178: TrueType without Encoding' "$(text b178.pdf)" '“quoted”|'
is 'B178: MacRomanEncoding' "$(text b178-mac.pdf)" 'café|'
is 'B178: Differences by many kinds of names' "$(text b178-diff.pdf)" \
	'見積ffiA€|'
is 'B178: Symbol' "$(text b178-symbol.pdf)" 'αβΩ|'
done_testing
