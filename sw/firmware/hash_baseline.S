# What Ascon-Hash256, XOF128 and CXOF128 share, in RV32I. SP 800-232, section 5.
#
# The state stays in registers from a routine's start to its end. A loop sets ra to its head and
# jumps to the permutation, which so returns to the next block.

#include "baseline.inc"
#include "store_rest.inc"

.text

# ascon_hash_absorb_baseline: a whole string, padded.
# In:       s0 to s9 the state; a2 the string, a3 its length; t6 return address.
# Out:      s0 to s9 the state, permuted behind the last block.
# Clobbers: t0 to t5, a2, ra.
# Cycles:   1354 a block, the last one up to 1389.
.globl ascon_hash_absorb_baseline
.balign 4
ascon_hash_absorb_baseline:
  andi  t5, a3, -8
  add   t5, t5, a2
  la    ra, absorb_next
absorb_next:
  beq   a2, t5, absorb_last
  lw    t0, 0(a2)
  lw    t1, 4(a2)
  addi  a2, a2, 8
  xor   s0, s0, t0
  xor   s1, s1, t1
  j     ascon_permute12
absorb_last:
  mv    ra, t6                    # the last permutation returns to the caller
  mv    t0, a2
  andi  t1, a3, 7
  jal   t4, ascon_load_bytes
  or    t0, t0, t1
  andi  t2, a3, 4
  beqz  t2, 1f
  lw    t3, 0(a2)
  xor   s0, s0, t3
  xor   s1, s1, t0
  j     ascon_permute12
1:
  xor   s0, s0, t0
  j     ascon_permute12

# ascon_hash_finish_baseline: the rest of a routine: message and output.
# In:       s0 to s9 the state; a0 output, a1 its length, a2 message, a3 its length; what `save`
#           has saved.
# Out:      a0 0; the output is written, the routine's caller has its registers.
# Clobbers: t0 to t6, a1 to a3.
# Cycles:   1354 a block of the output, the first one apart.
.globl ascon_hash_finish_baseline
ascon_hash_finish_baseline:
  jal   t6, ascon_hash_absorb_baseline
  la    ra, squeeze_next
squeeze_next:
  addi  a1, a1, -8
  blez  a1, squeeze_last
  sw    s0, 0(a0)
  sw    s1, 4(a0)
  addi  a0, a0, 8
  j     ascon_permute12
squeeze_last:
  bnez  a1, squeeze_rest
  sw    s0, 0(a0)
  sw    s1, 4(a0)
done:
  clear_temporaries
  li    a0, 0
  restore
  ret
squeeze_rest:
  addi  a3, a1, 8                 # 0..7 bytes
  store_rest s0, s1, x0, x0
  j     done
