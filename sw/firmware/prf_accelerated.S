# Ascon-Prf through the coprocessor. Ascon v1.3.

#include "instructions.inc"
#include "prf_blocks.inc"
#include "store_rest.inc"

# read_block, store_block: 16 bytes of output. The permutation starts in the cycle of a read of
# lane 0.
.macro read_block rounds
  ascon.read t5, 2, x0
  ascon.read t6, 3, x0
  ascon.read t3, 0, x0
  ascon.read t4, 1, x0, rounds=\rounds
.endm

.macro store_block
  sw    t3, 0(a0)
  sw    t4, 4(a0)
  sw    t5, 8(a0)
  sw    t6, 12(a0)
.endm

.text

# ascon_prf_accelerated
# In:       a0 output, a1 its length, any; a2 message, a3 its length; a4 key. The output may lie
#           over the message.
# Out:      a0 0; output written. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a0 to a3, a5 to a7.
# Cycles:   with one round a cycle 64 every four blocks of 32 bytes of message, 15 a block of 16
#           bytes of output.
.globl ACCELERATED(ascon_prf)
.balign 4
ACCELERATED(ascon_prf):
  prf_start ALGORITHM_PRF, a4, a3
  prf_absorb a2, a3
  prf_clear
  addi  a1, a1, -16
  blez  a1, squeeze_last
squeeze_next:
  read_block 12
  store_block
  addi  a0, a0, 16
  addi  a1, a1, -16
  bgtz  a1, squeeze_next
squeeze_last:
  bnez  a1, squeeze_rest
  .irp register, t0, t1, t2
  li    \register, 0
  .endr
  read_block 0
  ascon.init ALGORITHM_NONE, x0, x0
  store_block
  li    a0, 0
  ret
squeeze_rest:
  addi  a3, a1, 16
  read_block 0
  ascon.init ALGORITHM_NONE, x0, x0
  store_rest t3, t4, t5, t6
  .irp register, t0, t3, t4, t5, t6, a0
  li    \register, 0
  .endr
  ret
