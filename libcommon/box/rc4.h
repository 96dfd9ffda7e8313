/*
 * rc4.h: the RC4 cipher, which old documents are protected by.
 *
 * libcrypto keeps it in a module that is not loaded by default.
 */
#ifndef BOX_RC4_H
#define BOX_RC4_H

#include "base/span.h"

struct rc4 {
	uint8_t s[256], i, j;
};

/* Begins with a key of 1 to 256 bytes. */
void rc4_init(struct rc4 *r, struct span key);
/* Enciphers, or deciphers, n bytes from where the last call ended. */
void rc4_run(struct rc4 *r, const uint8_t *in, uint8_t *out, size_t n);

#endif
