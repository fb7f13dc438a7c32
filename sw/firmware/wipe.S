# Overwriting memory with zeros.

.text

# ascon_wipe
# In:       a0 address, a1 length in bytes; any alignment.
# Out:      nothing.
# Clobbers: a0, a1.
# Cycles:   about 0.5 a byte.
.globl ascon_wipe
ascon_wipe:
  addi  a1, a1, -16
  bltz  a1, 2f
1:
  sw    zero, 0(a0)
  sw    zero, 4(a0)
  sw    zero, 8(a0)
  sw    zero, 12(a0)
  addi  a0, a0, 16
  addi  a1, a1, -16
  bgez  a1, 1b
2:
  addi  a1, a1, 16
  beqz  a1, 4f
  add   a1, a1, a0
3:
  sb    zero, 0(a0)
  addi  a0, a0, 1
  bne   a0, a1, 3b
4:
  ret
