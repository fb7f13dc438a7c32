# Reset and traps. This file is the first in instruction RAM.

#include "instructions.inc"
#include "memory_map.inc"

.section .text.start, "ax"

# _start: what the core runs after reset.
# In:  nothing.
# Out: goes to ascon_serve with a stack, zeroed variables, running counters and trap handling.
.globl _start
_start:
  la    sp, __stack_top
  la    t0, trap
  csrw  mtvec, t0
  csrw  mcountinhibit, zero
  csrw  mscratch, zero
  la    t0, __bss_start
  la    t1, __bss_end
1:
  bgeu  t0, t1, 2f
  sw    zero, 0(t0)
  addi  t0, t0, 4
  j     1b
2:
  j     ascon_serve

# trap: exceptions and bus errors, in every mode of the core the same entry.
# In:  mcause, mepc; mscratch not 0: ascon_abort is at work already.
# Out: goes to ascon_abort through mret, with an empty stack. MAILBOX.STATUS, TRAP_CAUSE and TRAP_PC
#      tell of the first trap of a command.
# mtvec holds multiples of 128 only.
.balign 128
trap:
  la    sp, __stack_top
  csrr  t1, mscratch
  bnez  t1, 1f
  li    t0, MAILBOX_BASE
  csrr  t1, mcause
  sw    t1, MAILBOX_TRAP_CAUSE(t0)
  csrr  t1, mepc
  sw    t1, MAILBOX_TRAP_PC(t0)
  li    t1, STATUS_TRAP
  sw    t1, MAILBOX_STATUS(t0)
1:
  la    t1, ascon_abort
  csrw  mepc, t1
  mret
