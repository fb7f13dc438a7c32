# Whole blocks of a state in memory, through the coprocessor. internal.h declares the routines.
#
# The state's ten words are in the order of the lanes, low half first. They are in the coprocessor
# between a routine's start and its end, and nothing is left there. Loads and stores come in front
# of the operation that has to wait for a permutation. Every routine is in a section of its own, for
# linkers that leave out what is unused. All clear the registers that held secrets. Cycles are with
# one round a cycle; a routine takes about 45 in addition.

#include "instructions.inc"

# routine: starts one: the state at a0 into the coprocessor, and a permutation.
.macro routine name, rounds=0
  .section .text.\name, "ax"
  .balign 4
  .globl \name
\name:
  lw    t0, 8(a0)
  lw    t1, 12(a0)
  lw    t2, 0(a0)
  ascon.init ALGORITHM_NONE, t0, t1
  lw    t3, 4(a0)
  lw    t4, 16(a0)
  lw    t5, 20(a0)
  ascon.absorb 0, t2, t3
  ascon.absorb 2, t4, t5
  lw    t0, 24(a0)
  lw    t1, 28(a0)
  lw    t2, 32(a0)
  lw    t3, 36(a0)
  ascon.absorb 3, t0, t1
  ascon.absorb 4, t2, t3, rounds=\rounds
.endm

# finish: ends one: the state to a0.
.macro finish
  ascon.read t0, 0, x0
  ascon.read t1, 1, x0
  ascon.read t2, 2, x0
  ascon.read t3, 3, x0
  ascon.read t4, 4, x0
  ascon.read t5, 5, x0
  ascon.read a4, 6, x0
  ascon.read a5, 7, x0
  ascon.read a6, 8, x0
  ascon.read a7, 9, x0
  ascon.init ALGORITHM_NONE, x0, x0
  sw    t0, 0(a0)
  sw    t1, 4(a0)
  sw    t2, 8(a0)
  sw    t3, 12(a0)
  sw    t4, 16(a0)
  sw    t5, 20(a0)
  sw    a4, 24(a0)
  sw    a5, 28(a0)
  sw    a6, 32(a0)
  sw    a7, 36(a0)
  .irp register, t0, t1, t2, t3, t4, t5, a4, a5, a6, a7
  li    \register, 0
  .endr
  ret
.endm

.macro load_four address, offset=0
  lw    t0, (\offset)(\address)
  lw    t1, (\offset + 4)(\address)
  lw    t2, (\offset + 8)(\address)
  lw    t3, (\offset + 12)(\address)
.endm

.macro store_four offset=0
  sw    t0, (\offset)(a1)
  sw    t1, (\offset + 4)(a1)
  sw    t2, (\offset + 8)(a1)
  sw    t3, (\offset + 12)(a1)
.endm

# crypt_block: a block from a2 to a1. `operation` is encrypt or decrypt.
.macro crypt_block operation, offset=0
  load_four a2, \offset
  ascon.\operation t0, 0, t0
  ascon.\operation t1, 1, t1
  ascon.\operation t2, 2, t2
  ascon.\operation t3, 3, t3, rounds=8
  store_four \offset
.endm

# ascon_state_permute8_accelerated, ascon_state_permute12_accelerated
# In:       a0 the state.
# Clobbers: t0 to t5, a4 to a7.
# Cycles:   58 and 62.
routine ascon_state_permute8_accelerated, rounds=8
  finish

routine ascon_state_permute12_accelerated, rounds=12
  finish

# ascon_state_absorb8_accelerated
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, a4 to a7.
# Cycles:   12 a block.
routine ascon_state_absorb8_accelerated
  add   a2, a2, a1
1:
  lw    t0, 0(a1)
  lw    t1, 4(a1)
  addi  a1, a1, 8
  ascon.absorb 0, t0, t1, rounds=12
  bne   a1, a2, 1b
  finish

# ascon_state_absorb16_accelerated
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, a4 to a7.
# Cycles:   10 a block.
routine ascon_state_absorb16_accelerated
  add   a2, a2, a1
1:
  load_four a1
  addi  a1, a1, 16
  ascon.absorb 0, t0, t1
  ascon.absorb 1, t2, t3, rounds=8
  bne   a1, a2, 1b
  finish

# ascon_state_absorb32_accelerated
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, a4 to a7.
# Cycles:   16 a block.
routine ascon_state_absorb32_accelerated
  add   a2, a2, a1
1:
  load_four a1
  lw    a4, 16(a1)
  lw    a5, 20(a1)
  lw    a6, 24(a1)
  lw    a7, 28(a1)
  addi  a1, a1, 32
  ascon.absorb 0, t0, t1
  ascon.absorb 1, t2, t3
  ascon.absorb 2, a4, a5
  ascon.absorb 3, a6, a7, rounds=12
  bne   a1, a2, 1b
  finish

# ascon_state_replace16_accelerated
# In:       a0 the state, a1 data, a2 their length.
# Clobbers: t0 to t5, a1, a2, a4 to a7.
# Cycles:   12 a block.
routine ascon_state_replace16_accelerated
  add   a2, a2, a1
1:
  load_four a1
  addi  a1, a1, 16
  ascon.decrypt x0, 0, t0
  ascon.decrypt x0, 1, t1
  ascon.decrypt x0, 2, t2
  ascon.decrypt x0, 3, t3, rounds=8
  bne   a1, a2, 1b
  finish

# ascon_state_encrypt16_accelerated, ascon_state_decrypt16_accelerated
# In:       a0 the state, a1 output, a2 input, a3 their length.
# Clobbers: t0 to t5, a1 to a7.
# Cycles:   53 every four blocks, 17 each of the others; with SMALL_KERNELS of all.
.macro crypt_routine operation
  add   a3, a3, a2
#ifndef SMALL_KERNELS
  addi  a4, a3, -48               # in front of it there are four blocks left
  bgeu  a2, a4, 2f
1:
  crypt_block \operation
  crypt_block \operation, 16
  crypt_block \operation, 32
  crypt_block \operation, 48
  addi  a2, a2, 64
  addi  a1, a1, 64
  bltu  a2, a4, 1b
  beq   a2, a3, 3f
#endif
2:
  crypt_block \operation
  addi  a2, a2, 16
  addi  a1, a1, 16
  bne   a2, a3, 2b
3:
  finish
.endm

routine ascon_state_encrypt16_accelerated
  crypt_routine encrypt

routine ascon_state_decrypt16_accelerated
  crypt_routine decrypt

# ascon_state_squeeze8_accelerated
# In:       a0 the state, a1 output, a2 its length.
# Clobbers: t0 to t5, a1, a2, a4 to a7.
# Cycles:   14 a block.
routine ascon_state_squeeze8_accelerated, rounds=12
  addi  a2, a2, -8
  add   a2, a2, a1                # the last block, which no permutation follows
  beq   a1, a2, 2f
1:
  ascon.read t0, 0, x0
  ascon.read t1, 1, x0, rounds=12
  sw    t0, 0(a1)
  sw    t1, 4(a1)
  addi  a1, a1, 8
  bne   a1, a2, 1b
2:
  ascon.read t0, 0, x0
  ascon.read t1, 1, x0
  sw    t0, 0(a1)
  sw    t1, 4(a1)
  finish

# ascon_state_squeeze16_accelerated
# In:       a0 the state, a1 output, a2 its length.
# Clobbers: t0 to t5, a1, a2, a4 to a7.
# Cycles:   16 a block.
.macro read_four rounds=0
  ascon.read t2, 2, x0
  ascon.read t3, 3, x0
  ascon.read t0, 0, x0
  ascon.read t1, 1, x0, rounds=\rounds
.endm

routine ascon_state_squeeze16_accelerated, rounds=12
  addi  a2, a2, -16
  add   a2, a2, a1
  beq   a1, a2, 2f
1:
  read_four rounds=12
  store_four
  addi  a1, a1, 16
  bne   a1, a2, 1b
2:
  read_four
  store_four
  finish
