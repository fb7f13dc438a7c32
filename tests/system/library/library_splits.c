/* Feeds a message in every possible split, and compares with what is expected. */
#include "ascon_xif.h"

enum member { HASH256, XOF128, CXOF128, MAC, PRF, PRFSHORT, ENCRYPT, VERIFY, UNVERIFIED };

/* Which string is split, besides the others that are given in one piece. */
enum split { MESSAGE, OUTPUT, AD, SECOND_PASS };

struct job {
    uint32_t member, split;
    const uint8_t *key, *nonce, *ad, *message, *customization;
    uint32_t ad_length, length, customization_length;
    const uint8_t *expected;     /* output, or tag */
    uint32_t expected_length;
    const uint8_t *text;         /* AEAD128: what comes of the message */
    uint8_t *output;             /* room for expected_length + length bytes */
    uint32_t prefix;             /* bytes that the first piece has at least */
    uint32_t count;              /* bytes behind them with cuts between any of them */
};

/* Where the string is cut: bit i behind byte prefix + i. */
struct cuts {
    uint32_t mask, prefix, end;
};

static union {
    ascon_xif_hash256_context hash256;
    ascon_xif_xof128_context xof128;
    ascon_xif_cxof128_context cxof128;
    ascon_xif_mac_context mac;
    ascon_xif_prf_context prf;
    ascon_xif_prfshort_context prfshort;
    ascon_xif_aead128_context aead128;
} context;

/* The end of the piece that starts at a position. */
static uint32_t piece(const struct cuts *cuts, uint32_t start, uint32_t length)
{
    for (uint32_t end = start + 1; end < length; end++)
        if (end >= cuts->prefix && end - cuts->prefix < cuts->end
            && cuts->mask >> (end - cuts->prefix) & 1)
            return end;
    return length;
}

/* Calls for every piece of a string of a length; a string that is not split is one piece. */
#define PIECES(which, length_, call)                                                  \
    for (uint32_t at = 0, end; at < (length_); at = end) {                            \
        end = job->split == (which) ? piece(cuts, at, (length_)) : (length_);         \
        if (call)                                                                     \
            return 1;                                                                 \
    }

static int run(const struct job *job, const struct cuts *cuts)
{
    const uint8_t *message = job->message;
    uint8_t *output = job->output, *text = job->output + job->expected_length;
    uint32_t length = job->length, output_length = job->expected_length;

    switch (job->member) {
    case HASH256:
        if (ascon_xif_hash256_init(&context.hash256))
            return 1;
        PIECES(MESSAGE, length, ascon_xif_hash256_update(&context.hash256, message + at, end - at))
        return ascon_xif_hash256_final(&context.hash256, output);
    case XOF128:
        if (ascon_xif_xof128_init(&context.xof128))
            return 1;
        PIECES(MESSAGE, length, ascon_xif_xof128_update(&context.xof128, message + at, end - at))
        PIECES(OUTPUT, output_length,
               ascon_xif_xof128_squeeze(&context.xof128, output + at, end - at))
        return ascon_xif_xof128_final(&context.xof128);
    case CXOF128:
        if (ascon_xif_cxof128_init(&context.cxof128, job->customization,
                                   job->customization_length))
            return 1;
        PIECES(MESSAGE, length, ascon_xif_cxof128_update(&context.cxof128, message + at, end - at))
        PIECES(OUTPUT, output_length,
               ascon_xif_cxof128_squeeze(&context.cxof128, output + at, end - at))
        return ascon_xif_cxof128_final(&context.cxof128);
    case MAC:
        if (ascon_xif_mac_init(&context.mac, job->key))
            return 1;
        PIECES(MESSAGE, length, ascon_xif_mac_update(&context.mac, message + at, end - at))
        return ascon_xif_mac_final(&context.mac, output, output_length);
    case PRF:
        if (ascon_xif_prf_init(&context.prf, job->key))
            return 1;
        PIECES(MESSAGE, length, ascon_xif_prf_update(&context.prf, message + at, end - at))
        PIECES(OUTPUT, output_length, ascon_xif_prf_squeeze(&context.prf, output + at, end - at))
        return ascon_xif_prf_final(&context.prf);
    case PRFSHORT:
        if (ascon_xif_prfshort_init(&context.prfshort, job->key))
            return 1;
        PIECES(MESSAGE, length,
               ascon_xif_prfshort_update(&context.prfshort, message + at, end - at))
        return ascon_xif_prfshort_final(&context.prfshort, output, output_length);
    }

    if (ascon_xif_aead128_init(&context.aead128, job->nonce, job->key))
        return 1;
    PIECES(AD, job->ad_length,
           ascon_xif_aead128_ad_update(&context.aead128, job->ad + at, end - at))
    switch (job->member) {
    case ENCRYPT:
        PIECES(MESSAGE, length, ascon_xif_aead128_encrypt_update(&context.aead128, text + at,
                                                                 message + at, end - at))
        return ascon_xif_aead128_encrypt_final(&context.aead128, output, output_length);
    case UNVERIFIED:
        PIECES(MESSAGE, length, ascon_xif_aead128_decrypt_update_unverified(
               &context.aead128, text + at, message + at, end - at))
        for (uint32_t i = 0; i < output_length; i++)
            output[i] = job->expected[i];
        return ascon_xif_aead128_decrypt_final_unverified(&context.aead128, job->expected,
                                                          output_length);
    case VERIFY:
        PIECES(MESSAGE, length,
               ascon_xif_aead128_verify_update(&context.aead128, message + at, end - at))
        if (ascon_xif_aead128_verify_final(&context.aead128, job->expected, output_length))
            return 1;
        PIECES(SECOND_PASS, length, ascon_xif_aead128_decrypt_update(
               &context.aead128, text + at, message + at, end - at))
        for (uint32_t i = 0; i < output_length; i++)
            output[i] = job->expected[i];
        return ascon_xif_aead128_decrypt_final(&context.aead128);
    }
    return 1;
}

/* Runs with every set of cuts; returns 0, or 1 and more than the first set that went wrong. */
uint32_t all_splits(const struct job *job)
{
    struct cuts cuts = {0, job->prefix, job->count};
    for (; cuts.mask < 1u << job->count; cuts.mask++) {
        uint8_t wrong = 0;
        for (uint32_t i = 0; i < job->expected_length + job->length; i++)
            job->output[i] = 0x5a;
        wrong |= run(job, &cuts) != ASCON_XIF_OK;
        for (uint32_t i = 0; i < job->expected_length; i++)
            wrong |= job->output[i] ^ job->expected[i];
        for (uint32_t i = 0; job->text && i < job->length; i++)
            wrong |= job->output[job->expected_length + i] ^ job->text[i];
        for (uint32_t i = 0; i < sizeof context; i++)
            wrong |= ((uint8_t *)&context)[i];
        if (wrong)
            return cuts.mask + 1;
    }
    return 0;
}
