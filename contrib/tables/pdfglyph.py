#!/usr/bin/env python3
"""pdfglyph.py: makes libcommon/doc/pdf/pdfglyph_list.c

usage: pdfglyph.py glyphlist.txt

The input is the Adobe Glyph List (BSD-3-Clause), as such or inside another
file: fontTools/agl.py of the Debian package python3-fonttools.
"""
import re
import sys

NOTICE = """\
/*
 * pdfglyph_list.c: made by contrib/tables/pdfglyph.py, not to be edited.
 *
 * The data are the Adobe Glyph List:
 *
%s
 */
"""


def main():
    names, notice, seen = {}, [], False
    for line in open(sys.argv[1], encoding='utf-8'):
        if line.startswith('# Copyright') and not names:
            seen = True
        if line.startswith('# ---'):
            seen = seen and not notice
        if seen and line.startswith('#'):
            notice.append(line[1:].strip())
        m = re.match(r'(\w+);([0-9A-F]{4})$', line)
        if m:
            names.setdefault(m[1], int(m[2], 16))
    order = sorted(names, key=lambda n: n.encode())
    out = [NOTICE % '\n'.join((' * ' + n).rstrip() for n in notice),
           '#include "doc/pdf/pdfglyph_int.h"\n\n',
           'const uint32_t pdfglyph_list_n = %d;\n\n' % len(order),
           '/* clang-format off */\n',
           'const struct pdfglyph_name pdfglyph_list[%d] = {\n' % len(order)]
    out += ['\t{ "%s", 0x%04x },\n' % (n, names[n]) for n in order]
    out.append('};\n/* clang-format on */\n')
    sys.stdout.write(''.join(out))


main()
