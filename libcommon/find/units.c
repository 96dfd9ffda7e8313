#include "find/units.h"

#if defined(__x86_64__)
# include <immintrin.h>
#elif defined(__ARM_NEON)
# include <arm_neon.h>
#endif

enum units_kernel
units_best(void)
{
#if defined(__x86_64__)
	return __builtin_cpu_supports("avx2") ? UNITS_AVX2 : UNITS_SSE2;
#elif defined(__ARM_NEON)
	return UNITS_NEON;
#else
	return UNITS_SCALAR;
#endif
}

bool
units_can(enum units_kernel k)
{
	return k == UNITS_SCALAR || k == units_best() ||
	       (k == UNITS_SSE2 && units_best() == UNITS_AVX2);
}

/* ---- one unit at a time; also the rest behind the vectors ----------------- */

static size_t
find_scalar(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	while (i < n && text[i] != u)
		i++;
	return i;
}

static size_t
count_scalar(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	size_t count = 0;

	for (; i < n; i++)
		count += text[i] == u;
	return count;
}

static bool
is_one(uint16_t u, const uint16_t form[UNITS_FORMS])
{
	return u == form[0] || u == form[1] || u == form[2] || u == form[3];
}

static size_t
pair_scalar(const uint16_t *text, size_t n, size_t i, size_t gap,
    const uint16_t a[UNITS_FORMS], const uint16_t b[UNITS_FORMS])
{
	while (i < n && !(is_one(text[i], a) && is_one(text[i + gap], b)))
		i++;
	return i;
}

#if defined(__x86_64__)

/* ---- SSE2: eight units ---------------------------------------------------- */

static __m128i
load8(const uint16_t *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static size_t
find_sse2(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	const __m128i w = _mm_set1_epi16((short)u);
	unsigned mask;

	for (; n - i >= 8; i += 8) {
		mask = (unsigned)_mm_movemask_epi8(
		    _mm_cmpeq_epi16(load8(text + i), w));
		if (mask)
			return i + (unsigned)__builtin_ctz(mask) / 2;
	}
	return find_scalar(text, n, i, u);
}

static size_t
count_sse2(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	const __m128i w = _mm_set1_epi16((short)u);
	size_t count = 0;

	for (; n - i >= 8; i += 8)
		count +=
		    (unsigned)__builtin_popcount((unsigned)_mm_movemask_epi8(
			_mm_cmpeq_epi16(load8(text + i), w))) /
		    2;
	return count + count_scalar(text, n, i, u);
}

static __m128i
any8(__m128i v, const uint16_t f[UNITS_FORMS])
{
	return _mm_or_si128(
	    _mm_or_si128(_mm_cmpeq_epi16(v, _mm_set1_epi16((short)f[0])),
		_mm_cmpeq_epi16(v, _mm_set1_epi16((short)f[1]))),
	    _mm_or_si128(_mm_cmpeq_epi16(v, _mm_set1_epi16((short)f[2])),
		_mm_cmpeq_epi16(v, _mm_set1_epi16((short)f[3]))));
}

static size_t
pair_sse2(const uint16_t *text, size_t n, size_t i, size_t gap,
    const uint16_t a[UNITS_FORMS], const uint16_t b[UNITS_FORMS])
{
	unsigned mask;

	for (; n - i >= 8; i += 8) {
		mask = (unsigned)_mm_movemask_epi8(_mm_and_si128(
		    any8(load8(text + i), a), any8(load8(text + i + gap), b)));
		if (mask)
			return i + (unsigned)__builtin_ctz(mask) / 2;
	}
	return pair_scalar(text, n, i, gap, a, b);
}

/* ---- AVX2: sixteen units -------------------------------------------------- */

# define AVX2 __attribute__((target("avx2,popcnt")))

AVX2 static __m256i
load16(const uint16_t *p)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

AVX2 static size_t
find_avx2(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	const __m256i w = _mm256_set1_epi16((short)u);
	__m256i x, y;
	unsigned mask;

	/* two at a time: one branch for 64 bytes */
	for (; n - i >= 32; i += 32) {
		x = _mm256_cmpeq_epi16(load16(text + i), w);
		y = _mm256_cmpeq_epi16(load16(text + i + 16), w);
		if (_mm256_testz_si256(
			_mm256_or_si256(x, y), _mm256_or_si256(x, y)))
			continue;
		mask = (unsigned)_mm256_movemask_epi8(x);
		if (mask)
			return i + (unsigned)__builtin_ctz(mask) / 2;
		mask = (unsigned)_mm256_movemask_epi8(y);
		return i + 16 + (unsigned)__builtin_ctz(mask) / 2;
	}
	return find_scalar(text, n, i, u);
}

AVX2 static size_t
count_avx2(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	const __m256i w = _mm256_set1_epi16((short)u);
	size_t count = 0;

	for (; n - i >= 16; i += 16)
		count +=
		    (unsigned)_mm_popcnt_u32((unsigned)_mm256_movemask_epi8(
			_mm256_cmpeq_epi16(load16(text + i), w))) /
		    2;
	return count + count_scalar(text, n, i, u);
}

/* Of most units there are two forms at most: upper and lower case. */
AVX2 static size_t
pair_avx2(const uint16_t *text, size_t n, size_t i, size_t gap,
    const uint16_t a[UNITS_FORMS], const uint16_t b[UNITS_FORMS])
{
	const __m256i a0 = _mm256_set1_epi16((short)a[0]);
	const __m256i a1 = _mm256_set1_epi16((short)a[1]);
	const __m256i a2 = _mm256_set1_epi16((short)a[2]);
	const __m256i a3 = _mm256_set1_epi16((short)a[3]);
	const __m256i b0 = _mm256_set1_epi16((short)b[0]);
	const __m256i b1 = _mm256_set1_epi16((short)b[1]);
	const __m256i b2 = _mm256_set1_epi16((short)b[2]);
	const __m256i b3 = _mm256_set1_epi16((short)b[3]);
	bool wide =
	    a[2] != a[1] || a[3] != a[1] || b[2] != b[1] || b[3] != b[1];
	__m256i v, w, x, y;
	unsigned mask;

	for (; n - i >= 16; i += 16) {
		v = load16(text + i);
		w = load16(text + i + gap);
		x = _mm256_or_si256(
		    _mm256_cmpeq_epi16(v, a0), _mm256_cmpeq_epi16(v, a1));
		y = _mm256_or_si256(
		    _mm256_cmpeq_epi16(w, b0), _mm256_cmpeq_epi16(w, b1));
		if (wide) {
			x = _mm256_or_si256(
			    x, _mm256_or_si256(_mm256_cmpeq_epi16(v, a2),
				   _mm256_cmpeq_epi16(v, a3)));
			y = _mm256_or_si256(
			    y, _mm256_or_si256(_mm256_cmpeq_epi16(w, b2),
				   _mm256_cmpeq_epi16(w, b3)));
		}
		mask = (unsigned)_mm256_movemask_epi8(_mm256_and_si256(x, y));
		if (mask)
			return i + (unsigned)__builtin_ctz(mask) / 2;
	}
	return pair_scalar(text, n, i, gap, a, b);
}

#elif defined(__ARM_NEON)

/* ---- NEON: eight units; a block that has one is looked through ------------ */

static bool
any_lane(uint16x8_t v)
{
	uint64x2_t w = vreinterpretq_u64_u16(v);

	return (vgetq_lane_u64(w, 0) | vgetq_lane_u64(w, 1)) != 0;
}

static size_t
find_neon(const uint16_t *text, size_t n, size_t i, uint16_t u)
{
	const uint16x8_t w = vdupq_n_u16(u);

	while (n - i >= 8 && !any_lane(vceqq_u16(vld1q_u16(text + i), w)))
		i += 8;
	return find_scalar(text, n, i, u);
}

static uint16x8_t
any8(uint16x8_t v, const uint16_t f[UNITS_FORMS])
{
	return vorrq_u16(vorrq_u16(vceqq_u16(v, vdupq_n_u16(f[0])),
			     vceqq_u16(v, vdupq_n_u16(f[1]))),
	    vorrq_u16(vceqq_u16(v, vdupq_n_u16(f[2])),
		vceqq_u16(v, vdupq_n_u16(f[3]))));
}

static size_t
pair_neon(const uint16_t *text, size_t n, size_t i, size_t gap,
    const uint16_t a[UNITS_FORMS], const uint16_t b[UNITS_FORMS])
{
	while (n - i >= 8 && !any_lane(vandq_u16(any8(vld1q_u16(text + i), a),
				 any8(vld1q_u16(text + i + gap), b))))
		i += 8;
	return pair_scalar(text, n, i, gap, a, b);
}

#endif

/* ---- which one ------------------------------------------------------------ */

size_t
units_find(enum units_kernel k, const uint16_t *text, size_t n, size_t from,
    uint16_t u)
{
	if (from >= n)
		return n;
	switch (k) {
#if defined(__x86_64__)
	case UNITS_AVX2:
		return find_avx2(text, n, from, u);
	case UNITS_SSE2:
		return find_sse2(text, n, from, u);
#elif defined(__ARM_NEON)
	case UNITS_NEON:
		return find_neon(text, n, from, u);
#endif
	default:
		return find_scalar(text, n, from, u);
	}
}

size_t
units_count(enum units_kernel k, const uint16_t *text, size_t n, size_t from,
    uint16_t u)
{
	if (from >= n)
		return 0;
	switch (k) {
#if defined(__x86_64__)
	case UNITS_AVX2:
		return count_avx2(text, n, from, u);
	case UNITS_SSE2:
		return count_sse2(text, n, from, u);
#endif
	default:
		return count_scalar(text, n, from, u);
	}
}

size_t
units_find_pair(enum units_kernel k, const uint16_t *text, size_t n,
    size_t from, size_t gap, const uint16_t a[UNITS_FORMS],
    const uint16_t b[UNITS_FORMS])
{
	if (from >= n)
		return n;
	switch (k) {
#if defined(__x86_64__)
	case UNITS_AVX2:
		return pair_avx2(text, n, from, gap, a, b);
	case UNITS_SSE2:
		return pair_sse2(text, n, from, gap, a, b);
#elif defined(__ARM_NEON)
	case UNITS_NEON:
		return pair_neon(text, n, from, gap, a, b);
#endif
	default:
		return pair_scalar(text, n, from, gap, a, b);
	}
}
