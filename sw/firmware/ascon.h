/* The firmware's routines for C programs: standard ilp32 calling convention.
 *
 * Pointers may have any alignment, lengths may be 0, and the output may lie over the message. No
 * branch, address or duration depends on key, plaintext or state. The accelerated routines need a
 * coprocessor that accepts instructions, and leave its state cleared. Registers that the calling
 * convention lets a routine change are not cleared: they may hold secrets on return.
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

/* Writes zeros. */
void ascon_wipe(void *address, size_t length);

#endif
