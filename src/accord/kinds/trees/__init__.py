"""Agreement on syntax: from trees to a coefficient."""

__all__ = ["PAIRS"]

PAIRS = ("auto", "all", "sampled")
"""Which pairs of trees say what chance would do."""
