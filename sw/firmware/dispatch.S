# Serves the host: waits for MAILBOX.COMMAND, runs and measures what it asks for, answers.

#include "instructions.inc"
#include "memory_map.inc"

# A row of the table below, and what a routine of it gets.
.equ ROW_COMMAND,     0
.equ ROW_BASELINE,    4
.equ ROW_ACCELERATED, 8
.equ ROW_WHOLE,       12
.equ ROW_ARGUMENTS,   16
.equ ROW_SIZE,        24

# What the difference of two counter reads has too much, besides the call. Between the reads of
# minstret: itself, the read of mcycle, three nops, and the other read of mcycle. Between those of
# mcycle: itself and the nops. Without the nops the read, which takes two cycles, would overlap the
# jump behind it. A routine that is only a ret measures 2 instructions and 4 cycles.
.equ EXTRA_INSTRUCTIONS, 6
.equ EXTRA_CYCLES,       4

# command: one row. `routine` without its suffix, then the mailbox registers for a0 to a7; where
# there is none, the routine takes no more arguments.
.macro command code, routine, r0, r1, r2, r3=COMMAND, r4=COMMAND, r5=COMMAND, r6=COMMAND, \
               r7=COMMAND
  .word \code, \routine\()_baseline, \routine\()_accelerated, \routine\()_whole
  .byte MAILBOX_\r0, MAILBOX_\r1, MAILBOX_\r2, MAILBOX_\r3
  .byte MAILBOX_\r4, MAILBOX_\r5, MAILBOX_\r6, MAILBOX_\r7
.endm

# Every routine: standard calling convention, arguments as listed and two more on the stack, returns
# a Status in a0, leaves no secret in memory, registers or coprocessor.
.section .rodata
.balign 4
commands:
  command COMMAND_AEAD128_ENCRYPT, ascon_aead128_encrypt, \
          OUTPUT, TAG, MESSAGE, MESSAGE_LENGTH, AD, AD_LENGTH, NONCE, KEY
  command COMMAND_AEAD128_DECRYPT, ascon_aead128_decrypt, \
          OUTPUT, TAG, MESSAGE, MESSAGE_LENGTH, AD, AD_LENGTH, NONCE, KEY
  command COMMAND_AEAD128_ENCRYPT_OPTIONS, ascon_aead128_encrypt_options, \
          OUTPUT, TAG, MESSAGE, MESSAGE_LENGTH, AD, AD_LENGTH, NONCE, KEY
  command COMMAND_AEAD128_DECRYPT_OPTIONS, ascon_aead128_decrypt_options, \
          OUTPUT, TAG, MESSAGE, MESSAGE_LENGTH, AD, AD_LENGTH, NONCE, KEY
  command COMMAND_HASH256_HASH, ascon_hash256, OUTPUT, MESSAGE, MESSAGE_LENGTH
  command COMMAND_XOF128_HASH, ascon_xof128, OUTPUT, OUTPUT_LENGTH, MESSAGE, MESSAGE_LENGTH
  command COMMAND_CXOF128_HASH, ascon_cxof128, \
          OUTPUT, OUTPUT_LENGTH, MESSAGE, MESSAGE_LENGTH, CUSTOMIZATION, CUSTOMIZATION_LENGTH
  command COMMAND_MAC_MAC, ascon_mac, OUTPUT, MESSAGE, MESSAGE_LENGTH, KEY
  command COMMAND_PRF_MAC, ascon_prf, OUTPUT, OUTPUT_LENGTH, MESSAGE, MESSAGE_LENGTH, KEY
  command COMMAND_PRFSHORT_MAC, ascon_prfshort, \
          OUTPUT, OUTPUT_LENGTH, MESSAGE, MESSAGE_LENGTH, KEY
commands_end:

# argument: loads one argument of the row in s2.
.macro argument number
  lbu   t0, (ROW_ARGUMENTS + \number)(s2)
  add   t0, t0, s0
  lw    a\number, 0(t0)
.endm

.text

# ascon_serve: the loop.
# In:  sp.
# Out: does not return.
.globl ascon_serve
ascon_serve:
  li    s0, MAILBOX_BASE
wait:
  lw    s1, MAILBOX_COMMAND(s0)
  beqz  s1, wait

  la    s2, commands
  la    s3, commands_end
find:
  lw    t0, ROW_COMMAND(s2)
  beq   t0, s1, found
  addi  s2, s2, ROW_SIZE
  bne   s2, s3, find
  li    t0, STATUS_UNKNOWN_COMMAND
  sw    t0, MAILBOX_STATUS(s0)
  j     done

found:
  li    t0, CONTROL_BASE
  lw    t1, CONTROL_FEATURES(t0)
  lw    t0, CONTROL_CONTROL(t0)
  andi  t1, t1, CONTROL_FEATURES_LAST
  andi  t0, t0, CONTROL_CONTROL_ACCELERATOR_ENABLE
  lw    s4, ROW_BASELINE(s2)
  beqz  t0, call
  lw    s4, ROW_ACCELERATED(s2)
  bnez  t1, call
  lw    s4, ROW_WHOLE(s2)         # the coprocessor has no instructions for partial words
call:
  addi  sp, sp, -16
  lw    t0, MAILBOX_TAG_LENGTH(s0)
  lw    t1, MAILBOX_NONCE_MASK(s0)
  sw    t0, 0(sp)
  sw    t1, 4(sp)
  argument 0
  argument 1
  argument 2
  argument 3
  argument 4
  argument 5
  argument 6
  argument 7
  csrr  s5, minstret
  csrr  s6, mcycle
  nop
  nop
  nop
  jalr  s4
  csrr  s7, mcycle
  csrr  s8, minstret
  addi  sp, sp, 16
  sub   s7, s7, s6
  addi  s7, s7, -EXTRA_CYCLES
  sub   s8, s8, s5
  addi  s8, s8, -EXTRA_INSTRUCTIONS
  sw    s7, MAILBOX_CYCLES(s0)
  sw    s8, MAILBOX_INSTRUCTIONS(s0)
  sw    a0, MAILBOX_STATUS(s0)

# done: wipes the registers, tells the host, and waits again.
done:
  .irp register, ra, t0, t1, t2, t3, t4, t5, t6, a0, a1, a2, a3, a4, a5, a6, a7, \
                 s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
  li    \register, 0
  .endr
  li    s0, MAILBOX_BASE
  sw    zero, MAILBOX_COMMAND(s0)
  csrw  mscratch, zero
  j     wait

# ascon_abort: what the trap handler returns to: ends a command whose routine trapped.
# In:  sp; MAILBOX.STATUS is written.
# Out: goes to the loop. The coprocessor's state is cleared, unless it refuses, and so are the stack
#      and the output of a decryption: its tag has not been checked. If that traps too, the rest is
#      left undone.
.globl ascon_abort
ascon_abort:
  csrr  t0, mscratch
  bnez  t0, done
  li    t0, 1
  csrw  mscratch, t0
  li    t0, CONTROL_BASE
  lw    t0, CONTROL_CONTROL(t0)
  andi  t0, t0, CONTROL_CONTROL_ACCELERATOR_ENABLE
  beqz  t0, 1f
  ascon.init ALGORITHM_NONE, x0, x0
1:
  la    a0, __stack_bottom
  la    a1, __stack_top
  sub   a1, a1, a0
  call  ascon_wipe
  li    s0, MAILBOX_BASE
  lw    t0, MAILBOX_COMMAND(s0)
  li    t1, COMMAND_AEAD128_DECRYPT
  beq   t0, t1, 2f
  li    t1, COMMAND_AEAD128_DECRYPT_OPTIONS
  bne   t0, t1, done
2:
  lw    a0, MAILBOX_OUTPUT(s0)
  lw    a1, MAILBOX_MESSAGE_LENGTH(s0)
  call  ascon_wipe
  j     done
