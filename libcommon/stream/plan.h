/*
 * plan.h: a plan stream (tb-crawl) on its way through tb-extract.
 *
 *	版=2 形=計画 索引=… 元のフォルダ=…
 *	予定=path 更新日時=… サイズ=…		a file to read
 *	ファイル名=… パス=… … 失敗=…		one that cannot be read: passed on
 *	削除=path				passed on
 *	以上=0
 *
 * All that the plan says is passed on before the first document, so the files
 * are noted in a temporary file meanwhile: a plan of ten million files takes no
 * memory.  A document without 失敗 in a plan made by hand is a file to read.
 */
#ifndef STREAM_PLAN_H
#define STREAM_PLAN_H

#include "stream/rec.h"

struct plan {
	int spool; /* the files, as a stream; -1: none */
	struct rec_reader in;
	struct rec rec; /* the record read last */
	bool pending;   /* it belongs to the next item */
	struct buf source;
	struct buf file, path, time, size, failed; /* of the item */
	bool has_failed;
};

/* One file of the plan; lent until the next plan_next. */
struct plan_item {
	struct span path;   /* '/' between parts */
	struct span file;   /* its last part */
	struct span time;   /* 更新日時, "" when the plan has none */
	struct span size;   /* サイズ, the same */
	struct span failed; /* p NULL: to be read; else why it cannot be */
};

/*
 * Reads the plan from fd to its end and passes on to out what goes before the
 * documents.  False, with e filled: it is no plan, or one of another version.
 * *whole tells whether its last line came.
 */
bool plan_open(
    struct plan *p, int fd, struct out *out, bool *whole, struct tb_error *e);
/* The next file; *more is false after the last one. */
bool plan_next(
    struct plan *p, struct plan_item *item, bool *more, struct tb_error *e);
/* 元のフォルダ of the plan, "" when it names none; good until plan_close. */
const char *plan_source(const struct plan *p);
void plan_close(struct plan *p);

#endif
