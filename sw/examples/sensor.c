/* A sensor sends a reading to a gateway, which accepts nothing else.
 *
 * Prf derives a key for the session, AEAD128 seals the reading in pieces, the gateway verifies
 * before it decrypts, and refuses what a forger has changed. Hash256 tells which program is meant,
 * and Mac which command is the gateway's.
 */
#include "ascon_xif.h"
#include "console.h"

enum { PIECE = 10, TAG = 8 };

static const uint8_t master_key[ASCON_XIF_KEY_SIZE] = "sixteen secrets";
static const uint8_t nonce[ASCON_XIF_NONCE_SIZE] = {1};
static const uint8_t header[] = "sensor 7";
static const uint8_t reading[] = "temperature 21.5 C, humidity 40 %";
static const uint8_t command[] = "report every 60 s";

static uint8_t session_key[ASCON_XIF_KEY_SIZE];

static void show(const char *what, const uint8_t *bytes, size_t length)
{
    print(what);
    print_hex(bytes, length);
    print("\n");
}

/* The bytes of a string, without the zero behind it. */
#define LENGTH(string) (sizeof string - 1)

/* The sensor's side: the reading comes piece by piece. */
static int seal(uint8_t *sealed, uint8_t *tag)
{
    ascon_xif_aead128_context context;
    int status = ascon_xif_aead128_init(&context, nonce, session_key);
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_ad_update(&context, header, LENGTH(header));
    for (size_t at = 0; status == ASCON_XIF_OK && at < LENGTH(reading); at += PIECE) {
        size_t left = LENGTH(reading) - at;
        status = ascon_xif_aead128_encrypt_update(&context, sealed + at, reading + at,
                                                  left < PIECE ? left : PIECE);
    }
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_encrypt_final(&context, tag, TAG);
    return status;
}

/* The gateway's side: no plaintext before the tag was right, then in place. */
static int open(uint8_t *sealed, const uint8_t *tag)
{
    ascon_xif_aead128_context context;
    int status = ascon_xif_aead128_init(&context, nonce, session_key);
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_ad_update(&context, header, LENGTH(header));
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_verify_update(&context, sealed, LENGTH(reading));
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_verify_final(&context, tag, TAG);
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_decrypt_update(&context, sealed, sealed, LENGTH(reading));
    if (status == ASCON_XIF_OK)
        status = ascon_xif_aead128_decrypt_final(&context);
    return status;
}

int main(void)
{
    uint8_t sealed[sizeof reading] = {0}, tag[TAG], hash[ASCON_XIF_HASH_SIZE];
    uint8_t command_tag[ASCON_XIF_TAG_SIZE];

    /* An archive of one variant has only that. */
    if (ascon_xif_select(accelerator_enabled() ? ASCON_XIF_ACCELERATED : ASCON_XIF_BASELINE))
        print("the other variant is not linked\n");
    print(ascon_xif_selected() == ASCON_XIF_ACCELERATED ? "variant  accelerated\n"
                                                        : "variant  baseline\n");

    if (ascon_xif_hash256(hash, reading, LENGTH(reading)))
        return 1;
    show("hash     ", hash, sizeof hash);

    if (ascon_xif_prf(session_key, sizeof session_key, header, LENGTH(header), master_key))
        return 2;
    show("key      ", session_key, sizeof session_key);

    if (seal(sealed, tag))
        return 3;
    show("sealed   ", sealed, LENGTH(reading));
    show("tag      ", tag, sizeof tag);

    sealed[5] ^= 1;
    if (open(sealed, tag) != ASCON_XIF_TAG_MISMATCH)
        return 4;
    print("forged   refused\n");

    sealed[5] ^= 1;
    if (open(sealed, tag))
        return 5;
    print("opened   ");
    print((const char *)sealed);
    print("\n");

    if (ascon_xif_mac(command_tag, sizeof command_tag, command, LENGTH(command), session_key))
        return 6;
    show("mac      ", command_tag, sizeof command_tag);
    if (ascon_xif_mac_verify(command_tag, sizeof command_tag, command, LENGTH(command),
                             session_key))
        return 7;
    print("command  ");
    print((const char *)command);
    print("\n");
    return 0;
}
