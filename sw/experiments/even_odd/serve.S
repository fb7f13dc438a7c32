# Serves the host as sw/firmware/dispatch.S does, but calls any routine: MAILBOX.COMMAND is its
# address.

#include "memory_map.inc"

# What the difference of two counter reads has too much, see dispatch.S.
.equ EXTRA_INSTRUCTIONS, 6
.equ EXTRA_CYCLES,       4

.macro argument number, register
  lw    a\number, MAILBOX_\register(s0)
.endm

.text

# ascon_serve: the loop.
# In:  sp.
# Out: does not return.
.globl ascon_serve
ascon_serve:
  li    s0, MAILBOX_BASE
wait:
  lw    s1, MAILBOX_COMMAND(s0)
  beqz  s1, wait
  argument 0, OUTPUT
  argument 1, TAG
  argument 2, MESSAGE
  argument 3, MESSAGE_LENGTH
  argument 4, AD
  argument 5, AD_LENGTH
  argument 6, NONCE
  argument 7, KEY
  csrr  s5, minstret
  csrr  s6, mcycle
  nop
  nop
  nop
  jalr  s1
  csrr  s7, mcycle
  csrr  s8, minstret
  sub   s7, s7, s6
  addi  s7, s7, -EXTRA_CYCLES
  sub   s8, s8, s5
  addi  s8, s8, -EXTRA_INSTRUCTIONS
  sw    s7, MAILBOX_CYCLES(s0)
  sw    s8, MAILBOX_INSTRUCTIONS(s0)
  sw    a0, MAILBOX_STATUS(s0)
  sw    zero, MAILBOX_COMMAND(s0)
  j     wait

# ascon_abort: what the trap handler returns to; MAILBOX.STATUS tells of the trap.
# In:  sp.
# Out: goes to the loop.
.globl ascon_abort
ascon_abort:
  li    s0, MAILBOX_BASE
  sw    zero, MAILBOX_COMMAND(s0)
  j     wait
