# Ascon-AEAD128 with options through the coprocessor.

#include "instructions.inc"
#include "aead128_options.inc"
#include "aead128_blocks.inc"
#include "aead128_small.inc"
#include "tag.inc"

  options MODE

# ascon_aead128_decrypt_unverified_accelerated: decryption for a caller that checks the tag.
# In:       a0 plaintext, a1 tag, a2 ciphertext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The plaintext may lie over the ciphertext.
# Out:      a0 0; plaintext and the right tag written. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a1 to a7.
.globl ACCELERATED(ascon_aead128_decrypt_unverified)
.balign 4
ACCELERATED(ascon_aead128_decrypt_unverified):
  start
  crypt decrypt
  .irp register, a0, a4, a5, a6, a7
  li    \register, 0
  .endr
  read_tag
  store_tag a1
  .irp register, t3, t4, t5, t6
  li    \register, 0
  .endr
  ret
  crypt_more decrypt
