/*
 * crew.h: threads that search content index files, and what they find told in
 * the order in which the files were given.
 */
#ifndef FIND_CREW_H
#define FIND_CREW_H

#include "find/search.h"

struct crew;

/*
 * Begins o->jobs threads, each with clones of p; with one job the caller's
 * thread searches itself.  All arguments are lent until crew_end.
 */
struct crew *crew_new(const struct search_patterns *p,
    const struct search_options *o, const struct search_receiver *r,
    struct search_result *res, struct tb_error *e);
/*
 * One more file: name in the folder dir, which is index/folder.  Files that are
 * done are told meanwhile.  False when the receiver wants no more, or, with e
 * filled, an expression took too long.
 */
bool crew_search(struct crew *c, int dir, struct span index, struct span folder,
    struct span name);
/*
 * Waits for the threads and ends them; with tell, what is left is told first.
 * False as crew_search.
 */
bool crew_end(struct crew *c, bool tell);

#endif
