# Small routines for the audit. a0, a1: addresses of secrets; a2, a3: public numbers.
# good_*: constant time. bad_*: not; the label `fault_*` is where.

#include "instructions.inc"

.text
.globl _start
_start:

good_select:                      # without a branch: one of two words
  lw    t0, 0(a0)
  lw    t1, 4(a0)
  snez  t2, t0
  neg   t2, t2
  and   t1, t1, t2
  sw    t1, 0(a1)
  li    a0, 0
  ret

good_copy:                        # a loop over a public length, with a call
  addi  sp, sp, -16
  sw    ra, 12(sp)
  sw    s0, 8(sp)
  mv    s0, a2
1:
  beqz  s0, 2f
  lbu   t0, 0(a0)
  sb    t0, 0(a1)
  addi  a0, a0, 1
  addi  a1, a1, 1
  addi  s0, s0, -1
  jal   nothing
  j     1b
2:
  lw    ra, 12(sp)
  lw    s0, 8(sp)
  addi  sp, sp, 16
  li    a0, 0
nothing:
  ret

good_array:                       # an array in the stack, then a saved register, which it spares
  addi  sp, sp, -32
  sw    s0, 16(sp)
  mv    t0, sp
  add   t0, t0, a2
  lw    t1, 0(a0)
  sw    t1, 0(t0)
  lw    s0, 16(sp)
  addi  sp, sp, 32
  li    a0, 0
  beqz  s0, nothing
  ret

good_table:                       # a public address of a routine
  la    t0, nothing
  beqz  a2, 1f
  la    t0, fault_branch
1:
  mv    t1, ra
  beqz  a3, 2f
  la    t0, nothing
2:
  li    a0, 0
  la    t0, nothing
  jr    t0

good_nullable:                    # an address or nothing, chosen without a branch
  seqz  t0, a1
  addi  t1, a1, 4
  addi  t0, t0, -1
  and   t1, t1, t0
  beqz  t1, 1f
  sw    zero, 0(t1)
1:
  li    a0, 0
  ret

good_verdict:                     # whether two words are equal
  lw    t0, 0(a0)
  lw    t1, 0(a1)
  xor   t0, t0, t1
ascon_verdict_value:
  snez  a0, t0
  beqz  a0, nothing
  li    a0, 1
  ret

good_verdict_branch:
  lw    a0, 0(a0)
ascon_verdict_branch:
  beqz  a0, nothing
  li    a0, 1
  ret

bad_branch:
  lw    t0, 0(a0)
fault_branch:
  beqz  t0, nothing
  li    a0, 0
  ret

bad_compare:                      # a branch on what was computed from a secret and a number
  lbu   t0, 0(a0)
  slt   t0, t0, a2
  addi  t0, t0, 5
  li    a0, 0
fault_compare:
  bltu  t0, a2, nothing
  ret

bad_lookup:
  lbu   t0, 0(a0)
  add   t0, t0, a1
fault_lookup:
  lbu   t0, 0(t0)
  li    a0, 0
  ret

bad_store:
  lbu   t0, 0(a0)
  add   t0, t0, a1
fault_store:
  sb    zero, 0(t0)
  li    a0, 0
  ret

bad_jump:
  lw    t0, 0(a0)
fault_jump:
  jr    t0

bad_stack:                        # through the stack, and not the whole word
  addi  sp, sp, -16
  lw    t0, 0(a0)
  sw    zero, 4(sp)
  sw    t0, 7(sp)
  lbu   t1, 9(sp)
  lw    t2, 4(sp)
  addi  sp, sp, 16
  li    a0, 0
fault_stack:
  bnez  t2, nothing
  ret

bad_array:                        # a secret somewhere in an array, and what is read there
  addi  sp, sp, -16
  sw    zero, 12(sp)
  mv    t0, sp
  sw    zero, 0(t0)
  add   t1, t0, a2
  lw    t2, 0(a0)
  sw    t2, 0(t1)
  lw    t2, 0(sp)
  addi  sp, sp, 16
  li    a0, 0
fault_array:
  bnez  t2, nothing
  ret

bad_return:                       # a return address that was overwritten
  addi  sp, sp, -16
  sw    ra, 12(sp)
  lw    t0, 0(a0)
  sw    t0, 12(sp)
  lw    ra, 12(sp)
  addi  sp, sp, 16
  li    a0, 0
fault_return:
  ret

bad_coprocessor:
  ascon.read t0, 0, x0
  li    a0, 0
fault_coprocessor:
  bnez  t0, nothing
  ret

bad_second_turn:                  # only the second turn branches on a secret
  li    t0, 1
1:
fault_second_turn:
  beqz  t0, 2f
  lw    t0, 0(a0)
  addi  a2, a2, -1
  bnez  a2, 1b
2:
  li    a0, 0
  ret

bad_only_then:                    # only one path makes it secret
  li    t0, 0
  bnez  a2, 1f
  lw    t0, 0(a0)
1:
  li    a0, 0
fault_only_then:
  bnez  t0, nothing
  ret

bad_result:
  lw    a0, 0(a0)
fault_result:
  ret

bad_uninitialized:                # what a register happens to hold may be a secret
  li    a0, 0
fault_uninitialized:
  bnez  t3, nothing
  ret

bad_uninitialized_stack:
  lw    t0, -4(sp)
  li    a0, 0
fault_uninitialized_stack:
  bnez  t0, nothing
  ret

bad_instruction:
fault_instruction:
  csrr  t0, mcycle
  li    a0, 0
  ret

bad_unknown_store:                # a number is no address
fault_unknown_store:
  sw    zero, 0(a2)
  li    a0, 0
  ret

bad_unknown_jump:
fault_unknown_jump:
  jr    a2

bad_distance:                     # the sum of an address and a distance is an address elsewhere
  sub   t0, a1, a0
  add   t0, t0, a0
  sw    zero, 0(t0)
  li    t1, 0
  add   t0, t0, a0
fault_distance:
  sw    zero, 0(t0)
  li    a0, 0
  ret

bad_behind_verdict:               # what else is in the register does not become public
  lw    t0, 0(a0)
  li    a0, 0
ascon_verdict_first:
  bnez  t0, 1f
  ret
1:
fault_behind_verdict:
  bltz  t0, nothing
  ret

wrong_verdict:
  lw    t0, 0(a0)
ascon_verdict_wrong:
  xor   a0, t0, t0
  ret
