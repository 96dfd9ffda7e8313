#include "box/rc4.h"

void
rc4_init(struct rc4 *r, struct span key)
{
	unsigned i;
	uint8_t j = 0, t;

	for (i = 0; i < 256; i++)
		r->s[i] = (uint8_t)i;
	for (i = 0; i < 256 && key.n > 0; i++) {
		j = (uint8_t)(j + r->s[i] + key.p[i % key.n]);
		t = r->s[i];
		r->s[i] = r->s[j];
		r->s[j] = t;
	}
	r->i = r->j = 0;
}

void
rc4_run(struct rc4 *r, const uint8_t *in, uint8_t *out, size_t n)
{
	uint8_t t;
	size_t k;

	for (k = 0; k < n; k++) {
		r->j = (uint8_t)(r->j + r->s[++r->i]);
		t = r->s[r->i];
		r->s[r->i] = r->s[r->j];
		r->s[r->j] = t;
		out[k] = in[k] ^ r->s[(uint8_t)(r->s[r->i] + r->s[r->j])];
	}
}
