#include "text/era.h"

#include <stddef.h>

/* Newest first.  A new era is one row. */
static const struct era eras[] = {
	{ "R", "令", "令和", 2019, 5, 1 },
	{ "H", "平", "平成", 1989, 1, 8 },
	{ "S", "昭", "昭和", 1926, 12, 25 },
	{ "T", "大", "大正", 1912, 7, 30 },
	{ "M", "明", "明治", 1868, 1, 25 },
};

const struct era *
era_of(int year, int month, int day, int *in_era)
{
	size_t i, last = sizeof(eras) / sizeof(eras[0]) - 1;
	const struct era *e;

	for (i = 0; i < last; i++) {
		e = &eras[i];
		if (year != e->year     ? year > e->year
		    : month != e->month ? month > e->month
					: day >= e->day)
			break;
	}
	*in_era = year - eras[i].year + 1;
	return &eras[i];
}
