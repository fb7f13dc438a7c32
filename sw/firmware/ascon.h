/* The firmware's routines for C programs: standard ilp32 calling convention.
 *
 * Pointers may have any alignment, lengths may be 0 to 2^31 - 1. AEAD128's output may be the message
 * itself, or must not overlap with an input; the others read every input before they write. No
 * branch, address or duration depends on key, plaintext or state. The accelerated routines need a
 * coprocessor that accepts instructions, and leave its state cleared. Neither registers nor stack
 * hold anything of key, plaintext, message or state on return.
 *
 * Each routine ascon_*_accelerated has a twin ascon_*_whole with the same arguments and results, for
 * a coprocessor that has no instructions for a partial last word.
 */
#ifndef ASCON_XIF_ASCON_H
#define ASCON_XIF_ASCON_H

#include <stddef.h>
#include <stdint.h>

/* Ascon-AEAD128: key, nonce and tag have 16 bytes. Writes length bytes of ciphertext, and the tag;
 * returns 0. */
int ascon_aead128_encrypt_baseline(uint8_t *ciphertext, uint8_t *tag, const uint8_t *plaintext,
                                   size_t length, const uint8_t *ad, size_t ad_length,
                                   const uint8_t *nonce, const uint8_t *key);
int ascon_aead128_encrypt_accelerated(uint8_t *ciphertext, uint8_t *tag, const uint8_t *plaintext,
                                      size_t length, const uint8_t *ad, size_t ad_length,
                                      const uint8_t *nonce, const uint8_t *key);

/* Returns 0 and writes length bytes of plaintext; or returns 1, the tag is wrong and the output is
 * all zeros. */
int ascon_aead128_decrypt_baseline(uint8_t *plaintext, const uint8_t *tag,
                                   const uint8_t *ciphertext, size_t length, const uint8_t *ad,
                                   size_t ad_length, const uint8_t *nonce, const uint8_t *key);
int ascon_aead128_decrypt_accelerated(uint8_t *plaintext, const uint8_t *tag,
                                      const uint8_t *ciphertext, size_t length, const uint8_t *ad,
                                      size_t ad_length, const uint8_t *nonce, const uint8_t *key);

/* With a tag of 4 to 16 bytes, and, unless nonce_mask is null, its 16 bytes XORed to the nonce. Also
 * return 4 and do nothing: the tag's length is another. */
int ascon_aead128_encrypt_options_baseline(uint8_t *ciphertext, uint8_t *tag,
                                           const uint8_t *plaintext, size_t length,
                                           const uint8_t *ad, size_t ad_length,
                                           const uint8_t *nonce, const uint8_t *key,
                                           size_t tag_length, const uint8_t *nonce_mask);
int ascon_aead128_encrypt_options_accelerated(uint8_t *ciphertext, uint8_t *tag,
                                              const uint8_t *plaintext, size_t length,
                                              const uint8_t *ad, size_t ad_length,
                                              const uint8_t *nonce, const uint8_t *key,
                                              size_t tag_length, const uint8_t *nonce_mask);
int ascon_aead128_decrypt_options_baseline(uint8_t *plaintext, const uint8_t *tag,
                                           const uint8_t *ciphertext, size_t length,
                                           const uint8_t *ad, size_t ad_length,
                                           const uint8_t *nonce, const uint8_t *key,
                                           size_t tag_length, const uint8_t *nonce_mask);
int ascon_aead128_decrypt_options_accelerated(uint8_t *plaintext, const uint8_t *tag,
                                              const uint8_t *ciphertext, size_t length,
                                              const uint8_t *ad, size_t ad_length,
                                              const uint8_t *nonce, const uint8_t *key,
                                              size_t tag_length, const uint8_t *nonce_mask);

/* Writes 32 bytes of hash; returns 0. */
int ascon_hash256_baseline(uint8_t *hash, const uint8_t *message, size_t length);
int ascon_hash256_accelerated(uint8_t *hash, const uint8_t *message, size_t length);

/* Writes output_length bytes; returns 0. */
int ascon_xof128_baseline(uint8_t *output, size_t output_length, const uint8_t *message,
                          size_t length);
int ascon_xof128_accelerated(uint8_t *output, size_t output_length, const uint8_t *message,
                             size_t length);

/* The same; or returns 5 and does nothing: the customization has more than 256 bytes. */
int ascon_cxof128_baseline(uint8_t *output, size_t output_length, const uint8_t *message,
                           size_t length, const uint8_t *customization,
                           size_t customization_length);
int ascon_cxof128_accelerated(uint8_t *output, size_t output_length, const uint8_t *message,
                              size_t length, const uint8_t *customization,
                              size_t customization_length);

/* The key has 16 bytes. Writes 16 bytes of tag; returns 0. */
int ascon_mac_baseline(uint8_t *tag, const uint8_t *message, size_t length, const uint8_t *key);
int ascon_mac_accelerated(uint8_t *tag, const uint8_t *message, size_t length,
                          const uint8_t *key);

/* The key has 16 bytes. Writes output_length bytes; returns 0. */
int ascon_prf_baseline(uint8_t *output, size_t output_length, const uint8_t *message,
                       size_t length, const uint8_t *key);
int ascon_prf_accelerated(uint8_t *output, size_t output_length, const uint8_t *message,
                          size_t length, const uint8_t *key);

/* The same; or writes nothing: returns 6, the message has more than 16 bytes, or 7, the output
 * would. With the latter, key and message may have been read. */
int ascon_prfshort_baseline(uint8_t *output, size_t output_length, const uint8_t *message,
                            size_t length, const uint8_t *key);
int ascon_prfshort_accelerated(uint8_t *output, size_t output_length, const uint8_t *message,
                               size_t length, const uint8_t *key);

/* Writes zeros. */
void ascon_wipe(void *address, size_t length);

#endif
