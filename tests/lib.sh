# lib.sh: what the shell tests share.  A test begins with
#
#	. "${0%/*}/../lib.sh"
#
# It then stands in an empty scratch folder, the built tools are first in PATH,
# and TB_WORKSPACE points into the scratch folder.  Variables: $ROOT the source
# tree, $BUILD, $GOLDEN tests/golden, $TESTDATA, $SHARED the folder of samples
# beside the checkout (may be missing: see need_shared).
# shellcheck shell=sh disable=SC2034

set -u
ROOT=$(cd "${0%/*}/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
GOLDEN=$ROOT/tests/golden
TESTDATA=$ROOT/testdata
SHARED=${TB_SHARED:-$ROOT/../shared}
PATH=$BUILD/bin:$PATH
LC_ALL=C.UTF-8 LANGUAGE='' TZ=Asia/Tokyo
export PATH LC_ALL LANGUAGE TZ
unset NO_COLOR GREP_COLORS XDG_DATA_HOME

SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/tbtest.XXXXXX") || exit 99
trap 'chmod -R u+rwx "$SCRATCH" 2>/dev/null; rm -rf "$SCRATCH"' EXIT
trap 'exit 99' INT TERM
cd "$SCRATCH" || exit 99
TB_WORKSPACE=$SCRATCH/ws
export TB_WORKSPACE

_n=0 _bad=0

# run CMD…: leaves standard output in ./out, messages in ./err, status in $status
run() {
	status=0
	"$@" >out 2>err || status=$?
}

# ok NAME CMD…: passes when the command succeeds
ok() {
	_name=$1
	shift
	_n=$((_n + 1))
	if "$@" >ok.log 2>&1; then
		echo "ok $_n - $_name"
	else
		echo "not ok $_n - $_name"
		_bad=$((_bad + 1))
		echo "# $*"
		sed 's/^/# /' ok.log | head -20
	fi
}

# is NAME GOT WANT: passes when the two strings are equal
is() {
	_n=$((_n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $_n - $1"
	else
		echo "not ok $_n - $1"
		_bad=$((_bad + 1))
		printf '%s\n' "#  got: $2" "# want: $3" | sed '2,$s/^\([^#]\)/# \1/'
	fi
}

# same NAME FILE FILE: passes when the two files are equal; shows the difference
same() {
	ok "$1" diff -u "$3" "$2"
}

# golden NAME FILE GOLD: passes when the file is equal to tests/golden/GOLD;
# under "make golden" it becomes that, and the difference is for review
golden() {
	if [ -n "${TB_GOLDEN_WRITE-}" ]; then
		cp "$2" "$GOLDEN/$3"
	fi
	same "$1" "$2" "$GOLDEN/$3"
}

# exits STATUS CMD…: does the command end so?
exits() {
	_want=$1 _got=0
	shift
	"$@" >/dev/null 2>&1 || _got=$?
	[ "$_got" -eq "$_want" ] || { echo "status $_got, not $_want"; return 1; }
}

# not CMD…
not() {
	! "$@"
}

# contains FILE TEXT: does a line of the file hold this text?
contains() {
	grep -qF -e "$2" "$1" || { head -20 "$1"; return 1; }
}

# mk <<'EOF' … EOF: runs Python with the generators of tests/mk*.py at hand
mk() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$ROOT/tests python3 - "$@"
}

# skip_all WHY: ends the test file as skipped
skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# need_shared PATH…: skips the file when samples beside the checkout are missing
need_shared() {
	for _p; do
		[ -e "$SHARED/$_p" ] || skip_all "no $_p beside the checkout"
	done
}

done_testing() {
	echo "1..$_n"
	[ "$_bad" -eq 0 ] || exit 1
	exit 0
}
