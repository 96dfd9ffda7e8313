#!/bin/sh
# tb-index(1): options, messages, status; the stages themselves are fakes.
. "${0%/*}/../lib.sh"

mkdir bin share
cp "$BUILD/bin/tb-index" bin
for stage in crawl extract tsv pack; do
	cat >bin/tb-$stage <<-'END'
	#!/bin/sh
	name=${0##*/}
	echo "$name $* in $TB_WORKSPACE" >>log
	[ "$name" = tb-crawl ] || cat >/dev/null
	eval "exit \${${name#tb-}_status:-0}"
	END
	chmod +x bin/tb-$stage
done
PATH=$PWD/bin:$PATH

ok 'all stages well: 0' exits 0 tb-index share
is 'the folder goes to tb-crawl alone' "$(head -n 1 log)" "tb-crawl -- share in $TB_WORKSPACE"
for stage in extract tsv pack; do
	for status in 1 2; do
		ok "$stage ends $status, so does it all" exits $status \
			env ${stage}_status=$status tb-index share
	done
done
ok 'tb-crawl ends 1: some files could not be seen' exits 1 \
	env crawl_status=1 tb-index share
: >log
ok 'tb-crawl ends 2: nothing is done' exits 2 env crawl_status=2 tb-index share
is 'nothing at all' "$(wc -l <log)" 1
: >log
tb-index -j 3 --retry-failed -w dir share 名前 2>/dev/null
is 'options reach their tools' "$(sort log | tr '\n' '|')" \
	'tb-crawl --retry-failed -i 名前 -- share in dir|tb-extract -j 3 in dir|tb-pack -v in dir|tb-tsv  in dir|'
: >log
tb-index -q --workspace=dir --jobs=2 share
is '-q: no summary' "$(grep -c 'tb-pack  in dir' log)" 1

run tb-index
is 'no folder and no index: trouble' "$status" 2
mkdir -p ws/store
printf '\357\273\277クロール対象フォルダ\t/a\t営業\r\nクロール対象フォルダ\t/b\t経 理\r\n相対パス\t…\r\nクロール対象フォルダ\t/c\t違う\r\n' \
	>ws/store/ingest_status.tsv
: >log
run tb-index
is 'no folder: all indexes of the list' "$(grep -o 'crawl -i .*in' log | tr '\n' '|')" \
	'crawl -i 営業 in|crawl -i 経 理 in|'
ok 'a wrong option' exits 2 tb-index --wrong share
ok 'an option without its value' exits 2 tb-index -j
ok 'too many operands' exits 2 tb-index a b c
ok 'a folder that begins with a dash' exits 0 tb-index -- -share
done_testing
