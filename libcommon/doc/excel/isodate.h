/*
 * isodate.h: dates of cells with t="d" ([ECMA-376] 18.18.11): ISO 8601.
 */
#ifndef EXCEL_ISODATE_H
#define EXCEL_ISODATE_H

#include "base/span.h"

/*
 * The serial number of yyyy-mm-dd, yyyy-mm-ddThh:mm[:ss[.fff]] or hh:mm[:ss],
 * an offset or Z behind it ignored.  False when s is none, or lies before the
 * date system.
 */
bool isodate_serial(struct span s, bool date1904, double *serial);

#endif
