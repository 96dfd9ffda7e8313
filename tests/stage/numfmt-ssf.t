#!/bin/sh
# Number formats against SheetJS's ssf, an independent reader of the language.
#
# ssf is found through $SSF, a folder with node_modules/ssf; TB_NETWORK=1 lets
# the test install it into its scratch folder.
. "${0%/*}/../lib.sh"

filter=$BUILD/tests/unit/numfmt
[ -x "$filter" ] || skip_all "the unit test of numfmt is not built"
command -v node >node.path || skip_all "no node"
if [ -z "${SSF:-}" ] && [ -n "${TB_NETWORK:-}" ]; then
	SSF=$SCRATCH
	timeout 60 npm install --silent --prefix "$SSF" ssf@0.11.2 >npm.log 2>&1
fi
[ -d "${SSF:-/nowhere}/node_modules/ssf" ] || skip_all "no ssf"

# What ssf does in another way on purpose or by its limits is left out: it
# pads fractions, drops signs of -0.5, has no dates below 0 and no 15-digit
# decimals.
cat >ssf.js <<'JS'
const SSF = require(process.argv[2] + '/node_modules/ssf');
const numbers = ['General', '0', '0.00', '#,##0', '#,##0.00', '0%', '0.00%',
	'0.00E+00', '0.0E+0', '#', '#.##', '0.##', '00000', '#,##0;(#,##0)',
	'#,##0.00;[Red]-#,##0.00;"zero"', '0.0,', '0.0,,',
	'_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', '$#,##0.00', '0.000',
	'[>=100]0;[<0]"neg "0;0.0', '0.', '#,###', '"x"0"y"', '0;;', '0;-0;;@'];
const values = [0, 1, -1, 0.1, 0.25, 0.3, 1.5, 2.25, 3.14159265358979, 12.345,
	99.995, 100, 123.456, -123.456, 999.96, 1000, 1234.5, 12345.678,
	-98765.4321, 1234567, 123456789.123, 1e10, 12345678901, 1e11, 1e-5,
	0.00012345, 1e-10];
const dates = ['yyyy/m/d', 'yyyy-mm-dd hh:mm:ss', 'd-mmm-yy', 'mmm-yy',
	'h:mm AM/PM', 'h:mm:ss', '[h]:mm:ss', '[mm]:ss', 'mm:ss.0',
	'dddd, mmmm d, yyyy', '[ss]', 'hh:mm:ss.000', 'm/d/yy h:mm', 'yy',
	'mmmmm', 'ddd', 'h', '[h]', '[m]'];
const serials = [0, 1, 59, 60, 61, 0.25, 0.5, 0.75, 1.5, 2.999, 36.6, 43586,
	44259.524259259, 45383.75, 2958465];
for (const [codes, vs] of [[numbers, values], [dates, serials]])
	for (const c of codes)
		for (const v of vs)
			console.log(c + '\t' + v + '\t' + SSF.format(c, v));
JS
run node ssf.js "$SSF"
is 'ssf runs' "$status" 0
mv out rows
cut -f 1,2 rows >in
cut -f 1,2,3 rows >want
"$filter" --filter <in >shown
paste in shown >got
ok 'there are more than 900 rows' test "$(wc -l <rows)" -gt 900
same 'and we agree on all of them' got want
done_testing
