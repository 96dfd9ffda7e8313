#!/bin/sh
# .pdf: a place a page, a line a visual line (extraction.md 11).
. "${0%/*}/../lib.sh"

mk <<'PY'
import base64
from mkpdf import *

F = {"F1": HELVETICA}

def at(x, y, text, size=12):
    return b"BT /F1 %d Tf %g %g Td %s Tj ET\n" % (size, x, y, text)

# three pages, the second empty, the third a picture
objs = doc(at(72, 700, b"(first page)"), fonts=F)
objs[2] = b"<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R 6 0 R] /Count 4 >>"
objs[4] = b"<< /Type /Page /Parent 2 0 R >>"
objs[5] = b"<< /Type /Page /Parent 2 0 R /Contents 7 0 R /Resources << /XObject << /I 8 0 R >> >> >>"
objs[6] = b"<< /Type /Page /Parent 2 0 R /Contents 9 0 R /Resources << /Font << /F1 10 0 R >> >> >>"
objs[7] = stream(b"q 100 0 0 100 0 0 cm /I Do Q BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q")
objs[8] = b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /Length 1 /Filter /DCTDecode >>\nstream\nx\nendstream"
objs[9] = stream(at(72, 700, b"(page four)"))
pdf("pages.pdf", objs)
pdf("scan.pdf", {k: objs[k] if k != 2 else b"<< /Type /Pages /Kids [5 0 R] /Count 1 >>" for k in (1, 2, 5, 7, 8)})

# words, lines, gaps, kerning, raised figures, two columns in their order
page("lines.pdf", b"BT /F1 12 Tf 72 700 Td [(Hel) 20 (lo) -400 (wor) 15 (ld)] TJ 0 -14 Td (next line) Tj ET\n"
     + at(72, 660, b"(m)") + b"BT /F1 7 Tf 82 665 Td (2) Tj ET\n" + at(72, 640, b"(Spread)")
     + at(300, 640, b"(columns)") + b"BT /F1 12 Tf 14 TL 72 600 Td (one) Tj T* (two) Tj (three) ' 3 1 (f o) \" ET\n"
     + at(72, 500, b"(   )") + b"q 0 1 -1 0 300 300 cm " + at(0, 0, b"(turned)") + b"Q", fonts=F)

# Japanese: a wrapped paragraph, one that is not, vertical writing, single glyphs of a column
def ja(x, y, text, f=b"/F2", size=10):
    return b"BT %s %d Tf %g %g Td <%s> Tj ET\n" % (f, size, x, y, text.encode("utf-16-be").hex().encode())

f2, o2 = type0("UniJIS-UTF16-H", num=40)
f3, o3 = type0("UniJIS-UTF16-V", num=41)
para = "これは一つの段落であり、行の右端で折り返されている。だから言葉は行をまたいで見つ"
lines = [para[i:i + 20] for i in range(0, len(para), 20)] + ["からなければならない。"]
j = b"".join(ja(72, 700 - 15 * i, t) for i, t in enumerate(lines))
j += b"".join(ja(72, 600 - 15 * i, t) for i, t in enumerate(["箇条書きの一つ目", "二つ目は別の行", "三つ目"]))
j += ja(400, 500, "縦書きの本文は上から下へ", b"/F3") + ja(380, 500, "次の列", b"/F3")
j += b"".join(ja(300, 500 - 10 * i, c) for i, c in enumerate("一字ずつ縦に"))
j += b"".join(ja(72 + 13 * i, 300, c) for i, c in enumerate("均等割付"))
j += ja(72, 280, "氏名") + ja(200, 280, "住所")
page("ja.pdf", j, fonts={"F2": f2, "F3": f3}, objs={**o2, **o3})

# forms, optional content, marked content
form = (b"<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [1 0 0 1 0 100] "
        b"/Resources << /Font << /F1 10 0 R >> /XObject << /Self 50 0 R >> >> /Length %d >>\nstream\n%s\nendstream")
inner = at(10, 10, b"(in a form)") + b"/Self Do"
objs = doc(b"/Fm Do /OC /off BDC " + at(72, 700, b"(switched off)") + b"EMC /OC /on BDC " + at(72, 680, b"(shown)")
           + b"EMC /Span << /ActualText <FEFF898B7A4D> >> BDC " + at(72, 660, b"(x1x)") + b"EMC "
           + at(72, 640, b"(after)"), fonts=F,
           resources=b"/XObject << /Fm 50 0 R >> /Properties << /off 51 0 R /on 52 0 R >>",
           objs={50: form % (len(inner), inner), 51: b"<< /Type /OCG /Name (a) >>", 52: b"<< /Type /OCG /Name (b) >>"},
           root=b"/OCProperties << /OCGs [51 0 R 52 0 R] /D << /OFF [51 0 R] >> >>")
pdf("form.pdf", objs)

# fields and notes
ap = b"<< /Type /XObject /Subtype /Form /BBox [0 0 99 20] /Resources << /Font << /F1 10 0 R >> >> /Length %d >>\nstream\n%s\nendstream"
w = at(2, 2, b"(field shown)")
objs = doc(at(72, 700, b"(form)"), fonts=F, page_extra=b"/Annots [60 0 R 61 0 R 62 0 R 63 0 R 64 0 R]", objs={
    60: b"<< /Subtype /Widget /FT /Tx /V (not this) /Rect [10 600 99 620] /AP << /N 65 0 R >> >>",
    61: b"<< /Subtype /Widget /FT /Tx /V <FEFF5024> /Rect [10 500 99 520] >>",
    62: b"<< /Subtype /Text /Contents (a note\rin two lines) /Rect [10 400 99 420] >>",
    63: b"<< /Subtype /Text /F 2 /Contents (hidden note) /Rect [10 400 99 420] >>",
    64: b"<< /Subtype /Link /Contents (a link) /Rect [10 400 99 420] >>",
    65: ap % (len(w), w)})
pdf("annot.pdf", objs)

# every filter, alone and in a row
text = at(72, 700, b"(filtered)")
a85 = base64.a85encode(text) + b"~>"
hexa = text.hex().encode() + b">"
rl = b"".join(bytes([len(text[i:i + 100]) - 1]) + text[i:i + 100] for i in range(0, len(text), 100)) + b"\x80"
def lzw(data):
    bits, table, width, w = [], {bytes([i]): i for i in range(256)}, 9, b""
    emit = lambda c: bits.append((c, width))
    emit(256)
    for b in data:
        if w + bytes([b]) in table:
            w += bytes([b])
            continue
        emit(table[w])
        table[w + bytes([b])] = len(table) + 2
        if len(table) + 2 + 1 > 1 << width:
            width += 1
        w = bytes([b])
    emit(table[w])
    emit(257)
    n = "".join(format(c, "0%db" % k) for c, k in bits)
    n += "0" * (-len(n) % 8)
    return bytes(int(n[i:i + 8], 2) for i in range(0, len(n), 8))
long_ = text + b"% " + bytes(range(48, 90)) * 60
png = b"".join(b"\2" + bytes((a - b) & 255 for a, b in zip(text[i:i + 8].ljust(8), (bytes(8) + text)[i:i + 8].ljust(8)))
               for i in range(0, len(text), 8))
for name, data, extra in [("a85", a85, b"/Filter /ASCII85Decode"), ("hex", hexa, b"/Filter [/ASCIIHexDecode]"),
        ("rl", rl, b"/Filter /RunLengthDecode"), ("lzw", lzw(long_), b"/Filter /LZWDecode"),
        ("row", base64.a85encode(zlib.compress(text)) + b"~>", b"/Filter [/A85 /Fl] /DecodeParms [null null]"),
        ("png", zlib.compress(png), b"/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 8 >>"),
        ("cut", zlib.compress(text + bytes(500))[:-9], b"/Filter /FlateDecode"),
        ("crc", zlib.compress(text)[:-4] + b"bad!", b"/Filter /FlateDecode"),
        ("head", b"\r\n" + zlib.compress(text), b"/Filter /FlateDecode")]:
    page("filter-%s.pdf" % name, stream(data, extra), fonts=F)

# object streams, a cross-reference stream, an update of a table
objs = doc(at(72, 700, b"(packed)"), fonts=F)
inside = {k: v for k, v in objs.items() if b"stream" not in v}
heads, bodies = b"", b""
for k, v in inside.items():
    heads += b"%d %d " % (k, len(bodies))
    bodies += v + b" "
objs = {k: v for k, v in objs.items() if k not in inside}
objs[80] = stream(heads + bodies, b"/Type /ObjStm /N %d /First %d" % (len(inside), len(heads)), flate=True)
out, off = body(objs)
rows, n = b"", 82
off[81] = len(out)
for k in range(n):
    rows += (b"\2" + (80).to_bytes(4, "big") + bytes([list(inside).index(k)]) if k in inside
             else b"\1" + off[k].to_bytes(4, "big") + b"\0" if k in off else bytes(6))
out += b"81 0 obj\n" + stream(rows, b"/Type /XRef /W [1 4 1] /Size %d /Root 1 0 R" % n, flate=True) + b"\nendobj\n"
open("objstm.pdf", "wb").write(out + b"startxref\n%d\n%%%%EOF\n" % off[81])
open("objstm-lost.pdf", "wb").write(out)
open("objstm-shift.pdf", "wb").write(b"%junk\n" * 100 + out + b"startxref\n%d\n%%%%EOF\n" % off[81])

objs = doc(at(72, 700, b"(old text)"), fonts=F)
pdf("old.pdf", objs)
old = open("old.pdf", "rb").read()
start = len(old)
new = old + b"30 0 obj\n" + stream(at(72, 700, b"(new text)")) + b"\nendobj\n"
x = len(new)
new += b"xref\n30 1\n%010d 00000 n \ntrailer\n<< /Size 31 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (
    start, old.index(b"xref\n"), x)
open("update.pdf", "wb").write(new)
open("other.doc", "wb").write(new)
open("other.xlsx", "wb").write(new)
open("cut.pdf", "wb").write(old[:old.index(b"xref\n") - 5])
open("nothing.pdf", "wb").write(b"%PDF-1.7\nnothing here\n")
open("empty.pdf", "wb").write(b"")
open("text.pdf", "wb").write("ただの文章\n".encode())

# nesting without end, and a form that is drawn in every form
open("deep.pdf", "wb").write(b"%PDF-1.4\n1 0 obj\n" + b"[" * 200000 + b"\nendobj\n")
page("deep2.pdf", b"q " * 5000 + at(72, 700, b"(deep)") + b"Q " * 6000 + at(72, 650, b"(out)"), fonts=F)
PY

text() {
	tb-extract --text "$1" 2>/dev/null | tr '\n' '|'
}

run tb-extract pages.pdf
is 'pages with text are places, by position' \
	"$(grep -v '^. 更新日時' out | tail -n +5 | tr '\036\n' '~|')" \
	'~ サイズ='"$(wc -c <pages.pdf)"'|~ 種類=PDF|~ 部分=ページ001|~ 対象=本文|first page|~ 部分=ページ004|~ 対象=本文|page four|~ 終わり=2|~ 以上=1|'
run tb-extract scan.pdf
is 'pictures only: done, without places' "$status $(grep -c '終わり=0' out)" '0 1'
is 'lines and words' "$(text lines.pdf)" \
	'Hello world|next line|m2|Spread columns|one|two|three|f o|turned|'
is 'a paragraph is one line, a list is not; columns go down' "$(text ja.pdf)" \
	'これは一つの段落であり、行の右端で折り返されている。だから言葉は行をまたいで見つからなければならない。|箇条書きの一つ目|二つ目は別の行|三つ目|縦書きの本文は上から下へ|次の列|一字ずつ縦に|均等割付|氏名 住所|'
is 'forms, optional content, ActualText' "$(text form.pdf)" \
	'in a form|shown|見積|after|'
is 'fields as shown, else by value; notes' "$(text annot.pdf)" \
	'form|field shown|値|a note|in two lines|'
for f in a85 hex rl lzw row png cut crc head; do
	is "filter: $f" "$(text filter-$f.pdf)" 'filtered|'
done
is 'object streams' "$(text objstm.pdf)" 'packed|'
is 'the same without startxref' "$(text objstm-lost.pdf)" 'packed|'
is 'the same with every place shifted' "$(text objstm-shift.pdf)" 'packed|'
is 'an update' "$(text update.pdf)" 'new text|'
is 'under another name' "$(text other.doc)" 'new text|'
is 'where it has pages as others of that name' \
	"$(tb-extract other.doc | grep -c 'ページ=1')" 1
run tb-extract other.xlsx
is 'but a book it is not' "$status $(grep -c '失敗=.*PDF' out)" '1 1'
is 'the end cut off' "$(text cut.pdf)" 'old text|'
for f in nothing empty text; do
	run tb-extract "$f.pdf"
	is "no PDF: $f" "$status $(grep -c '失敗=' out)" '1 1'
done
run tb-extract deep.pdf
is 'nesting without end' "$status" 1
is 'q without end' "$(text deep2.pdf)" 'deep|out|'
done_testing
