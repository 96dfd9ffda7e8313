#include "store/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sys.h"
#include "store/name.h"
#include "store/pack_int.h"

/* A document's result is settled: its folder may have its turn. */
static bool
settle_document(struct pack *p)
{
	struct pack_folder *f =
	    pack_folder_of(p, name_folder(buf_span(&p->path)));
	bool last = f->outstanding == 1;

	p->in_doc = p->in_place = false;
	if (f->outstanding > 0)
		f->outstanding--;
	return (!last && p->bytes <= p->o->memory) || pack_publish(p);
}

static void
stamp_now(char when[SYS_STAMP])
{
	sys_stamp(time(NULL), when);
}

/* 失敗: its row says so, and the text of its last success stays. */
static bool
fail_document(struct pack *p, struct span reason)
{
	char when[SYS_STAMP];
	struct pack_waiting *w = pack_wait(p, buf_span(&p->path));

	stamp_now(when);
	w->row = pack_set_row(p, w->path, buf_span(&p->time),
	    buf_span(&p->size), INGEST_FAILED, "", when, reason, "");
	p->res->failed++;
	return settle_document(p);
}

/* 終わり: the document is whole. */
static bool
end_document(struct pack *p, struct span count)
{
	char when[SYS_STAMP], places[24], version[16];
	struct tb_error e = TB_ERROR_INIT;
	struct pack_waiting *w;
	uint64_t n;

	if (!span_u64(count, UINT64_MAX, &n) || n != p->places) {
		tb_fail(&e, TB_ESTREAM, _("%llu places where %.*s should be"),
		    (unsigned long long)p->places, SPAN_ARG(count));
		p->say(p->arg, p->path.p, &e);
		p->res->failed++;
		return settle_document(p);
	}
	if (p->doc.too_long) { /* for any part */
		buf_reset(&p->block);
		tb_fail(&e, TB_ESIZE, NULL);
		p->say(p->arg, p->path.p, &e);
		tb_reason(&e, &p->block);
		return fail_document(p, buf_span(&p->block));
	}
	content_doc_block(&p->doc, &p->block);
	stamp_now(when);
	snprintf(places, sizeof(places), "%llu", (unsigned long long)n);
	snprintf(
	    version, sizeof(version), "%u", kind_version(buf_span(&p->file)));
	w = pack_wait(p, buf_span(&p->path));
	w->row = pack_set_row(p, w->path, buf_span(&p->time),
	    buf_span(&p->size), INGEST_DONE, places, when, SPAN(""), version);
	w->len = p->block.len;
	w->block = mem_dup(p->block.p, p->block.len);
	p->bytes += w->len;
	p->res->done++;
	return settle_document(p);
}

static void
begin_document(struct pack *p, struct span file)
{
	pack_set(&p->file, file);
	pack_set(&p->path, file);
	buf_reset(&p->time);
	buf_reset(&p->size);
	content_doc_begin(&p->doc, file);
	p->in_doc = true;
	p->in_place = false;
	p->places = 0;
}

/* The open place is complete in its keys: it goes into the document. */
static void
open_place(struct pack *p)
{
	if (!p->in_place)
		return;
	content_doc_place(&p->doc, &p->place);
	p->in_place = false;
	p->places++;
}

/* A key of a place. */
static bool
place_key(struct pack *p, const struct rec *rec)
{
	if (meta_is_place(rec->key)) {
		open_place(p);
		pack_set(&p->place_name, rec->value);
		p->in_place = true;
		return place_meta(
		    &p->place, rec->key, buf_span(&p->place_name), p->e);
	}
	return !p->in_place ||
	       place_meta(&p->place, rec->key, rec->value, p->e);
}

/* A path of the stream must stay below the index and fit into a row. */
static bool
good_path(struct span path)
{
	struct span rest = path, part;
	size_t i;

	for (i = 0; i < path.n; i++)
		if (path.p[i] < 0x20 || path.p[i] == '\\')
			return false;
	while (rest.p && span_field(&rest, '/', &part))
		if (part.n == 0 || span_eqs(part, ".") || span_eqs(part, ".."))
			return false;
	return path.n > 0;
}

/* A line of a document. */
static bool
document_meta(struct pack *p, const struct rec *rec)
{
	switch (rec->key) {
	case META_PATH:
		pack_set(&p->path, rec->value);
		return true;
	case META_TIME:
		pack_set(&p->time, rec->value);
		return true;
	case META_SIZE:
		pack_set(&p->size, rec->value);
		return true;
	case META_END:
	case META_FAILED:
		open_place(p);
		if (!good_path(buf_span(&p->path)))
			return tb_fail(p->e, TB_EBADNAME, "%s", p->path.p);
		return rec->key == META_END ? end_document(p, rec->value)
					    : fail_document(p, rec->value);
	default:
		return place_key(p, rec);
	}
}

/* 予定: the row waits; its time and size follow.  rec is then what comes next. */
static bool
read_plan(struct pack *p, struct rec *rec)
{
	if (!good_path(rec->value))
		return tb_fail(p->e, TB_EBADNAME, "%.*s", SPAN_ARG(rec->value));
	pack_set(&p->path, rec->value);
	buf_reset(&p->time);
	buf_reset(&p->size);
	do {
		if (!rec_next(&p->in, rec, p->e))
			return false;
		if (rec->type == REC_META && rec->key == META_TIME)
			pack_set(&p->time, rec->value);
		else if (rec->type == REC_META && rec->key == META_SIZE)
			pack_set(&p->size, rec->value);
		else
			break;
	} while (true);
	pack_folder_of(p, name_folder(buf_span(&p->path)))->outstanding++;
	(void)pack_set_row(p, buf_span(&p->path), buf_span(&p->time),
	    buf_span(&p->size), INGEST_WAITING, "", "", SPAN(""), "");
	return true;
}

static bool
check_form(struct pack *p, struct span form)
{
	if (span_eqs(form, "TSV"))
		return true;
	if (span_eqs(form, "セル"))
		return tb_fail(p->e, TB_ESTREAM, "%s",
		    _("a cell stream: put tb-tsv in between"));
	return tb_fail(p->e, TB_ESTREAM, "%s",
	    _("a plan: put tb-extract and tb-tsv in between"));
}

/* The head of the stream: everything up to the first document. */
static bool
read_head(struct pack *p, struct rec *rec)
{
	bool ready = false, ahead = false;

	for (;;) {
		if (!ahead && !rec_next(&p->in, rec, p->e))
			return false;
		ahead = false;
		if (rec->type != REC_META || rec->key == META_FILE ||
		    rec->key == META_TOTAL)
			break;
		if (rec->key == META_FORM && !check_form(p, rec->value))
			return false;
		if (rec->key == META_INDEX)
			pack_set(&p->index, rec->value);
		if (rec->key == META_SOURCE)
			pack_set(&p->source, rec->value);
		if (rec->key != META_PLAN && rec->key != META_GONE)
			continue;
		if (!ready && !pack_begin(p))
			return false;
		ready = true;
		if (rec->key == META_GONE) {
			if (good_path(rec->value))
				pack_take_gone(p, rec->value);
			continue;
		}
		if (!read_plan(p, rec))
			return false;
		ahead = true;
	}
	return (ready || pack_begin(p)) && pack_write_plan(p);
}

static bool
read_documents(struct pack *p, struct rec *rec)
{
	bool ok = true;

	while (ok && rec->type != REC_EOF) {
		if (rec->type == REC_BODY) {
			open_place(p);
			if (p->in_doc)
				content_doc_body(&p->doc, rec->value);
		} else if (rec->key == META_FILE) {
			begin_document(p, rec->value);
		} else if (rec->key == META_GONE) {
			if (good_path(rec->value))
				pack_take_gone(p, rec->value);
		} else if (p->in_doc) {
			ok = document_meta(p, rec);
		}
		ok = ok && rec_next(&p->in, rec, p->e);
	}
	return ok;
}

static void
release(struct pack *p)
{
	size_t i;

	for (i = 0; i < p->waits; i++)
		free(p->wait[i].block);
	free(p->wait);
	free(p->folder);
	map_release(&p->by_path);
	arena_release(&p->arena);
	ingest_release(&p->ingest);
	catalog_release(&p->catalog);
	content_doc_release(&p->doc);
	buf_release(&p->index);
	buf_release(&p->source);
	buf_release(&p->pending);
	buf_release(&p->file);
	buf_release(&p->path);
	buf_release(&p->time);
	buf_release(&p->size);
	buf_release(&p->block);
	buf_release(&p->place_name);
	rec_close(&p->in);
	if (p->content >= 0)
		close(p->content);
	if (p->lock >= 0)
		close(p->lock);
	if (p->store >= 0)
		close(p->store);
	if (p->ws >= 0)
		close(p->ws);
}

bool
pack_stream(int fd, const struct pack_options *o, pack_say_fn *say, void *arg,
    struct pack_result *res, struct tb_error *e)
{
	struct pack p = { .o = o,
		.say = say,
		.arg = arg,
		.res = res,
		.e = e,
		.ws = -1,
		.store = -1,
		.lock = -1,
		.content = -1,
		.arena = ARENA_INIT,
		.index = BUF_INIT,
		.source = BUF_INIT,
		.pending = BUF_INIT,
		.file = BUF_INIT,
		.path = BUF_INIT,
		.time = BUF_INIT,
		.size = BUF_INIT,
		.block = BUF_INIT,
		.place_name = BUF_INIT };
	struct rec rec;
	bool ok;

	memset(res, 0, sizeof(*res));
	buf_init(&p.catalog.text);
	content_doc_init(&p.doc);
	map_init(&p.by_path);
	rec_open(&p.in, fd);
	ok = read_head(&p, &rec) && read_documents(&p, &rec);
	res->whole = ok && p.in.whole;
	/* what is complete counts, even when the stream is not */
	if (p.begun && !ok && e->code != TB_EIO) {
		struct tb_error first = *e;

		(void)pack_finish(&p);
		*e = first;
	} else if (ok) {
		ok = pack_finish(&p);
	}
	release(&p);
	return ok;
}
