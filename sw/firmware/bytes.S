# Partial words, byte by byte, with return addresses of their own.

.text

# ascon_load_bytes: the partial last word of a message.
# In:       t0 address of the last block, t1 its length, at most 31; t4 return address.
# Out:      t0 the length modulo 4 last bytes, from bit 0 up; t1 the padding bit behind them.
# Clobbers: t2, t3, t5.
# Cycles:   at most 22.
.globl ascon_load_bytes
ascon_load_bytes:
  andi  t2, t1, 28
  add   t2, t2, t0
  andi  t3, t1, 3
  li    t0, 0
  li    t1, 1
  beqz  t3, 1f
  lbu   t0, 0(t2)
  slli  t1, t1, 8
  addi  t3, t3, -1
  beqz  t3, 1f
  lbu   t5, 1(t2)
  slli  t1, t1, 8
  slli  t5, t5, 8
  or    t0, t0, t5
  addi  t3, t3, -1
  beqz  t3, 1f
  lbu   t5, 2(t2)
  slli  t1, t1, 8
  slli  t5, t5, 16
  or    t0, t0, t5
1:
  jr    t4

# ascon_store_bytes: the partial last word of the output.
# In:       t0 the word, a0 address of the partial last block of up to 15 bytes, a3 length of the
#           message; t6 return address.
# Out:      its length modulo 4 low bytes are stored.
# Clobbers: t0 to t2.
# Cycles:   at most 12.
.globl ascon_store_bytes
ascon_store_bytes:
  andi  t1, a3, 12
  add   t1, t1, a0
  andi  t2, a3, 3
  beqz  t2, 2f
  addi  t2, t2, -2
  bltz  t2, 1f
  sh    t0, 0(t1)
  beqz  t2, 2f
  srli  t0, t0, 16
  sb    t0, 2(t1)
  jr    t6
1:
  sb    t0, 0(t1)
2:
  jr    t6
