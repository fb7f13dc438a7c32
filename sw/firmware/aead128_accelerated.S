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
# crypt_rest is the same without the first word.
.macro crypt_rest operation, offset
  ascon.\operation a5, 1, a5
  ascon.\operation a6, 2, a6
  ascon.\operation a7, 3, a7, rounds=8
  store_block \offset
.endm

.macro crypt_block operation, offset
  ascon.\operation a4, 0, a4
  crypt_rest \operation, \offset
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

# add_key: the key behind the first permutation. With domain=1 no associated data follow.
.macro add_key domain=0
  ascon.absorb 3, t3, t4
  ascon.absorb 4, t5, t6, domain=\domain
.endm

# finalize: the key behind the message; P12 starts. With pad=1 the last block is empty; domain=1
# ends the associated data.
.macro finalize pad=0, domain=0
  ascon.absorb 2, t3, t4, pad=\pad, domain=\domain
  ascon.absorb 3, t5, t6, rounds=12
.endm

# load_partial: the `count` = 0..3 bytes at `address` into a word. If that is aligned it is read
# whole, and the instruction that takes the word masks what is behind the bytes; but no word is read
# of which no byte belongs to them. Changes `count`. load_partial_bytes, with the same operands, goes
# where the code in front of it does not run on.
.macro load_partial word, address, count, name
  beqz  \count, .Lloaded_\name
  andi  \word, \address, 3
  bnez  \word, .Lbytes_\name
  lw    \word, 0(\address)
.Lloaded_\name:
.endm

.macro load_partial_bytes word, address, count, name
.Lbytes_\name:
  addi  \count, \count, -2
  bltz  \count, .Lbyte_\name
  lhu   \word, 0(\address)
  beqz  \count, .Lloaded_\name
  lbu   \count, 2(\address)
  slli  \count, \count, 16
  or    \word, \word, \count
  j     .Lloaded_\name
.Lbyte_\name:
  lbu   \word, 0(\address)
  j     .Lloaded_\name
.endm

# last_whole: the last block with `whole` whole words in front of a2, the partial word in a7.
.macro last_whole operation, before, whole
  .set domain_in_first, 0
  .ifc \before, domain
  .set domain_in_first, 1
  .endif
  .if \whole > 0
  lw    a4, (-4 * \whole)(a2)
  .endif
  .if \whole > 1
  lw    a5, (-4 * \whole + 4)(a2)
  .endif
  .if \whole > 2
  lw    a6, (-4 * \whole + 8)(a2)
  .endif
  .ifc \before, key
  add_key domain=1
  .endif
  .if \whole > 0
  ascon.\operation a4, 0, a4, domain=domain_in_first
  .endif
  .if \whole > 1
  ascon.\operation a5, 1, a5
  .endif
  .if \whole > 2
  ascon.\operation a6, 2, a6
  .endif
  .if \whole > 0
  ascon.\operation\()_last a7, a7, t0
  .else
  ascon.\operation\()_last a7, a7, t0, domain=domain_in_first
  .endif
  finalize
  add   a0, a0, t1
  .if \whole > 0
  sw    a4, (-4 * \whole)(a0)
  .endif
  .if \whole > 1
  sw    a5, (-4 * \whole + 4)(a0)
  .endif
  .if \whole > 2
  sw    a6, (-4 * \whole + 8)(a0)
  .endif
  j     \operation\()_bytes
.endm

# last_block: the last block, of t0 = 1..15 bytes. `before`: key adds the key in front of it, domain
# ends the associated data, nothing does nothing. Pointers a2 and a0 have run on over groups of eight
# blocks only.
.macro last_block operation, before
  andi  t1, a3, 124
  add   a2, a2, t1
  andi  t2, t0, 3
  load_partial a7, a2, t2, \operation\()_\before
  andi  t2, t0, 12
  beqz  t2, 4f
  addi  t2, t2, -8
  bltz  t2, 3f
  beqz  t2, 2f
  last_whole \operation, \before, 3
2:
  last_whole \operation, \before, 2
3:
  last_whole \operation, \before, 1
4:
  last_whole \operation, \before, 0
  load_partial_bytes a7, a2, t2, \operation\()_\before
.endm

# lengths: what the message's chain of blocks is steered by.
.macro lengths
  andi  t0, a3, 15                # bytes of the last block
  andi  t1, a3, 112               # bytes of whole blocks behind groups of eight
  addi  t2, t1, -48
.endm

# message_associated: the message's start while the last permutation of associated data runs.
.macro message_associated operation
  addi  a5, a3, -128
  bgez  a5, \operation\()_associated_long
  beqz  t1, \operation\()_associated_short
  load_block 0
  addi  t1, t1, -32
  ascon.\operation a4, 0, a4, domain=1
  j     \operation\()_chain_second
.endm

# crypt: everything between the first permutation, which has just started, and the tag, where it
# runs on into the code behind it.
.macro crypt operation
  bnez  a5, \operation\()_associated
  addi  t0, a3, -128
  bgez  t0, \operation\()_long
  andi  t1, a3, 112
  beqz  t1, \operation\()_short
  load_block 0
  andi  t0, a3, 15
  addi  t2, t1, -48               # negative: at most two blocks
  addi  t1, t1, -32               # negative: one block
  add_key domain=1

# A chain of up to seven blocks.
\operation\()_chain:
  ascon.\operation a4, 0, a4
\operation\()_chain_second:
  crypt_rest \operation, 0
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
  bnez  t0, \operation\()_rest
  finalize pad=1
  j     \operation\()_tag
\operation\()_rest:
  last_block \operation, nothing

# Less than a block.
\operation\()_short:
  andi  t0, a3, 15
  beqz  t0, \operation\()_empty
  last_block \operation, key
\operation\()_empty:
  add_key domain=1
  finalize pad=1
  j     \operation\()_tag

# Groups of eight blocks, and what is left for the chain.
\operation\()_long:
  andi  t1, a3, 127
  sub   t2, a3, t1
  add   t2, t2, a2                # the groups' end
  load_block 0
  add_key domain=1
  j     \operation\()_group
\operation\()_reload:
  load_block 0
\operation\()_group:
  ascon.\operation a4, 0, a4
\operation\()_group_second:
  crypt_rest \operation, 0
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
  lengths
  beqz  t1, \operation\()_rest
  load_block 0
  addi  t1, t1, -32
  j     \operation\()_chain

# Associated data. a7: end of their whole blocks, a5: bytes of the last block.
\operation\()_associated:
  andi  a7, a5, -16
  andi  a5, a5, 15
  beqz  a7, \operation\()_associate_short
  add   a7, a7, a4
  lw    t0, 0(a4)
  lw    t1, 4(a4)
  lw    t2, 8(a4)
  lw    a6, 12(a4)
  add_key
\operation\()_associate_next:
  ascon.absorb 0, t0, t1
  ascon.absorb 1, t2, a6, rounds=8
  addi  a4, a4, 16
  beq   a4, a7, \operation\()_associate_last
  lw    t0, 0(a4)
  lw    t1, 4(a4)
  lw    t2, 8(a4)
  lw    a6, 12(a4)
  j     \operation\()_associate_next
\operation\()_associate_last:
  bnez  a5, \operation\()_associate_rest
  lengths
  ascon.absorb 0, x0, x0, rounds=8, pad=1
  message_associated \operation
\operation\()_associate_short:
  load_rest \operation\()_short
  add_key
  j     \operation\()_associate_absorb
  load_rest_bytes \operation\()_short
\operation\()_associate_rest:
  load_rest \operation\()_rest
\operation\()_associate_absorb:
  ascon.absorb 0, t0, t1
  ascon.encrypt x0, 2, t2
  ascon.encrypt_last x0, a6, a5, rounds=8
  lengths
  message_associated \operation
  load_rest_bytes \operation\()_rest

\operation\()_associated_short:
  beqz  t0, \operation\()_associated_empty
  last_block \operation, domain
\operation\()_associated_empty:
  finalize pad=1, domain=1
  j     \operation\()_tag
\operation\()_associated_long:
  andi  t1, a3, 127
  sub   t2, a3, t1
  add   t2, t2, a2
  load_block 0
  ascon.\operation a4, 0, a4, domain=1
  j     \operation\()_group_second

# The partial last word goes out.
\operation\()_bytes:
  andi  t2, t0, 3
  beqz  t2, \operation\()_tag
  addi  t2, t2, -2
  bltz  t2, 1f
  sh    a7, 0(a0)
  beqz  t2, \operation\()_tag
  srli  a7, a7, 16
  sb    a7, 2(a0)
  j     \operation\()_tag
1:
  sb    a7, 0(a0)
\operation\()_tag:
.endm

# load_rest: the last block of associated data, the a5 = 1..15 bytes at a4, into t0 to t2 and, the
# partial word, a6. Whole words that are not there are 0.
.macro load_rest name
  andi  t2, a5, 12
  add   t1, t2, a4
  andi  t0, a5, 3
  load_partial a6, t1, t0, associate_\name
  li    t0, 0
  li    t1, 0
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

.macro load_rest_bytes name
  load_partial_bytes a6, t1, t0, associate_\name
.endm

.text

# ascon_aead128_encrypt_accelerated
# In:       a0 ciphertext, a1 tag, a2 plaintext, a3 its length, a4 associated data, a5 its length,
#           a6 nonce, a7 key. The ciphertext may lie over the plaintext.
# Out:      a0 0; ciphertext and tag written. The coprocessor's state is cleared.
# Clobbers: t0 to t6, a1 to a7.
# Cycles:   53 for nothing, 65 for a block, 0.789 a byte.
.globl ascon_aead128_encrypt_accelerated
.balign 4
ascon_aead128_encrypt_accelerated:
  start
  crypt encrypt
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
# Clobbers: t0 to t6, a1 to a7.
# Cycles:   53 for nothing, 65 for a block, 0.789 a byte.
.globl ascon_aead128_decrypt_accelerated
.balign 4
ascon_aead128_decrypt_accelerated:
  start
  crypt decrypt
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
# The output starts where a4 was before it ran on: to the partial word if there is a last block, else
# over all groups of eight.
forged:
  andi  t0, a3, -128
  andi  t1, a3, 15
  beqz  t1, 1f
  andi  t0, a3, -4
1:
  sub   a0, a4, t0
  mv    a1, a3
  mv    t6, ra
  jal   ascon_wipe
  li    a0, STATUS_TAG_MISMATCH
  jr    t6
