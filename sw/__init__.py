"""Firmware, images, reference models, host driver."""
