/* The Ascon family in C, on RV32I or through the ascon-xif coprocessor.
 *
 * Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 as of NIST SP 800-232; Ascon-Mac,
 * Ascon-Prf and Ascon-PrfShort as of Ascon v1.3. Needs no libc. docs/c-interface.md tells more.
 *
 * Every function returns 0 or a positive code, see below. What returns another code than
 * ASCON_XIF_OK and ASCON_XIF_TAG_MISMATCH has read no buffer and changed nothing, neither output
 * nor context; only prfshort may have read key and message before it refuses the output's length.
 *
 * Lengths count bytes and may be 0. A pointer may be null if its length is 0. Pointers may have any
 * alignment; on a core that refuses misaligned accesses they have to be multiples of 4.
 *
 * No branch, address or duration depends on key, plaintext or state; whether a tag was right is
 * public. Registers that the calling convention lets a function change are not cleared.
 *
 * A context holds a whole message in work, so that any number of them may be interleaved; between
 * two calls nothing is in the coprocessor. But a call must not interrupt another one, of whatever
 * context, that goes through the coprocessor. Contexts are plain memory: they may be copied, and
 * `ascon_xif_wipe` forgets one. What ends a message wipes its context; then, and while a context
 * is all zeros, everything but init is ASCON_XIF_WRONG_ORDER.
 */
#ifndef ASCON_XIF_H
#define ASCON_XIF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns. */
enum {
    ASCON_XIF_OK                           = 0,
    ASCON_XIF_TAG_MISMATCH                 = 1,  /* the tag is wrong */
    ASCON_XIF_INVALID_TAG_LENGTH           = 4,  /* not 4 to 16 */
    ASCON_XIF_INVALID_CUSTOMIZATION_LENGTH = 5,  /* more than 256 */
    ASCON_XIF_INVALID_MESSAGE_LENGTH       = 6,  /* PrfShort: more than 16; second pass of a
                                                  * decryption: more than was verified */
    ASCON_XIF_INVALID_OUTPUT_LENGTH        = 7,  /* PrfShort: more than 16 */
    ASCON_XIF_NULL_POINTER                 = 16, /* where bytes are expected */
    ASCON_XIF_OVERLAP                      = 17, /* of buffers, see the function */
    ASCON_XIF_WRONG_ORDER                  = 18, /* the context is not where this may be called */
    ASCON_XIF_NO_SUCH_VARIANT              = 19  /* not in this archive */
};

/* Lengths in bytes. */
enum {
    ASCON_XIF_KEY_SIZE          = 16,
    ASCON_XIF_MASKED_KEY_SIZE   = 32, /* the key, then what the nonce is masked with */
    ASCON_XIF_NONCE_SIZE        = 16,
    ASCON_XIF_TAG_SIZE          = 16,
    ASCON_XIF_TAG_SIZE_MIN      = 4,
    ASCON_XIF_HASH_SIZE         = 32,
    ASCON_XIF_CUSTOMIZATION_MAX = 256,
    ASCON_XIF_PRFSHORT_MAX      = 16  /* of message and of output */
};

#ifdef __GNUC__
#define ASCON_XIF_CHECKED __attribute__((warn_unused_result))
#else
#define ASCON_XIF_CHECKED
#endif

/* Contexts. What is in them is for the library only. */
typedef struct {
    uint32_t state[10];
    uint8_t  position;
    uint8_t  phase;
} ascon_xif_sponge;

typedef struct { ascon_xif_sponge sponge; } ascon_xif_hash256_context;
typedef struct { ascon_xif_sponge sponge; } ascon_xif_xof128_context;
typedef struct { ascon_xif_sponge sponge; } ascon_xif_cxof128_context;
typedef struct { ascon_xif_sponge sponge; } ascon_xif_mac_context;
typedef struct { ascon_xif_sponge sponge; } ascon_xif_prf_context;

typedef struct {
    uint32_t key[4];
    uint32_t message[4];
    uint8_t  length;
    uint8_t  phase;
} ascon_xif_prfshort_context;

typedef struct {
    ascon_xif_sponge sponge;
    uint32_t key[4];
    uint32_t start[10];
    uint32_t tag[4];
    size_t   verified;
} ascon_xif_aead128_context;

/* Variants. An archive holds one or both of them; the one for both starts with the baseline. The
 * state in a context is the same for both, even in the middle of a message. Returns
 * ASCON_XIF_NO_SUCH_VARIANT if the archive has no such code. */
enum {
    ASCON_XIF_BASELINE    = 0, /* RV32I */
    ASCON_XIF_ACCELERATED = 1  /* through the coprocessor; without one, illegal instructions */
};

int ascon_xif_select(int variant) ASCON_XIF_CHECKED;
int ascon_xif_selected(void);

/* Writes zeros, also where a compiler thinks that nobody will read them: to forget a context. */
void ascon_xif_wipe(void *memory, size_t length);

/* Ascon-AEAD128. The tag has tag_length bytes, 4 to 16; a tag of t bytes is forged once in 2^(8t)
 * attempts, and SP 800-232 wants at least 8 without an analysis of the risks. A nonce must never be
 * used twice with a key.
 *
 * The output may lie over the input: it starts where that does, in front of it, or behind its end;
 * otherwise ASCON_XIF_OVERLAP. In one-shot functions it must not overlap associated data, nonce,
 * key or tag either.
 *
 * masked_*: nonce masking, with a key of 32 bytes. */
int ascon_xif_aead128_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                              const uint8_t *plaintext, size_t length,
                              const uint8_t *ad, size_t ad_length,
                              const uint8_t nonce[16], const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_aead128_masked_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                     const uint8_t *plaintext, size_t length,
                                     const uint8_t *ad, size_t ad_length, const uint8_t nonce[16],
                                     const uint8_t key[32]) ASCON_XIF_CHECKED;

/* If the tag is wrong, the plaintext is all zeros. */
int ascon_xif_aead128_decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                              const uint8_t *ciphertext, size_t length,
                              const uint8_t *ad, size_t ad_length,
                              const uint8_t nonce[16], const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_aead128_masked_decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                                     const uint8_t *ciphertext, size_t length,
                                     const uint8_t *ad, size_t ad_length, const uint8_t nonce[16],
                                     const uint8_t key[32]) ASCON_XIF_CHECKED;

/* A message in pieces: init; ad_update any number of times; then one of
 *
 * - encrypt_update any number of times, encrypt_final;
 * - verify_update any number of times, verify_final; if that was ASCON_XIF_OK, the same
 *   ciphertext once more, in pieces of any lengths, through decrypt_update, then decrypt_final. No
 *   plaintext is made before the tag was right. decrypt_final returns ASCON_XIF_TAG_MISMATCH if
 *   not the whole of the verified ciphertext was decrypted, or another one: then forget the
 *   plaintext. Whoever can change the ciphertext between the passes must not see it before;
 * - decrypt_update_unverified any number of times, decrypt_final_unverified: the plaintext
 *   may be a forger's, and nobody may act on it or see it before the end has returned
 *   ASCON_XIF_OK. The caller wipes it otherwise.
 *
 * Every update gives as many bytes as it takes. What is named final wipes the context, and so does
 * every ASCON_XIF_TAG_MISMATCH. */
int ascon_xif_aead128_init(ascon_xif_aead128_context *context, const uint8_t nonce[16],
                           const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_aead128_masked_init(ascon_xif_aead128_context *context, const uint8_t nonce[16],
                                  const uint8_t key[32]) ASCON_XIF_CHECKED;
int ascon_xif_aead128_ad_update(ascon_xif_aead128_context *context, const uint8_t *ad,
                                size_t length) ASCON_XIF_CHECKED;

int ascon_xif_aead128_encrypt_update(ascon_xif_aead128_context *context, uint8_t *ciphertext,
                                     const uint8_t *plaintext, size_t length) ASCON_XIF_CHECKED;
int ascon_xif_aead128_encrypt_final(ascon_xif_aead128_context *context, uint8_t *tag,
                                    size_t tag_length) ASCON_XIF_CHECKED;

int ascon_xif_aead128_verify_update(ascon_xif_aead128_context *context, const uint8_t *ciphertext,
                                    size_t length) ASCON_XIF_CHECKED;
int ascon_xif_aead128_verify_final(ascon_xif_aead128_context *context, const uint8_t *tag,
                                   size_t tag_length) ASCON_XIF_CHECKED;
int ascon_xif_aead128_decrypt_update(ascon_xif_aead128_context *context, uint8_t *plaintext,
                                     const uint8_t *ciphertext, size_t length) ASCON_XIF_CHECKED;
int ascon_xif_aead128_decrypt_final(ascon_xif_aead128_context *context) ASCON_XIF_CHECKED;

int ascon_xif_aead128_decrypt_update_unverified(ascon_xif_aead128_context *context,
                                                uint8_t *plaintext, const uint8_t *ciphertext,
                                                size_t length) ASCON_XIF_CHECKED;
int ascon_xif_aead128_decrypt_final_unverified(ascon_xif_aead128_context *context,
                                               const uint8_t *tag,
                                               size_t tag_length) ASCON_XIF_CHECKED;

/* Ascon-Hash256. The hash may lie over the message. */
int ascon_xif_hash256(uint8_t hash[32], const uint8_t *message, size_t length) ASCON_XIF_CHECKED;
int ascon_xif_hash256_init(ascon_xif_hash256_context *context) ASCON_XIF_CHECKED;
int ascon_xif_hash256_update(ascon_xif_hash256_context *context, const uint8_t *message,
                             size_t length) ASCON_XIF_CHECKED;
int ascon_xif_hash256_final(ascon_xif_hash256_context *context,
                            uint8_t hash[32]) ASCON_XIF_CHECKED;

/* Ascon-XOF128: an output of any length, which may lie over the message. The first squeeze ends
 * the message; any number of them give one long output. The customization of Ascon-CXOF128 has at
 * most 256 bytes. */
int ascon_xif_xof128(uint8_t *output, size_t output_length, const uint8_t *message,
                     size_t length) ASCON_XIF_CHECKED;
int ascon_xif_xof128_init(ascon_xif_xof128_context *context) ASCON_XIF_CHECKED;
int ascon_xif_xof128_update(ascon_xif_xof128_context *context, const uint8_t *message,
                            size_t length) ASCON_XIF_CHECKED;
int ascon_xif_xof128_squeeze(ascon_xif_xof128_context *context, uint8_t *output,
                             size_t length) ASCON_XIF_CHECKED;
int ascon_xif_xof128_final(ascon_xif_xof128_context *context) ASCON_XIF_CHECKED;

int ascon_xif_cxof128(uint8_t *output, size_t output_length, const uint8_t *message, size_t length,
                      const uint8_t *customization, size_t customization_length) ASCON_XIF_CHECKED;
int ascon_xif_cxof128_init(ascon_xif_cxof128_context *context, const uint8_t *customization,
                           size_t length) ASCON_XIF_CHECKED;
int ascon_xif_cxof128_update(ascon_xif_cxof128_context *context, const uint8_t *message,
                             size_t length) ASCON_XIF_CHECKED;
int ascon_xif_cxof128_squeeze(ascon_xif_cxof128_context *context, uint8_t *output,
                              size_t length) ASCON_XIF_CHECKED;
int ascon_xif_cxof128_final(ascon_xif_cxof128_context *context) ASCON_XIF_CHECKED;

/* Ascon-Mac. The tag has tag_length bytes, 4 to 16, and may lie over message and key. Verifying
 * takes the same time whatever the tags are. */
int ascon_xif_mac(uint8_t *tag, size_t tag_length, const uint8_t *message, size_t length,
                  const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_mac_verify(const uint8_t *tag, size_t tag_length, const uint8_t *message,
                         size_t length, const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_mac_init(ascon_xif_mac_context *context, const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_mac_update(ascon_xif_mac_context *context, const uint8_t *message,
                         size_t length) ASCON_XIF_CHECKED;
int ascon_xif_mac_final(ascon_xif_mac_context *context, uint8_t *tag,
                        size_t tag_length) ASCON_XIF_CHECKED;
int ascon_xif_mac_verify_final(ascon_xif_mac_context *context, const uint8_t *tag,
                               size_t tag_length) ASCON_XIF_CHECKED;

/* Ascon-Prf: an output of any length, which may lie over message and key. The first squeeze ends
 * the message; any number of them give one long output. */
int ascon_xif_prf(uint8_t *output, size_t output_length, const uint8_t *message, size_t length,
                  const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_prf_init(ascon_xif_prf_context *context, const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_prf_update(ascon_xif_prf_context *context, const uint8_t *message,
                         size_t length) ASCON_XIF_CHECKED;
int ascon_xif_prf_squeeze(ascon_xif_prf_context *context, uint8_t *output,
                          size_t length) ASCON_XIF_CHECKED;
int ascon_xif_prf_final(ascon_xif_prf_context *context) ASCON_XIF_CHECKED;

/* Ascon-PrfShort: at most 16 bytes of message, of all updates together, and of output, which may
 * lie over message and key. */
int ascon_xif_prfshort(uint8_t *output, size_t output_length, const uint8_t *message,
                       size_t length, const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_prfshort_init(ascon_xif_prfshort_context *context,
                            const uint8_t key[16]) ASCON_XIF_CHECKED;
int ascon_xif_prfshort_update(ascon_xif_prfshort_context *context, const uint8_t *message,
                              size_t length) ASCON_XIF_CHECKED;
int ascon_xif_prfshort_final(ascon_xif_prfshort_context *context, uint8_t *output,
                             size_t output_length) ASCON_XIF_CHECKED;

#ifdef __cplusplus
}
#endif

#endif
