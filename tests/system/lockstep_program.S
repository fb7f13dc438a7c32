# What the firmware does not do, or not often: traps of all kinds, killed instructions of the
# coprocessor, bus errors, forwarding from everything to everything.

.include "memory_map.inc"
.include "instructions.inc"

.section .text.start, "ax"
.globl _start
_start:
  la t0, handler
  csrw mtvec, t0
  csrwi mcountinhibit, 0
  li t0, MAILBOX_BASE
1:
  lw t1, MAILBOX_COMMAND(t0)
  beqz t1, 1b

# Instructions of the coprocessor right behind one that traps: they must not happen.
  li a0, 0x11111111
  li a1, 0x22222222
  ascon.init 1, a0, a1, rounds=12
  ecall
  ascon.init 0, zero, zero
  .word 0xffffffff
  ascon.absorb 4, a0, a1, rounds=8
  ascon.absorb 3, a0, a1
  ebreak
  ascon.encrypt a2, 3, a0, rounds=12
  ascon.read a3, 0, a2
  .insn r 0x0b, 7, 0, x0, x0, x0
  ascon.decrypt a4, 5, a3
  csrr a5, 0x7c0
  ascon.be.absorb 1, a3, a4, rounds=6

# ... and behind a taken branch and a jump.
  beq zero, zero, 1f
  ascon.init 0, zero, zero
1:
  j 2f
  ascon.init 0, zero, zero
2:

# Every word, both byte orders, results used by the next instruction but zero, one and two.
.irp word, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
  ascon.read a0, \word, a1
  ascon.be.read a1, \word, a0
  add a2, a0, a1
  ascon.encrypt a3, \word, a2
  nop
  xor a4, a3, a2
  ascon.be.decrypt a5, \word, a4, rounds=1
  ascon.be.encrypt a4, \word, a5
  nop
  nop
  add a1, a1, a5
.endr
  ascon.be.init 0, a1, a4, rounds=12
.irp length, 0, 1, 2, 3, 7, 14, 29, 39, 40, 63
  li a6, \length
  ascon.encrypt_last a0, a1, a6, rounds=8
  ascon.decrypt_last a2, a0, a6, nopad=1
  ascon.be.encrypt_last a3, a2, a6, domain=1
  ascon.be.decrypt_last a1, a3, a6, rounds=6
.endr

# Forwarding: of the last two results, to both operands, of loads, to stores and branches.
  li s0, DMEM_BASE
  li a0, 1
  add a0, a0, a0
  add a0, a0, a0
  add a1, a0, a0
  sub a2, a1, a0
  sub a2, a0, a2
  sw a2, 0(s0)
  lw a3, 0(s0)
  add a4, a3, a2
  sw a4, 4(s0)
  lw a5, 4(s0)
  sw a5, 8(s0)
  lw a5, 8(s0)
  nop
  add a5, a5, a5
  bne a5, a4, 1f
  addi a5, a5, 7
1:
  addi a0, zero, 5
  addi a1, zero, 5
  beq a0, a1, 2f
  addi a5, a5, 7
2:
  la t1, 3f
  jalr ra, t1
  addi a5, a5, 7
3:
  sw ra, 12(s0)
  lw t1, 16(s0)
  addi t1, ra, 24
  jr t1
  addi a5, a5, 7

# Loads and stores of every width at every offset.
.irp offset, 0, 1, 2, 3, 4, 5, 6, 7
  li a4, 0x8091a2b3
  sw a4, \offset(s0)
  lb a0, \offset(s0)
  sh a5, (\offset + 1)(s0)
  lhu a1, \offset(s0)
  sb a0, (\offset + 2)(s0)
  lw a4, \offset(s0)
  lbu a2, (\offset + 1)(s0)
  lh a5, (\offset + 2)(s0)
  add a4, a4, a2
.endr

# Traps, and instructions that are counted or not.
  csrr s4, minstret
  ecall
  csrr s5, minstret
  la t1, _start + 2
  li ra, 77
  jalr ra, t1
  mv a0, ra
  csrw cycle, a0
  csrr a0, cycle
  csrw mscratch, a0
  csrr a1, mscratch
  csrrsi a1, mstatus, 8
  ecall
  csrr a1, mstatus
  fence
  fence.i
# The mailbox's command is pending.
  csrci mstatus, 8
  li t0, 1 << INTERRUPT_MAILBOX
  csrw mie, t0
  wfi
  csrw mie, zero
  li t1, 0x00400000
  la s1, 1f
  jr t1
1:
  lw a0, (0x104)(zero)
  addi a1, a0, 1
  addi a2, a0, 2
  addi a3, a0, 3
  sw a0, 0(t1)
  addi a1, a0, 1
  nop
  nop

  li t0, MAILBOX_BASE
  sw zero, MAILBOX_COMMAND(t0)
1: j 1b

.balign 128
handler:
  j 1f
.rept 14
  ecall
.endr
  csrr s2, mcause
  csrr s3, mepc
  mret
1:
  csrr s2, mcause
  csrr s3, mepc
  addi s3, s3, 4
  li t6, 24
  bne s2, t6, 1f
  mv s3, s1
1:
  csrw mepc, s3
  mret
