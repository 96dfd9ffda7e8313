#include "store/partlist.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/name.h"
#include "text/fold.h"

#define DEPTH_MAX 1000U /* folders in folders */

/* By extension, then number; of one number the name that we write first. */
static int
compare(const void *pa, const void *pb)
{
	const struct partlist_item *a = pa, *b = pb;
	int d = fold_order(a->ext, b->ext);

	if (d == 0 || span_ieq(a->ext, b->ext))
		d = a->number < b->number ? -1 : a->number > b->number;
	return d ? d : fold_order(a->name, b->name);
}

void
partlist_make(struct partlist *p, const struct folder_list *list)
{
	struct partlist_item *it;
	size_t i;

	p->v = mem_calloc(list->n + 1, sizeof(*p->v));
	p->n = 0;
	for (i = 0; i < list->n; i++) {
		it = &p->v[p->n];
		if (!list->v[i].is_file ||
		    !name_part(list->v[i].name, &it->ext, &it->number))
			continue;
		it->name = list->v[i].name;
		p->n++;
	}
	if (p->n > 1)
		qsort(p->v, p->n, sizeof(*p->v), compare);
}

void
partlist_release(struct partlist *p)
{
	free(p->v);
	p->v = NULL;
	p->n = 0;
}

/* What a walk goes on with. */
struct walk {
	partlist_fn *fn;
	void *arg;
	bool *stopped;
	struct buf folder;
};

static bool
walk_folder(struct walk *w, int dir, unsigned depth, struct tb_error *e)
{
	struct folder_list list = FOLDER_LIST_INIT;
	struct tb_error gone = TB_ERROR_INIT;
	size_t i, had = w->folder.len;
	struct partlist parts;
	bool ok;
	int sub;

	if (!folder_read(dir, &list, e))
		return false;
	partlist_make(&parts, &list);
	for (i = 0; i < parts.n && !*w->stopped; i++)
		*w->stopped =
		    !w->fn(w->arg, dir, buf_span(&w->folder), parts.v[i].name);
	partlist_release(&parts);
	ok = true;
	for (i = 0; i < list.n && ok && !*w->stopped && depth < DEPTH_MAX;
	     i++) {
		if (!list.v[i].is_dir)
			continue;
		sub = folder_open(dir, list.v[i].name, false, &gone);
		if (sub < 0)
			continue; /* gone, or a link: not ours */
		if (had > 0)
			buf_addc(&w->folder, '/');
		buf_addspan(&w->folder, list.v[i].name);
		ok = walk_folder(w, sub, depth + 1, e);
		buf_cut(&w->folder, had, w->folder.len - had);
		close(sub);
	}
	folder_release(&list);
	return ok;
}

bool
partlist_walk(
    int dir, partlist_fn *fn, void *arg, bool *stopped, struct tb_error *e)
{
	struct walk w = { fn, arg, stopped, BUF_INIT };
	bool ok;

	*stopped = false;
	ok = walk_folder(&w, dir, 0, e);
	buf_release(&w.folder);
	return ok;
}
