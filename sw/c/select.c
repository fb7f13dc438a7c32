/* Which variant is in use. */
#include "internal.h"

#if defined(ASCON_XIF_ONLY_BASELINE) || defined(ASCON_XIF_ONLY_ACCELERATED)

#ifdef ASCON_XIF_ONLY_BASELINE
#define ONLY ASCON_XIF_BASELINE
#else
#define ONLY ASCON_XIF_ACCELERATED
#endif

int ascon_xif_select(int variant)
{
    return variant == ONLY ? ASCON_XIF_OK : ASCON_XIF_NO_SUCH_VARIANT;
}

int ascon_xif_selected(void)
{
    return ONLY;
}

#else

uint8_t ascon_xif_use_accelerated;

int ascon_xif_select(int variant)
{
    if (variant != ASCON_XIF_BASELINE && variant != ASCON_XIF_ACCELERATED)
        return ASCON_XIF_NO_SUCH_VARIANT;
    ascon_xif_use_accelerated = variant;
    return ASCON_XIF_OK;
}

int ascon_xif_selected(void)
{
    return ascon_xif_use_accelerated;
}

#endif
