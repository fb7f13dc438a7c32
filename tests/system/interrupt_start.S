# Start of the firmware in the place of start.S: timer interrupts come at pseudo-random intervals
# while it works. SEED, not 0, and MASK, a number of ones, are defined in front.

#include "instructions.inc"
#include "memory_map.inc"

.section .text.start, "ax"
.globl _start
_start:
  la    sp, __stack_top
  la    t0, vectors
  csrw  mtvec, t0
  csrsi mtvec, 1
  csrw  mcountinhibit, zero
  la    t0, __bss_start
  la    t1, __bss_end
1:
  bgeu  t0, t1, 2f
  sw    zero, 0(t0)
  addi  t0, t0, 4
  j     1b
2:
  la    t0, seed
  li    t1, SEED
  sw    t1, 0(t0)
  li    t0, CLINT_BASE + CLINT_MTIMECMP
  sw    zero, 4(t0)
  sw    zero, 0(t0)
  li    t0, 1 << INTERRUPT_TIMER
  csrw  mie, t0
  csrsi mstatus, 8
  j     ascon_serve

# timer: counts itself and schedules the next interrupt, MASK or less cycles and a few from now. Changes nothing else.
timer:
  csrw  mscratch, t0
  la    t0, saved
  sw    t1, 0(t0)
  sw    t2, 4(t0)
  sw    t3, 8(t0)
# xorshift32
  lw    t1, 12(t0)
  slli  t2, t1, 13
  xor   t1, t1, t2
  srli  t2, t1, 17
  xor   t1, t1, t2
  slli  t2, t1, 5
  xor   t1, t1, t2
  sw    t1, 12(t0)
  lw    t2, 16(t0)
  addi  t2, t2, 1
  sw    t2, 16(t0)
  andi  t1, t1, MASK
  csrr  t2, time
  add   t1, t1, t2
  addi  t1, t1, 20
  li    t2, CLINT_BASE + CLINT_MTIMECMP
  sw    t1, 0(t2)
  lw    t1, 0(t0)
  lw    t2, 4(t0)
  lw    t3, 8(t0)
  csrr  t0, mscratch
  mret

.balign 128
vectors:
  j     .
  .rept INTERRUPT_TIMER - 1
  j     .
  .endr
  j     timer

# t1 to t3; the state of the generator; the number of interrupts.
.bss
.balign 4
saved:
  .skip 12
seed:
  .skip 4
.globl interrupts
interrupts:
  .skip 4
