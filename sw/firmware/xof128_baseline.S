# Ascon-XOF128 in RV32I. SP 800-232, section 5.2.

#include "baseline.inc"
#include "hash_initial.inc"

.text

# ascon_xof128_baseline
# In:       a0 output, a1 its length, any; a2 message, a3 its length. The output may lie over the
#           message.
# Out:      a0 0; output written.
# Clobbers: t0 to t6, a0 to a3, 48 bytes of stack.
# Cycles:   1354 a block of 8 bytes of message or output.
.globl ascon_xof128_baseline
.balign 4
ascon_xof128_baseline:
  save
  initial_state XOF128
  j     ascon_hash_finish_baseline
