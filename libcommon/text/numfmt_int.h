/*
 * numfmt_int.h: a compiled number format, shared by the numfmt files.
 *
 *	code ->  numfmt_parse  -> sections of tokens
 *	         numfmt        picks the section of a value
 *	         numfmt_digits prints numbers, numfmt_date dates,
 *	         numfmt_kansuji digits of East Asia
 */
#ifndef TEXT_NUMFMT_INT_H
#define TEXT_NUMFMT_INT_H

#include "text/decimal.h"
#include "text/numfmt.h"

#define NUMFMT_MAXCODE 1024 /* bytes; Excel allows 255 characters */

enum numfmt_kind {
	NF_LIT,     /* off, n: bytes in lits */
	NF_DIGIT,   /* ch: 0 # ? */
	NF_POINT,   /* decimal point */
	NF_PERCENT, /* printed; its weight is in the section's scale */
	NF_EXP,     /* ch: E or e; n: 1 when + is printed */
	NF_SLASH,   /* of a fraction */
	NF_DENOM,   /* n: the fixed denominator */
	NF_GENERAL, /* the word General */
	NF_TEXT,    /* @ */
	/* dates; n is the number of letters */
	NF_YEAR,
	NF_MONTH,
	NF_DAY,
	NF_WEEKDAY, /* aaa */
	NF_HOUR,
	NF_MINUTE,
	NF_SECOND,
	NF_FRACTION, /* of a second; n: digits */
	NF_AMPM,     /* off: the words "AM/PM" in lits; n: bytes */
	NF_ERA,      /* g */
	NF_ERAYEAR,  /* e */
	NF_BUDDHIST, /* b */
	NF_ELAPSED,  /* ch: h m s */
};

struct numfmt_tok {
	uint8_t kind; /* enum numfmt_kind */
	char ch;
	uint32_t n, off;
};

enum numfmt_type {
	NF_AS_PLAIN,   /* General, whatever the tokens are */
	NF_AS_GENERAL, /* General where the word or an @ stands */
	NF_AS_NUMBER,
	NF_AS_FRACTION,
	NF_AS_DATE,
};
enum numfmt_op { NF_ANY, NF_LT, NF_LE, NF_EQ, NF_NE, NF_GE, NF_GT };
enum numfmt_lang { NF_OTHER, NF_JA, NF_ZH_CN, NF_ZH_TW, NF_KO };

struct numfmt_section {
	uint32_t first, count; /* tokens */
	enum numfmt_type type;
	enum numfmt_op op; /* NF_ANY: no condition */
	double limit;
	bool nosign;   /* only negative numbers come here: no minus sign */
	bool has_text; /* holds @ */

	uint8_t dbnum; /* 1..4, 0: none */
	bool tagged;   /* a locale tag stands in it */
	bool gannen;   /* first years are 元 */
	enum numfmt_lang lang;

	/* numbers: placeholders of each part */
	int ints, fracs, exps;
	int minfracs; /* digits behind the point up to the last 0 */
	int scale;    /* power of ten that the value is multiplied by */
	bool point, exponent, group;
	/* fractions: the tokens that its parts begin at */
	uint32_t numer, denom;
	/* dates: digits of a second's fraction */
	int decimals;
};

struct numfmt {
	struct numfmt_section sec[4];
	int nsec;      /* sections for numbers, 1..3 */
	bool has_text; /* sec[3] is for text */
	bool general;  /* nothing but General */
	struct numfmt_tok *tok;
	size_t ntok, captok;
	struct buf lits;
};

/* A number as General shows it, with its sign, in plain digits. */
void numfmt_digits_general(double v, struct buf *out);
/* A number by the tokens of a section that is neither plain nor a date. */
void numfmt_digits_put(const struct numfmt *f, const struct numfmt_section *s,
    double v, struct buf *out);
/* A date.  False, with nothing appended, when there is no such date. */
bool numfmt_date_put(const struct numfmt *f, const struct numfmt_section *s,
    double v, bool date1904, struct buf *out);

/* One ASCII digit in the digits of the section ([DBNum]). */
void numfmt_kansuji_digit(
    const struct numfmt_section *s, char digit, struct buf *out);
/* A whole number by places, 十百千万; digits are ASCII, n of them. */
void numfmt_kansuji_places(const struct numfmt_section *s, const char *digits,
    size_t n, struct buf *out);
/* Compiles code into f, which is all zero but for its buffers. */
void numfmt_parse_code(struct numfmt *f, struct span code);

#endif
