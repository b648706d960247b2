"""Putting annotations back into files, whole or not at all."""
