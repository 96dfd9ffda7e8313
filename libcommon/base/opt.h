/*
 * opt.h: what the tools' options have in common.
 */
#ifndef BASE_OPT_H
#define BASE_OPT_H

#include "base/err.h"

/*
 * A decimal number of an option within [min, max]; a wrong one is reported as
 * "-X: …" and false is returned.
 */
bool opt_num(const char *option, const char *arg, uint64_t min, uint64_t max,
    uint64_t *v);
/*
 * The workspace folder (the one that holds store/): arg when given, else
 * $TB_WORKSPACE, else ${XDG_DATA_HOME:-~/.local/share}/tebunko.  The caller
 * frees it.
 */
char *opt_workspace(const char *arg);

#endif
