#!/bin/sh
# Every header compiles alone.
. "${0%/*}/../lib.sh"

cd "$ROOT" || exit 99
CC=${CC:-cc}
flags=$(pkg-config --cflags libxml-2.0 icu-uc libzip libpcre2-16 2>/dev/null)
bad=
for h in $(find libcommon -name '*.h' ! -name banned.h); do
	# shellcheck disable=SC2086 # a list of flags
	"$CC" -std=c11 -D_GNU_SOURCE -fsyntax-only -Ilibcommon -I"$BUILD" $flags \
		-x c "$h" 2>"$SCRATCH/err" || bad="$bad $h"
done
is 'headers that do not compile alone' "$bad" ''
done_testing
