# Every interrupt of the SoC once. The causes, and what was received, go to successive words of data
# RAM from `results` on.

#include "instructions.inc"
#include "memory_map.inc"

.section .text.start, "ax"
.globl _start
_start:
  la    s0, results
  li    s1, MAILBOX_BASE
  li    s2, UART_BASE
  li    s3, CLINT_BASE
  li    s4, CLINT_BASE + CLINT_MTIME
  li    s5, CLINT_BASE + CLINT_MTIMECMP
  la    t0, handler
  csrw  mtvec, t0

# The mailbox wakes the core up, with interrupts disabled.
  li    t0, 1 << INTERRUPT_MAILBOX
  csrw  mie, t0
  wfi
  csrr  a0, mip
  sw    a0, 0(s0)
  addi  s0, s0, 4

# Then it interrupts, until it is disabled again.
  csrsi mstatus, 8
  nop

# Software interrupt.
  csrsi mie, 1 << INTERRUPT_SOFTWARE
  li    t0, CLINT_MSIP_PENDING
  sw    t0, CLINT_MSIP(s3)
  nop
  nop
  nop
  nop

# The timer, while the core sleeps. time is mtime.
  lw    t0, 0(s4)
  csrr  t1, time
  sub   t1, t1, t0
  sw    t1, 0(s0)
  addi  s0, s0, 4
  addi  t0, t0, 200
  sw    zero, 4(s5)
  sw    t0, 0(s5)
  li    t0, 1 << INTERRUPT_TIMER
  csrs  mie, t0
  wfi

# A byte that is received, with the external line, and with the line of its own.
  li    t0, 1 << INTERRUPT_EXTERNAL
  sw    zero, MAILBOX_COMMAND(s1)
  csrs  mie, t0
  wfi
  li    t0, 1 << INTERRUPT_UART
  csrs  mie, t0
  wfi
  sw    zero, MAILBOX_KEY(s1)
  j     .

.balign 128
handler:
  csrr  t2, mcause
  sw    t2, 0(s0)
  addi  s0, s0, 4
  andi  t2, t2, 31
  li    t1, INTERRUPT_MAILBOX
  beq   t2, t1, mailbox
  li    t1, INTERRUPT_SOFTWARE
  beq   t2, t1, software
  li    t1, INTERRUPT_TIMER
  beq   t2, t1, timer
  lw    t1, UART_RX_DATA(s2)
  sw    t1, 0(s0)
  addi  s0, s0, 4
  mret
mailbox:
  li    t1, 1 << INTERRUPT_MAILBOX
  csrc  mie, t1
  mret
software:
  sw    zero, CLINT_MSIP(s3)
  mret
timer:
  li    t1, -1
  sw    t1, 4(s5)
  mret

.bss
.balign 4
.globl results
results:
  .skip 64
