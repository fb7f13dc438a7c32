# Ascon-AEAD128 through a coprocessor without the instructions for a partial last word: the routines
# of aead128_accelerated.S, whose names end in _whole.

#define WHOLE_WORDS
#define MODE whole
#include "aead128_accelerated.S"
