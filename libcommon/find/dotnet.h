/*
 * dotnet.h: expressions as .NET and ICU write them, for PCRE2 on UTF-16 units.
 *
 * Rewritten are: \uXXXX and \UXXXXXXXX; \p{IsHiragana} and the other named
 * blocks, also \p{InHiragana} and \p{blk=Hiragana}; class subtraction,
 * [a-z-[aeiou]]; characters beyond the BMP, which are two units, in classes, in
 * ranges and before quantifiers.  Refused are balancing groups, (?<a-b>…).  All
 * else is handed on, and PCRE2 judges it.
 */
#ifndef FIND_DOTNET_H
#define FIND_DOTNET_H

#include "base/buf.h"
#include "base/err.h"

struct dotnet_mark {
	size_t in, out; /* bytes */
};

struct dotnet {
	struct buf text; /* rewritten, UTF-8 */
	struct dotnet_mark *mark;
	size_t marks, cap;
};

/*
 * Rewrites an expression, UTF-8, into d->text.  False, with e filled: it holds
 * what cannot be rewritten.  Release d either way.
 */
bool dotnet_rewrite(
    struct span expression, struct dotnet *d, struct tb_error *e);
/* The byte of the expression that byte off of the rewritten one came from. */
size_t dotnet_origin(const struct dotnet *d, size_t off);
void dotnet_release(struct dotnet *d);
/*
 * Fills e: why, and the expression up to byte `at`.  Like those of PCRE2, which
 * stand beside them, such reasons are English.
 */
bool dotnet_fault(
    struct span expression, size_t at, const char *why, struct tb_error *e);

#endif
