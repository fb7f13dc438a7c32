# Ascon-PrfShort through a coprocessor without the instructions for a partial last word: the routines
# of prfshort_accelerated.S, whose names end in _whole.

#define WHOLE_WORDS
#define MODE whole
#include "prfshort_accelerated.S"
