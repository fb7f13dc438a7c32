# What runs a C program: stack, variables, main, and the end.
#
# MAILBOX.STATUS is what main returns, or -1 after a trap, with TRAP_CAUSE and TRAP_PC; then
# MAILBOX.COMMAND is 0.

#include "memory_map.inc"

.section .text.start, "ax"

.globl _start
_start:
  la    sp, __stack_top
  la    t0, trap
  csrw  mtvec, t0
  csrw  mcountinhibit, zero
  la    t0, __bss_start
  la    t1, __bss_end
1:
  bgeu  t0, t1, 2f
  sw    zero, 0(t0)
  addi  t0, t0, 4
  j     1b
2:
  call  main
end:
  li    t0, MAILBOX_BASE
  sw    a0, MAILBOX_STATUS(t0)
  sw    zero, MAILBOX_COMMAND(t0)
3:
  j     3b

# mtvec holds multiples of 128 only.
.balign 128
trap:
  li    t0, MAILBOX_BASE
  csrr  t1, mcause
  sw    t1, MAILBOX_TRAP_CAUSE(t0)
  csrr  t1, mepc
  sw    t1, MAILBOX_TRAP_PC(t0)
  li    a0, -1
  j     end
