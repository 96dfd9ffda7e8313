#!/bin/sh
# deps.sh: installs what building and testing needs, on Debian and Ubuntu.
#
#	contrib/deps.sh          to build and to run make check
#	contrib/deps.sh --lint   and what make lint calls
#
# Does nothing, and asks for no rights, when all packages are there.
set -eu

pkgs='gcc make pkg-config gettext libdeflate-dev libxml2-dev
libicu-dev libssl-dev libpcre2-dev libjansson-dev libseccomp-dev libxxhash-dev
zlib1g-dev perl jq python3 zip unzip libarchive-tools'
lint='clang-format clang clang-tools cppcheck shellcheck mandoc'
[ "${1-}" != --lint ] || pkgs="$pkgs $lint"

missing=
for p in $pkgs; do
	dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' ||
		missing="$missing $p"
done
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null || {
	echo "deps.sh: no apt-get; install what these are called here:$missing" >&2
	exit 1
}

as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || {
		echo "deps.sh: as root, install:$missing" >&2
		exit 1
	}
	as_root=sudo
fi
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086 # a list of names
$as_root apt-get install -y -qq --no-install-recommends $missing
