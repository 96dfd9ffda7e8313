#include "store/catalog.h"

#include <unistd.h>

#include "store/folder.h"
#include "store/listform.h"
#include "store/name.h"
#include "store/replace.h"
#include "text/fold.h"
#include "text/utf.h"

#define FILE_NAME      "format.tsv"
#define VERSION_KEY    "版="
#define APP_KEY        "アプリの版="
#define FORMAT_VERSION 2U
#define BUILDING       "作成中"
#define DONE           "作り終えた"
#define DEPTH_MAX      1000U /* folders in folders */

/* The version by the key lines, which have no TAB. */
static enum catalog_health
judge(struct span text)
{
	struct span line, value;
	uint64_t v;

	while (listform_line(&text, &line)) {
		if (!span_starts(line, SPAN(VERSION_KEY)) ||
		    span_find(line, '\t') < line.n)
			continue;
		value = utf_trim(span_skip(line, sizeof(VERSION_KEY) - 1));
		if (!span_u64(value, UINT32_MAX, &v) || v < FORMAT_VERSION)
			return CATALOG_BROKEN;
		return v > FORMAT_VERSION ? CATALOG_NEWER : CATALOG_GOOD;
	}
	return CATALOG_BROKEN;
}

bool
catalog_load(struct catalog *c, int store, struct tb_error *e)
{
	struct buf raw = BUF_INIT;
	struct span rest, line;
	bool exists, ok;

	buf_init(&c->text);
	c->health = CATALOG_NONE;
	ok = listform_load(store, FILE_NAME, &raw, &exists, e);
	if (ok && exists) {
		c->health = judge(buf_span(&raw));
		rest = buf_span(&raw);
		while (listform_line(&rest, &line)) {
			buf_addspan(&c->text, line);
			buf_adds(&c->text, "\r\n");
		}
	}
	buf_release(&raw);
	return ok;
}

void
catalog_release(struct catalog *c)
{
	buf_release(&c->text);
}

/* A row's name and state; false for any other line. */
static bool
parse_row(struct span line, struct span *index, enum catalog_state *state)
{
	struct span f[2];

	if (listform_split(line, f, 2) < 2 || f[0].n == 0)
		return false;
	if (span_eqs(f[1], BUILDING))
		*state = CATALOG_BUILDING;
	else if (span_eqs(f[1], DONE))
		*state = CATALOG_DONE;
	else
		return false;
	*index = f[0];
	return true;
}

bool
catalog_next(const struct catalog *c, size_t *off, struct span *index,
    enum catalog_state *state)
{
	struct span rest = span_skip(buf_span(&c->text), *off), line;

	while (listform_line(&rest, &line)) {
		*off = c->text.len - rest.n;
		if (parse_row(line, index, state))
			return true;
	}
	return false;
}

enum catalog_state
catalog_get(const struct catalog *c, struct span index)
{
	enum catalog_state state, found = CATALOG_ABSENT;
	struct span name;
	size_t off = 0;

	while (catalog_next(c, &off, &name, &state)) /* the last one wins */
		if (fold_same(name, index))
			found = state;
	return found;
}

void
catalog_set(struct catalog *c, struct span index, enum catalog_state state)
{
	const char *word = state == CATALOG_DONE ? DONE : BUILDING;
	struct buf out = BUF_INIT;
	enum catalog_state old;
	struct span rest = buf_span(&c->text), line, name, f[2];
	bool there = false;

	while (listform_line(&rest, &line)) {
		if (parse_row(line, &name, &old) && fold_same(name, index)) {
			there = true;
			(void)listform_split(line, f, 2);
			buf_addspan(&out, f[0]);
			buf_addc(&out, '\t');
			buf_adds(&out, word);
			line = span_skip(line, f[0].n + 1 + f[1].n);
		}
		buf_addspan(&out, line); /* further columns stay */
		buf_adds(&out, "\r\n");
	}
	if (!there) {
		buf_addspan(&out, index);
		buf_printf(&out, "\t%s\r\n", word);
	}
	buf_release(&c->text);
	c->text = out;
}

/* Does the folder hold a content index file, at any depth? */
static bool
has_part(int dir, unsigned depth)
{
	struct folder_list list = FOLDER_LIST_INIT;
	bool found = false;
	struct span ext;
	uint32_t number;
	size_t i;
	int sub;

	if (depth > DEPTH_MAX || !folder_read(dir, &list, NULL))
		goto out;
	for (i = 0; i < list.n && !found; i++)
		found = list.v[i].is_file &&
			name_part(list.v[i].name, &ext, &number);
	for (i = 0; i < list.n && !found; i++) {
		if (!list.v[i].is_dir)
			continue;
		sub = folder_open(dir, list.v[i].name, false, NULL);
		found = sub >= 0 && has_part(sub, depth + 1);
		if (sub >= 0)
			close(sub);
	}
out:
	folder_release(&list);
	return found;
}

bool
catalog_repair(struct catalog *c, int store, struct tb_error *e)
{
	struct folder_list list = FOLDER_LIST_INIT;
	int content = folder_open(store, SPAN("content"), false, e), dir;
	bool ok = true;
	size_t i;

	buf_reset(&c->text);
	buf_printf(
	    &c->text, VERSION_KEY "%u\r\n" APP_KEY "\r\n", FORMAT_VERSION);
	c->health = CATALOG_GOOD;
	if (content < 0) {
		if (e->code != TB_EGONE)
			return false;
		tb_clear(e);
		return true; /* a new store */
	}
	ok = folder_read(content, &list, e);
	for (i = 0; ok && i < list.n; i++) {
		if (!list.v[i].is_dir)
			continue;
		dir = folder_open(content, list.v[i].name, false, NULL);
		if (dir >= 0 && has_part(dir, 0))
			catalog_set(c, list.v[i].name, CATALOG_BUILDING);
		if (dir >= 0)
			close(dir);
	}
	folder_release(&list);
	close(content);
	return ok;
}

/* Puts our own version into its line. */
static void
stamp(struct catalog *c)
{
	struct span rest = buf_span(&c->text), line;
	struct buf out = BUF_INIT;

	while (listform_line(&rest, &line)) {
		if (span_starts(line, SPAN(APP_KEY)) &&
		    span_find(line, '\t') == line.n)
			buf_adds(&out, APP_KEY "tebunko-tools " VERSION);
		else
			buf_addspan(&out, line);
		buf_adds(&out, "\r\n");
	}
	buf_release(&c->text);
	c->text = out;
}

bool
catalog_save(struct catalog *c, int store, struct tb_error *e)
{
	struct buf bytes = BUF_INIT;
	bool ok;

	stamp(c);
	buf_adds(&bytes, LISTFORM_MARK);
	buf_addspan(&bytes, buf_span(&c->text));
	ok = replace_file(store, FILE_NAME, buf_span(&bytes), e);
	buf_release(&bytes);
	return ok;
}
