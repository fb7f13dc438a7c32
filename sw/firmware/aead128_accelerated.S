# Ascon-AEAD128 through the coprocessor. SP 800-232, section 4.
#
# The state is in the coprocessor. A permutation starts with the last operation of a block and runs
# while memory is accessed: its 8 or 12 cycles are filled with the stores of the last block and the
# loads of the next. An operation that needs the state waits until it is done, and everything behind
# waits too; so loads and stores come first. Nothing here depends on how fast a permutation is.
#
# Registers: t3 to t6 the key, a4 to a7 the words of a block, t0 to t2 scratch; no stack.

#include "instructions.inc"
#include "memory_map.inc"

# load_block, store_block: the words of a block.
.macro load_block offset
  lw    a4, (\offset)(a2)
  lw    a5, (\offset + 4)(a2)
  lw    a6, (\offset + 8)(a2)
  lw    a7, (\offset + 12)(a2)
.endm

.macro store_block offset
  sw    a4, (\offset)(a0)
  sw    a5, (\offset + 4)(a0)
  sw    a6, (\offset + 8)(a0)
  sw    a7, (\offset + 12)(a0)
.endm

# crypt_block: a block from a4 to a7 to the output; P8 starts. `operation` is encrypt or decrypt.
.macro crypt_block operation, offset
  ascon.\operation a4, 0, a4
  ascon.\operation a5, 1, a5
  ascon.\operation a6, 2, a6
  ascon.\operation a7, 3, a7, rounds=8
  store_block \offset
.endm

# add_key: the key behind the first permutation. With domain=1 the associated data end, too.
.macro add_key domain=0
  ascon.absorb 3, t3, t4
  ascon.absorb 4, t5, t6, domain=\domain
.endm

# finalize: the key behind the message; P12 starts. With pad=1 the last block is empty.
.macro finalize pad=0
  ascon.absorb 2, t3, t4, pad=\pad
  ascon.absorb 3, t5, t6, rounds=12
.endm

# start: key and nonce; P12 starts. 12 cycles.
.macro start
  lw    t3, 0(a7)
  lw    t4, 4(a7)
  lw    t5, 8(a7)
  lw    t6, 12(a7)
  lw    t0, 0(a6)
  lw    t1, 4(a6)
  lw    t2, 8(a6)
  lw    a6, 12(a6)
  ascon.init ALGORITHM_AEAD128, t3, t4
  ascon.absorb 2, t5, t6
  ascon.absorb 3, t0, t1
  ascon.absorb 4, t2, a6, rounds=12
.endm

# load_partial: the partial last word, of length modulo 4 bytes, into \word. If it is aligned it is
# read whole; the instruction that takes it masks what is behind the message.
# \block is the address of the last block.
.macro load_partial word, block, length, address, scratch
  andi  \address, \length, 12
  add   \address, \address, \block
  andi  \scratch, \length, 3
  beqz  \scratch, 9f
  andi  \word, \address, 3
  bnez  \word, 7f
  lw    \word, 0(\address)
  j     9f
7:
  addi  \scratch, \scratch, -2
  bltz  \scratch, 8f
  lhu   \word, 0(\address)
  beqz  \scratch, 9f
  lbu   \scratch, 2(\address)
  slli  \scratch, \scratch, 16
  or    \word, \word, \scratch
  j     9f
8:
  lbu   \word, 0(\address)
9:
.endm

# last_whole: the last block with `count` whole words; the partial one is in a7. `key` is what comes
# in front, see last_block.
.macro last_whole operation, key, count
  .if \count > 0
  lw    a4, 0(a2)
  .endif
  .if \count > 1
  lw    a5, 4(a2)
  .endif
  .if \count > 2
  lw    a6, 8(a2)
  .endif
  .if \key == 1
  add_key domain=1
  .elseif \key == 2
  ascon.absorb 4, x0, x0, domain=1
  .endif
  .if \count > 0
  ascon.\operation a4, 0, a4
  .endif
  .if \count > 1
  ascon.\operation a5, 1, a5
  .endif
  .if \count > 2
  ascon.\operation a6, 2, a6
  .endif
  ascon.\operation\()_last a7, a7, t0
  finalize
  .if \count > 0
  sw    a4, 0(a0)
  .endif
  .if \count > 1
  sw    a5, 4(a0)
  .endif
  .if \count > 2
  sw    a6, 8(a0)
  .endif
  j     \operation\()_bytes
.endm

# last_block: the last block, of t0 = 1..15 bytes at a2, to a0. In front of it key=1 adds the key,
# key=2 only ends the associated data.
.macro last_block operation, key
  load_partial a7, a2, t0, t1, t2
  andi  t2, t0, 12
  beqz  t2, 5f
  addi  t2, t2, -8
  bltz  t2, 4f
  beqz  t2, 3f
  last_whole \operation, \key, 3
3:
  last_whole \operation, \key, 2
4:
  last_whole \operation, \key, 1
5:
  last_whole \operation, \key, 0
.endm

# message: everything between the permutation that has just started and the tag, \operation\()_tag.
.macro message operation
  bnez  a5, \operation\()_associated
  addi  t0, a3, -128
  bgez  t0, \operation\()_long
  andi  t1, a3, 112               # whole blocks, in bytes
  beqz  t1, \operation\()_short
  load_block 0
  andi  t0, a3, 15                # what is left for the last block
  addi  t1, t1, -32               # negative: one block
  addi  t2, t1, -16               # negative: at most two blocks
  add_key domain=1
# A chain of up to seven blocks.
\operation\()_chain:
  crypt_block \operation, 0
  bltz  t1, \operation\()_chain_end
  load_block 16
  crypt_block \operation, 16
  bltz  t2, \operation\()_chain_end
  load_block 32
  crypt_block \operation, 32
  addi  t1, t1, -32
  bltz  t1, \operation\()_chain_end
  load_block 48
  crypt_block \operation, 48
  addi  t2, t2, -32
  bltz  t2, \operation\()_chain_end
  load_block 64
  crypt_block \operation, 64
  addi  t1, t1, -32
  bltz  t1, \operation\()_chain_end
  load_block 80
  crypt_block \operation, 80
  addi  t2, t2, -32
  bltz  t2, \operation\()_chain_end
  load_block 96
  crypt_block \operation, 96
\operation\()_chain_end:
  bnez  t0, \operation\()_chain_rest
  finalize pad=1
  j     \operation\()_tag
\operation\()_chain_rest:
  andi  t1, a3, 112
  add   a2, a2, t1
  add   a0, a0, t1
\operation\()_rest:
  last_block \operation, 0

# Less than a block.
\operation\()_short:
  andi  t0, a3, 15
  beqz  t0, \operation\()_empty
  last_block \operation, 1
\operation\()_empty:
  add_key domain=1
  finalize pad=1
  j     \operation\()_tag

# Eight blocks and more.
\operation\()_long:
  andi  t1, a3, 127               # what is left behind the groups of eight blocks
  sub   t2, a3, t1
  add   t2, t2, a2                # their end
  load_block 0
  add_key domain=1
  j     \operation\()_group
\operation\()_reload:
  load_block 0
\operation\()_group:
  crypt_block \operation, 0
  load_block 16
  crypt_block \operation, 16
  load_block 32
  crypt_block \operation, 32
  load_block 48
  crypt_block \operation, 48
  load_block 64
  crypt_block \operation, 64
  load_block 80
  crypt_block \operation, 80
  load_block 96
  crypt_block \operation, 96
  load_block 112
  crypt_block \operation, 112
  addi  a2, a2, 128
  addi  a0, a0, 128
  bne   a2, t2, \operation\()_reload
  bnez  t1, \operation\()_long_rest
  finalize pad=1
  j     \operation\()_tag
\operation\()_long_rest:
  andi  t0, a3, 15
  andi  t1, a3, 112
  beqz  t1, \operation\()_rest
  load_block 0
  addi  t1, t1, -32
  addi  t2, t1, -16
  j     \operation\()_chain

# With associated data: their permutation has just started.
\operation\()_associated:
  jal   a7, associate
  addi  t0, a3, -128
  bgez  t0, \operation\()_associated_long
  andi  t1, a3, 112
  beqz  t1, \operation\()_associated_short
  load_block 0
  andi  t0, a3, 15
  addi  t1, t1, -32
  addi  t2, t1, -16
  ascon.absorb 4, x0, x0, domain=1
  j     \operation\()_chain
\operation\()_associated_short:
  andi  t0, a3, 15
  last_block \operation, 2
\operation\()_associated_long:
  andi  t1, a3, 127
  sub   t2, a3, t1
  add   t2, t2, a2
  load_block 0
  ascon.absorb 4, x0, x0, domain=1
  j     \operation\()_group

# The partial last word goes out.
\operation\()_bytes:
  andi  t2, t0, 3
  beqz  t2, \operation\()_tag
  andi  t1, t0, 12
  add   t1, t1, a0
  addi  t2, t2, -2
  bltz  t2, 1f
  sh    a7, 0(t1)
  beqz  t2, \operation\()_tag
  srli  a7, a7, 16
  sb    a7, 2(t1)
  j     \operation\()_tag
1:
  sb    a7, 0(t1)
\operation\()_tag:
.endm

.text

# ascon_aead128_encrypt_accelerated
# In:       a0 ciphertext, a1 tag, a2 plaintext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The ciphertext may lie over the plaintext.
# Out:      a0 0; ciphertext and tag written. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a0 to a7.
# Cycles:   53 for nothing, 65 for a block, 0.789 a byte.
.globl ascon_aead128_encrypt_accelerated
.balign 4
ascon_aead128_encrypt_accelerated:
  start
  message encrypt
  li    a0, 0
  ascon.read t0, 6, t3
  ascon.read t1, 7, t4
  ascon.read t2, 8, t5
  ascon.read t3, 9, t6
  ascon.init ALGORITHM_NONE, x0, x0
  sw    t0, 0(a1)
  sw    t1, 4(a1)
  sw    t2, 8(a1)
  sw    t3, 12(a1)
  ret

# ascon_aead128_decrypt_accelerated
# In:       a0 plaintext, a1 tag, a2 ciphertext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The plaintext may lie over the ciphertext.
# Out:      a0 0, plaintext written; or a0 1, the tag is wrong and the plaintext is all zeros. The
#           coprocessor's state is cleared.
# Clobbers: t0 to t6, a0 to a7.
# Cycles:   53 for nothing, 65 for a block, 0.789 a byte.
.globl ascon_aead128_decrypt_accelerated
.balign 4
ascon_aead128_decrypt_accelerated:
  start
  message decrypt
  lw    a4, 0(a1)
  lw    a5, 4(a1)
  lw    a6, 8(a1)
  lw    a7, 12(a1)
  xor   t3, t3, a4
  xor   t4, t4, a5
  xor   t5, t5, a6
  xor   t6, t6, a7
  mv    a4, a0
  ascon.read t3, 6, t3
  ascon.read t4, 7, t4
  ascon.read t5, 8, t5
  ascon.read t6, 9, t6
  ascon.init ALGORITHM_NONE, x0, x0
  or    t3, t3, t4
  or    t5, t5, t6
  or    a0, t3, t5
  bnez  a0, forged
  ret
# Where the output starts: it has run on over all whole blocks if there is a partial one, else over
# all groups of eight.
forged:
  andi  t0, a3, -128
  andi  t1, a3, 15
  beqz  t1, 1f
  andi  t0, a3, -16
1:
  sub   a0, a4, t0
  mv    a1, a3
  mv    t6, ra
  jal   ascon_wipe
  li    a0, STATUS_TAG_MISMATCH
  jr    t6

# associate: all associated data, the key in front of them.
# In:       a4 associated data, a5 their length, not 0; t3 to t6 key; a7 return address; the first
#           permutation has started.
# Out:      nothing; the last permutation has started.
# Clobbers: t0 to t2, a4 to a7.
# Cycles:   10 a block.
associate:
  add   a5, a5, a4
  addi  a5, a5, -16               # the last address at which a whole block can start
  bltu  a5, a4, associate_short
  lw    t0, 0(a4)
  lw    t1, 4(a4)
  lw    t2, 8(a4)
  lw    a6, 12(a4)
  add_key
associate_next:
  ascon.absorb 0, t0, t1
  ascon.absorb 1, t2, a6, rounds=8
  addi  a4, a4, 16
  bltu  a5, a4, associate_rest
  lw    t0, 0(a4)
  lw    t1, 4(a4)
  lw    t2, 8(a4)
  lw    a6, 12(a4)
  j     associate_next

# load_rest: the a5 = 0..15 bytes at a4 of the last block, into t0 to t2 and, the partial word, a6.
.macro load_rest
  load_partial a6, a4, a5, t0, t1
  li    t0, 0
  li    t1, 0
  andi  t2, a5, 12
  beqz  t2, 1f
  lw    t0, 0(a4)
  addi  t2, t2, -8
  bltz  t2, 2f
  lw    t1, 4(a4)
  beqz  t2, 1f
  lw    t2, 8(a4)
  j     1f
2:
  li    t2, 0
1:
.endm

associate_rest:
  sub   a5, a5, a4
  addi  a5, a5, 16
  beqz  a5, 3f
  load_rest
  j     4f
3:
  ascon.absorb 0, x0, x0, rounds=8, pad=1
  jr    a7
associate_short:
  sub   a5, a5, a4
  addi  a5, a5, 16
  load_rest
  add_key
4:
  ascon.absorb 0, t0, t1
  ascon.encrypt x0, 2, t2
  ascon.encrypt_last x0, a6, a5, rounds=8
  jr    a7
