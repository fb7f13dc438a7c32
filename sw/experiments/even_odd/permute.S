# Permutations called once and twice, to measure a call by the difference.

# permute: loads a state, calls a permutation, stores the state.
# In:       a0 address of ten words: the registers of every lane, lane 0 first.
# Clobbers: t0 to t4, 48 bytes of stack.
.macro permute name, permutation, calls
.globl \name
\name:
  addi  sp, sp, -48
  sw    ra, 0(sp)
  .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
  sw    s\number, (4 + 4 * \number)(sp)
  lw    s\number, (4 * \number)(a0)
  .endr
  .rept \calls
  jal   \permutation
  .endr
  .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
  sw    s\number, (4 * \number)(a0)
  lw    s\number, (4 + 4 * \number)(sp)
  .endr
  lw    ra, 0(sp)
  addi  sp, sp, 48
  li    a0, 0
  ret
.endm

.text
.balign 4
permute permute8_once,            ascon_permute8, 1
permute permute8_twice,           ascon_permute8, 2
permute permute8_even_odd_once,   ascon_permute8_even_odd, 1
permute permute8_even_odd_twice,  ascon_permute8_even_odd, 2
