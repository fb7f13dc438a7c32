/* Text over the serial port, and whether there is a coprocessor. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stddef.h>
#include <stdint.h>

void print(const char *text);
void print_hex(const uint8_t *bytes, size_t length);

/* Whether the coprocessor accepts instructions. */
int accelerator_enabled(void);

#endif
