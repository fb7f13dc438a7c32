# Constants that a context starts with. One section each, for linkers that leave out what is unused.

#include "instructions.inc"
#include "initial_states.inc"

.macro constant name
  .section .rodata.\name, "a"
  .balign 4
  .globl \name
\name:
.endm

# initial: a state after the first permutation.
.macro initial name, algorithm
  constant ascon_initial_\name
  .word INITIAL_\algorithm\()_0_LOW, INITIAL_\algorithm\()_0_HIGH
  .word INITIAL_\algorithm\()_1_LOW, INITIAL_\algorithm\()_1_HIGH
  .word INITIAL_\algorithm\()_2_LOW, INITIAL_\algorithm\()_2_HIGH
  .word INITIAL_\algorithm\()_3_LOW, INITIAL_\algorithm\()_3_HIGH
  .word INITIAL_\algorithm\()_4_LOW, INITIAL_\algorithm\()_4_HIGH
.endm

# iv: lane 0.
.macro iv name, algorithm
  constant ascon_iv_\name
  .word IV_\algorithm\()_LOW, IV_\algorithm\()_HIGH
.endm

initial hash256, HASH256
initial xof128,  XOF128
initial cxof128, CXOF128
iv aead128, AEAD128
iv mac,     MAC
iv prf,     PRF
