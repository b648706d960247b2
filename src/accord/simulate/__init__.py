"""Degrade a corpus on purpose, and calibrate what a value means."""
