#include "doc/pdf/pdfcrypt.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>

#include "base/mem.h"
#include "box/rc4.h"

#define AES_BLOCK   16
#define PASSES_MAX  2048 /* rounds of algorithm 2.B: some 70 in practice */
#define DIGEST_MAX  64
#define KEY_MAX     32
#define OWNER_BYTES 32 /* of O and U up to revision 4 */

enum method { METHOD_NONE, METHOD_RC4, METHOD_AES128, METHOD_AES256 };

struct pdfcrypt {
	const struct pdfobj *dict;
	uint8_t key[KEY_MAX];
	size_t len; /* bytes of key */
	enum method streams;
	EVP_CIPHER_CTX *aes;
};

/* What fills a password up to 32 bytes, [ISO 32000-1] algorithm 2. */
static const uint8_t padding[32] = { 0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a,
	0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
	0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69,
	0x7a };

/* ---- libcrypto ---- */

/* Without memory there is no digest; nothing else can go wrong. */
static size_t
digest(const EVP_MD *md, struct span in, uint8_t out[DIGEST_MAX])
{
	unsigned n = 0;

	if (EVP_Digest(in.p, in.n, out, &n, md, NULL) != 1)
		mem_exhausted();
	return n;
}

/*
 * AES in CBC mode without padding; n is a multiple of the block.  Keys are of
 * 16 or 32 bytes.
 */
static bool
aes(struct pdfcrypt *c, bool encrypt, struct span key, const uint8_t *iv,
    const uint8_t *in, uint8_t *out, size_t n)
{
	const EVP_CIPHER *cipher =
	    key.n == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc();
	int got = 0;

	return n <= INT32_MAX &&
	       EVP_CipherInit_ex(
		   c->aes, cipher, NULL, key.p, iv, encrypt ? 1 : 0) == 1 &&
	       EVP_CIPHER_CTX_set_padding(c->aes, 0) == 1 &&
	       EVP_CipherUpdate(c->aes, out, &got, in, (int)n) == 1;
}

/* ---- keys ---- */

static struct span
string_of(const struct pdfobj *dict, const char *key)
{
	const struct pdfobj *o = pdfobj_get(dict, key);

	return o->type == PDF_STRING ? o->text : SPAN("");
}

/* Algorithm 2 with the empty password: revisions 2 to 4. */
static void
derive(struct pdfcrypt *c, int revision, struct span id)
{
	const struct pdfobj *meta = pdfobj_get(c->dict, "EncryptMetadata");
	uint32_t p = (uint32_t)pdfobj_int(
	    pdfobj_get(c->dict, "P"), INT32_MIN, UINT32_MAX, 0);
	struct buf b = BUF_INIT;
	uint8_t md[DIGEST_MAX];
	int i;

	buf_add(&b, padding, sizeof(padding));
	buf_addspan(&b, span_head(string_of(c->dict, "O"), OWNER_BYTES));
	for (i = 0; i < 4; i++)
		buf_addc(&b, (char)(p >> (8 * i)));
	buf_addspan(&b, id);
	if (revision >= 4 && meta->type == PDF_BOOL && meta->v <= 0)
		buf_add(&b, "\xff\xff\xff\xff", 4);
	digest(EVP_md5(), buf_span(&b), md);
	for (i = 0; revision >= 3 && i < 50; i++)
		digest(EVP_md5(), span_of(md, c->len), md);
	memcpy(c->key, md, c->len);
	buf_release(&b);
}

/* Algorithms 4 to 6: is U what the key gives? */
static bool
proves(const struct pdfcrypt *c, int revision, struct span id)
{
	struct span u = string_of(c->dict, "U");
	struct buf b = BUF_INIT;
	uint8_t md[DIGEST_MAX], key[KEY_MAX];
	struct rc4 r;
	size_t i, n = 16;
	int pass;

	if (revision == 2) {
		n = sizeof(padding);
		rc4_init(&r, span_of(c->key, c->len));
		rc4_run(&r, padding, md, n);
		return u.n >= n && memcmp(md, u.p, n) == 0;
	}
	buf_add(&b, padding, sizeof(padding));
	buf_addspan(&b, id);
	digest(EVP_md5(), buf_span(&b), md);
	buf_release(&b);
	for (pass = 0; pass < 20; pass++) {
		for (i = 0; i < c->len; i++)
			key[i] = (uint8_t)(c->key[i] ^ pass);
		rc4_init(&r, span_of(key, c->len));
		rc4_run(&r, md, md, n);
	}
	return u.n >= n && memcmp(md, u.p, n) == 0;
}

/*
 * Algorithm 2.B of revision 6 with the empty password: the hash of 8 bytes of
 * salt.  Revision 5 ends after the first digest.
 */
static bool
hash(struct pdfcrypt *c, int revision, struct span salt, uint8_t k[DIGEST_MAX])
{
	uint8_t block[64 * DIGEST_MAX];
	size_t n, i, size = digest(EVP_sha256(), salt, k);
	unsigned pass, sum;

	for (pass = 0; revision >= 6 && pass < PASSES_MAX; pass++) {
		n = 64 * size;
		for (i = 0; i < n; i += size)
			memcpy(block + i, k, size);
		if (!aes(c, true, span_of(k, 16), k + 16, block, block, n))
			return false;
		for (i = sum = 0; i < 16; i++)
			sum += block[i];
		size = digest(sum % 3 == 0   ? EVP_sha256()
			      : sum % 3 == 1 ? EVP_sha384()
					     : EVP_sha512(),
		    span_of(block, n), k);
		if (pass >= 63 && block[n - 1] <= pass - 31)
			break;
	}
	return true;
}

/* Algorithm 2.A: revisions 5 and 6. */
static bool
unwrap(struct pdfcrypt *c, int revision)
{
	static const uint8_t zero[AES_BLOCK];
	struct span u = string_of(c->dict, "U"), ue = string_of(c->dict, "UE");
	uint8_t k[DIGEST_MAX];

	if (u.n < 48 || ue.n < 32)
		return false;
	if (!hash(c, revision, span_of(u.p + 32, 8), k) ||
	    memcmp(k, u.p, 32) != 0)
		return false;
	return hash(c, revision, span_of(u.p + 40, 8), k) &&
	       aes(c, false, span_of(k, 32), zero, ue.p, c->key, 32);
}

/* ---- methods ---- */

/* What the crypt filter called name does. */
static enum method
method_of(const struct pdfcrypt *c, struct span name)
{
	const struct pdfobj *all = pdfobj_get(c->dict, "CF"), *cfm;
	char key[64];

	if (name.n >= sizeof(key) || span_eqs(name, "Identity"))
		return METHOD_NONE;
	memcpy(key, name.p, name.n);
	key[name.n] = '\0';
	cfm = pdfobj_get(pdfobj_get(all, key), "CFM");
	if (pdfobj_is_name(cfm, "V2"))
		return METHOD_RC4;
	if (pdfobj_is_name(cfm, "AESV2"))
		return METHOD_AES128;
	return pdfobj_is_name(cfm, "AESV3") ? METHOD_AES256 : METHOD_NONE;
}

static void
choose(struct pdfcrypt *c, int version)
{
	const struct pdfobj *stmf = pdfobj_get(c->dict, "StmF");
	int64_t bits = pdfobj_int(pdfobj_get(c->dict, "Length"), 40, 256, 40);

	c->streams = METHOD_RC4;
	if (version >= 4)
		c->streams = stmf->type == PDF_NAME ? method_of(c, stmf->text)
						    : METHOD_NONE;
	/* some writers give bytes; crypt filters of version 4 have 128 bits */
	if (version == 4)
		bits = 128;
	c->len = version == 1 ? 5 : (size_t)(bits / 8);
	if (c->len > 16)
		c->len = 16;
}

struct pdfcrypt *
pdfcrypt_open(const struct pdfobj *encrypt, struct span id, struct tb_error *e)
{
	int version = (int)pdfobj_int(pdfobj_get(encrypt, "V"), 0, 100, 0);
	int revision = (int)pdfobj_int(pdfobj_get(encrypt, "R"), 0, 100, 0);
	struct pdfcrypt *c;
	bool ok;

	if (!pdfobj_is_name(pdfobj_get(encrypt, "Filter"), "Standard") ||
	    version < 1 || version == 3 || version > 5 || revision < 2 ||
	    revision > 6) {
		tb_fail(e, TB_ERIGHTS, NULL);
		return NULL;
	}
	/* no configuration file: there is none in a cage */
	OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
	c = mem_calloc(1, sizeof(*c));
	c->dict = encrypt;
	c->aes = EVP_CIPHER_CTX_new();
	if (!c->aes)
		mem_exhausted();
	choose(c, version);
	if (version == 5) {
		ok = unwrap(c, revision);
		c->len = 32;
	} else {
		derive(c, revision, id);
		ok = proves(c, revision, id);
	}
	if (ok)
		return c;
	pdfcrypt_free(c);
	tb_fail(e, TB_EPASSWORD, NULL);
	return NULL;
}

void
pdfcrypt_free(struct pdfcrypt *c)
{
	if (!c)
		return;
	EVP_CIPHER_CTX_free(c->aes);
	OPENSSL_cleanse(c->key, sizeof(c->key));
	free(c);
}

/* ---- streams ---- */

/* Algorithm 1: the key of one object; returns its bytes. */
static size_t
object_key(const struct pdfcrypt *c, enum method m, uint32_t num, uint32_t gen,
    uint8_t md[DIGEST_MAX])
{
	uint8_t b[KEY_MAX + 9];
	size_t n = c->len;

	memcpy(b, c->key, n);
	b[n++] = (uint8_t)num;
	b[n++] = (uint8_t)(num >> 8);
	b[n++] = (uint8_t)(num >> 16);
	b[n++] = (uint8_t)gen;
	b[n++] = (uint8_t)(gen >> 8);
	if (m == METHOD_AES128) {
		memcpy(b + n, "sAlT", 4);
		n += 4;
	}
	digest(EVP_md5(), span_of(b, n), md);
	return c->len + 5 < 16 ? c->len + 5 : 16;
}

/* The first block is the initialization vector, the last one is padded. */
static void
aes_stream(struct pdfcrypt *c, struct span key, struct span in, struct buf *out)
{
	size_t n, pad;

	if (in.n < 2 * AES_BLOCK)
		return;
	n = (in.n - AES_BLOCK) / AES_BLOCK * AES_BLOCK;
	if (!aes(c, false, key, in.p, in.p + AES_BLOCK,
		(uint8_t *)buf_room(out, n), n))
		return;
	buf_used(out, n);
	pad = (uint8_t)out->p[n - 1];
	if (pad >= 1 && pad <= AES_BLOCK)
		buf_cut(out, n - pad, pad);
}

void
pdfcrypt_stream(struct pdfcrypt *c, uint32_t num, uint32_t gen,
    struct span filter, struct span in, struct buf *out)
{
	enum method m = filter.n ? method_of(c, filter) : c->streams;
	uint8_t key[DIGEST_MAX];
	struct rc4 r;
	size_t n;

	buf_reset(out);
	switch (m) {
	case METHOD_RC4:
		n = object_key(c, m, num, gen, key);
		rc4_init(&r, span_of(key, n));
		rc4_run(&r, in.p, (uint8_t *)buf_room(out, in.n), in.n);
		buf_used(out, in.n);
		break;
	case METHOD_AES128:
		n = object_key(c, m, num, gen, key);
		aes_stream(c, span_of(key, 16), in, out);
		break;
	case METHOD_AES256:
		aes_stream(c, span_of(c->key, 32), in, out);
		break;
	default:
		buf_addspan(out, in);
		break;
	}
}
