/* stream/place: names, meta keys and file names of places, and back. */
#include "stream/place.h"
#include "base/buf.h"
#include "tap.h"

static const struct {
	const char *name, *file;
} files[] = {
	/* extraction.md 2.2 and 2.3 */
	{ "2024_上期", "2024%5F上期.tsv" },
	{ "記号<>", "記号%3C%3E.tsv" },
	{ "衝突\"", "衝突%22.tsv" },
	{ "衝突”", "衝突”.tsv" },
	{ "100%", "100%25.tsv" },
	{ "_", "%5F.tsv" },
	{ "page_001", "page%5F001.tsv" },
	{ "タブ\tあり", "タブ%09あり.tsv" },
	{ "ページ001", "page_001.tsv" },
	{ "ページ12345", "page_12345.tsv" },
	{ "ページ1", "page_1.tsv" },
	{ "ページ003[埋め込み2]", "page_003[embed2].tsv" },
	{ "スライド002（非表示）", "slide_002_hidden.tsv" },
	{ "スライド002（非表示）[図形]", "slide_002_hidden[shape].tsv" },
	{ "スライド001_ノート", "slide_001_notes.tsv" },
	{ "ヘッダー・フッター", "header_footer.tsv" },
	{ "ヘッダー・フッター[ヘッダー・フッター]",
	    "header_footer[header_footer].tsv" },
	{ "脚注", "doc_footnotes.tsv" },
	{ "文書[コメント]", "doc_whole[comment].tsv" },
	{ "本文", "doc_body.tsv" },
	{ "見積[図形]", "見積[shape].tsv" },
	{ "見積[メモ]", "見積[メモ].tsv" },
	{ "見積[埋め込み01]", "見積[埋め込み01].tsv" },
	{ "進捗_50%[ヘッダー・フッター]", "進捗%5F50%25[header_footer].tsv" },
};

static const struct {
	enum kind kind;
	const char *name, *keys; /* keys joined by spaces */
} metas[] = {
	{ KIND_EXCEL, "見積[図形]", "シート=見積 対象=図形" },
	{ KIND_EXCEL, "ページ001", "シート=ページ001 対象=本文" },
	{ KIND_WORD, "ページ012[コメント]", "ページ=12 対象=コメント" },
	{ KIND_WORD, "ページ003[埋め込み2]",
	    "ページ=3 対象=埋め込み 埋め込み=2" },
	{ KIND_WORD, "ページ1", "部分=ページ1 対象=本文" },
	{ KIND_WORD, "文書[コメント]", "部分=文書 対象=コメント" },
	{ KIND_POWERPOINT, "スライド001_ノート", "スライド=1 対象=ノート" },
	{ KIND_POWERPOINT, "スライド002（非表示）[図形]",
	    "スライド=2 対象=図形 非表示=はい" },
	{ KIND_POWERPOINT, "スライド0002", "部分=スライド0002 対象=本文" },
	{ KIND_PDF, "ページ001", "部分=ページ001 対象=本文" },
	{ KIND_TEXT, "本文", "部分=本文 対象=本文" },
};

/* The meta lines of p, marks taken off, joined by spaces. */
static void
keys_of(const struct place *p, struct buf *b)
{
	struct out o;
	size_t i;

	out_init(&o, -1);
	place_write(&o, p);
	for (i = 0; i < o.buf.len; i++) {
		if (o.buf.p[i] == 0x1e)
			i++;
		else
			buf_addc(b, o.buf.p[i] == '\n' ? ' ' : o.buf.p[i]);
	}
	b->len--;
	b->p[b->len] = '\0';
	out_release(&o);
}

int
main(void)
{
	struct tb_error e = TB_ERROR_INIT;
	struct buf b = BUF_INIT, name = BUF_INIT;
	struct place p;
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		buf_reset(&b);
		ok(place_file(span_str(files[i].name), &b, &e), "fits");
		is_span(buf_span(&b), span_str(files[i].file), files[i].name);
		buf_reset(&name);
		place_from_file(buf_span(&b), &name);
		is_span(
		    buf_span(&name), span_str(files[i].name), files[i].file);
	}
	for (i = 0; i < sizeof(metas) / sizeof(metas[0]); i++) {
		place_from_name(metas[i].kind, span_str(metas[i].name), &p);
		buf_reset(&b);
		keys_of(&p, &b);
		is_span(buf_span(&b), span_str(metas[i].keys), metas[i].name);
		buf_reset(&name);
		place_name(&p, &name);
		is_span(buf_span(&name), span_str(metas[i].name), "name again");
	}
	buf_reset(&name);
	for (i = 0; i < 251; i++)
		buf_adds(&name, "字");
	buf_reset(&b);
	ok(place_file(buf_span(&name), &b, &e), "251 units of base pass");
	buf_adds(&name, "字");
	buf_reset(&b);
	ok(!place_file(buf_span(&name), &b, &e) && e.code == TB_ENAME,
	    "252 units fail");
	buf_release(&b);
	buf_release(&name);
	return done_testing();
}
