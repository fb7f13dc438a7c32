# Ascon-PrfShort in RV32I. Ascon v1.3.

#include "instructions.inc"
#include "memory_map.inc"
#include "baseline.inc"
#include "store_rest.inc"

.text

# ascon_prfshort_baseline
# In:       a0 output, a1 its length; a2 message, a3 its length; both at most 16; a4 key. The output
#           may lie over the message.
# Out:      a0 0, output written; or a0 STATUS_INVALID_OUTPUT_LENGTH or
#           STATUS_INVALID_MESSAGE_LENGTH, nothing done.
# Clobbers: t0 to t6, a0 to a3, a7, 48 bytes of stack.
# Cycles:   up to 1450.
.globl ascon_prfshort_baseline
.balign 4
ascon_prfshort_baseline:
  li    t0, 16
  bltu  t0, a1, refuse_output
  bltu  t0, a3, refuse_message
  save
  mv    a7, a4
  lw    s2, 0(a7)
  lw    s3, 4(a7)
  lw    s4, 8(a7)
  lw    s5, 12(a7)
  not   s2, s2
  not   s3, s3
  li    s7, 0
  li    s8, 0
  li    s9, 0
  beq   a3, t0, whole
  mv    t0, a2
  mv    t1, a3
  jal   t4, ascon_load_bytes
  mv    s6, t0
  andi  t2, a3, 12
  beqz  t2, start
  lw    s6, 0(a2)
  mv    s7, t0
  addi  t2, t2, -8
  bltz  t2, start
  lw    s7, 4(a2)
  mv    s8, t0
  beqz  t2, start
  lw    s8, 8(a2)
  mv    s9, t0
  j     start
whole:
  lw    s6, 0(a2)
  lw    s7, 4(a2)
  lw    s8, 8(a2)
  lw    s9, 12(a2)
start:
  li    s0, IV_PRFSHORT_LOW
  slli  s1, a3, 19                # the message's length in bits, from bit 48 of the lane
  jal   ascon_permute12
  xor_key s6, s7, s8, s9
  addi  t0, a1, -16
  bnez  t0, rest
  sw    s6, 0(a0)
  sw    s7, 4(a0)
  sw    s8, 8(a0)
  sw    s9, 12(a0)
done:
  clear_temporaries
  li    a0, 0
  restore
  ret
rest:
  mv    a3, a1
  store_rest s6, s7, s8, s9
  j     done
refuse_output:
  li    a0, STATUS_INVALID_OUTPUT_LENGTH
  ret
refuse_message:
  li    a0, STATUS_INVALID_MESSAGE_LENGTH
  ret
.if IV_PRFSHORT_HIGH != 0
  .error "the length is all there is in the high half of PrfShort's IV"
.endif
