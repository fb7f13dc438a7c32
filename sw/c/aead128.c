/* Ascon-AEAD128 at once. SP 800-232, section 4. */
#include "aead128.h"

/* What may be wrong with a call. `key_size` tells whether the nonce is masked. */
static int check(const uint8_t *output, const uint8_t *tag, size_t tag_length,
                 const uint8_t *input, size_t length, const uint8_t *ad, size_t ad_length,
                 const uint8_t *nonce, const uint8_t *key, size_t key_size)
{
    if (tag == NULL || nonce == NULL || key == NULL || is_missing(output, length)
        || is_missing(input, length) || is_missing(ad, ad_length))
        return ASCON_XIF_NULL_POINTER;
    if (!is_tag_length(tag_length))
        return ASCON_XIF_INVALID_TAG_LENGTH;
    if (length && (overruns(output, input, length) || overlap(output, length, tag, tag_length)
                   || (ad_length && overlap(output, length, ad, ad_length))
                   || overlap(output, length, nonce, ASCON_XIF_NONCE_SIZE)
                   || overlap(output, length, key, key_size)))
        return ASCON_XIF_OVERLAP;
    return ASCON_XIF_OK;
}

int ascon_xif_aead128_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                              const uint8_t *plaintext, size_t length, const uint8_t *ad,
                              size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    int status = check(ciphertext, tag, tag_length, plaintext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    if (tag_length == ASCON_XIF_TAG_SIZE)
        return VARIANT(ascon_aead128_encrypt)(ciphertext, tag, plaintext, length, ad, ad_length,
                                              nonce, key);
    return VARIANT(ascon_aead128_encrypt_options)(ciphertext, tag, plaintext, length, ad, ad_length,
                                                  nonce, key, tag_length, NULL);
}

int ascon_xif_aead128_masked_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                     const uint8_t *plaintext, size_t length, const uint8_t *ad,
                                     size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    int status = check(ciphertext, tag, tag_length, plaintext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_MASKED_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    return VARIANT(ascon_aead128_encrypt_options)(ciphertext, tag, plaintext, length, ad, ad_length,
                                                  nonce, key, tag_length, key + ASCON_XIF_KEY_SIZE);
}

int ascon_xif_aead128_decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                              const uint8_t *ciphertext, size_t length, const uint8_t *ad,
                              size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    int status = check(plaintext, tag, tag_length, ciphertext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    if (tag_length == ASCON_XIF_TAG_SIZE)
        return VARIANT(ascon_aead128_decrypt)(plaintext, tag, ciphertext, length, ad, ad_length,
                                              nonce, key);
    return VARIANT(ascon_aead128_decrypt_options)(plaintext, tag, ciphertext, length, ad, ad_length,
                                                  nonce, key, tag_length, NULL);
}

int ascon_xif_aead128_masked_decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                                     const uint8_t *ciphertext, size_t length, const uint8_t *ad,
                                     size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    int status = check(plaintext, tag, tag_length, ciphertext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_MASKED_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    return VARIANT(ascon_aead128_decrypt_options)(plaintext, tag, ciphertext, length, ad, ad_length,
                                                  nonce, key, tag_length, key + ASCON_XIF_KEY_SIZE);
}
