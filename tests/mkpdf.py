"""mkpdf.py: small PDF files for the tests, written object by object.

pdf("a.pdf", {1: b"<< /Type /Catalog ... >>", 4: stream(b"BT ... ET")})
page("b.pdf", b"BT /F1 12 Tf 72 700 Td (text) Tj ET", fonts={"F1": HELVETICA})
"""
import hashlib
import zlib

HELVETICA = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def stream(data, extra=b"", length=None, flate=False):
    if flate:
        data = zlib.compress(data)
        extra += b" /Filter /FlateDecode"
    return b"<< /Length %s %s >>\nstream\n%s\nendstream" % (
        str(len(data) if length is None else length).encode()
        if not isinstance(length, bytes) else length, extra, data)


def body(objs, out=b"%PDF-1.7\n"):
    """-> the objects as bytes, {number: offset}"""
    at = {}
    for num, text in objs.items():
        at[num] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (num, text)
    return out, at


def pdf(name, objs, trailer=b"/Root 1 0 R", xref=True, tail=None, head=b""):
    out, at = body(objs)
    if xref:
        start = len(out)
        end = max(objs) + 1
        out += b"xref\n0 %d\n0000000000 65535 f \n" % end
        for n in range(1, end):
            out += (b"%010d 00000 n \n" % at[n] if n in at
                    else b"0000000000 00000 f \n")
        out += b"trailer\n<< /Size %d %s >>\n" % (end, trailer)
        out += tail if tail is not None else b"startxref\n%d\n%%%%EOF\n" % start
    open(name, "wb").write(head + out)


def doc(contents, fonts={}, resources=b"", page_extra=b"", objs={}, root=b""):
    """The objects of a document of one page; fonts are objects or their text."""
    all_ = {1: b"<< /Type /Catalog /Pages 2 0 R %s >>" % root,
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>"}
    names, n = b"", 10
    for key, text in fonts.items():
        if isinstance(text, bytes):
            all_[n] = text
            text, n = n, n + 1
        names += b"/%s %d 0 R " % (key.encode(), text)
    if isinstance(contents, bytes):
        contents = [contents]
    refs = b""
    for i, c in enumerate(contents):
        all_[30 + i] = c if b"endstream" in c else stream(c)
        refs += b"%d 0 R " % (30 + i)
    all_[3] = (b"<< /Type /Page /Parent 2 0 R /Resources << /Font << %s >> %s >> "
               b"/Contents [ %s ] %s >>" % (names, resources, refs, page_extra))
    all_.update(objs)
    return all_


def page(name, contents, **kw):
    out = {k: kw.pop(k) for k in ("trailer", "xref", "tail", "head") if k in kw}
    pdf(name, doc(contents, **kw), **out)


def type0(cmap, ordering="Japan1", tounicode=None, descendant=b"", num=20):
    """-> font text and the object of its descendant"""
    info = b"<< /Registry (Adobe) /Ordering (%s) /Supplement 6 >>" % ordering.encode()
    font = (b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding %s "
            b"/DescendantFonts [%d 0 R] %s >>" % (
                cmap if isinstance(cmap, bytes) else b"/" + cmap.encode(), num,
                b"/ToUnicode %d 0 R" % tounicode if tounicode else b""))
    kid = (b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X "
           b"/CIDSystemInfo %s /DW 1000 %s >>" % (info, descendant))
    return font, {num: kid}


def tounicode(chars=b"", ranges=b"", space=b"<0000> <ffff>"):
    text = (b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
            b"1 begincodespacerange %s endcodespacerange\n" % space)
    if chars:
        text += b"1 beginbfchar\n%s\nendbfchar\n" % chars
    if ranges:
        text += b"1 beginbfrange\n%s\nendbfrange\n" % ranges
    return stream(text + b"endcmap end end")


# ---- protection ----

PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def rc4(key, data):
    s, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    i = j = 0
    for b in data:
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out.append(b ^ s[(s[i] + s[j]) & 255])
    return bytes(out)


def _sbox():
    p = q = 1
    box = [0] * 256
    box[0] = 0x63
    while True:
        p = p ^ ((p << 1) & 255) ^ (0x1b if p & 0x80 else 0)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 255
        if q & 0x80:
            q ^= 9
        x = q
        for r in range(1, 5):
            x ^= ((q << r) | (q >> (8 - r))) & 255
        box[p] = x ^ 0x63
        if p == 1:
            return box


SBOX = _sbox()
MUL2 = [((x << 1) ^ (0x11b if x & 0x80 else 0)) & 255 for x in range(256)]


def _expand(key):
    n, rounds = len(key) // 4, len(key) // 4 + 6
    w, rcon = [list(key[4 * i:4 * i + 4]) for i in range(n)], 1
    for i in range(n, 4 * (rounds + 1)):
        t = list(w[-1])
        if i % n == 0:
            t = [SBOX[b] for b in t[1:] + t[:1]]
            t[0] ^= rcon
            rcon = MUL2[rcon]
        elif n > 6 and i % n == 4:
            t = [SBOX[b] for b in t]
        w.append([a ^ b for a, b in zip(w[i - n], t)])
    return [sum(w[4 * r:4 * r + 4], []) for r in range(rounds + 1)]


def _block(keys, s):
    s = [a ^ b for a, b in zip(s, keys[0])]
    for r, k in enumerate(keys[1:], 1):
        s = [SBOX[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if r < len(keys) - 1:
            m = []
            for c in range(0, 16, 4):
                a = s[c:c + 4]
                x = a[0] ^ a[1] ^ a[2] ^ a[3]
                m += [a[i] ^ x ^ MUL2[a[i] ^ a[(i + 1) % 4]] for i in range(4)]
            s = m
        s = [a ^ b for a, b in zip(s, k)]
    return s


def aes_cbc(key, iv, data, pad=True):
    if pad:
        n = 16 - len(data) % 16
        data += bytes([n]) * n
    keys, out, last = _expand(key), bytearray(), list(iv)
    for i in range(0, len(data), 16):
        last = _block(keys, [a ^ b for a, b in zip(data[i:i + 16], last)])
        out += bytes(last)
    return bytes(out)


def hash6(password, salt, udata=b""):
    k = hashlib.sha256(password + salt + udata).digest()
    i = 0
    while True:
        e = aes_cbc(k[:16], k[16:32], (password + k + udata) * 64, False)
        k = [hashlib.sha256, hashlib.sha384, hashlib.sha512][sum(e[:16]) % 3](e).digest()
        i += 1
        if i >= 64 and e[-1] <= i - 32:
            return k[:32]


def protect(objs, method, id_=b"0123456789abcdef", password=b"", p=-44, length=128,
            meta=True):
    """Enciphers the streams of objs; -> objs and the trailer's text.

    method: RC4-40, RC4, AESV2, AESV3 (revision 6), AESV3-5 (revision 5)."""
    objs = dict(objs)
    hexs = lambda b: b"<" + b.hex().encode() + b">"
    if method.startswith("AESV3"):
        key = bytes(range(32))
        h = ((lambda s: hash6(password, s)) if method == "AESV3" else
             (lambda s: hashlib.sha256(password + s).digest()))
        u = h(b"validate") + b"validate" + b"key salt"
        ue = aes_cbc(h(b"key salt"), bytes(16), key, False)
        enc = (b"/Filter /Standard /V 5 /R %d /Length 256 /P %d /U %s /UE %s /O %s /OE %s "
               b"/CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF" % (
                   6 if method == "AESV3" else 5, p, hexs(u), hexs(ue), hexs(bytes(48)),
                   hexs(bytes(32))))
    else:
        r = {"RC4-40": 2, "RC4": 3, "AESV2": 4}[method]
        n = 5 if r == 2 else length // 8
        o = bytes(range(32))
        md = (password + PAD)[:32] + o + (p & 0xffffffff).to_bytes(4, "little") + id_
        if r == 4 and not meta:
            md += b"\xff" * 4
        key = hashlib.md5(md).digest()
        if r > 2:
            for _ in range(50):
                key = hashlib.md5(key[:n]).digest()
        key = key[:n]
        if r == 2:
            u = rc4(key, PAD)
        else:
            u = hashlib.md5(PAD + id_).digest()
            for i in range(20):
                u = rc4(bytes(b ^ i for b in key), u)
            u += bytes(16)
        enc = b"/Filter /Standard /V %d /R %d /Length %d /P %d /O %s /U %s" % (
            {2: 1, 3: 2, 4: 4}[r], r, n * 8, p, hexs(o), hexs(u))
        if r == 4:
            enc += (b" /CF << /StdCF << /CFM /AESV2 /Length 16 >> >> /StmF /StdCF "
                    b"/StrF /StdCF%s" % (b"" if meta else b" /EncryptMetadata false"))
    for num, text in objs.items():
        if b"stream\n" not in text:
            continue
        head, data = text.split(b"stream\n", 1)
        data = data[:-len(b"\nendstream")]
        salt = num.to_bytes(3, "little") + b"\0\0"
        if method.startswith("AESV3"):
            data = b"i" * 16 + aes_cbc(key, b"i" * 16, data)
        elif method == "AESV2":
            k = hashlib.md5(key + salt + b"sAlT").digest()
            data = b"i" * 16 + aes_cbc(k, b"i" * 16, data)
        else:
            k = hashlib.md5(key + salt).digest()[:min(16, len(key) + 5)]
            data = rc4(k, data)
        head = head.replace(b"/Length ", b"/WasLength ", 1)
        objs[num] = (head.replace(b"<<", b"<< /Length %d" % len(data), 1) + b"stream\n" +
                     data + b"\nendstream")
    objs[90] = b"<< %s >>" % enc
    return objs, (b"/Root 1 0 R /Encrypt 90 0 R" +
                  (b" /ID [%s %s]" % (hexs(id_), hexs(id_)) if id_ else b""))
