# Whole blocks of a state in memory, in RV32I. internal.h declares the routines.
#
# The state's ten words are in the order of the lanes, low half first. They are in registers, as
# baseline.inc says, between a routine's start and its end. A loop sets ra to its head and jumps to
# the permutation, which so returns to the next block. Every routine is in a section of its own, for
# linkers that leave out what is unused. All clear the temporaries that held secrets.

#include "baseline.inc"

# routine: starts one: the state at a0 into registers.
.macro routine name
  .section .text.\name, "ax"
  .balign 4
  .globl \name
\name:
  save
  lw    s0, 0(a0)
  lw    s1, 4(a0)
  lw    s2, 8(a0)
  lw    s3, 12(a0)
  lw    s4, 16(a0)
  lw    s5, 20(a0)
  lw    s6, 24(a0)
  lw    s7, 28(a0)
  lw    s8, 32(a0)
  lw    s9, 36(a0)
  not   s2, s2
  not   s3, s3
.endm

.section .text.ascon_state_store, "ax"
.balign 4
# ascon_state_store: the end of a routine: the state to a0.
ascon_state_store:
  not   s2, s2
  not   s3, s3
  sw    s0, 0(a0)
  sw    s1, 4(a0)
  sw    s2, 8(a0)
  sw    s3, 12(a0)
  sw    s4, 16(a0)
  sw    s5, 20(a0)
  sw    s6, 24(a0)
  sw    s7, 28(a0)
  sw    s8, 32(a0)
  sw    s9, 36(a0)
  clear_temporaries
  restore
  ret

# ascon_state_permute8_baseline, ascon_state_permute12_baseline
# In:       a0 the state.
# Clobbers: t0 to t5, 48 bytes of stack.
# Cycles:   968 and 1416.
routine ascon_state_permute8_baseline
  la    ra, ascon_state_store
  j     ascon_permute8

routine ascon_state_permute12_baseline
  la    ra, ascon_state_store
  j     ascon_permute12

# ascon_state_absorb8_baseline
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, 48 bytes of stack.
# Cycles:   1354 a block.
routine ascon_state_absorb8_baseline
  add   a2, a2, a1
  la    ra, absorb8_next
absorb8_next:
  beq   a1, a2, absorb8_done
  lw    t0, 0(a1)
  lw    t1, 4(a1)
  xor   s0, s0, t0
  xor   s1, s1, t1
  addi  a1, a1, 8
  j     ascon_permute12
absorb8_done:
  j     ascon_state_store

# ascon_state_absorb16_baseline
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, 48 bytes of stack.
# Cycles:   910 a block.
routine ascon_state_absorb16_baseline
  add   a2, a2, a1
  la    ra, absorb16_next
absorb16_next:
  beq   a1, a2, absorb16_done
  load_words a1
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  addi  a1, a1, 16
  j     ascon_permute8
absorb16_done:
  j     ascon_state_store

# ascon_state_absorb32_baseline
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, 48 bytes of stack.
# Cycles:   1366 a block.
routine ascon_state_absorb32_baseline
  add   a2, a2, a1
  la    ra, absorb32_next
absorb32_next:
  beq   a1, a2, absorb32_done
  load_words a1
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  addi  a1, a1, 16
  load_words a1
  xor   s4, s4, t0
  xor   s5, s5, t1
  xor   s6, s6, t2
  xor   s7, s7, t3
  addi  a1, a1, 16
  j     ascon_permute12
absorb32_done:
  j     ascon_state_store

# ascon_state_replace16_baseline
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, 48 bytes of stack.
# Cycles:   908 a block.
routine ascon_state_replace16_baseline
  add   a2, a2, a1
  la    ra, replace16_next
replace16_next:
  beq   a1, a2, replace16_done
  lw    s0, 0(a1)
  lw    s1, 4(a1)
  lw    s2, 8(a1)
  lw    s3, 12(a1)
  addi  a1, a1, 16
  not   s2, s2
  not   s3, s3
  j     ascon_permute8
replace16_done:
  j     ascon_state_store

# ascon_state_encrypt16_baseline
# In:       a0 the state, a1 ciphertext, a2 plaintext, a3 their length.
# Clobbers: t0 to t5, a1 to a3, 48 bytes of stack.
# Cycles:   917 a block.
routine ascon_state_encrypt16_baseline
  add   a3, a3, a2
  la    ra, encrypt16_next
encrypt16_next:
  beq   a2, a3, encrypt16_done
  load_words a2
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  not   t2, s2
  not   t3, s3
  sw    s0, 0(a1)
  sw    s1, 4(a1)
  sw    t2, 8(a1)
  sw    t3, 12(a1)
  addi  a2, a2, 16
  addi  a1, a1, 16
  j     ascon_permute8
encrypt16_done:
  j     ascon_state_store

# ascon_state_decrypt16_baseline
# In:       a0 the state, a1 plaintext, a2 ciphertext, a3 their length.
# Clobbers: t0 to t5, a1 to a3, 48 bytes of stack.
# Cycles:   921 a block.
routine ascon_state_decrypt16_baseline
  add   a3, a3, a2
  la    ra, decrypt16_next
decrypt16_next:
  beq   a2, a3, decrypt16_done
  load_words a2
  not   t2, t2
  not   t3, t3
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  sw    s0, 0(a1)
  sw    s1, 4(a1)
  sw    s2, 8(a1)
  sw    s3, 12(a1)
  mv    s0, t0
  mv    s1, t1
  mv    s2, t2
  mv    s3, t3
  addi  a2, a2, 16
  addi  a1, a1, 16
  j     ascon_permute8
decrypt16_done:
  j     ascon_state_store

# ascon_state_squeeze8_baseline
# In:       a0 the state, a1 output, a2 its length.
# Clobbers: t0 to t5, a1, a2, 48 bytes of stack.
# Cycles:   1353 a block.
routine ascon_state_squeeze8_baseline
  add   a2, a2, a1
  la    ra, squeeze8_next
  j     ascon_permute12
squeeze8_next:
  sw    s0, 0(a1)
  sw    s1, 4(a1)
  addi  a1, a1, 8
  beq   a1, a2, squeeze8_done
  j     ascon_permute12
squeeze8_done:
  j     ascon_state_store

# ascon_state_squeeze16_baseline
# In:       a0 the state, a1 output, a2 its length.
# Clobbers: t0 to t5, a1, a2, 48 bytes of stack.
# Cycles:   1357 a block.
routine ascon_state_squeeze16_baseline
  add   a2, a2, a1
  la    ra, squeeze16_next
  j     ascon_permute12
squeeze16_next:
  not   t2, s2
  not   t3, s3
  sw    s0, 0(a1)
  sw    s1, 4(a1)
  sw    t2, 8(a1)
  sw    t3, 12(a1)
  addi  a1, a1, 16
  beq   a1, a2, squeeze16_done
  j     ascon_permute12
squeeze16_done:
  j     ascon_state_store
