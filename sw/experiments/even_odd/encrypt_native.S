# Ascon-AEAD128 encryption with even and odd bits, on even and odd bits in memory too.

#include "lanes_native.inc"
#include "encrypt.inc"

encrypt even_odd_encrypt_native
