"""Which unit is aligned with which."""

from accord.registry import Registry

__all__ = ["ALIGNMENTS", "METHODS", "OBJECTIVES"]

ALIGNMENTS = Registry(
    "alignment",
    {
        "alignment": "accord.alignment.alignment:Alignment",
        "best-alignment": "accord.alignment.exact:best_alignment",
        "greedy-alignment": "accord.alignment.greedy:greedy_alignment",
        "soft-alignment": "accord.alignment.exact:soft_alignment",
        "candidates": "accord.alignment.candidates",
        "dissimilarity": "accord.distance.dissimilarity:Dissimilarity",
    },
    aliases={"objective": "best-alignment", "algorithm-1": "greedy-alignment"},
)
"""What is explained of alignments."""

METHODS = ("exact", "greedy", "soft")
"""The best alignment; that of algorithm 1 of 2011; the best in which units may be aligned more than once."""

OBJECTIVES = ("sum", "mean")
"""What the best alignment has least of: disorder in all (2015), or on average over unitary alignments (2011)."""
