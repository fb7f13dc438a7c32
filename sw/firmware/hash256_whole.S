# Ascon-Hash256 through a coprocessor without the instructions for a partial last word: the routines
# of hash256_accelerated.S, whose names end in _whole.

#define WHOLE_WORDS
#define MODE whole
#include "hash256_accelerated.S"
