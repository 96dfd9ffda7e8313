#!/bin/sh
# Every message has its Japanese; a translated --help keeps all options.
. "${0%/*}/../lib.sh"

command -v xgettext >/dev/null || skip_all 'no gettext'

find "$ROOT/cmd" "$ROOT/libcommon" -name '*.c' | sort >sources
xgettext --from-code=UTF-8 --language=C --keyword=_ --keyword=N_ \
	--no-location -f sources -o now.pot
for po in "$ROOT"/libcommon/po/*.po; do
	lang=${po##*/} lang=${lang%.po}
	msgmerge --quiet --no-fuzzy-matching -o now.po "$po" now.pot
	is "$lang: messages without a translation" \
		"$(msgattrib --untranslated --no-obsolete --no-wrap now.po |
			sed -n 's/^msgid //p' | sed 1d)" ''
	ok "$lang: formats and syntax" msgfmt -c -o now.mo "$po"
	for tool in "$BUILD"/bin/tb-*; do
		case $(head -c 2 "$tool") in '#!') continue ;; esac
		"$tool" --help | grep -o -e '--[a-z][a-z-]*' | sort -u >en
		TEXTDOMAINDIR=$BUILD/locale LANGUAGE=$lang "$tool" --help >help
		grep -o -e '--[a-z][a-z-]*' help | sort -u >tr
		same "$lang: options of ${tool##*/} --help" tr en
		ok "$lang: ${tool##*/} --help is translated" \
			not grep -q '^usage:' help
	done
done
done_testing
