# Ascon-AEAD128 encryption with even and odd bits, on the standard's bytes: lanes are converted.

#include "lanes_standard.inc"
#include "encrypt.inc"

encrypt even_odd_encrypt_standard
