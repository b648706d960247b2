"""Which unit answers to which."""

from accord.registry import Registry

__all__ = ["ALIGNMENTS"]

ALIGNMENTS = Registry(
    "alignment",
    {
        "alignment": "accord.align.alignment:Alignment",
        "best-alignment": "accord.align.exact:best_alignment",
        "greedy-alignment": "accord.align.greedy:greedy_alignment",
        "soft-alignment": "accord.align.exact:soft_alignment",
        "candidates": "accord.align.candidates",
        "dissimilarity": "accord.distance.dissimilarity:Dissimilarity",
    },
    aliases={"objective": "best-alignment", "algorithm-1": "greedy-alignment"},
)
"""What is explained of alignments."""
