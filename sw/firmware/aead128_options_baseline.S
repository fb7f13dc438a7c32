# Ascon-AEAD128 with options in RV32I.

#include "aead128_options.inc"

  options baseline
