#include "stream/plan.h"

#include <unistd.h>

#include "base/sys.h"

/* What the first pass knows. */
struct pass {
	struct out *out; /* NULL: nothing is passed on */
	struct out spool;
	bool in_doc; /* after ファイル名: what follows is the document's */
	bool headed;
};

/* Sorts one record of the plan: passed on, or noted. */
static bool
sort_record(
    struct plan *p, struct pass *t, const struct rec *rec, struct tb_error *e)
{
	switch (rec->key) {
	case META_VERSION:
	case META_TOTAL:
		return true;
	case META_FORM:
		if (!span_eqs(rec->value, "計画"))
			return tb_fail(e, TB_ESTREAM, "形=%.*s: not a plan",
			    SPAN_ARG(rec->value));
		return true;
	case META_SOURCE:
		buf_reset(&p->source);
		buf_addspan(&p->source, rec->value);
		break;
	case META_PLAN:
		t->in_doc = false;
		rec_copy(&t->spool, rec);
		break;
	case META_TIME:
	case META_SIZE:
		rec_copy(&t->spool, rec);
		break;
	case META_FILE:
	case META_PATH:
		t->in_doc = true;
		rec_copy(&t->spool, rec);
		return true;
	case META_FAILED:
		rec_copy(&t->spool, rec);
		return true;
	case META_KIND:
	case META_END:
		return true;
	case META_GONE:
		t->in_doc = false;
		break;
	default:
		break;
	}
	if (!t->in_doc)
		rec_copy(t->out, rec);
	return true;
}

static bool
first_pass(
    struct plan *p, int fd, struct out *out, bool *whole, struct tb_error *e)
{
	struct pass t = { .out = out };
	struct rec_reader in;
	struct rec rec;
	bool ok;

	out_init(&t.spool, p->spool);
	rec_head(&t.spool, "計画");
	rec_open(&in, fd);
	while ((ok = rec_next(&in, &rec, e)) && rec.type != REC_EOF)
		if (rec.type == REC_META && !(ok = sort_record(p, &t, &rec, e)))
			break;
	*whole = ok && in.whole;
	rec_close(&in);
	if (ok && !out_flush(&t.spool))
		ok = tb_fail(e, TB_EIO, "%s", strerror(t.spool.error));
	out_release(&t.spool);
	return ok;
}

bool
plan_open(
    struct plan *p, int fd, struct out *out, bool *whole, struct tb_error *e)
{
	*p = (struct plan){ .spool = sys_tmpfile(e) };
	buf_init(&p->source);
	buf_init(&p->file);
	buf_init(&p->path);
	buf_init(&p->time);
	buf_init(&p->size);
	buf_init(&p->failed);
	if (p->spool < 0)
		return false;
	if (!first_pass(p, fd, out, whole, e))
		return false;
	if (lseek(p->spool, 0, SEEK_SET) < 0)
		return tb_fail_sys(e, "lseek");
	rec_open(&p->in, p->spool);
	return true;
}

void
plan_close(struct plan *p)
{
	if (p->in.started || p->in.in.cap)
		rec_close(&p->in);
	if (p->spool >= 0)
		close(p->spool); /* it has no name: gone */
	buf_release(&p->source);
	buf_release(&p->file);
	buf_release(&p->path);
	buf_release(&p->time);
	buf_release(&p->size);
	buf_release(&p->failed);
}

const char *
plan_source(const struct plan *p)
{
	return p->source.p;
}

static void
set(struct buf *b, struct span value)
{
	buf_reset(b);
	buf_addspan(b, value);
}

/* The next record of the spool into p->rec; it stays there while pending. */
static bool
peek(struct plan *p, struct tb_error *e)
{
	if (p->pending)
		return true;
	p->pending = true;
	return rec_next(&p->in, &p->rec, e);
}

/*
 * Does this record begin another item than the one that has begun?  A パス
 * completes the ファイル名 before it and otherwise begins one itself.
 */
static bool
begins(const struct plan *p, enum meta_key key)
{
	return key == META_PLAN || key == META_FILE ||
	       (key == META_PATH && p->path.len > 0);
}

static void
take(struct plan *p)
{
	switch (p->rec.key) {
	case META_FILE:
		set(&p->file, p->rec.value);
		break;
	case META_PLAN:
	case META_PATH:
		set(&p->path, p->rec.value);
		break;
	case META_TIME:
		set(&p->time, p->rec.value);
		break;
	case META_SIZE:
		set(&p->size, p->rec.value);
		break;
	case META_FAILED:
		set(&p->failed, p->rec.value);
		p->has_failed = true;
		break;
	default:
		break;
	}
}

bool
plan_next(
    struct plan *p, struct plan_item *item, bool *more, struct tb_error *e)
{
	struct span none = { NULL, 0 };
	size_t slash;

	buf_reset(&p->file);
	buf_reset(&p->path);
	buf_reset(&p->time);
	buf_reset(&p->size);
	p->has_failed = false;
	for (;;) {
		if (!peek(p, e))
			return false;
		if (p->rec.type == REC_EOF ||
		    ((p->file.len || p->path.len) && begins(p, p->rec.key)))
			break;
		take(p);
		p->pending = false;
	}
	*more = p->file.len || p->path.len;
	if (p->path.len == 0)
		set(&p->path, buf_span(&p->file));
	item->path = buf_span(&p->path);
	slash = span_rfind(item->path, '/');
	item->file = slash == item->path.n ? item->path
					   : span_skip(item->path, slash + 1);
	item->time = buf_span(&p->time);
	item->size = buf_span(&p->size);
	item->failed = p->has_failed ? buf_span(&p->failed) : none;
	return true;
}
