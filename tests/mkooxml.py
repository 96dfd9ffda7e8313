"""mkooxml: makes small OOXML packages for tests, byte by byte the same each time.

    from mkooxml import *
    xlsx("a.xlsx", {"表": '<row r="1">' + c("A1", "s", 0) + "</row>"},
         sst=si("品名"))
    docx("a.docx", p("本文"))
    pptx("a.pptx", [sp("題名")])
    write_zip("raw.xlsx", {"xl/workbook.xml": "..."})

A skeleton is a dict of part name -> str or bytes; `parts` adds to it or
replaces, and a part set to None is left out.  Nothing checks what it is given:
wrong input is what tests want to make.
"""
import zipfile
from xml.sax.saxutils import escape, quoteattr

XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OD = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_OD = "http://purl.oclc.org/ooxml/officeDocument/relationships"
PKGREL = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
SML = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT_SML = "http://purl.oclc.org/ooxml/spreadsheetml/main"
WML = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT_WML = "http://purl.oclc.org/ooxml/wordprocessingml/main"
PML = "http://schemas.openxmlformats.org/presentationml/2006/main"
DML = "http://schemas.openxmlformats.org/drawingml/2006/main"
XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
WPS = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
THREADED = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
P188 = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"
THREADED_REL = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"


# ---- packages ---------------------------------------------------------------

def write_zip(path, parts, store=False):
    """Writes parts (name -> str as UTF-8, bytes, or None: left out) in order."""
    how = zipfile.ZIP_STORED if store else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(path, "w", how) as z:
        for name, data in parts.items():
            if data is None:
                continue
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.filename = name  # backslashes stay
            info.compress_type = how
            z.writestr(info, data.encode() if isinstance(data, str) else data)


def rels(*items, od=OD):
    """A .rels part; items: (id, kind or whole type, target[, mode])."""
    s = XML + f'<Relationships xmlns="{PKGREL}">'
    for item in items:
        rid, kind, target = item[:3]
        mode = f' TargetMode="{item[3]}"' if len(item) > 3 else ""
        kind = kind if "://" in kind else f"{od}/{kind}"
        s += (f"<Relationship Id={quoteattr(rid)} Type={quoteattr(kind)}"
              f" Target={quoteattr(target)}{mode}/>")
    return s + "</Relationships>"


def content_types(**overrides):
    """[Content_Types].xml that knows xml and rels; enough for every reader."""
    return (XML + f'<Types xmlns="{TYPES}"><Default Extension="rels"'
            ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            + "".join(f'<Override PartName="{k}" ContentType="{v}"/>'
                      for k, v in overrides.items()) + "</Types>")


def merged(base, more):
    base = dict(base)
    for k, v in (more or {}).items():
        base[k] = v
    return base


# ---- Excel ------------------------------------------------------------------

def c(ref, t=None, v=None, s=None, f=None):
    """A cell; v None: no v element.  t "is": an inline string of text v."""
    a = (f' r="{ref}"' if ref else "") + (f' s="{s}"' if s is not None else "")
    fx = f"<f>{escape(f)}</f>" if f is not None else ""
    if t == "is":
        return f'<c{a} t="inlineStr"><is><t>{escape(str(v))}</t></is></c>'
    a += f' t="{t}"' if t else ""
    return f"<c{a}>{fx}" + ("" if v is None else f"<v>{escape(str(v))}</v>") + "</c>"


def row(n, *cells, attrs=""):
    return f"<row{'' if n is None else f' r={chr(34)}{n}{chr(34)}'}{attrs}>" \
        + "".join(cells) + "</row>"


def si(*texts):
    """The items of a shared string table, plain texts."""
    return "".join(f'<si><t xml:space="preserve">{escape(t)}</t></si>' for t in texts)


def sst_part(items, ns=SML):
    return XML + f'<sst xmlns="{ns}">{items}</sst>'


def sheet_part(rows, before="", after="", ns=SML, od=OD):
    """A worksheet; before and after stand around sheetData."""
    return (XML + f'<worksheet xmlns="{ns}" xmlns:r="{od}">{before}'
            f"<sheetData>{rows}</sheetData>{after}</worksheet>")


def styles_part(*codes, ns=SML):
    """Styles: cellXfs 0 is General, n the n-th of codes (an int: a built-in id)."""
    fmts = [(200 + i, x) for i, x in enumerate(codes) if not isinstance(x, int)]
    xfs = [0] + [x if isinstance(x, int) else 200 + i for i, x in enumerate(codes)]
    return (XML + f'<styleSheet xmlns="{ns}"><numFmts count="{len(fmts)}">'
            + "".join(f'<numFmt numFmtId="{i}" formatCode={quoteattr(x)}/>' for i, x in fmts)
            + f'</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>'
            f'<cellXfs count="{len(xfs)}">' + "".join(
                f'<xf numFmtId="{i}" applyNumberFormat="1"/>' for i in xfs)
            + "</cellXfs></styleSheet>")


def xlsx_parts(sheets, sst=None, styles=None, states=None, workbook="", parts=None,
               ns=SML, od=OD):
    """The parts of a book.  sheets: name -> rows, or a whole part when it begins
    with "<?xml"; states: name -> state; workbook: XML in front of <sheets>."""
    n = len(sheets)
    tags = "".join(
        f"<sheet name={quoteattr(name)} sheetId=\"{i}\""
        + (f' state="{states[name]}"' if states and name in states else "")
        + f' r:id="rId{i}"/>' for i, name in enumerate(sheets, 1))
    links = [(f"rId{i}", "worksheet", f"worksheets/sheet{i}.xml") for i in range(1, n + 1)]
    out = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": rels(("rId1", "officeDocument", "xl/workbook.xml"), od=od),
        "xl/workbook.xml": XML + f'<workbook xmlns="{ns}" xmlns:r="{od}">{workbook}'
                           f"<sheets>{tags}</sheets></workbook>",
    }
    if styles is not None:
        links.append((f"rId{n + 1}", "styles", "styles.xml"))
        out["xl/styles.xml"] = styles
    if sst is not None:
        links.append((f"rId{n + 2}", "sharedStrings", "sharedStrings.xml"))
        out["xl/sharedStrings.xml"] = sst if sst.startswith("<?xml") else sst_part(sst, ns)
    out["xl/_rels/workbook.xml.rels"] = rels(*links, od=od)
    for i, rows in enumerate(sheets.values(), 1):
        out[f"xl/worksheets/sheet{i}.xml"] = rows if isinstance(rows, bytes) \
            or rows.startswith("<?xml") else sheet_part(rows, ns=ns, od=od)
    return merged(out, parts)


def xlsx(path, sheets, **kw):
    write_zip(path, xlsx_parts(sheets, **kw))


def drawing_part(*anchors):
    """A drawing of a sheet; anchors by anchor()."""
    return (XML + f'<xdr:wsDr xmlns:xdr="{XDR}" xmlns:a="{DML}" xmlns:r="{OD}"'
            f' xmlns:mc="{MC}" xmlns:c="{CHART}" xmlns:dgm="{DIAGRAM}">'
            + "".join(anchors) + "</xdr:wsDr>")


def anchor(row0, col0, content, kind="twoCellAnchor"):
    """row0 and col0 from 0, as the file has them."""
    at = "" if kind == "absoluteAnchor" else \
        f"<xdr:from><xdr:col>{col0}</xdr:col><xdr:row>{row0}</xdr:row></xdr:from>"
    return f"<xdr:{kind}>{at}{content}<xdr:clientData/></xdr:{kind}>"


def textbox(*paragraphs):
    return ("<xdr:sp><xdr:txBody>" + "".join(
        f"<a:p><a:r><a:t>{escape(t)}</a:t></a:r></a:p>" for t in paragraphs)
        + "</xdr:txBody></xdr:sp>")


def graphic_chart(rid):
    return f'<xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="{rid}"/>' \
        "</a:graphicData></a:graphic></xdr:graphicFrame>"


def graphic_smartart(rid):
    return f'<xdr:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="{rid}"/>' \
        "</a:graphicData></a:graphic></xdr:graphicFrame>"


def chart_part(title, *series, categories=()):
    cats = "".join(f"<c:pt><c:v>{escape(x)}</c:v></c:pt>" for x in categories)
    return (XML + f'<c:chartSpace xmlns:c="{CHART}" xmlns:a="{DML}"><c:chart><c:title><c:tx>'
            f"<c:rich><a:p><a:r><a:t>{escape(title)}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
            "<c:plotArea><c:barChart>" + "".join(
                f"<c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>{escape(s)}</c:v></c:pt>"
                f"</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>{cats}"
                "</c:strCache></c:strRef></c:cat></c:ser>" for s in series)
            + "</c:barChart></c:plotArea></c:chart></c:chartSpace>")


def smartart_part(*texts):
    return (XML + f'<dgm:dataModel xmlns:dgm="{DIAGRAM}" xmlns:a="{DML}"><dgm:ptLst>' + "".join(
        f"<dgm:pt><dgm:t><a:p><a:r><a:t>{escape(t)}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        for t in texts) + "</dgm:ptLst></dgm:dataModel>")


def comments_part(*notes):
    """notes: (ref, inner XML of text, or plain text)."""
    return XML + f'<comments xmlns="{SML}"><commentList>' + "".join(
        f'<comment ref="{ref}"><text>'
        + (x if x.startswith("<") else f"<r><t>{escape(x)}</t></r>")
        + "</text></comment>" for ref, x in notes) + "</commentList></comments>"


def threaded_part(*notes):
    return XML + f'<ThreadedComments xmlns="{THREADED}">' + "".join(
        f'<threadedComment ref="{ref}"><text>{escape(x)}</text></threadedComment>'
        for ref, x in notes) + "</ThreadedComments>"


# ---- Word -------------------------------------------------------------------

def p(*runs, ppr=""):
    """A paragraph; a run is text, or XML when it begins with "<"."""
    return f"<w:p>{ppr}" + "".join(
        x if x.startswith("<")
        else f'<w:r><w:t xml:space="preserve">{escape(x)}</w:t></w:r>'
        for x in runs) + "</w:p>"


def docx_parts(body, links=(), parts=None, ns=WML, od=OD, attrs=""):
    """The parts of a document; links: relationships of the main part."""
    out = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": rels(("rId1", "officeDocument", "word/document.xml"), od=od),
        "word/document.xml": XML + f'<w:document xmlns:w="{ns}" xmlns:r="{od}" xmlns:a="{DML}"'
                             f' xmlns:mc="{MC}" xmlns:wps="{WPS}" xmlns:c="{CHART}"'
                             f' xmlns:dgm="{DIAGRAM}"{attrs}>'
                             f"<w:body>{body}</w:body></w:document>",
    }
    if links:
        out["word/_rels/document.xml.rels"] = rels(*links, od=od)
    return merged(out, parts)


def docx(path, body, **kw):
    write_zip(path, docx_parts(body, **kw))


# ---- PowerPoint -------------------------------------------------------------

def sp(*paragraphs, ph=None):
    """A shape with text; ph: the type of its placeholder."""
    nv = f'<p:nvSpPr><p:nvPr><p:ph type="{ph}"/></p:nvPr></p:nvSpPr>' if ph else ""
    return f"<p:sp>{nv}<p:txBody>" + "".join(
        x if x.startswith("<") else f"<a:p><a:r><a:t>{escape(x)}</a:t></a:r></a:p>"
        for x in paragraphs) + "</p:txBody></p:sp>"


def slide_part(shapes, attrs="", tag="sld"):
    return (XML + f'<p:{tag} xmlns:p="{PML}" xmlns:a="{DML}" xmlns:r="{OD}" xmlns:mc="{MC}"'
            f' xmlns:c="{CHART}" xmlns:dgm="{DIAGRAM}"{attrs}>'
            f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:{tag}>")


def pptx_parts(slides, order=None, links=None, parts=None, hidden=()):
    """The parts of a presentation.  slides: shapes of each, or whole parts; order:
    slide numbers as shown; links: number -> relationships of that slide."""
    n = len(slides)
    ids = "".join(f'<p:sldId id="{255 + i}" r:id="rId{i}"/>'
                  for i in (order or range(1, n + 1)))
    out = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": rels(("rId1", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": XML + f'<p:presentation xmlns:p="{PML}" xmlns:r="{OD}">'
                                f"<p:sldIdLst>{ids}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": rels(*[
            (f"rId{i}", "slide", f"slides/slide{i}.xml") for i in range(1, n + 1)]),
    }
    for i, shapes in enumerate(slides, 1):
        out[f"ppt/slides/slide{i}.xml"] = shapes if shapes.startswith("<?xml") \
            else slide_part(shapes, ' show="0"' if i in hidden else "")
    for i, items in (links or {}).items():
        out[f"ppt/slides/_rels/slide{i}.xml.rels"] = rels(*items)
    return merged(out, parts)


def pptx(path, slides, **kw):
    write_zip(path, pptx_parts(slides, **kw))
