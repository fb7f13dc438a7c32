"""The Ascon-p coprocessor."""
