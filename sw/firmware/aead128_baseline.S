# Ascon-AEAD128 in RV32I. SP 800-232, section 4.
#
# The key is loaded again whenever it is needed, so that nothing secret goes to the stack. Whole
# words are accessed as such whatever their alignment, and bytes one by one, so that nothing outside
# of the buffers is touched. A loop sets ra to its head and jumps to the permutation, which so
# returns to the next block.

#include "instructions.inc"
#include "memory_map.inc"
#include "baseline.inc"

# initialize: the first permutation and associated data; leaves the state that awaits the message.
.macro initialize
  li    s0, IV_AEAD128_LOW
  li    s1, IV_AEAD128_HIGH
  lw    s2, 0(a7)
  lw    s3, 4(a7)
  lw    s4, 8(a7)
  lw    s5, 12(a7)
  lw    s6, 0(a6)
  lw    s7, 4(a6)
  lw    s8, 8(a6)
  lw    s9, 12(a6)
  not   s2, s2
  not   s3, s3
  jal   ascon_permute12
  xor_key s6, s7, s8, s9
  beqz  a5, 1f
  jal   t6, associate
1:
  lui   t0, 0x80000
  xor   s9, s9, t0
.endm

# finalize: the last permutation; leaves the tag in s6 to s9.
.macro finalize
  xor_key s4, s5, s6, s7
  jal   ascon_permute12
  xor_key s6, s7, s8, s9
.endm

# store_tag: what finalize has left.
.macro store_tag
  sw    s6, 0(a1)
  sw    s7, 4(a1)
  sw    s8, 8(a1)
  sw    s9, 12(a1)
.endm

.text

# ascon_aead128_encrypt_baseline
# In:       a0 ciphertext, a1 tag, a2 plaintext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The ciphertext may lie over the plaintext.
# Out:      a0 0; ciphertext and tag written.
# Clobbers: t0 to t6, a0 to a4, 48 bytes of stack.
# Cycles:   2781 for nothing, 917 a block; 910 a block of associated data.
.globl ascon_aead128_encrypt_baseline
.balign 4
ascon_aead128_encrypt_baseline:
  save
  initialize
  andi  t5, a3, -16
  add   t5, t5, a2
  la    ra, encrypt_next
encrypt_next:
  beq   a2, t5, encrypt_last
  load_words a2
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  not   t2, s2
  not   t3, s3
  sw    s0, 0(a0)
  sw    s1, 4(a0)
  sw    t2, 8(a0)
  sw    t3, 12(a0)
  addi  a2, a2, 16
  addi  a0, a0, 16
  j     ascon_permute8
encrypt_last:
  andi  t1, a3, 15
  bnez  t1, encrypt_rest
  xori  s0, s0, 1                 # the last block is empty: only padding
encrypt_finalize:
  finalize
  store_tag
  clear_temporaries
  li    a0, 0
  restore
  ret
encrypt_rest:
  mv    t0, a2
  jal   t4, ascon_load_bytes
  or    t0, t0, t1
  andi  t2, a3, 12
  beqz  t2, 1f
  lw    t3, 0(a2)
  xor   s0, s0, t3
  sw    s0, 0(a0)
  addi  t2, t2, -8
  bltz  t2, 2f
  lw    t3, 4(a2)
  xor   s1, s1, t3
  sw    s1, 4(a0)
  beqz  t2, 3f
  lw    t3, 8(a2)
  xor   s2, s2, t3
  not   t3, s2
  sw    t3, 8(a0)
  xor   s3, s3, t0
  not   t0, s3
  j     4f
3:
  xor   s2, s2, t0
  not   t0, s2
  j     4f
2:
  xor   s1, s1, t0
  mv    t0, s1
  j     4f
1:
  xor   s0, s0, t0
  mv    t0, s0
4:
  jal   t6, ascon_store_bytes
  j     encrypt_finalize

# ascon_aead128_decrypt_baseline
# In:       a0 plaintext, a1 tag, a2 ciphertext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The plaintext may lie over the ciphertext.
# Out:      a0 0, plaintext written; or a0 1, the tag is wrong and the plaintext is all zeros.
# Clobbers: t0 to t6, a0 to a4, 48 bytes of stack.
# Cycles:   2789 for nothing, 921 a block; 910 a block of associated data.
.globl ascon_aead128_decrypt_baseline
.balign 4
ascon_aead128_decrypt_baseline:
  save
  sw    s10, 44(sp)
  li    s10, 0
decrypt:
  initialize
  andi  t5, a3, -16
  add   t5, t5, a2
  la    ra, decrypt_next
decrypt_next:
  beq   a2, t5, decrypt_last
  load_words a2
  xor   s0, s0, t0
  xor   s1, s1, t1
  not   t2, t2
  not   t3, t3
  xor   s2, s2, t2
  xor   s3, s3, t3
  sw    s0, 0(a0)
  sw    s1, 4(a0)
  sw    s2, 8(a0)
  sw    s3, 12(a0)
  mv    s0, t0
  mv    s1, t1
  mv    s2, t2
  mv    s3, t3
  addi  a2, a2, 16
  addi  a0, a0, 16
  j     ascon_permute8
decrypt_last:
  andi  t1, a3, 15
  bnez  t1, decrypt_rest
  xori  s0, s0, 1                 # the last block is empty: only padding
decrypt_finalize:
  finalize
  bnez  s10, unverified
  load_words a1
  xor   t0, t0, s6
  xor   t1, t1, s7
  xor   t2, t2, s8
  xor   t3, t3, s9
  or    t0, t0, t1
  or    t2, t2, t3
  or    t0, t0, t2
ascon_verdict_decrypt_baseline:
  snez  a4, t0
  clear_temporaries
  lw    s10, 44(sp)
  restore
  bnez  a4, forged
  li    a0, 0
  ret
unverified:
  store_tag
  clear_temporaries
  lw    s10, 44(sp)
  restore
  li    a0, 0
  ret
decrypt_rest:
  mv    t0, a2
  jal   t4, ascon_load_bytes
  addi  t4, t1, -1                # mask of these bytes
  andi  t2, a3, 12
  beqz  t2, 1f
  lw    t3, 0(a2)
  xor   s0, s0, t3
  sw    s0, 0(a0)
  mv    s0, t3
  addi  t2, t2, -8
  bltz  t2, 2f
  lw    t3, 4(a2)
  xor   s1, s1, t3
  sw    s1, 4(a0)
  mv    s1, t3
  beqz  t2, 3f
  lw    t3, 8(a2)
  not   t3, t3
  xor   s2, s2, t3
  sw    s2, 8(a0)
  mv    s2, t3
  xor   t0, t0, s3
  not   t0, t0
  and   t0, t0, t4
  xor   s3, s3, t0
  xor   s3, s3, t1
  j     4f
3:
  xor   t0, t0, s2
  not   t0, t0
  and   t0, t0, t4
  xor   s2, s2, t0
  xor   s2, s2, t1
  j     4f
2:
  xor   t0, t0, s1
  and   t0, t0, t4
  xor   s1, s1, t0
  xor   s1, s1, t1
  j     4f
1:
  xor   t0, t0, s0
  and   t0, t0, t4
  xor   s0, s0, t0
  xor   s0, s0, t1
4:
  jal   t6, ascon_store_bytes
  j     decrypt_finalize
forged:
  andi  t0, a3, -16               # a0 has run on over the whole blocks
  sub   a0, a0, t0
  mv    a1, a3
  mv    t6, ra
  jal   ascon_wipe
  li    a0, STATUS_TAG_MISMATCH
  jr    t6

# ascon_aead128_decrypt_unverified_baseline: decryption for a caller that checks the tag.
# In:       a0 plaintext, a1 tag, a2 ciphertext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The plaintext may lie over the ciphertext.
# Out:      a0 0; plaintext and the right tag written.
# Clobbers: t0 to t6, a0 to a4, 48 bytes of stack.
.globl ascon_aead128_decrypt_unverified_baseline
.balign 4
ascon_aead128_decrypt_unverified_baseline:
  save
  sw    s10, 44(sp)
  li    s10, 1
  j     decrypt

# associate: associated data.
# In:       s0 to s9 the state with the key in it, a4 associated data, a5 their length, not 0; t6
#           return address.
# Out:      s0 to s9 the state.
# Clobbers: t0 to t5, a4, ra.
# Cycles:   910 a block, the last one up to 930.
associate:
  andi  t5, a5, -16
  add   t5, t5, a4
  la    ra, associate_next
associate_next:
  beq   a4, t5, associate_last
  load_words a4
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  addi  a4, a4, 16
  j     ascon_permute8
associate_last:
  mv    ra, t6                    # the last permutation returns to the caller
  andi  t1, a5, 15
  bnez  t1, associate_rest
  xori  s0, s0, 1
  j     ascon_permute8
associate_rest:
  mv    t0, a4
  jal   t4, ascon_load_bytes
  or    t0, t0, t1
  andi  t2, a5, 12
  beqz  t2, 1f
  lw    t3, 0(a4)
  xor   s0, s0, t3
  addi  t2, t2, -8
  bltz  t2, 2f
  lw    t3, 4(a4)
  xor   s1, s1, t3
  beqz  t2, 3f
  lw    t3, 8(a4)
  xor   s2, s2, t3
  xor   s3, s3, t0
  j     ascon_permute8
3:
  xor   s2, s2, t0
  j     ascon_permute8
2:
  xor   s1, s1, t0
  j     ascon_permute8
1:
  xor   s0, s0, t0
  j     ascon_permute8
