# Ascon-AEAD128 through the coprocessor. SP 800-232, section 4.
#
# The state is in the coprocessor. A permutation starts with the last operation of a block and runs
# while memory is accessed: its 8 or 12 cycles are filled with the stores of the last block and the
# loads of the next. An operation that needs the state waits until it is done, and everything behind
# waits too; so loads and stores come first. Nothing here depends on how fast a permutation is.
# What was secret in a register is overwritten by what is not: a block by its ciphertext or by the
# given tag, the key by the computed tag.

#include "instructions.inc"
#include "memory_map.inc"
#include "aead128_blocks.inc"
#include "aead128_small.inc"
#include "tag.inc"

.text

# ascon_aead128_encrypt_accelerated
# In:       a0 ciphertext, a1 tag, a2 plaintext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The ciphertext may lie over the plaintext.
# Out:      a0 0; ciphertext and tag written. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a1 to a7.
# Cycles:   with one round a cycle 53 for nothing, 65 for a block, 101 for every eight blocks more;
#           10 a block of associated data.
.globl ACCELERATED(ascon_aead128_encrypt)
.balign 4
ACCELERATED(ascon_aead128_encrypt):
  start
  crypt encrypt
  li    a0, 0
  read_tag
  store_tag a1
  ret
  crypt_more encrypt

# ascon_aead128_decrypt_accelerated
# In:       a0 plaintext, a1 tag, a2 ciphertext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The plaintext may lie over the ciphertext.
# Out:      a0 0, plaintext written; or a0 1, the tag is wrong and the plaintext is all zeros. The
#           coprocessor's state is cleared.
# Clobbers: t0 to t6, a1 to a7.
# Cycles:   with one round a cycle 55 for nothing, 67 for a block, 101 for every eight blocks more;
#           10 a block of associated data.
.globl ACCELERATED(ascon_aead128_decrypt)
.balign 4
ACCELERATED(ascon_aead128_decrypt):
  start
  crypt decrypt
  lw    a5, 0(a1)
  lw    a6, 4(a1)
  lw    a7, 8(a1)
  lw    t0, 12(a1)
  mv    a4, a0
  ascon.absorb 3, a5, a6
  ascon.absorb 4, a7, t0
  read_tag
  or    t3, t3, t4
  or    t5, t5, t6
  or    a0, t3, t5
ACCELERATED(ascon_verdict_decrypt):
  bnez  a0, forged
  ret
# The output starts where a4 was before it ran on: to the partial word of a last block, or over the
# groups of eight blocks if there is none.
forged:
  andi  t0, a3, -128
  andi  t1, a3, 15
  beqz  t1, 1f
  andi  t0, a3, -4
1:
  sub   a0, a4, t0
  mv    a1, a3
  .irp register, t3, t4, t5
  li    \register, 0
  .endr
  mv    t6, ra
  jal   ascon_wipe
  li    a0, STATUS_TAG_MISMATCH
  jr    t6
  crypt_more decrypt
