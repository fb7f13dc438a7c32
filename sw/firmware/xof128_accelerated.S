# Ascon-XOF128 through the coprocessor. SP 800-232, section 5.2.

#include "instructions.inc"
#include "hash_blocks.inc"

.text

# ascon_xof128_accelerated
# In:       a0 output, a1 its length, any; a2 message, a3 its length. The output may lie over the
#           message.
# Out:      a0 0; output written. The coprocessor's state is cleared.
# Clobbers: t0 to t4, a0 to a3.
# Cycles:   with one round a cycle 12 a block of 8 bytes of message, 13 of output.
.globl ACCELERATED(ascon_xof128)
.balign 4
ACCELERATED(ascon_xof128):
  ascon.init ALGORITHM_XOF128, x0, x0, rounds=12
  hash_absorb xof128, a2, a3
  hash_squeeze
