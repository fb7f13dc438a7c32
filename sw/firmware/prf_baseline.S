# Ascon-Prf in RV32I, and what it shares with Ascon-Mac. Ascon v1.3.

#include "instructions.inc"
#include "baseline.inc"
#include "store_rest.inc"

.text

# ascon_prf_baseline
# In:       a0 output, a1 its length, any; a2 message, a3 its length; a4 key. The output may lie
#           over the message.
# Out:      a0 0; output written.
# Clobbers: t0 to t6, a0 to a3, 48 bytes of stack.
# Cycles:   1366 a block of 32 bytes of message, 1356 a block of 16 bytes of output.
.globl ascon_prf_baseline
.balign 4
ascon_prf_baseline:
  save
  li    s0, IV_PRF_LOW
  li    s1, IV_PRF_HIGH
  j     ascon_prf_finish_baseline

# ascon_prf_finish_baseline: everything but the IV.
# In:       s0, s1 the IV; a0 to a4 as above; what `save` has saved.
# Out:      a0 0; the output is written, the routine's caller has its registers.
# Clobbers: t0 to t6, a1 to a3.
.globl ascon_prf_finish_baseline
ascon_prf_finish_baseline:
  lw    s2, 0(a4)
  lw    s3, 4(a4)
  lw    s4, 8(a4)
  lw    s5, 12(a4)
  not   s2, s2
  not   s3, s3
  .irp register, s6, s7, s8, s9
  li    \register, 0
  .endr
  andi  t5, a3, -32
  add   t5, t5, a2
  la    ra, absorb_next
  j     ascon_permute12
absorb_next:
  beq   a2, t5, absorb_last
  load_words a2
  xor   s0, s0, t0
  xor   s1, s1, t1
  xor   s2, s2, t2
  xor   s3, s3, t3
  lw    t0, 16(a2)
  lw    t1, 20(a2)
  lw    t2, 24(a2)
  lw    t3, 28(a2)
  xor   s4, s4, t0
  xor   s5, s5, t1
  xor   s6, s6, t2
  xor   s7, s7, t3
  addi  a2, a2, 32
  j     ascon_permute12
# The last block: whole words, until the partial one is in t0.
absorb_last:
  mv    t0, a2
  andi  t1, a3, 31
  jal   t4, ascon_load_bytes
  or    t0, t0, t1
  andi  t2, a3, 28
  .irp word, 0, 1, 2, 3, 4, 5, 6
  beqz  t2, absorb_in_\word
  lw    t3, (4 * \word)(a2)
  xor   s\word, s\word, t3
  addi  t2, t2, -4
  .endr
  xor   s7, s7, t0
absorbed:
  lui   t0, 0x80000
  xor   s9, s9, t0
  la    ra, squeeze_next
  j     ascon_permute12
  .irp word, 0, 1, 2, 3, 4, 5, 6
absorb_in_\word:
  xor   s\word, s\word, t0
  j     absorbed
  .endr

squeeze_next:
  not   t2, s2
  not   t3, s3
  addi  a1, a1, -16
  bltz  a1, squeeze_rest
  sw    s0, 0(a0)
  sw    s1, 4(a0)
  sw    t2, 8(a0)
  sw    t3, 12(a0)
  addi  a0, a0, 16
  bnez  a1, ascon_permute12
done:
  clear_temporaries
  li    a0, 0
  restore
  ret
squeeze_rest:
  addi  a3, a1, 16                # 0..15 bytes
  not   s2, s2
  store_rest s0, s1, s2, t3
  j     done
