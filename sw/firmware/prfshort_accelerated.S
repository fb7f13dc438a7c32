# Ascon-PrfShort through the coprocessor. Ascon v1.3.

#include "instructions.inc"
#include "memory_map.inc"
#include "partial.inc"
#include "store_rest.inc"
#include "tag.inc"

# start: the key, in t3 to t6.
.macro start
  lw    t3, 0(a4)
  lw    t4, 4(a4)
  lw    t5, 8(a4)
  ascon.init ALGORITHM_PRFSHORT, t3, t4
  lw    t6, 12(a4)
.endm

.text

# ascon_prfshort_accelerated
# In:       a0 output, a1 its length; a2 message, a3 its length; both at most 16; a4 key. The output
#           may lie over the message.
# Out:      a0 0, output written; or a0 STATUS_INVALID_OUTPUT_LENGTH or
#           STATUS_INVALID_MESSAGE_LENGTH, nothing written; but with the former, key and message
#           may have been read. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a0, a2, a3, a5 to a7.
# Cycles:   with one round a cycle 41 for 16 bytes.
.globl ACCELERATED(ascon_prfshort)
.balign 4
ACCELERATED(ascon_prfshort):
  li    t0, 16
  bne   a3, t0, less
  start
  lw    a5, 0(a2)
  lw    a6, 4(a2)
  lui   t2, 8 * 16 << 4           # the message's length in bits, from bit 48 of lane 0
  ascon.absorb 3, a5, a6
  lw    a5, 8(a2)
  lw    a6, 12(a2)
  ascon.absorb 0, x0, t2
  ascon.absorb 2, t5, t6
  ascon.absorb 4, a5, a6, rounds=12
finish:
  li    a5, 0
  li    a6, 0
  bne   a1, t0, finish_rest
  mv    a2, a0
  li    a0, 0
  read_tag
  store_tag a2
  ret
finish_rest:
  bltu  t0, a1, refuse_started
  mv    a3, a1
  read_tag
  store_rest t3, t4, t5, t6
  .irp register, t0, t3, t4, t5, t6
  li    \register, 0
  .endr
  li    a0, 0
  ret

# Less than 16 bytes: whole words that are not there are 0, the partial one is in t1.
less:
  bltu  t0, a3, refuse_message
  start
  slli  t2, a3, 19                # the length in bits, from bit 48 of lane 0
  ascon.absorb 0, x0, t2
  ascon.absorb 2, t5, t6
  li    a5, 0
  li    a6, 0
  andi  t2, a3, 12
  add   a7, a2, t2
  andi  t0, a3, 3
  load_partial t1, a7, t0, prfshort
  li    a7, 0
  beqz  t2, 1f
  lw    a5, 0(a2)
  addi  t2, t2, -8
  bltz  t2, 1f
  lw    a6, 4(a2)
  beqz  t2, 1f
  lw    a7, 8(a2)
1:
  li    t0, 16
  ascon.absorb 3, a5, a6
  ascon.encrypt x0, 8, a7
  absorb_last t1, a3, 6, 4, a5, a6, rounds=12, nopad=1
  li    a7, 0
  li    t1, 0
  j     finish
  load_partial_bytes t1, a7, t0, prfshort
# An output that is too long shows where no usual call loses time for it.
refuse_started:
  ascon.init ALGORITHM_NONE, x0, x0
  .irp register, t3, t4, t5, t6
  li    \register, 0
  .endr
refuse_output:
  li    a0, STATUS_INVALID_OUTPUT_LENGTH
  ret
refuse_message:
  bltu  t0, a1, refuse_output
  li    a0, STATUS_INVALID_MESSAGE_LENGTH
  ret
