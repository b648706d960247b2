"""Experiments: do weights help, by more than their controls do, and where?"""
