# Ascon-AEAD128 with options through the coprocessor.

#include "instructions.inc"
#include "aead128_options.inc"
#include "aead128_blocks.inc"

  options accelerated

# ascon_aead128_decrypt_unverified_accelerated: decryption for a caller that checks the tag.
# In:       a0 plaintext, a1 tag, a2 ciphertext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The plaintext may lie over the ciphertext.
# Out:      a0 0; plaintext and the right tag written. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a1 to a7.
.globl ascon_aead128_decrypt_unverified_accelerated
.balign 4
ascon_aead128_decrypt_unverified_accelerated:
  start
  crypt decrypt
  .irp register, a0, a4, a5, a6, a7
  li    \register, 0
  .endr
  ascon.read t3, 6, t3
  ascon.read t4, 7, t4
  ascon.read t5, 8, t5
  ascon.read t6, 9, t6
  ascon.init ALGORITHM_NONE, x0, x0
  sw    t3, 0(a1)
  sw    t4, 4(a1)
  sw    t5, 8(a1)
  sw    t6, 12(a1)
  .irp register, t3, t4, t5, t6
  li    \register, 0
  .endr
  ret
