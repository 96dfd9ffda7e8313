#!/bin/sh
# A file includes its own layer and those below it, and names the layer.
. "${0%/*}/../lib.sh"

cd "$ROOT" || exit 99

# allowed LAYER: the layers that it may include
allowed() {
	case $1 in
	base) echo base ;;
	text) echo text base ;;
	stream) echo stream text base ;;
	box) echo box text base ;;
	doc) echo doc box stream text base ;;
	store) echo store stream text base ;;
	find) echo find store stream text base ;;
	run) echo run stream base ;;
	esac
}

for layer in base text stream box doc store find run; do
	wrong=
	for f in $(find "libcommon/$layer" -name '*.[ch]'); do
		for inc in $(sed -n 's/^#[ ]*include "\([^"]*\)".*/\1/p' "$f"); do
			case $inc in
			config.h) continue ;;
			*/*) ;;
			*) wrong="$wrong $f:$inc" ;;
			esac
			case " $(allowed "$layer") " in
			*" ${inc%%/*} "*) ;;
			*) wrong="$wrong $f:$inc" ;;
			esac
		done
	done
	is "$layer looks only down" "$wrong" ''
done

wrong=
for f in $(find libcommon -name '*.c' ! -path '*/probe/*'); do
	own=${f#libcommon/}
	own=${own%.c}.h
	[ -f "libcommon/$own" ] || continue
	first=$(sed -n 's/^#[ ]*include "\([^"]*\)".*/\1/p' "$f" | head -1)
	[ "$first" = "$own" ] || wrong="$wrong $f"
done
is 'a .c file includes its own header first' "$wrong" ''

wrong=
for f in cmd/*.c; do
	if grep -q '^#[ ]*include "\(cmd\|\.\.\)/' "$f"; then
		wrong="$wrong $f"
	fi
done
is 'a tool depends on no other tool' "$wrong" ''

wrong=$(grep -rlE '^#[ ]*(if|ifdef|ifndef).*(__linux__|_WIN32|__APPLE__)' \
	libcommon cmd | grep -v 'base/sys' || :)
is 'systems differ in base/sys only' "$wrong" ''
done_testing
