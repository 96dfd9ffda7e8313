#!/usr/bin/env python3
"""pdfcid.py: makes libcommon/doc/pdf/pdfcid_{japan1,gb1,cns1,korea1}.c

usage: pdfcid.py japan1 /usr/share/poppler/cMap/Adobe-Japan1/Adobe-Japan1-UCS2

The input is a CMap of Adobe's cmap-resources (BSD-3-Clause; Debian package
poppler-data): the characters of each CID of a collection.
"""
import re
import sys
import unicodedata

NOTICE = """\
/*
 * pdfcid_%s.c: made by contrib/tables/pdfcid.py, not to be edited.
 *
 * The data are from Adobe's cmap-resources:
 *
%s
 */
"""


def read(path):
    """-> {cid: text}, notice lines"""
    table, notice = {}, []
    for line in open(path, encoding='ascii'):
        if line.startswith('%%Copyright:'):
            notice.append(line[12:].strip())
        m = re.match(r'<(\w+)>\s*(?:<(\w+)>)?\s*<(\w+)>\s*$', line)
        if not m:
            continue
        lo = int(m[1], 16)
        hi = int(m[2] or m[1], 16)
        text = bytes.fromhex(m[3]).decode('utf-16-be')
        for cid in range(lo, hi + 1):
            table[cid] = text[:-1] + chr(ord(text[-1]) + cid - lo)
    return table, notice


def plain(text):
    """Variants are their character; radicals are ideographs."""
    text = ''.join(c for c in text if not 0xE0100 <= ord(c) <= 0xE01EF)
    return ''.join(unicodedata.normalize('NFKC', c)
                   if 0x2E80 <= ord(c) <= 0x2FDF else c for c in text)


def main():
    name = sys.argv[1]
    table, notice = read(sys.argv[2])
    end = max(table) + 1
    units, more = [], []
    for cid in range(end):
        text = plain(table.get(cid, ''))
        raw = text.encode('utf-16-be')
        if len(raw) == 2:
            units.append(int.from_bytes(raw, 'big'))
        else:
            units.append(0)
            if raw:
                more.append((cid, raw))
    assert max(len(raw) for _, raw in more) <= 16
    out = [NOTICE % (name, '\n'.join((' * ' + n).rstrip() for n in notice)),
           '#include "doc/pdf/pdfcid_int.h"\n\n',
           '/* clang-format off */\n',
           'static const uint16_t unit[] = {\n']
    for i in range(0, end, 10):
        out.append('\t%s,\n' % ', '.join('0x%04x' % u
                                         for u in units[i:i + 10]))
    out.append('};\n\nstatic const struct pdfcid_more more[] = {\n')
    for cid, raw in more:
        cells = [raw[i:i + 2].hex() for i in range(0, len(raw), 2)]
        out.append('\t{ %d, { %s } },\n'
                   % (cid, ', '.join('0x' + c for c in cells)))
    out.append('};\n/* clang-format on */\n\n'
               'const struct pdfcid_table pdfcid_%s = {\n'
               '\tunit, sizeof(unit) / sizeof(unit[0]), more,\n'
               '\tsizeof(more) / sizeof(more[0])\n};\n' % name)
    sys.stdout.write(''.join(out))


main()
