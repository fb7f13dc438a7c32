/* The host's end of the programs. */
#include <stdio.h>

void put(int character);

void put(int character)
{
    putchar(character);
}
