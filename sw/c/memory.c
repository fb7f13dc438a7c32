/* Forgetting. */
#include "internal.h"

void ascon_xif_wipe(void *memory, size_t length)
{
    ascon_wipe(memory, length);
}
