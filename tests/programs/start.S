# What runs a C program on the core's bench: stack, main, and the end with main's result.

.section .text.start, "ax"
.globl _start
_start:
  la    sp, __stack_top
  la    t0, trap
  csrw  mtvec, t0
  call  main
  li    t0, 0x80000000
  sw    a0, 4(t0)
1:
  j     1b

.balign 128
trap:
  li    t0, 0x80000000
  csrr  t1, mcause
  addi  t1, t1, 0x100
  sw    t1, 4(t0)
1:
  j     1b
