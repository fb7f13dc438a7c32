# Ascon-CXOF128 through the coprocessor. SP 800-232, section 5.3.

#include "instructions.inc"
#include "memory_map.inc"
#include "hash_blocks.inc"

.text

# ascon_cxof128_accelerated
# In:       a0 output, a1 its length, any; a2 message, a3 its length; a4 customization, a5 its
#           length, at most 256. The output may lie over the message and the customization.
# Out:      a0 0, output written; or a0 STATUS_INVALID_CUSTOMIZATION_LENGTH, nothing done. The
#           coprocessor's state is cleared.
# Clobbers: t0 to t4, a0 to a4.
# Cycles:   with one round a cycle 12 a block of 8 bytes of customization or message, 13 of output,
#           and 13 for the customization's length.
.globl ACCELERATED(ascon_cxof128)
.balign 4
ACCELERATED(ascon_cxof128):
  li    t0, 256
  bltu  t0, a5, refuse
  ascon.init ALGORITHM_CXOF128, x0, x0, rounds=12
  slli  t0, a5, 3                 # the customization's length in bits
  ascon.absorb 0, t0, x0, rounds=12
  hash_absorb customization, a4, a5
  hash_absorb message, a2, a3
  hash_squeeze
refuse:
  li    a0, STATUS_INVALID_CUSTOMIZATION_LENGTH
  ret
