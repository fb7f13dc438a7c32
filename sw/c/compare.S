# Comparing without telling where.

.section .text.ascon_compare, "ax"

# ascon_compare
# In:       a0, a1 two strings, a2 their length, not 0.
# Out:      a0 0 if they are equal, else 1.
# Clobbers: t0 to t2, a1, a2.
# Cycles:   9 a byte, whatever the bytes are.
.globl ascon_compare
.balign 4
ascon_compare:
  add   a2, a2, a0
  li    t2, 0
1:
  lbu   t0, 0(a0)
  lbu   t1, 0(a1)
  addi  a0, a0, 1
  addi  a1, a1, 1
  xor   t0, t0, t1
  or    t2, t2, t0
  bne   a0, a2, 1b
ascon_verdict_compare:
  snez  a0, t2
  li    t0, 0
  li    t1, 0
  li    t2, 0
  ret
