# For soc/minimal.py: counts on the LEDs, sorts a table, sums it up as it goes, and ends with the
# sum; a trap ends it with -1.

.equ LEDS, 0x80000000

.globl _start
_start:
  la    t0, trap
  csrw  mtvec, t0
  li    s0, LEDS
  la    s1, table
  li    s2, 7             # pairs to compare in this round
  li    s3, 0             # rounds
round:
  addi  s3, s3, 1
  sw    s3, 0(s0)
  mv    t0, s1
  mv    t1, s2
compare:
  lw    t2, 0(t0)
  lw    t3, 4(t0)
  bge   t3, t2, ordered
  sw    t3, 0(t0)
  sw    t2, 4(t0)
ordered:
  addi  t0, t0, 4
  addi  t1, t1, -1
  bnez  t1, compare
  addi  s2, s2, -1
  bnez  s2, round
  # Sum of value times place: only right if it is in order.
  li    t1, 0
  li    a0, 0
sum:
  slli  t2, t1, 2
  add   t2, t2, s1
  lw    t3, 0(t2)
  mv    t4, t1
times:
  add   a0, a0, t3
  addi  t4, t4, -1
  bgez  t4, times
  addi  t1, t1, 1
  sltiu t2, t1, 8
  bnez  t2, sum
  sw    a0, 4(s0)
  j     .

.balign 128
trap:
  li    a0, -1
  sw    a0, 4(s0)
  j     .

.balign 4
table:
  .word 17, -4, 99, 3, 3, 0, -60, 42
