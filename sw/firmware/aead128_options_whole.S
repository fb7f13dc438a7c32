# Ascon-AEAD128 with options through a coprocessor without the instructions for a partial last word: the routines
# of aead128_options_accelerated.S, whose names end in _whole.

#define WHOLE_WORDS
#define MODE whole
#include "aead128_options_accelerated.S"
