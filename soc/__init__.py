"""The system around the core: buses, memories, peripherals, tops."""
