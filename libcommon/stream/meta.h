/*
 * meta.h: the keys of tb-stream(5) and of content index files, and how a value
 * is written.
 */
#ifndef STREAM_META_H
#define STREAM_META_H

#include "base/buf.h"

#define META_MARK           "\x1e " /* what a meta line begins with */
#define META_FORMAT_VERSION 2       /* 版 */

enum meta_key {
	META_OTHER,   /* a key that we do not know: skipped */
	META_VERSION, /* 版 */
	META_FORM,    /* 形: セル, TSV, 計画 */
	META_INDEX,   /* 索引 */
	META_SOURCE,  /* 元のフォルダ */
	META_PLAN,    /* 予定: a path; its time and size follow */
	META_BEGIN,   /* 開始 */
	META_GONE,    /* 削除 */
	META_FILE,    /* ファイル名: a document begins */
	META_PATH,    /* パス */
	META_TIME,    /* 更新日時 */
	META_SIZE,    /* サイズ */
	META_KIND,    /* 種類 */
	META_SHEET,   /* シート: this and the next three begin a place */
	META_PAGE,    /* ページ */
	META_SLIDE,   /* スライド */
	META_PART,    /* 部分 */
	META_TARGET,  /* 対象 */
	META_HIDDEN,  /* 非表示 */
	META_EMBED,   /* 埋め込み */
	META_NOTE,    /* 注: something in the document could not be read */
	META_END,     /* 終わり: commits the document; places */
	META_FAILED,  /* 失敗: the document failed; reason */
	META_TOTAL,   /* 以上: the stream is whole; documents */
	META_KEYS
};

/* The key as it is written; "" for META_OTHER. */
struct span meta_name(enum meta_key key);
enum meta_key meta_find(struct span name);

/* Does this key begin a place? */
static inline bool
meta_is_place(enum meta_key key)
{
	return key >= META_SHEET && key <= META_PART;
}

/*
 * The value as it is written: U+0000-U+001F but TAB, and '%', as %XX (store.md
 * 5.3).  Appended to out.
 */
void meta_encode(struct span value, struct buf *out);
/*
 * The reverse: exactly %00-%1F and %25 with upper-case digits; any other '%'
 * stays.  Lent from s itself when there is nothing to decode, else from out,
 * which is reset.
 */
struct span meta_decode(struct span s, struct buf *out);

#endif
