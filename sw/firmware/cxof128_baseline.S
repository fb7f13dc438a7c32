# Ascon-CXOF128 in RV32I. SP 800-232, section 5.3.

#include "baseline.inc"
#include "hash_initial.inc"
#include "memory_map.inc"

.text

# ascon_cxof128_baseline
# In:       a0 output, a1 its length, any; a2 message, a3 its length; a4 customization, a5 its
#           length, at most 256. The output may lie over the message and the customization.
# Out:      a0 0, output written; or a0 STATUS_INVALID_CUSTOMIZATION_LENGTH, nothing done.
# Clobbers: t0 to t6, a0 to a7, 48 bytes of stack.
# Cycles:   1354 a block of 8 bytes of customization, message or output, and one for its length.
.globl ascon_cxof128_baseline
.balign 4
ascon_cxof128_baseline:
  li    t0, 256
  bltu  t0, a5, refuse
  save
  initial_state CXOF128
  slli  t0, a5, 3                 # the customization's length in bits
  xor   s0, s0, t0
  jal   ascon_permute12
  mv    a6, a2
  mv    a7, a3
  mv    a2, a4
  mv    a3, a5
  jal   t6, ascon_hash_absorb_baseline
  mv    a2, a6
  mv    a3, a7
  j     ascon_hash_finish_baseline
refuse:
  li    a0, STATUS_INVALID_CUSTOMIZATION_LENGTH
  ret
