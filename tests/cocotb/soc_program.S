# The SoC as the core sees it; results and causes of traps go to successive words of data RAM.

#include "instructions.inc"
#include "memory_map.inc"

.section .text.start, "ax"
.globl _start
_start:
  li    s4, 0
  la    t0, trap
  csrw  mtvec, t0
  li    s0, DMEM_BASE
  li    s1, CONTROL_BASE
  li    s2, MAILBOX_BASE
  li    s3, UART_BASE

# The core can't reset itself.
  li    t0, CONTROL_CONTROL_ACCELERATOR_ENABLE | CONTROL_CONTROL_CORE_RESET
  sw    t0, CONTROL_CONTROL(s1)
  lw    a0, CONTROL_CONTROL(s1)
  jal   ra, result

# Disabled, the coprocessor refuses; enabled, it works.
  sw    zero, CONTROL_CONTROL(s1)
  lw    a0, CONTROL_CONTROL(s1)
  jal   ra, result
  ascon.read a0, 0, zero
  li    t0, CONTROL_CONTROL_ACCELERATOR_ENABLE
  sw    t0, CONTROL_CONTROL(s1)
  lw    a0, CONTROL_CONTROL(s1)
  li    t0, 0x11223344
  ascon.init 0, zero, zero
  ascon.absorb 3, t0, zero
  ascon.read a0, 6, zero
  jal   ra, result

# Narrow stores to the mailbox.
  li    t0, 0x55667788
  sw    t0, MAILBOX_KEY(s2)
  li    t0, 0x99
  sb    t0, MAILBOX_KEY + 1(s2)
  li    t0, 0xaabb
  sh    t0, MAILBOX_KEY + 2(s2)
  lw    a0, MAILBOX_KEY(s2)
  jal   ra, result
  lbu   a0, MAILBOX_KEY + 1(s2)
  jal   ra, result

# Bus errors: no region, no register, instruction RAM is not for data.
  li    t0, 0x40000000
  lw    zero, 0(t0)
  jal   ra, settle
  sw    zero, 0(t0)
  jal   ra, settle
  lw    zero, 0x10(s1)
  jal   ra, settle
  lw    zero, 0(zero)
  jal   ra, settle

# A word by the serial port.
  li    t0, 4
  sw    t0, UART_DIVISOR(s3)
  li    t1, 0x5a
  sw    t1, UART_TX_DATA(s3)
1:
  lw    a0, UART_RX_DATA(s3)
  bltz  a0, 1b
  jal   ra, result

# Fetching from where nothing is.
  li    t0, 0x40000000
  la    s4, back
  jalr  ra, 0(t0)
back:
  li    t0, 0x600d
  sw    t0, MAILBOX_STATUS(s2)
1:
  j     1b

result:
  sw    a0, 0(s0)
  addi  s0, s0, 4
  ret

settle:
  .rept 8
  nop
  .endr
  ret

.balign 128
trap:
  csrr  t2, mcause
  sw    t2, 0(s0)
  addi  s0, s0, 4
  bltz  t2, 1f
  csrr  t2, mepc
  addi  t2, t2, 4
  beqz  s4, 2f
  mv    t2, s4
2:
  csrw  mepc, t2
1:
  mret
