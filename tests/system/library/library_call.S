# In the firmware's place: calls any function with any arguments.
#
# COMMAND is the function's address, MESSAGE that of 12 words: a0 to a7, and four on the stack.
# STATUS is what it returns, or -1 if it has not preserved a register that it has to.

#include "memory_map.inc"

.equ EXTRA_INSTRUCTIONS, 6
.equ EXTRA_CYCLES,       4

.text
.globl ascon_serve, ascon_abort
ascon_serve:
  li    s0, MAILBOX_BASE
  lw    s1, MAILBOX_COMMAND(s0)
  beqz  s1, ascon_serve
  lw    s2, MAILBOX_MESSAGE(s0)
  addi  sp, sp, -16
  .irp number, 0, 1, 2, 3
  lw    t0, (32 + 4 * \number)(s2)
  sw    t0, (4 * \number)(sp)
  .endr
  .irp number, 0, 1, 2, 3, 4, 5, 6, 7
  lw    a\number, (4 * \number)(s2)
  .endr
  .irp number, 2, 3, 4, 5, 8, 9, 10, 11
  li    s\number, 0x5000 + \number
  .endr
  csrr  s6, minstret
  csrr  s7, mcycle
  nop
  nop
  nop
  jalr  s1
  csrr  t0, mcycle
  csrr  t1, minstret
  li    t2, MAILBOX_BASE
  bne   t2, s0, spoiled
  .irp number, 2, 3, 4, 5, 8, 9, 10, 11
  li    t2, 0x5000 + \number
  bne   t2, s\number, spoiled
  .endr
  la    t2, __stack_top - 16
  bne   t2, sp, spoiled
  sub   t0, t0, s7
  addi  t0, t0, -EXTRA_CYCLES
  sub   t1, t1, s6
  addi  t1, t1, -EXTRA_INSTRUCTIONS
  sw    t0, MAILBOX_CYCLES(s0)
  sw    t1, MAILBOX_INSTRUCTIONS(s0)
  sw    a0, MAILBOX_STATUS(s0)
  j     done
spoiled:
  li    s0, MAILBOX_BASE
  li    a0, -1
  sw    a0, MAILBOX_STATUS(s0)
done:
  la    sp, __stack_top
  sw    zero, MAILBOX_COMMAND(s0)
  j     ascon_serve

# Where the trap handler goes on; it has left STATUS.
ascon_abort:
  li    s0, MAILBOX_BASE
  csrw  mscratch, zero
  j     done

# What the linker must not leave out.
.section .text.start, "ax"
  la    t0, called
