/*
 * utf.h: UTF-8 and UTF-16LE, checked and changed into each other.
 *
 * Bad input is never fatal: what is no character becomes U+FFFD.  A UTF-16 unit
 * is two bytes, little-endian, wherever the bytes stand (no alignment asked).
 */
#ifndef TEXT_UTF_H
#define TEXT_UTF_H

#include "base/buf.h"

#define UTF_BAD 0xfffdU

/*
 * One character of s at *off, which moves behind it.  An ill-formed sequence
 * gives UTF_BAD for each maximal part of it (Unicode 3.9, as W3C decodes);
 * encoded surrogates are ill-formed.  *off < s.n on entry.
 */
uint32_t utf_next(struct span s, size_t *off);
/* Appends character u (any up to 10FFFF, no surrogate) as UTF-8. */
void utf_put(struct buf *b, uint32_t u);
/* The bytes of s that are well-formed UTF-8 from the start. */
size_t utf_valid(struct span s);
/* Appends s with every ill-formed part as U+FFFD. */
void utf_clean(struct span s, struct buf *b);
/* UTF-16 units that s has as UTF-16; ill-formed parts count 1. */
size_t utf_units(struct span s);
/* Appends s as UTF-16LE. */
void utf_to16(struct span s, struct buf *b);
/*
 * Appends UTF-16LE bytes as UTF-8; a lone surrogate and an odd last byte are
 * U+FFFD.
 */
void utf_from16(struct span s, struct buf *b);

static inline uint16_t
utf_unit(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static inline bool
utf_high(uint32_t u)
{
	return (u & 0xfc00) == 0xd800;
}

static inline bool
utf_low(uint32_t u)
{
	return (u & 0xfc00) == 0xdc00;
}

/* Char.IsWhiteSpace of .NET: what "trim" and "blank" mean (extraction.md 0). */
bool utf_space(uint32_t u);
/* s without white space at its end / at both ends; UTF-8. */
struct span utf_trim_end(struct span s);
struct span utf_trim(struct span s);

#endif
